"""How far rank correlations of AUROC vectors move when the data are drawn again."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from inspect_rubricblind.logs.statistics.clusters import (
    FloatArray,
    check_level,
    check_values,
    cluster_sums,
    resample_sums,
)
from inspect_rubricblind.logs.statistics.ranks import spearman_rho, tau_b


@dataclass(frozen=True)
class ResamplingRange:
    """Middle part of the correlations of resampled data; not a 95 % interval.

    Resampling adds noise to vectors that are noisy already, so the correlations fall
    and the range may miss the truth most of the time. `undefined` counts resamples
    with a constant vector or an empty type, which are left out.
    """

    tau_low: float
    tau_high: float
    rho_low: float
    rho_high: float
    undefined: int


def resampling_range(
    counts_x: ArrayLike,
    counts_y: ArrayLike,
    *,
    resamples: int = 10_000,
    seed: int = 0,
    level: float = 0.95,
) -> ResamplingRange:
    """S1's nested bootstrap: pairs of each type redrawn, both vectors apart.

    Args:
        counts_x: Wins, ties, losses per type, shape (k, 3).
        counts_y: The same types, shape (k, 3); other questions than counts_x.
        resamples: Number of resamples.
        seed: Seed of the resamples.
        level: Share of the resamples within the range.
    """
    x = simulate_aurocs(counts_x, resamples, (seed, 0))
    y = simulate_aurocs(counts_y, resamples, (seed, 1))
    return _range(x, y, level)


def joint_resampling_range(
    outcome: ArrayLike,
    side: ArrayLike,
    error_type: ArrayLike,
    question: ArrayLike,
    *,
    resamples: int = 10_000,
    seed: int = 0,
    level: float = 0.95,
) -> ResamplingRange:
    """The same for two vectors that share questions: questions redrawn jointly.

    Args:
        outcome: 1 win, 0 tie, -1 loss of the pairs of both sides, shape (n,).
        side: 0 for the first vector, 1 for the second, shape (n,).
        error_type: Type per pair, shape (n,); types of one side only are left out.
        question: Question per pair, shape (n,).
        resamples: Number of resamples.
        seed: Seed of the resamples.
        level: Share of the resamples within the range.
    """
    values = check_values("outcome", outcome, low=-1, high=1)
    sides, types = np.asarray(side), np.asarray(error_type)
    common = np.intersect1d(types[sides == 0], types[sides == 1])
    columns = []
    for s in (0, 1):
        for code in common:
            chosen = ((sides == s) & (types == code)).astype(np.float64)
            columns += [chosen * values, chosen]
    totals = resample_sums(cluster_sums(columns, question), resamples, seed)
    with np.errstate(invalid="ignore", divide="ignore"):
        aurocs = 0.5 + totals[:, ::2] / totals[:, 1::2] / 2
    return _range(aurocs[:, : len(common)], aurocs[:, len(common) :], level)


def simulate_aurocs(
    counts: ArrayLike, replicates: int, seed: tuple[int, int]
) -> FloatArray:
    """AUROC vectors of replicate studies with the same pairs; shape (replicates, k).

    Args:
        counts: Wins, ties, losses per type, shape (k, 3).
        replicates: Number of replicates.
        seed: Seed of the replicates and number of their stream.
    """
    given = np.asarray(counts)
    table = np.round(given).astype(np.int64)
    if (
        table.ndim != 2
        or table.shape[1] != 3
        or (table != given).any()
        or (table.sum(axis=1) == 0).any()
    ):
        raise ValueError(
            "counts must hold whole wins, ties and losses of each type, with a pair in "
            f"each, but got {given.tolist()}"
        )
    rng, n = np.random.default_rng(seed), table.sum(axis=1)
    drawn = rng.multinomial(n, table / n[:, None], size=(replicates, len(n)))
    return np.asarray((drawn[:, :, 0] + drawn[:, :, 1] / 2) / n, dtype=np.float64)


def noise_ceiling(
    counts: ArrayLike, *, replicates: int = 2_000, seed: int = 0
) -> float | None:
    """Mean tau-b of two replicates of one study: what perfect agreement would show.

    Args:
        counts: Wins, ties, losses per type, shape (k, 3).
        replicates: Number of simulated pairs of replicates.
        seed: Seed of the simulation.

    Returns:
        The mean over defined pairs of replicates; None if none is defined.
    """
    first = simulate_aurocs(counts, replicates, (seed, 0))
    found = tau_b(first, simulate_aurocs(counts, replicates, (seed, 1)))
    defined = found[~np.isnan(found)]
    return float(defined.mean()) if defined.size else None


def _range(x: FloatArray, y: FloatArray, level: float) -> ResamplingRange:
    usable = ~(np.isnan(x).any(axis=1) | np.isnan(y).any(axis=1))
    tau, rho = tau_b(x[usable], y[usable]), spearman_rho(x[usable], y[usable])
    defined = ~np.isnan(tau)
    if not defined.any():
        raise ValueError(
            "counts must let the vectors vary, but every resample had a constant "
            "vector or an empty type"
        )
    tails = ((1 - check_level(level)) / 2, (1 + level) / 2)
    tau_low, tau_high = np.quantile(tau[defined], tails)
    rho_low, rho_high = np.quantile(rho[defined], tails)
    return ResamplingRange(
        float(tau_low),
        float(tau_high),
        float(rho_low),
        float(rho_high),
        len(x) - int(defined.sum()),
    )
