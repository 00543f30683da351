"""How far the score falls: the size that the sign of an outcome leaves out."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from inspect_rubricblind.logs.statistics.auroc import check_outcomes, share_interval
from inspect_rubricblind.logs.statistics.clusters import (
    FloatArray,
    Weighting,
    check_values,
    mean_sums,
)
from inspect_rubricblind.logs.statistics.intervals import Interval
from inspect_rubricblind.logs.statistics.means import clustered_mean
from inspect_rubricblind.logs.statistics.proportions import case_share, ratio_of_counts


@dataclass(frozen=True)
class Drop:
    """Size of the drop in shares of the possible points.

    `mean` has a cluster t interval. `quartiles_given_win` are the 25 %, 50 % and
    75 % points among wins, None without a win. `rose` is the share of pairs whose
    score went up.
    """

    mean: Interval
    quartiles_given_win: tuple[float, float, float] | None
    rose: Interval


def relative_drop(
    points_original: ArrayLike, points_variant: ArrayLike, points_possible: ArrayLike
) -> FloatArray:
    """(points_original - points_variant) / points_possible, shape (n,).

    Raises:
        ValueError: points_possible is not above 0 somewhere; such pairs (a rubric
            of negative criteria only) have no relative drop and are left out first.
    """
    possible = check_values("points_possible", points_possible)
    if (possible <= 0).any():
        raise ValueError(
            f"points_possible must be above 0, but got {float(possible.min())!r}: "
            "leave those pairs out and count them"
        )
    original = check_values("points_original", points_original)
    return (original - check_values("points_variant", points_variant)) / possible


def drop_size(
    drop: ArrayLike,
    outcome: ArrayLike,
    question: ArrayLike,
    weighting: Weighting = "question",
    level: float = 0.95,
) -> Drop:
    """Mean drop, its quartiles among wins and the share of pairs that rose.

    The same for repeats and controls is the scale to read it by.

    Args:
        drop: Relative drops, shape (n,).
        outcome: 1 win, 0 tie, -1 loss, shape (n,).
        question: Question per pair, shape (n,).
        weighting: Equal weight per question or per pair.
        level: Confidence level.
    """
    values, signs = check_values("drop", drop), check_outcomes("outcome", outcome)
    won = values[signs == 1]
    quartiles = None
    if won.size:
        q1, q2, q3 = np.quantile(won, (0.25, 0.5, 0.75))
        quartiles = (float(q1), float(q2), float(q3))
    rose = mean_sums((signs == -1).astype(np.float64), question, weighting)
    return Drop(
        clustered_mean(values, question, weighting, level),
        quartiles,
        share_interval(rose, level),
    )


def flips_per_thousand(
    flips: ArrayLike, verdicts: ArrayLike, case: ArrayLike, level: float = 0.95
) -> Interval:
    """Criterion verdicts that flipped in one direction, per 1,000 verdicts.

    Args:
        flips: Flips per pair, shape (n,).
        verdicts: Verdicts per pair, shape (n,): covered, uncovered or repeated ones.
        case: Case per pair, shape (n,).
        level: Confidence level.
    """
    return ratio_of_counts(flips, verdicts, case, level).affine(1000)


def unpenalised_cases(
    outcome: ArrayLike, case: ArrayLike, level: float = 0.95
) -> Interval:
    """Share of cases with at least one error that did not lower the score.

    Args:
        outcome: 1 win, 0 tie, -1 loss, shape (n,).
        case: Case per pair, shape (n,).
        level: Confidence level.
    """
    lost = check_outcomes("outcome", outcome) <= 0
    return case_share(lost.astype(np.float64), case, level)
