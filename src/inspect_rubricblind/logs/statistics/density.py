"""Does a rubric with more criteria separate better, or only break more ties?"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from inspect_rubricblind.logs.statistics.agreement import (
    Coefficient,
)
from inspect_rubricblind.logs.statistics.auroc import (
    PairedAuroc,
    check_outcomes,
    paired_auroc,
    share_interval,
)
from inspect_rubricblind.logs.statistics.clusters import (
    FloatArray,
    IntArray,
    RatioSums,
    check_level,
    check_values,
    cluster_index,
    cluster_sums,
    resample_weights,
)
from inspect_rubricblind.logs.statistics.intervals import Interval
from inspect_rubricblind.logs.statistics.proportions import clustered_proportion


@dataclass(frozen=True)
class DensityBin:
    """Questions with similar numbers of criteria.

    `conditional_win` is the share of wins among untied pairs, with questions
    weighted equally; None without untied pairs. From noise alone 0.5 would be
    expected; `expected_win` is what the net and the repeats' discordance together
    predict, None without repeats.
    """

    n_criteria_min: int
    n_criteria_max: int
    outcomes: PairedAuroc
    repeat_discordance: Interval | None
    conditional_win: Interval | None
    expected_win: float | None


def density_bins(
    outcome: ArrayLike,
    n_criteria: ArrayLike,
    question: ArrayLike,
    repeat_differs: ArrayLike | None = None,
    *,
    bins: int = 5,
    split_ties: bool = False,
    level: float = 0.95,
) -> tuple[DensityBin, ...]:
    """Outcome shares by quantile bin of the number of criteria per question.

    Args:
        outcome: 1 win, 0 tie, -1 loss, shape (n,).
        n_criteria: Number of criteria of the pair's question, shape (n,).
        question: Question per pair, shape (n,).
        repeat_differs: Share of the case's repeats that differ, shape (n,).
        bins: Number of bins; fewer come back if questions do not fill them.
        split_ties: S1's bins of equal size, which part questions with the same
            number of criteria by the order of their labels. By default such
            questions stay together.
        level: Confidence level.
    """
    x, size = check_outcomes("outcome", outcome), check_values("n_criteria", n_criteria)
    index = cluster_index(question, len(x))
    per_question = np.bincount(index, weights=size) / np.bincount(index)
    if (per_question[index] != size).any():
        raise ValueError(
            "n_criteria must be the same for all pairs of a question, but got several "
            "values: bin one benchmark and rubric at a time"
        )
    bin_of = _bins(per_question, bins, split_ties)[index]
    differs = None
    if repeat_differs is not None:
        differs = check_values("repeat_differs", repeat_differs, low=0, high=1)
    found = []
    for b in np.unique(bin_of):
        chosen = bin_of == b
        repeats = None if differs is None else differs[chosen]
        found.append(_bin(x[chosen], size[chosen], index[chosen], repeats, level))
    return tuple(found)


def _bins(per_question: FloatArray, bins: int, split_ties: bool) -> IntArray:
    n = len(per_question)
    rank = (
        stats.rankdata(per_question, method="ordinal")
        if split_ties
        else stats.rankdata(per_question, method="min")
    )
    edges = np.round(np.arange(1, bins) * n / bins)
    return np.asarray(np.searchsorted(edges, rank), dtype=np.intp)


def _bin(
    x: FloatArray,
    size: FloatArray,
    index: IntArray,
    differs: FloatArray | None,
    level: float,
) -> DensityBin:
    outcomes = paired_auroc(x, index, "question", level)
    win, loss = (x == 1).astype(np.float64), (x == -1).astype(np.float64)
    wins, losses, n = cluster_sums([win, loss, np.ones_like(x)], index).T
    untied = (wins + losses) / n
    conditional, expected, repeats = None, None, None
    if untied.sum() > 0:
        some = untied > 0
        sums = RatioSums((wins / n)[some], untied[some], int((wins + losses).sum()))
        conditional = share_interval(sums, level)
    if differs is not None:
        repeats = clustered_proportion(differs, index, "question", level)
        expected = expected_conditional_win(outcomes.net.estimate, repeats.estimate)
    return DensityBin(
        int(size.min()), int(size.max()), outcomes, repeats, conditional, expected
    )


def expected_conditional_win(net: float, discordance: float) -> float | None:
    """Wins among untied pairs if noise adds `discordance` / 2 to wins and to losses.

    (max(net, 0) + D0/2) / (|net| + D0); None where nothing would be untied.

    Args:
        net: Win - loss.
        discordance: D0, share of repeats that differ.
    """
    untied = abs(net) + discordance
    return None if untied == 0 else (max(net, 0.0) + discordance / 2) / untied


@dataclass(frozen=True)
class DensityCorrelation:
    """S1's Spearman correlations of the number of criteria, question by question.

    The conditional win rate leaves out questions without an untied pair.
    """

    tie_rate: Coefficient
    auroc: Coefficient
    conditional_win: Coefficient


def density_correlation(
    outcome: ArrayLike,
    n_criteria: ArrayLike,
    question: ArrayLike,
    *,
    resamples: int = 10_000,
    seed: int = 0,
    level: float = 0.95,
) -> DensityCorrelation:
    """Spearman correlation of criteria per question with three rates, by question.

    Args:
        outcome: 1 win, 0 tie, -1 loss, shape (n,).
        n_criteria: Number of criteria of the pair's question, shape (n,).
        question: Question per pair, shape (n,).
        resamples: Number of resamples of questions.
        seed: Seed of the resamples.
        level: Confidence level.
    """
    x = check_outcomes("outcome", outcome)
    size = check_values("n_criteria", n_criteria)
    win, loss = (x == 1).astype(np.float64), (x == -1).astype(np.float64)
    wins, losses, n, total = cluster_sums(
        [win, loss, np.ones_like(x), size], question
    ).T
    criteria, untied = total / n, wins + losses

    def correlate(rate: FloatArray, kept: ArrayLike) -> Coefficient:
        rows = np.column_stack([criteria, rate])[np.asarray(kept)]
        return _bootstrap_spearman(rows, resamples, seed, level)

    everything = np.ones(len(n), dtype=bool)
    with np.errstate(invalid="ignore", divide="ignore"):
        return DensityCorrelation(
            correlate(1 - untied / n, everything),
            correlate(0.5 + (wins - losses) / n / 2, everything),
            correlate(wins / untied, untied > 0),
        )


def _bootstrap_spearman(
    rows: FloatArray, resamples: int, seed: int, level: float
) -> Coefficient:
    """Percentile bootstrap over rows; both rank transforms are redone each time."""
    distinct, counts = np.unique(rows, axis=0, return_counts=True)
    statistic = _weighted_spearman(distinct)
    point = float(statistic(counts[None, :].astype(np.float64))[0])
    if np.isnan(point):
        reason = "one of the two is constant, so there is no correlation"
        return Coefficient(None, None, None, len(rows), reason=reason)
    values = np.empty(resamples)
    for part, weights in resample_weights(counts, resamples, seed):
        values[part] = statistic(weights.astype(np.float64))
    defined = values[~np.isnan(values)]
    low, high = np.quantile(defined, ((1 - check_level(level)) / 2, (1 + level) / 2))
    lost = len(values) - len(defined)
    return Coefficient(point, float(low), float(high), len(rows), lost)


def _weighted_spearman(
    distinct: FloatArray,
) -> Callable[[FloatArray], FloatArray]:
    """Spearman's rho of distinct rows with repetition counts, shape (draws, rows)."""
    codes = [np.unique(column, return_inverse=True)[1] for column in distinct.T]
    orders = [np.argsort(code, kind="stable") for code in codes]
    starts = [
        np.flatnonzero(np.diff(code[order], prepend=-1))
        for code, order in zip(codes, orders, strict=True)
    ]

    def statistic(weights: FloatArray) -> FloatArray:
        total, centred = weights.sum(axis=1, keepdims=True), []
        for code, order, start in zip(codes, orders, starts, strict=True):
            size = np.add.reduceat(weights[:, order], start, axis=1)
            # Mid-rank of each level: all below plus half of its own.
            rank = np.cumsum(size, axis=1) - size / 2
            centred.append((rank - total / 2)[:, code])
        a, b = centred
        cross = (weights * a * b).sum(axis=1)
        spread = (weights * a**2).sum(axis=1) * (weights * b**2).sum(axis=1)
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(cross / np.sqrt(spread), dtype=np.float64)

    return statistic
