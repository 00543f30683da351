"""What a rubric that asks about the changed fact could show, and what it does show.

Being asked about is necessary for a verdict to change, not sufficient. So the coverage
bound is an upper bound, never a forecast, and a tie on a covered pair counts against
the grader only where a reader who knows the edit changes more verdicts.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from inspect_rubricblind.logs.statistics.clusters import (
    Weighting,
    check_values,
)
from inspect_rubricblind.logs.statistics.intervals import Interval
from inspect_rubricblind.logs.statistics.means import (
    Counts,
    Difference,
    ratio_difference,
)
from inspect_rubricblind.logs.statistics.proportions import (
    clustered_proportion,
    proportion,
)

# Of covered pairs with headroom, how many change for a reader who knows the edit; 180
# labelled injections in 60 cases, one reader. The pooled interval is clustered by case.
IDEAL_READER: Mapping[str, Interval] = {
    "all": Interval(67 / 97, 0.57, 0.79, "clustered by case", 97),
    "healthbench": proportion(47, 55),
    "livemedbench": proportion(20, 43),
}


def coverage_bound(
    covered: ArrayLike,
    headroom: ArrayLike,
    case: ArrayLike,
    weighting: Weighting = "question",
    level: float = 0.95,
) -> Interval:
    """AUROC if every covered criterion with headroom changed: 0.5 + share / 2.

    Args:
        covered: 1 if any criterion asks about the changed fact, shape (n,).
        headroom: 1 if a covered criterion could still change for the worse, 0 if
            none could, NaN if not known (counts as 1: it is an upper bound), (n,).
        case: Case per pair, shape (n,).
        weighting: Equal weight per case ("question") or per pair.
        level: Confidence level.
    """
    asked = check_values("covered", covered, low=0, high=1)
    room = np.asarray(headroom, dtype=np.float64)
    if room.shape != asked.shape:
        raise ValueError(
            f"headroom must have shape {asked.shape}, but got {room.shape}"
        )
    could_win = asked * np.where(np.isnan(room), 1.0, room)
    share = clustered_proportion(could_win, case, weighting, level)
    return share.affine(0.5, 0.5)


@dataclass(frozen=True)
class ChangeRate:
    """Covered pairs with headroom whose outcome changed, beside the reference.

    `grader_blind` is True only if the whole interval of `difference` lies below 0;
    None where it is undefined.
    """

    observed: Interval
    reference: Interval
    difference: Interval
    grader_blind: bool | None


def change_rate(
    changed: ArrayLike, case: ArrayLike, reference: Interval, level: float = 0.95
) -> ChangeRate:
    """Compare the observed change rate with that of a reader who knows the edit.

    Args:
        changed: 1 if the score fell, among covered pairs with headroom, shape (n,).
        case: Case per pair, shape (n,).
        reference: Change rate of the reference, e.g. an entry of `IDEAL_READER`.
        level: Confidence level.
    """
    observed = clustered_proportion(changed, case, "pair", level)
    gap = independent_difference(observed, reference)
    blind = None if gap.high is None else gap.high < 0
    return ChangeRate(observed, reference, gap, blind)


def independent_difference(first: Interval, second: Interval) -> Interval:
    """Difference of two independent shares from the limits of each.

    Args:
        first: A share with its interval.
        second: The share to subtract.

    Source:
        Square-and-add: Newcombe, Statistics in Medicine 17 (1998) 873-890; Zou
        and Donner, Statistics in Medicine 27 (2008).
    """
    gap, n = first.estimate - second.estimate, min(first.n, second.n)
    if first.low is None or first.high is None:
        return Interval(gap, None, None, "square-and-add", n, first.reason)
    if second.low is None or second.high is None:
        return Interval(gap, None, None, "square-and-add", n, second.reason)
    below = np.hypot(first.estimate - first.low, second.high - second.estimate)
    above = np.hypot(first.high - first.estimate, second.estimate - second.low)
    return Interval(gap, float(gap - below), float(gap + above), "square-and-add", n)


def catch_rate(
    variants: Counts, repeats: Counts, case: ArrayLike, level: float = 0.95
) -> Difference:
    """Down-flip rate of covered criteria in variants less that in repeats.

    Args:
        variants: Covered criteria that flipped for the worse, of those that could.
        repeats: The same criteria in repeats of the same cases.
        case: Case per row, shape (rows,).
        level: Confidence level.
    """
    return ratio_difference(variants, repeats, case, level)
