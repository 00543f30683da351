"""What a number of pairs can show: smallest detectable effect, pairs needed."""

import math
from dataclasses import dataclass

import numpy as np
from scipy import optimize, stats

from inspect_rubricblind.logs.statistics.clusters import FloatArray, IntArray
from inspect_rubricblind.logs.statistics.equivalence import MARGIN, check_margin

N_TYPES = 13


def sign_test_power(
    n: int, discordance: float, net: float, alpha: float = 0.05
) -> float:
    """Power of the exact sign test, averaged over the number of discordant pairs.

    Args:
        n: Number of pairs, one per question.
        discordance: Chance that a pair is a win or a loss, in (0, 1].
        net: Chance of a win minus chance of a loss, within +-discordance.
        alpha: Two-sided level.
    """
    if n < 1 or not 0 < discordance <= 1 or abs(net) > discordance:
        raise ValueError(
            "n must be at least 1, discordance in (0, 1] and |net| at most the "
            f"discordance, but got {n!r}, {discordance!r}, {net!r}"
        )
    return _power(_critical(n, discordance, alpha), discordance, net)


@dataclass(frozen=True)
class _Critical:
    """Likely numbers of discordant pairs, their chances, losses that still reject."""

    m: IntArray
    weight: FloatArray
    losses: FloatArray


def _critical(n: int, discordance: float, alpha: float) -> _Critical:
    weight = stats.binom.pmf(np.arange(n + 1), n, discordance)
    m = np.flatnonzero(weight > 1e-12)
    quantile = np.asarray(stats.binom.ppf(alpha / 2, m, 0.5), dtype=np.float64)
    losses = quantile - (stats.binom.cdf(quantile, m, 0.5) > alpha / 2)
    return _Critical(m, weight[m], losses)


def _power(at: _Critical, discordance: float, net: float) -> float:
    p = (discordance + net) / (2 * discordance)
    rejects = stats.binom.cdf(at.losses, at.m, p) + stats.binom.sf(
        at.m - at.losses - 1, at.m, p
    )
    return float((at.weight * np.where(at.losses >= 0, rejects, 0.0)).sum())


def detectable_effect(
    n: int, discordance: float, alpha: float = 0.05, power: float = 0.80
) -> float | None:
    """Smallest AUROC - 0.5 that n pairs detect with the given power.

    Args:
        n: Number of pairs, one per question.
        discordance: Share of pairs that are a win or a loss, in [0, 1].
        alpha: Two-sided level; use alpha / 13 for a Holm family of all types.
        power: Wanted power.

    Returns:
        net / 2, or None if even a net equal to the discordance (no losses at all)
        is not detected with that power: "not reachable".
    """
    if n < 1 or not 0 <= discordance <= 1:
        raise ValueError(
            "n must be at least 1 and discordance in [0, 1], but got "
            f"{n!r} and {discordance!r}"
        )
    if discordance == 0:
        return None
    at = _critical(n, discordance, alpha)

    def short(net: float) -> float:
        return _power(at, discordance, net) - power

    if short(discordance) < 0:
        return None
    return float(optimize.brentq(short, 0.0, discordance, xtol=1e-9)) / 2


def pairs_for_blind(
    discordance: float,
    margin: float = MARGIN,
    alpha: float = 0.05,
    power: float = 0.80,
) -> int:
    """Pairs needed to show equivalence when the net is truly 0.

    n = d (z_{1-alpha} + z_{(1+power)/2})^2 / (2 margin)^2: about 857 d at margin
    0.05, and 1,560 d at alpha / 13.

    Args:
        discordance: Share of pairs that are a win or a loss, in (0, 1].
        margin: Margin on the AUROC scale.
        alpha: One-sided level of each of the two tests.
        power: Wanted power.

    Source: the normal approximation of the power of two one-sided tests.
    """
    if not 0 < discordance <= 1:
        raise ValueError(f"discordance must be in (0, 1], but got {discordance!r}")
    z = stats.norm.ppf(1 - alpha) + stats.norm.ppf((1 + power) / 2)
    return math.ceil(discordance * z**2 / (2 * check_margin(margin)) ** 2)
