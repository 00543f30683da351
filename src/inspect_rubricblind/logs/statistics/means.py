"""Means and ratios of sums with t intervals that respect the questions."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from inspect_rubricblind.logs.statistics.auroc import ONE_CLUSTER
from inspect_rubricblind.logs.statistics.clusters import (
    FloatArray,
    RatioSums,
    Weighting,
    check_level,
    check_values,
    cluster_sums,
    mean_sums,
)
from inspect_rubricblind.logs.statistics.intervals import Interval

NO_SPREAD = "all questions agree exactly, so there is no spread to judge by"


def t_interval(sums: RatioSums, level: float = 0.95) -> Interval:
    """Student t interval of a ratio of sums, with clusters - 1 degrees of freedom.

    With one value per cluster it is the t interval of a mean. Undefined, with a
    reason, for one cluster and for clusters that agree exactly.

    Args:
        sums: Cluster sums.
        level: Confidence level.

    Source:
        Clustered standard errors of evaluations: Miller, arXiv:2411.00640, with
        the factor G / (G - 1).
    """
    variance, g = sums.variance, sums.n_clusters
    if variance is None or variance == 0:
        reason = ONE_CLUSTER if variance is None else NO_SPREAD
        return Interval(sums.estimate, None, None, "cluster t", g, reason)
    half = stats.t.ppf((1 + check_level(level)) / 2, g - 1) * np.sqrt(variance)
    estimate = sums.estimate
    return Interval(
        estimate, float(estimate - half), float(estimate + half), "cluster t", g
    )


def clustered_mean(
    values: ArrayLike,
    question: ArrayLike,
    weighting: Weighting = "question",
    level: float = 0.95,
) -> Interval:
    """Mean with a cluster t interval.

    Args:
        values: Any finite values, shape (n,).
        question: Question per value, shape (n,).
        weighting: Equal weight per question or per pair.
        level: Confidence level.
    """
    sums = mean_sums(check_values("values", values), question, weighting)
    return t_interval(sums, level)


@dataclass(frozen=True)
class Difference:
    """Difference of two ratios on the same cases; p is None where undefined."""

    first: float
    second: float
    interval: Interval
    p: float | None


@dataclass(frozen=True)
class Counts:
    """k of n per row, shape (rows,) each; k may be any sum, n is what it is out of."""

    k: ArrayLike
    n: ArrayLike

    def columns(self) -> list[FloatArray]:
        """Both columns, checked.

        Raises:
            ValueError: The shapes differ, or n has no positive sum.
        """
        k, n = check_values("k", self.k), check_values("n", self.n, low=0)
        if k.shape != n.shape or n.sum() == 0:
            raise ValueError(
                f"n must have the shape of k, {k.shape}, and a positive sum, but got "
                f"shape {n.shape} and sum {n.sum()!r}"
            )
        return [k, n]


def ratio_difference(
    first: Counts, second: Counts, case: ArrayLike, level: float = 0.95
) -> Difference:
    """Difference of two ratios of sums, paired by case.

    Args:
        first: Counts per row; rows with n = 0 weigh nothing.
        second: The same rows on the other side.
        case: Case per row, shape (rows,).
        level: Confidence level.

    Returns:
        t interval and two-sided p with cases - 1 degrees of freedom; variance by
        linearisation over cases, which keeps the pairing.

    Source: Cochran, Sampling Techniques, 3rd ed., 6.
    """
    sums = cluster_sums([*first.columns(), *second.columns()], case)
    k1, n1, k2, n2 = sums[(sums[:, 1] > 0) | (sums[:, 3] > 0)].T
    r1, r2 = float(k1.sum() / n1.sum()), float(k2.sum() / n2.sum())
    influence = (k1 - r1 * n1) / n1.sum() - (k2 - r2 * n2) / n2.sum()
    influence[np.abs(influence) < 1e-14] = 0.0
    return _influence_difference(r1, r2, influence, level)


def _influence_difference(
    first: float, second: float, influence: FloatArray, level: float
) -> Difference:
    g, gap = len(influence), first - second
    spread = float((influence**2).sum())
    if g < 2 or spread == 0:
        reason = ONE_CLUSTER if g < 2 else NO_SPREAD
        undefined = Interval(gap, None, None, "paired t", g, reason)
        return Difference(first, second, undefined, None)
    se = np.sqrt(g / (g - 1) * spread)
    half = stats.t.ppf((1 + check_level(level)) / 2, g - 1) * se
    interval = Interval(gap, float(gap - half), float(gap + half), "paired t", g)
    p = float(2 * stats.t.sf(abs(gap) / se, g - 1))
    return Difference(first, second, interval, p)
