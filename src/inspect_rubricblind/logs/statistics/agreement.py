"""Agreement of raters, graders or gradings on labels."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from inspect_rubricblind.logs.statistics.auroc import share_interval
from inspect_rubricblind.logs.statistics.clusters import (
    FloatArray,
    check_level,
    cluster_index,
    cluster_sums,
    mean_sums,
    resample_sums,
)
from inspect_rubricblind.logs.statistics.intervals import Interval

CONSTANT = "all labels are the same, so chance agreement is certain"


@dataclass(frozen=True)
class Coefficient:
    """A coefficient with percentile limits over resampled items or clusters.

    All three are None, with a `reason`, where the coefficient is undefined. `n` is
    the number of clusters, `undefined` counts resamples without a value.
    """

    estimate: float | None
    low: float | None
    high: float | None
    n: int
    undefined: int = 0
    reason: str | None = None


def percentile_coefficient(
    sums: FloatArray,
    statistic: Callable[[FloatArray], FloatArray],
    *,
    resamples: int,
    seed: int,
    level: float,
) -> Coefficient:
    """Percentile bootstrap of a coefficient that depends on totals over clusters.

    Args:
        sums: Sums per cluster, shape (G, k).
        statistic: Maps totals of shape (rows, k) to values, NaN where undefined.
        resamples: Number of bootstrap resamples.
        seed: Seed of the bootstrap.
        level: Confidence level.
    """
    point = float(statistic(sums.sum(axis=0, keepdims=True))[0])
    if np.isnan(point):
        return Coefficient(None, None, None, len(sums), reason=CONSTANT)
    drawn = statistic(resample_sums(sums, resamples, seed))
    defined = drawn[~np.isnan(drawn)]
    tails = ((1 - check_level(level)) / 2, (1 + level) / 2)
    low, high = np.quantile(defined, tails)
    undefined = len(drawn) - len(defined)
    return Coefficient(point, float(low), float(high), len(sums), undefined)


@dataclass(frozen=True)
class PairAgreement:
    """Two labellings of the same items. `raw` has a Wilson interval at effective n.

    `table[i][j]` counts items with the i-th category first and the j-th second.
    """

    raw: Interval
    kappa: Coefficient
    categories: tuple[object, ...]
    table: tuple[tuple[int, ...], ...]


def pair_agreement(
    first: ArrayLike,
    second: ArrayLike,
    cluster: ArrayLike,
    *,
    resamples: int = 10_000,
    seed: int = 0,
    level: float = 0.95,
) -> PairAgreement:
    """Raw agreement and Cohen's kappa of two fixed raters.

    With rotating raters the kappa depends on who is called first: see
    `review.kappa_by_relabelling`.

    Args:
        first: Labels, shape (n,).
        second: Labels of the same items, shape (n,).
        cluster: Cluster of each item (its case), shape (n,).
        resamples: Number of bootstrap resamples of clusters.
        seed: Seed of the bootstrap.
        level: Confidence level.

    Source: Cohen, Educational and Psychological Measurement 20 (1960).
    """
    a, b = np.asarray(first), np.asarray(second)
    if a.shape != b.shape or a.ndim != 1 or a.size == 0:
        raise ValueError(
            "second must label the same items as first, but got shapes "
            f"{a.shape} and {b.shape}"
        )
    categories, codes = np.unique(np.concatenate([a, b]), return_inverse=True)
    k, n = len(categories), len(a)
    cell = codes[:n] * k + codes[n:]
    indicators = [(cell == c).astype(np.float64) for c in range(k * k)]
    sums = cluster_sums(indicators, cluster)

    def kappa(totals: FloatArray) -> FloatArray:
        tables = totals.reshape(-1, k, k)
        return _kappa(tables / tables.sum(axis=(1, 2), keepdims=True))

    agree = mean_sums((a == b).astype(np.float64), cluster, "pair")
    table = sums.sum(axis=0).astype(int).reshape(k, k)
    return PairAgreement(
        share_interval(agree, level),
        percentile_coefficient(
            sums, kappa, resamples=resamples, seed=seed, level=level
        ),
        tuple(categories.tolist()),
        tuple(tuple(row) for row in table.tolist()),
    )


def _kappa(p: FloatArray) -> FloatArray:
    """(p_o - p_e) / (1 - p_e) of joint shares, shape (rows, k, k)."""
    observed = np.trace(p, axis1=1, axis2=2)
    chance = (p.sum(axis=2) * p.sum(axis=1)).sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(chance < 1 - 1e-12, (observed - chance) / (1 - chance), np.nan)


@dataclass(frozen=True)
class PanelAgreement:
    """Several ratings per item by raters that may differ from item to item.

    `raw` is the mean share of agreeing pairs of ratings within an item. `single`
    counts items with fewer than two ratings, which are left out.
    """

    raw: Interval
    fleiss: Coefficient
    gwet_ac1: Coefficient
    single: int


def panel_agreement(
    counts: ArrayLike,
    *,
    resamples: int = 10_000,
    seed: int = 0,
    level: float = 0.95,
) -> PanelAgreement:
    """Raw agreement, Fleiss' kappa and Gwet's AC1 over independent items.

    Fleiss' kappa falls with a skewed base rate however well raters agree; AC1
    does not, and raw agreement needs no model of chance.

    Args:
        counts: Ratings per item and category, shape (items, categories).
        resamples: Number of bootstrap resamples of items.
        seed: Seed of the bootstrap.
        level: Confidence level.

    Raises:
        ValueError: No item has two ratings.

    Source:
        Fleiss, Psychological Bulletin 76 (1971); Gwet, British Journal of
        Mathematical and Statistical Psychology 61 (2008).
    """
    table = np.asarray(counts, dtype=np.float64)
    n = table.sum(axis=1) if table.ndim == 2 else np.zeros(0)
    if (n >= 2).sum() == 0:
        raise ValueError(
            "counts must hold items with two or more ratings, but got none in shape "
            f"{table.shape}"
        )
    table, n = table[n >= 2], n[n >= 2]
    k = table.shape[1]
    agree = (table * (table - 1)).sum(axis=1) / (n * (n - 1))
    sums = np.column_stack([agree, np.ones_like(n), table, table / n[:, None]])

    def fleiss(totals: FloatArray) -> FloatArray:
        share = totals[:, 2 : 2 + k] / totals[:, 2 : 2 + k].sum(axis=1, keepdims=True)
        return _beyond(totals[:, 0] / totals[:, 1], (share**2).sum(axis=1))

    def ac1(totals: FloatArray) -> FloatArray:
        share = totals[:, 2 + k :] / totals[:, 1:2]
        chance = (share * (1 - share)).sum(axis=1) / (k - 1)
        return _beyond(totals[:, 0] / totals[:, 1], chance)

    fitted = [
        percentile_coefficient(sums, f, resamples=resamples, seed=seed, level=level)
        for f in (fleiss, ac1)
    ]
    raw = share_interval(mean_sums(agree, np.arange(len(n)), "pair"), level)
    single = int(len(np.asarray(counts)) - len(n))
    return PanelAgreement(raw, fitted[0], fitted[1], single)


def _beyond(observed: FloatArray, chance: FloatArray) -> FloatArray:
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(chance < 1 - 1e-12, (observed - chance) / (1 - chance), np.nan)


def label_counts(item: ArrayLike, label: ArrayLike) -> FloatArray:
    """Ratings per item and category, for `panel_agreement`.

    Args:
        item: Item per rating, shape (ratings,).
        label: Label per rating, shape (ratings,).
    """
    labels = np.asarray(label)
    rows = cluster_index(item, labels.size)
    columns = cluster_index(labels, labels.size)
    counts = np.zeros((rows.max() + 1, columns.max() + 1))
    np.add.at(counts, (rows, columns), 1)
    return counts
