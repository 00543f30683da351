"""Comparisons with equal weight per error type.

Benchmarks, answer models and injectors hold the types in different numbers, so their
pooled AUROCs differ even where each type is detected alike. The comparison gives every
type the same weight, over the types that both sides hold often enough.
"""

from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from inspect_rubricblind.logs.statistics.auroc import check_outcomes
from inspect_rubricblind.logs.statistics.clusters import (
    FloatArray,
    check_level,
    cluster_sums,
    resample_sums,
)
from inspect_rubricblind.logs.statistics.intervals import Interval
from inspect_rubricblind.logs.statistics.verdicts import MIN_PAIRS


@dataclass(frozen=True)
class Side:
    """The pairs of one benchmark, answer model or injector, shape (n,) each.

    `question` must be the same label for the same question on both sides, and must
    differ between benchmarks.
    """

    outcome: ArrayLike
    error_type: ArrayLike
    question: ArrayLike


@dataclass(frozen=True)
class Standardised:
    """AUROCs with equal type weights; `difference` is first minus second.

    `types` are those compared. `p` is two-sided from the linearised t; `undefined`
    counts resamples in which a type had no pair, which are left out.
    """

    types: tuple[str, ...]
    first: Interval
    second: Interval
    difference: Interval
    p: float | None
    undefined: int


def equal_type_weights(counts: ArrayLike) -> float:
    """Mean of the types' AUROCs.

    Args:
        counts: Wins, ties, losses per type, shape (k, 3).
    """
    table = np.asarray(counts, dtype=np.float64)
    return float(((table[:, 0] + table[:, 1] / 2) / table.sum(axis=1)).mean())


def compare(
    first: Side,
    second: Side,
    *,
    min_pairs: int = MIN_PAIRS,
    resamples: int = 10_000,
    seed: int = 0,
    level: float = 0.95,
) -> Standardised:
    """Compare two sets of pairs over the types with enough pairs in both.

    Questions are redrawn: jointly if both sides hold the same ones (two answer
    models), apart if they hold different ones (two benchmarks).

    Args:
        first: One side.
        second: The other.
        min_pairs: Fewest pairs of a type on each side.
        resamples: Number of bootstrap resamples.
        seed: Seed of the bootstrap.
        level: Confidence level.

    Raises:
        ValueError: No type has enough pairs on both sides.

    Source: direct standardisation to equal weights.
    """
    types = _common_types(first, second, min_pairs)
    k, strata = len(types), _strata(first, second, types)
    drawn = np.zeros((resamples, 4 * k))
    for i, sums in enumerate(strata):
        drawn += resample_sums(sums, resamples, (seed, i))
    with np.errstate(invalid="ignore", divide="ignore"):
        values = _aurocs(drawn)
    defined = values[~np.isnan(values).any(axis=1)]
    total = np.sum([sums.sum(axis=0) for sums in strata], axis=0)
    tails = ((1 - check_level(level)) / 2, (1 + level) / 2)
    n = sum(len(sums) for sums in strata)

    def interval(weights: tuple[int, int]) -> Interval:
        low, high = np.quantile(defined @ weights, tails)
        point = float(_aurocs(total[None, :])[0] @ weights)
        return Interval(point, float(low), float(high), "joint bootstrap", n)

    return Standardised(
        tuple(types),
        interval((1, 0)),
        interval((0, 1)),
        interval((1, -1)),
        _linearised_p(strata, total),
        resamples - len(defined),
    )


def _common_types(first: Side, second: Side, min_pairs: int) -> list[str]:
    counts = [Counter(np.asarray(side.error_type).tolist()) for side in (first, second)]
    types = sorted(
        code for code, n in counts[0].items() if min(n, counts[1][code]) >= min_pairs
    )
    if not types:
        raise ValueError(
            f"first and second must share a type with {min_pairs} pairs each, but got "
            "none: there is nothing to compare"
        )
    return types


def _strata(first: Side, second: Side, types: list[str]) -> list[FloatArray]:
    """Sums per question: outcome and count of each type, first side then second."""
    sides = (first, second)
    outcome = np.concatenate([check_outcomes("outcome", s.outcome) for s in sides])
    code = np.concatenate([np.asarray(s.error_type) for s in sides])
    labels = [np.asarray(s.question) for s in sides]
    side = np.repeat((0, 1), [len(label) for label in labels])
    question = np.concatenate(labels)
    columns = []
    for i in (0, 1):
        for name in types:
            chosen = ((side == i) & (code == name)).astype(np.float64)
            columns += [chosen * outcome, chosen]
    shared = set(labels[0].tolist()) & set(labels[1].tolist())
    masks = [side >= 0] if shared else [side == 0, side == 1]
    return [cluster_sums([c[m] for c in columns], question[m]) for m in masks]


def _aurocs(totals: FloatArray) -> FloatArray:
    """Mean AUROC over types of both sides; shape (rows, 2)."""
    aurocs = 0.5 + totals[:, ::2] / totals[:, 1::2] / 2
    return np.asarray(aurocs.reshape(len(totals), 2, -1).mean(axis=2))


def _linearised_p(strata: list[FloatArray], total: FloatArray) -> float | None:
    rate, n = total[::2] / total[1::2], total[1::2]
    k = len(rate) // 2
    weight = np.repeat([1.0, -1.0], k) / (2 * k)
    variance, df = 0.0, 0
    for sums in strata:
        influence = ((sums[:, ::2] - rate * sums[:, 1::2]) / n) @ weight
        g = len(sums)
        if g < 2:
            return None
        variance += g / (g - 1) * float((influence**2).sum())
        df += g - 1
    if variance == 0:
        return None
    gap = float(rate @ weight)
    return float(2 * stats.t.sf(abs(gap) / np.sqrt(variance), df))
