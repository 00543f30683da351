"""Tables of counts: independence, and the balanced F1 of a binary grader."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from inspect_rubricblind.logs.statistics.agreement import (
    Coefficient,
    percentile_coefficient,
)
from inspect_rubricblind.logs.statistics.clusters import (
    FloatArray,
    check_values,
    cluster_sums,
)


@dataclass(frozen=True)
class ChiSquare:
    """Pearson's chi-square test of independence, without continuity correction."""

    statistic: float
    df: int
    p: float


def chi_square(counts: ArrayLike) -> ChiSquare:
    """Test whether rows and columns of a table of counts are independent.

    Args:
        counts: Table of counts, shape (rows, columns); every item counted once.

    Raises:
        ValueError: A row or a column is empty, or there are fewer than two.
    """
    table = np.asarray(counts, dtype=np.float64)
    if (
        table.ndim != 2
        or min(table.shape) < 2
        or (table.sum(axis=0) == 0).any()
        or (table.sum(axis=1) == 0).any()
    ):
        raise ValueError(
            "counts must have two or more rows and columns, none of them empty, but "
            f"got {table.tolist()}"
        )
    statistic, p, df, _ = stats.chi2_contingency(table, correction=False)
    return ChiSquare(float(statistic), int(df), float(p))


def balanced_f1(
    truth: ArrayLike,
    predicted: ArrayLike,
    cluster: ArrayLike,
    *,
    resamples: int = 10_000,
    seed: int = 0,
    level: float = 0.95,
) -> Coefficient:
    """Mean of the F1 of "met" and the F1 of "not met" (macro F1).

    Args:
        truth: 1 or 0, shape (n,); with several physicians, one row for each.
        predicted: 1 or 0, shape (n,).
        cluster: Cluster of each row (its conversation), shape (n,).
        resamples: Number of bootstrap resamples of clusters.
        seed: Seed of the bootstrap.
        level: Confidence level.

    Returns:
        Undefined, with a reason, if truth and predictions all have one same value.
    """
    y = check_values("truth", truth, low=0, high=1)
    z = check_values("predicted", predicted, low=0, high=1)
    if y.shape != z.shape:
        raise ValueError(f"predicted must have shape {y.shape}, but got {z.shape}")
    sums = cluster_sums([y * z, y * (1 - z) + (1 - y) * z, (1 - y) * (1 - z)], cluster)

    def f1(totals: FloatArray) -> FloatArray:
        both, wrong, neither = totals.T
        with np.errstate(invalid="ignore", divide="ignore"):
            met = 2 * both / (2 * both + wrong)
            return np.asarray((met + 2 * neither / (2 * neither + wrong)) / 2)

    return percentile_coefficient(sums, f1, resamples=resamples, seed=seed, level=level)
