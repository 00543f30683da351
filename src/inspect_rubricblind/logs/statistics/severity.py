"""Harm of the errors: strata first, a weighted index second."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from inspect_rubricblind.logs.statistics.auroc import (
    PairedAuroc,
    check_outcomes,
    paired_auroc,
)
from inspect_rubricblind.logs.statistics.clusters import (
    RatioSums,
    Weighting,
    check_values,
    cluster_sums,
)
from inspect_rubricblind.logs.statistics.intervals import Interval
from inspect_rubricblind.logs.statistics.means import t_interval

DANGEROUS, MILD = 4, 2


@dataclass(frozen=True)
class Strata:
    """Outcomes by harm; None for a stratum without pairs.

    `confirmed` are pairs that clinicians called management-changing.
    """

    dangerous: PairedAuroc | None
    mild: PairedAuroc | None
    confirmed: PairedAuroc | None


def strata(
    outcome: ArrayLike,
    harm: ArrayLike,
    question: ArrayLike,
    confirmed: ArrayLike | None = None,
    weighting: Weighting = "question",
) -> Strata:
    """Outcomes of dangerous (harm >= 4), mild (<= 2) and confirmed errors.

    Args:
        outcome: 1 win, 0 tie, -1 loss, shape (n,).
        harm: 1 to 5 per pair, shape (n,).
        question: Question per pair, shape (n,).
        confirmed: 1 where clinicians said Yes, shape (n,); None without a review.
        weighting: Equal weight per question or per pair.
    """
    x = check_outcomes("outcome", outcome)
    h = check_values("harm", harm, low=1, high=5)
    labels = np.asarray(question)

    def part(chosen: NDArray[np.bool_]) -> PairedAuroc | None:
        if not chosen.any():
            return None
        return paired_auroc(x[chosen], labels[chosen], weighting)

    yes = np.zeros(len(x)) if confirmed is None else np.asarray(confirmed)
    return Strata(part(h >= DANGEROUS), part(h <= MILD), part(yes == 1))


def harm_weighted_net(
    outcome: ArrayLike, harm: ArrayLike, question: ArrayLike, level: float = 0.95
) -> Interval:
    """Net with pairs weighted by harm; cluster t interval.

    An index: its unit is a choice, so it comes after the strata.

    Args:
        outcome: 1 win, 0 tie, -1 loss, shape (n,).
        harm: 1 to 5 per pair, shape (n,).
        question: Question per pair, shape (n,).
        level: Confidence level.
    """
    x = check_outcomes("outcome", outcome)
    h = check_values("harm", harm, low=1, high=5)
    top, bottom = cluster_sums([h * x, h], question).T
    return t_interval(RatioSums(top, bottom, len(x)), level)
