"""Sums per question: what every clustered variance and every resample is made of.

Pairs of one question share an answer and a rubric, so the question (or case, or
sample: the cluster) is the unit that is independent. All functions are free of the
order of rows. Labels may be of any type that numpy can sort.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.intp]
Weighting = Literal["question", "pair"]

# Numbers held at once while resampling: 4 million doubles are 32 MB.
_CELLS = 4_000_000


def check_values(
    name: str,
    values: ArrayLike,
    *,
    low: float | None = None,
    high: float | None = None,
) -> FloatArray:
    """Turn `values` into a finite, one-dimensional, non-empty float array.

    Raises:
        ValueError: It is empty, not one-dimensional, holds NaN or infinity, or
            leaves [low, high]. Nothing is dropped in silence: leave ungraded rows
            to `ungraded`, and other absent rows to the caller's own count.
    """
    array = np.asarray(values, dtype=np.float64)
    if array.ndim != 1 or array.size == 0:
        raise ValueError(
            f"{name} must be one-dimensional and not empty, but got shape {array.shape}"
        )
    if bad := int((~np.isfinite(array)).sum()):
        raise ValueError(
            f"{name} must be finite, but got {bad} of {array.size} values that are "
            "not: take those rows out and count them first"
        )
    if (low is not None and array.min() < low) or (
        high is not None and array.max() > high
    ):
        raise ValueError(
            f"{name} must be in [{low}, {high}], but got values from "
            f"{float(array.min())!r} to {float(array.max())!r}"
        )
    return array


def check_level(level: float) -> float:
    """Refuse a confidence level outside (0, 1)."""
    if not 0 < level < 1:
        raise ValueError(f"level must be in (0, 1), but got {level!r}: try 0.95")
    return float(level)


def cluster_index(labels: ArrayLike, n: int) -> IntArray:
    """Number the labels 0..G-1 in sorted order; shape (n,).

    Raises:
        ValueError: There is not exactly one label for each of the n rows.
    """
    array = np.asarray(labels)
    if array.shape != (n,):
        raise ValueError(
            f"labels must have shape ({n},), one for each row, but got {array.shape}"
        )
    return np.unique(array, return_inverse=True)[1].reshape(-1)


@dataclass(frozen=True)
class RatioSums:
    """Per-cluster numerators and denominators of a ratio of sums, shape (G,) each.

    `n_rows` is the number of rows behind them. A mean with equal weight per
    question has each question's own mean as numerator and 1 as denominator.
    """

    numerator: FloatArray
    denominator: FloatArray
    n_rows: int

    @property
    def n_clusters(self) -> int:
        """Number of clusters, G."""
        return len(self.numerator)

    @property
    def estimate(self) -> float:
        """Sum of the numerators over the sum of the denominators."""
        return float(self.numerator.sum() / self.denominator.sum())

    @property
    def variance(self) -> float | None:
        """Variance of `estimate` between clusters; None with a single cluster.

        Linearised: G/(G-1) sum_g (x_g - r d_g)^2 / (sum_g d_g)^2, which is
        var(means)/G with equal weights.

        Source: Cochran, Sampling Techniques, 3rd ed., 6.3.
        """
        g = self.n_clusters
        if g < 2:
            return None
        residual = self.numerator - self.estimate * self.denominator
        # Rounding leaves crumbs where all clusters agree exactly.
        residual[np.abs(residual) < 1e-12 * (1 + np.abs(self.denominator))] = 0.0
        scale = g / (g - 1) / self.denominator.sum() ** 2
        return float(scale * (residual**2).sum())


def cluster_sums(columns: Sequence[FloatArray], labels: ArrayLike) -> FloatArray:
    """Sum each column within each cluster; shape (G, len(columns)).

    Rows are added in the order of their values, so that floating-point sums do not
    depend on the order of rows.
    """
    index = cluster_index(labels, len(columns[0]))
    if not all((column == np.rint(column)).all() for column in columns):
        # Whole numbers add up exactly in any order; fractions are put in one order.
        order = np.lexsort((*columns, index))
        index, columns = index[order], [column[order] for column in columns]
    return np.column_stack([np.bincount(index, weights=c) for c in columns])


def mean_sums(values: FloatArray, labels: ArrayLike, weighting: Weighting) -> RatioSums:
    """Cluster sums of a mean, with equal weight per question or per pair."""
    totals, counts = cluster_sums([values, np.ones_like(values)], labels).T
    return weighted_sums(totals, counts, weighting)


def weighted_sums(
    totals: FloatArray, counts: FloatArray, weighting: Weighting
) -> RatioSums:
    """The mean of rows that are summed already, by cluster.

    Args:
        totals: Sums per cluster, shape (G,).
        counts: Rows per cluster, shape (G,).
        weighting: Equal weight per question or per pair.
    """
    if weighting not in ("question", "pair"):
        raise ValueError(
            f"weighting must be 'question' or 'pair', but got {weighting!r}"
        )
    n_rows = int(counts.sum())
    if weighting == "question":
        return RatioSums(totals / counts, np.ones_like(counts), n_rows)
    return RatioSums(totals, counts, n_rows)


def resample_sums(
    sums: FloatArray, resamples: int, seed: int | Sequence[int]
) -> FloatArray:
    """Totals over clusters drawn with replacement; shape (resamples, k).

    Equal rows of `sums` are drawn together as one multinomial cell, which is exact
    and far faster for outcomes; it also frees the result from the order and the
    names of the clusters. Memory is bounded: resamples are made in chunks.

    Args:
        sums: Sums per cluster, shape (G, k).
        resamples: Number of bootstrap resamples.
        seed: Seed of the generator; 0 is a seed. A sequence (seed, i) gives the
            i-th independent stream of a seed.
    """
    rows, counts = np.unique(np.round(sums, 12), axis=0, return_counts=True)
    totals = np.empty((resamples, sums.shape[1]))
    for part, weights in resample_weights(counts, resamples, seed):
        totals[part] = weights @ rows
    return totals


def resample_weights(
    counts: IntArray, resamples: int, seed: int | Sequence[int]
) -> Iterator[tuple[slice, IntArray]]:
    """How often each distinct row is drawn, in chunks of bounded memory.

    Args:
        counts: How many clusters have each distinct row, shape (rows,).
        resamples: Number of bootstrap resamples.
        seed: Seed of the generator, as in `resample_sums`.

    Yields:
        The resamples' positions and their weights, shape (chunk, rows).
    """
    if resamples < 1:
        raise ValueError(f"resamples must be at least 1, but got {resamples!r}")
    g, k, rng = int(counts.sum()), len(counts), np.random.default_rng(seed)
    few = k * 4 <= g
    row_of = np.repeat(np.arange(k), counts)
    chunk = max(1, _CELLS // (k if few else g))
    for start in range(0, resamples, chunk):
        size = min(chunk, resamples - start)
        if few:
            weights = rng.multinomial(g, counts / g, size=size)
        else:
            drawn = row_of[rng.integers(0, g, size=(size, g))]
            drawn += np.arange(size)[:, None] * k
            weights = np.bincount(drawn.ravel(), minlength=size * k).reshape(size, k)
        yield slice(start, start + size), weights
