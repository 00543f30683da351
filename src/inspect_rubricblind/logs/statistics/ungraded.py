"""Ungraded verdicts: bounds over everything they could have been.

A lost verdict never becomes "not met". Each pair keeps the outcomes its lost verdicts
leave in reach, and the estimates become intervals between the worst and best of them.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from inspect_rubricblind.logs.statistics.auroc import PairedAuroc, paired_auroc
from inspect_rubricblind.logs.statistics.clusters import Weighting
from inspect_rubricblind.logs.statistics.outcomes import reachable


@dataclass(frozen=True)
class Range:
    """Smallest and largest value in reach."""

    low: float
    high: float


@dataclass(frozen=True)
class Bounds:
    """What the outcome shares could be; equal ends if nothing is ungraded.

    `win`, `loss`, `net` and `auroc` are sharp; the upper end of `tie` is not, since
    a tie between a loss and a win may be out of reach. `auroc_limits` runs from the
    lower limit of the low bound to the upper limit of the high one, None if either
    is undefined. `worst` and `best` are the full estimates at both ends.
    """

    n_pairs: int
    n_ungraded: int
    win: Range
    tie: Range
    loss: Range
    net: Range
    auroc: Range
    auroc_limits: Range | None
    worst: PairedAuroc
    best: PairedAuroc


def bounds(
    diff_min: ArrayLike,
    diff_max: ArrayLike,
    question: ArrayLike,
    weighting: Weighting = "question",
    level: float = 0.95,
) -> Bounds:
    """Bounds of the paired AUROC over all values of ungraded verdicts.

    Every pair stays in the denominator, so a question whose pairs are all ungraded
    does too.

    Args:
        diff_min: Smallest difference in points in reach, shape (n,); equal to
            diff_max where all verdicts are known.
        diff_max: Largest difference in points in reach, shape (n,).
        question: Question per pair, shape (n,).
        weighting: Equal weight per question or per pair.
        level: Confidence level.

    Source: worst-case bounds; Manski, Partial Identification (2003), 1.
    """
    reach = reachable(diff_min, diff_max)
    worst = paired_auroc(reach.low, question, weighting, level)
    best = paired_auroc(reach.high, question, weighting, level)
    # Ties: certain where both ends are 0, possible where 0 lies between them.
    certain = (reach.low == 0) & (reach.high == 0)
    possible = (reach.low <= 0) & (reach.high >= 0)
    ties = [
        paired_auroc(np.where(mask, 0, 1), question, weighting, level).tie.estimate
        for mask in (certain, possible)
    ]
    limits = None
    if worst.auroc.low is not None and best.auroc.high is not None:
        limits = Range(worst.auroc.low, best.auroc.high)
    return Bounds(
        n_pairs=len(reach.low),
        n_ungraded=int((~reach.decided).sum()),
        win=Range(worst.win.estimate, best.win.estimate),
        tie=Range(*ties),
        loss=Range(best.loss.estimate, worst.loss.estimate),
        net=Range(worst.net.estimate, best.net.estimate),
        auroc=Range(worst.auroc.estimate, best.auroc.estimate),
        auroc_limits=limits,
        worst=worst,
        best=best,
    )
