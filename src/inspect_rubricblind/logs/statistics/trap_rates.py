"""Hallucination rates on traps: rubric lines not passed, out of lines assessed."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from inspect_rubricblind.logs.statistics.clusters import (
    FloatArray,
    check_level,
    check_values,
    resample_sums,
)
from inspect_rubricblind.logs.statistics.intervals import Interval
from inspect_rubricblind.logs.statistics.means import (
    Counts,
    Difference,
    ratio_difference,
)
from inspect_rubricblind.logs.statistics.multiplicity import holm
from inspect_rubricblind.logs.statistics.proportions import case_share, ratio_of_counts


@dataclass(frozen=True)
class TrapCounts:
    """Lines of one model, shape (n,) each, one row per sample (or sample x epoch)."""

    failed: ArrayLike
    assessed: ArrayLike
    sample: ArrayLike


@dataclass(frozen=True)
class TrapRate:
    """Share of `lines` not passed, and of `samples` with any such line."""

    lines: Interval
    samples: Interval


def trap_rate(counts: TrapCounts, level: float = 0.95) -> TrapRate:
    """Hallucination rate of one model, of all traps or of a cluster of them.

    Args:
        counts: Ungraded lines are in neither number; count them apart.
        level: Confidence level.
    """
    failed = check_values("failed", counts.failed, low=0)
    assessed = check_values("assessed", counts.assessed, low=0)
    labels = np.asarray(counts.sample)
    lines = ratio_of_counts(failed, assessed, labels, level)
    some = assessed > 0
    return TrapRate(lines, case_share(np.minimum(failed[some], 1), labels[some], level))


@dataclass(frozen=True)
class TrapComparison:
    """Difference of two models on the samples both have; p after Holm over pairs."""

    first: str
    second: str
    n_samples: int
    difference: Difference
    p_holm: float | None


def compare_models(
    models: Mapping[str, TrapCounts], level: float = 0.95
) -> tuple[TrapComparison, ...]:
    """Compare every two models by paired differences on the same samples.

    Args:
        models: Counts by model; at most one row per sample.
        level: Confidence level.

    Raises:
        ValueError: A model repeats a sample, or two models share none.
    """
    tables = {name: _table(counts) for name, counts in sorted(models.items())}
    found = []
    for first, second in combinations(tables, 2):
        a, b = tables[first], tables[second]
        shared = sorted(a.keys() & b.keys())
        if not shared:
            raise ValueError(
                f"{first} and {second} must share samples, but got none: run both on "
                "the same traps"
            )
        rows = np.array([(*a[s], *b[s]) for s in shared])
        difference = ratio_difference(
            Counts(rows[:, 0], rows[:, 1]),
            Counts(rows[:, 2], rows[:, 3]),
            np.arange(len(shared)),
            level,
        )
        found.append((first, second, len(shared), difference))
    tested = [i for i, item in enumerate(found) if item[3].p is not None]
    adjusted: dict[int, float] = {}
    if tested:
        p = holm([found[i][3].p or 0.0 for i in tested])
        adjusted = dict(zip(tested, p.tolist(), strict=True))
    return tuple(
        TrapComparison(*item, p_holm=adjusted.get(i)) for i, item in enumerate(found)
    )


def _table(counts: TrapCounts) -> dict[str, tuple[float, float]]:
    labels = [str(label) for label in np.asarray(counts.sample).tolist()]
    if len(set(labels)) != len(labels):
        raise ValueError(
            "sample must name each sample once for each model, but got repeats: add "
            "up the epochs first"
        )
    failed = check_values("failed", counts.failed, low=0)
    assessed = check_values("assessed", counts.assessed, low=0)
    rows = zip(failed.tolist(), assessed.tolist(), strict=True)
    return dict(zip(labels, rows, strict=True))


@dataclass(frozen=True)
class Rank:
    """Rank of a model, 1 for the lowest rate, with the range of its resamples."""

    model: str
    rate: float
    rank: float
    low: float
    high: float


def rank_models(
    models: Mapping[str, TrapCounts],
    *,
    resamples: int = 10_000,
    seed: int = 0,
    level: float = 0.95,
) -> tuple[Rank, ...]:
    """Ranks by rate on the samples that all models have, samples redrawn jointly.

    Args:
        models: Counts by model; at most one row per sample.
        resamples: Number of bootstrap resamples.
        seed: Seed of the bootstrap.
        level: Confidence level.

    Returns:
        Models from the lowest rate to the highest; ties share their mean rank.
    """
    tables = {name: _table(counts) for name, counts in sorted(models.items())}
    shared = sorted(set.intersection(*(set(table) for table in tables.values())))
    if not shared:
        raise ValueError("models must share samples, but got none they all have")
    columns = [np.array([table[s] for s in shared]) for table in tables.values()]
    sums = np.hstack(columns)
    totals = resample_sums(sums, resamples, seed)

    def ranks(rows: FloatArray) -> FloatArray:
        with np.errstate(invalid="ignore"):
            rates = rows[:, ::2] / rows[:, 1::2]
        return np.asarray(stats.rankdata(rates, axis=1), dtype=np.float64)

    whole = sums.sum(axis=0, keepdims=True)
    point, drawn = ranks(whole)[0], ranks(totals)
    tails = ((1 - check_level(level)) / 2, (1 + level) / 2)
    low, high = np.quantile(drawn, tails, axis=0)
    rates = whole[0, ::2] / whole[0, 1::2]
    rows = zip(tables, rates, point, low, high, strict=True)
    return tuple(
        Rank(name, *map(float, row))
        for name, *row in sorted(rows, key=lambda r: (r[2], r[0]))
    )
