"""Whether a score tells more than the length of the two texts does."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import stats

from inspect_rubricblind.logs.statistics.auroc import check_outcomes
from inspect_rubricblind.logs.statistics.clusters import (
    check_level,
    check_values,
    cluster_sums,
)
from inspect_rubricblind.logs.statistics.intervals import Interval

MATCHED = 0.2
"""Texts count as of one length if the shorter has at least 80 % of the longer."""

FEWEST = 10
METHOD = "linear in log length ratio, HC3"
UNDEFINED = f"needs {FEWEST} questions whose outcomes and ratios of lengths differ"


@dataclass(frozen=True)
class LengthAdjusted:
    """AUROC at equal lengths, and its change per doubling of the ratio of lengths."""

    auroc: Interval
    slope: Interval


def length_matched(
    length_first: ArrayLike, length_second: ArrayLike, tolerance: float = MATCHED
) -> NDArray[np.bool_]:
    """Which pairs are of about one length; booleans of shape (n,).

    Args:
        length_first: Lengths, positive, shape (n,).
        length_second: Lengths of the other texts, shape (n,).
        tolerance: Largest difference as a share of the longer text.

    Raises:
        ValueError: A length is not positive.
    """
    a = check_values("length_first", length_first)
    b = check_values("length_second", length_second)
    if min(a.min(), b.min()) <= 0:
        raise ValueError("length must be above 0, but got a text without characters")
    return np.asarray(np.abs(a - b) <= tolerance * np.maximum(a, b))


def adjust_for_length(
    outcome: ArrayLike,
    length_first: ArrayLike,
    length_second: ArrayLike,
    question: ArrayLike,
    level: float = 0.95,
) -> LengthAdjusted | None:
    """Paired AUROC that a straight line predicts for pairs of equal length.

    The mean of 1 / 0.5 / 0 is regressed on log2(length_first / length_second), question
    by question; the intercept is the AUROC at equal lengths. Limits are cut at 0 and 1.
    A line is a simplification: read it beside the length-matched pairs.

    Args:
        outcome: 1 win of the first text, 0 tie, -1 loss, shape (n,).
        length_first: Lengths, positive, shape (n,).
        length_second: Lengths of the other texts, shape (n,).
        question: Question per pair, shape (n,); several pairs of one are averaged.
        level: Confidence level.

    Returns:
        None with fewer than `FEWEST` questions, or where all ratios or all outcomes are
        the same.

    Raises:
        ValueError: An outcome is none, or a length is not positive.

    Source: HC3 of MacKinnon and White, Journal of Econometrics 29 (1985).
    """
    value = (check_outcomes("outcome", outcome) + 1) / 2
    length_matched(length_first, length_second)
    ratio = np.log2(np.asarray(length_first, float) / np.asarray(length_second, float))
    totals = cluster_sums([value, ratio, np.ones_like(value)], question)
    y, x = (totals[:, :2] / totals[:, 2:]).T
    n = len(y)
    if n < FEWEST or np.ptp(x) < 1e-12 or np.ptp(y) < 1e-12:
        return None
    design = np.column_stack([np.ones(n), x])
    bread = np.linalg.inv(design.T @ design)
    beta = bread @ design.T @ y
    leverage = np.einsum("ij,jk,ik->i", design, bread, design)
    weight = ((y - design @ beta) / (1 - leverage)) ** 2
    covariance = bread @ (design.T * weight) @ design @ bread
    t = stats.t.ppf((1 + check_level(level)) / 2, n - 2)
    half = t * np.sqrt(np.diag(covariance))
    low, high = np.clip([beta[0] - half[0], beta[0] + half[0]], 0, 1)
    return LengthAdjusted(
        Interval(float(np.clip(beta[0], 0, 1)), float(low), float(high), METHOD, n),
        Interval(
            float(beta[1]),
            float(beta[1] - half[1]),
            float(beta[1] + half[1]),
            METHOD,
            n,
        ),
    )
