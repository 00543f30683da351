"""Shares whose rows come in clusters: coverage, lines per sample, verdicts per case."""

import numpy as np
from numpy.typing import ArrayLike

from inspect_rubricblind.logs.statistics.auroc import share_interval
from inspect_rubricblind.logs.statistics.clusters import (
    RatioSums,
    Weighting,
    check_values,
    cluster_sums,
    mean_sums,
)
from inspect_rubricblind.logs.statistics.intervals import Interval, wilson_limits


def proportion(k: int, n: int, level: float = 0.95) -> Interval:
    """A share of independent rows with its Wilson interval.

    Args:
        k: Rows that have the property.
        n: Rows, at least 1; one row per question, or the interval is too narrow.
        level: Confidence level.

    Raises:
        ValueError: n is 0 (an empty denominator has no share) or k is not in 0..n.
    """
    if n < 1 or not 0 <= k <= n:
        raise ValueError(f"k must be in 0..n with n at least 1, but got {k!r} of {n!r}")
    low, high = wilson_limits(k / n, n, level)
    return Interval(k / n, float(low), float(high), "Wilson", n)


def clustered_proportion(
    flag: ArrayLike,
    case: ArrayLike,
    weighting: Weighting = "pair",
    level: float = 0.95,
) -> Interval:
    """A share of rows that come several to a case: Wilson at the effective n.

    Args:
        flag: 1 or 0 per row, shape (n,).
        case: Case per row, shape (n,).
        weighting: Equal weight per row ("pair") or per case ("question").
        level: Confidence level.
    """
    values = check_values("flag", flag, low=0, high=1)
    return share_interval(mean_sums(values, case, weighting), level)


def ratio_of_counts(
    k: ArrayLike, n: ArrayLike, case: ArrayLike, level: float = 0.95
) -> Interval:
    """Sum of k over sum of n, with several counts per case: Wilson at effective n.

    For verdicts flipped out of verdicts given, rubric lines failed out of lines
    assessed. Rows with n = 0 are allowed and weigh nothing.

    Args:
        k: Counts in 0..n, shape (rows,).
        n: Counts of the denominator, shape (rows,).
        case: Case per row, shape (rows,).
        level: Confidence level.

    Raises:
        ValueError: All n are 0, or a k exceeds its n.
    """
    top = check_values("k", k, low=0)
    bottom = check_values("n", n, low=0)
    if top.shape != bottom.shape or (top > bottom).any() or bottom.sum() == 0:
        raise ValueError(
            "n must have a positive sum and be at least k row by row, but got "
            f"sums {top.sum()!r} of {bottom.sum()!r} in {top.size} rows"
        )
    sums = cluster_sums([top, bottom], case)
    sums = sums[sums[:, 1] > 0]
    return share_interval(RatioSums(sums[:, 0], sums[:, 1], int(bottom.sum())), level)


def case_share(flag: ArrayLike, case: ArrayLike, level: float = 0.95) -> Interval:
    """Share of cases in which at least one row is flagged; Wilson over cases.

    Args:
        flag: 1 or 0 per row, shape (n,).
        case: Case per row, shape (n,).
        level: Confidence level.
    """
    values = check_values("flag", flag, low=0, high=1)
    any_flag = cluster_sums([values], case)[:, 0] > 0
    return proportion(int(any_flag.sum()), int(np.size(any_flag)), level)
