"""Does the score fall more often than it rises? Exact tests on wins and losses."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from inspect_rubricblind.logs.statistics.auroc import check_outcomes
from inspect_rubricblind.logs.statistics.clusters import (
    FloatArray,
    check_values,
    cluster_sums,
)


@dataclass(frozen=True)
class Detection:
    """Two-sided test that wins and losses are equally likely."""

    wins: int
    losses: int
    p: float
    method: str


def sign_test(wins: ArrayLike, losses: ArrayLike) -> FloatArray:
    """Exact two-sided p of wins against losses, ties left out; vectorised.

    Valid with one pair per question. Without any discordant pair it is 1.

    Args:
        wins: Counts of wins, any shape.
        losses: Counts of losses, broadcast.

    Source: the exact sign (McNemar) test; `scipy.stats.binomtest` at p = 0.5.
    """
    w, lost = np.broadcast_arrays(np.asarray(wins), np.asarray(losses))
    if (w < 0).any() or (lost < 0).any():
        raise ValueError(
            f"wins and losses must not be negative, but got {wins!r} and {losses!r}"
        )
    tail = stats.binom.cdf(np.minimum(w, lost), w + lost, 0.5)
    return np.asarray(np.minimum(2 * tail, 1.0), dtype=np.float64)


def sign_flip_test(values: ArrayLike, question: ArrayLike) -> float:
    """Exact two-sided p of a sum whose sign may be flipped question by question.

    Under the null the sum of a question's outcomes is as likely as its negative.
    All 2^Q flips are counted, by convolving the distributions of the questions, so
    there is no simulation error, no seed, and no limit to small p-values.

    Args:
        values: Outcomes or differences of outcomes (multiples of one half), (n,).
        question: Question per value, shape (n,).

    Raises:
        ValueError: A value is no multiple of one half.

    Source:
        The randomisation test on cluster sums; Gail et al., Statistics in
        Medicine 15 (1996).
    """
    doubled = 2 * check_values("values", values)
    if not (doubled == np.round(doubled)).all():
        raise ValueError(
            "values must be multiples of 0.5 (outcomes or their differences), but got "
            "others: use a t interval for drops"
        )
    sums = cluster_sums([doubled], question)[:, 0].astype(np.int64)
    total = abs(int(sums.sum()))
    if total == 0:
        return 1.0
    sizes, counts = np.unique(np.abs(sums[sums != 0]), return_counts=True)
    pmf = _flip_distribution(sizes, counts)
    return float(min(2 * pmf[len(pmf) // 2 + total :].sum(), 1.0))


def _flip_distribution(sizes: ArrayLike, counts: ArrayLike) -> FloatArray:
    """Distribution of sum(+-size) over -T..T, for `counts` questions of each size."""
    groups = sorted(
        zip(np.asarray(sizes), np.asarray(counts), strict=True),
        key=lambda group: -int(group[1]),
    )
    pmf = np.ones(1)
    for size, count in groups:
        weights = stats.binom.pmf(np.arange(count + 1), count, 0.5)
        grown = np.zeros(len(pmf) + 2 * size * count)
        if len(pmf) == 1:
            grown[:: 2 * size] = weights
        else:
            for step in np.flatnonzero(weights):
                start = 2 * size * step
                grown[start : start + len(pmf)] += weights[step] * pmf
        pmf = grown
    return pmf


def detection_test(outcome: ArrayLike, question: ArrayLike) -> Detection:
    """Sign test with one pair per question, else the sign-flip test by question.

    The sign test on pooled pairs of the same questions has a size of .06 to .17.

    Args:
        outcome: 1 win, 0 tie, -1 loss, shape (n,).
        question: Question per pair, shape (n,).
    """
    x = check_outcomes("outcome", outcome)
    wins, losses = int((x == 1).sum()), int((x == -1).sum())
    if len(np.unique(np.asarray(question))) == len(x):
        return Detection(wins, losses, float(sign_test(wins, losses)), "sign test")
    return Detection(
        wins, losses, sign_flip_test(x, question), "sign flips by question"
    )


def signed_rank_p(difference: ArrayLike, question: ArrayLike) -> float:
    """Wilcoxon signed-rank p of score differences, zeros left out.

    Args:
        difference: Score of the original minus score of the variant, shape (n,).
        question: Question per pair, shape (n,); one pair per question.

    Returns:
        Two-sided p; 1 if no pair differs.

    Raises:
        ValueError: A question has several pairs, which the test takes as
            independent.

    Source: `scipy.stats.wilcoxon` with `zero_method="wilcox"`, as in S1 Table 12.
    """
    values = check_values("difference", difference)
    if len(np.unique(np.asarray(question))) != len(values):
        raise ValueError(
            "question must hold each question once, but got several pairs of one: "
            "test each error type apart"
        )
    if not values.any():
        return 1.0
    return float(stats.wilcoxon(values, zero_method="wilcox").pvalue)
