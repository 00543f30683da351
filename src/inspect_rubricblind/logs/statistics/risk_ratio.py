"""Ratios of shares between two classes of criteria that sit in the same questions."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from inspect_rubricblind.logs.statistics.clusters import (
    check_level,
    check_values,
    cluster_sums,
)
from inspect_rubricblind.logs.statistics.intervals import Interval, critical

NO_EVENT = "a class without events has no ratio"


def log_normal_ratio(
    x1: int, n1: int, x0: int, n0: int, level: float = 0.95
) -> Interval:
    """Risk ratio (x1 / n1) / (x0 / n0) with S1's log-normal interval.

    It takes criteria as independent, which they are not within a question (coverage
    .83 to .90): use it to reproduce.

    Args:
        x1: Events in the first class.
        n1: Criteria in the first class.
        x0: Events in the second class.
        n0: Criteria in the second class.
        level: Confidence level.

    Raises:
        ValueError: A count is not in 0..n, or the second class has no event, where
            the ratio has no value.

    Source: Katz et al., Biometrics 34 (1978); `scipy.stats.contingency`.
    """
    for x, n in ((x1, n1), (x0, n0)):
        if n < 1 or not 0 <= x <= n:
            raise ValueError(f"x must be in 0..n with n >= 1, but got {x!r} of {n!r}")
    if x0 == 0:
        raise ValueError(f"x0 must be at least 1, but got 0: {NO_EVENT}")
    ratio = (x1 / n1) / (x0 / n0)
    if x1 == 0:
        return Interval(ratio, None, None, "log-normal", n1 + n0, NO_EVENT)
    se = np.sqrt(1 / x1 - 1 / n1 + 1 / x0 - 1 / n0)
    low, high = ratio * np.exp(np.array([-1, 1]) * critical(level) * se)
    return Interval(ratio, float(low), float(high), "log-normal", n1 + n0)


def risk_ratio(
    event: ArrayLike, first_class: ArrayLike, question: ArrayLike, level: float = 0.95
) -> Interval:
    """Risk ratio of the first class against the other, clustered by question.

    log RR with the linearised variance of the per-question sums
    (x1 - n1 p1) / X1 - (x0 - n0 p0) / X0, and t with questions - 1 df.

    Args:
        event: 1 or 0 per criterion, shape (n,).
        first_class: 1 if the criterion is of the first class, else 0, shape (n,).
        question: Question per criterion, shape (n,).
        level: Confidence level.

    Raises:
        ValueError: A class is empty, or the second has no event.

    Source: linearisation of a ratio of ratios; Binder, ISR 51 (1983).
    """
    e = check_values("event", event, low=0, high=1)
    c = check_values("first_class", first_class, low=0, high=1)
    sums = cluster_sums([e * c, c, e * (1 - c), 1 - c], question)
    x1, n1, x0, n0 = sums.sum(axis=0)
    if n1 == 0 or x0 == 0:
        raise ValueError(
            "first_class must mark some criteria and the rest must hold an event, but "
            f"got {n1:.0f} in the first class and {x0:.0f} events in the second"
        )
    ratio, g = float((x1 / n1) / (x0 / n0)), len(sums)
    if x1 == 0 or g < 2:
        reason = NO_EVENT if x1 == 0 else "needs at least two questions"
        return Interval(ratio, None, None, "cluster log ratio", g, reason)
    u = (sums[:, 0] - sums[:, 1] * x1 / n1) / x1 - (
        sums[:, 2] - sums[:, 3] * x0 / n0
    ) / x0
    se = np.sqrt(g / (g - 1) * (u**2).sum())
    t = stats.t.ppf((1 + check_level(level)) / 2, g - 1)
    low, high = ratio * np.exp(np.array([-1, 1]) * t * se)
    return Interval(ratio, float(low), float(high), "cluster log ratio", g)


@dataclass(frozen=True)
class CriteriaContrast:
    """S1's two questions about fact-checking criteria, and the unconditional one.

    `neither`: neither answer meets the criterion. `discriminates`: only the original
    meets it, out of all criteria. `discriminates_if_met`: the same out of criteria
    that at least one answer meets, which is S1's 2.14.
    """

    neither: Interval
    discriminates: Interval
    discriminates_if_met: Interval


def criteria_contrast(
    met_original: ArrayLike,
    met_variant: ArrayLike,
    first_class: ArrayLike,
    question: ArrayLike,
    level: float = 0.95,
) -> CriteriaContrast:
    """Risk ratios of fact-checking against other criteria (S1 Table 13).

    Args:
        met_original: 1 or 0 per criterion, shape (n,).
        met_variant: 1 or 0 per criterion, shape (n,).
        first_class: 1 for fact-checking criteria, shape (n,).
        question: Question per criterion, shape (n,).
        level: Confidence level.
    """
    a = check_values("met_original", met_original, low=0, high=1)
    b = check_values("met_variant", met_variant, low=0, high=1)
    c, q = np.asarray(first_class), np.asarray(question)
    split, some = a * (1 - b), (a + b) > 0
    return CriteriaContrast(
        risk_ratio((1 - a) * (1 - b), c, q, level),
        risk_ratio(split, c, q, level),
        risk_ratio(split[some], c[some], q[some], level),
    )
