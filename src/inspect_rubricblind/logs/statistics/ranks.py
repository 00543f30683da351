"""Do two sets of results rank the error types alike? Correlations of AUROC vectors."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from inspect_rubricblind.logs.statistics.clusters import FloatArray, check_values

_CHUNK = 2_000


def tau_b(x: FloatArray, y: FloatArray) -> FloatArray:
    """Kendall's tau-b of each row of x with the same row of y; NaN if constant.

    Args:
        x: Shape (rows, k).
        y: Shape (rows, k).
    """
    i, j = np.triu_indices(x.shape[1], 1)
    found = []
    for start in range(0, len(x), _CHUNK):
        part = slice(start, start + _CHUNK)
        sign_x = np.sign(x[part][:, i] - x[part][:, j])
        sign_y = np.sign(y[part][:, i] - y[part][:, j])
        scale = np.sqrt((sign_x**2).sum(axis=1) * (sign_y**2).sum(axis=1))
        with np.errstate(invalid="ignore"):
            found.append((sign_x * sign_y).sum(axis=1) / scale)
    return np.concatenate(found)


def spearman_rho(x: FloatArray, y: FloatArray) -> FloatArray:
    """Spearman's rho of each row of x with the same row of y; NaN if constant.

    Args:
        x: Shape (rows, k).
        y: Shape (rows, k).
    """
    ranks = [stats.rankdata(values, axis=1) for values in (x, y)]
    a, b = (r - r.mean(axis=1, keepdims=True) for r in ranks)
    with np.errstate(invalid="ignore"):
        scale = np.sqrt((a**2).sum(axis=1) * (b**2).sum(axis=1))
        return np.asarray((a * b).sum(axis=1) / scale, dtype=np.float64)


@dataclass(frozen=True)
class RankAgreement:
    """tau-b and rho of two vectors over the same error types.

    `*_p` is analytic (S1 prints these), `*_permutation_p` from permutations. All p
    are None if the vectors share questions, where independence is not in question.
    """

    n_types: int
    tau_b: float
    tau_p: float | None
    tau_permutation_p: float | None
    rho: float
    rho_p: float | None
    rho_permutation_p: float | None


def rank_agreement(
    x: ArrayLike,
    y: ArrayLike,
    *,
    shared_questions: bool,
    permutations: int = 10_000,
    seed: int = 0,
) -> RankAgreement:
    """Rank correlation of two vectors of AUROCs, one value per error type.

    Args:
        x: AUROC per type as k / N, shape (k,); not means of resamples, whose
            rounding makes or breaks ties.
        y: The same types, shape (k,).
        shared_questions: Whether the same questions are behind both vectors.
        permutations: Number of random permutations.
        seed: Seed of the permutations.

    Raises:
        ValueError: Fewer than three types, or a vector is constant.

    Source:
        `scipy.stats.kendalltau` and `spearmanr`; the +1 in the permutation p keeps
        it valid: Phipson and Smyth, SAGMB 9 (2010).
    """
    a, b = check_values("x", x), check_values("y", y)
    if a.shape != b.shape or len(a) < 3 or np.ptp(a) == 0 or np.ptp(b) == 0:
        raise ValueError(
            "x and y must hold the same three or more error types and not be "
            f"constant, but got {a.tolist()} and {b.tolist()}"
        )
    tau, rho = stats.kendalltau(a, b), stats.spearmanr(a, b)
    if shared_questions:
        return RankAgreement(
            len(a), float(tau.statistic), None, None, float(rho.statistic), None, None
        )
    order = np.lexsort((b, a))
    a, b = a[order], b[order]
    rng = np.random.default_rng(seed)
    shuffled = rng.permuted(np.tile(b, (permutations, 1)), axis=1)
    fixed = np.broadcast_to(a, shuffled.shape)

    def exceed(drawn: FloatArray, observed: float) -> float:
        reached = np.abs(drawn) >= abs(observed) - 1e-12
        return float((1 + reached.sum()) / (1 + permutations))

    return RankAgreement(
        len(a),
        float(tau.statistic),
        float(tau.pvalue),
        exceed(tau_b(fixed, shuffled), float(tau.statistic)),
        float(rho.statistic),
        float(rho.pvalue),
        exceed(spearman_rho(fixed, shuffled), float(rho.statistic)),
    )
