"""Intervals: Wilson and Tango score intervals at an effective n, and S1's own.

S1 is the study "When Rubrics Fail"; its forms stand beside the defaults. Score
intervals keep their coverage with heavy ties and few pairs, where percentile and
Wald intervals collapse to a point (docs/calibration.md).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from inspect_rubricblind.logs.statistics.clusters import (
    FloatArray,
    RatioSums,
    check_level,
)


@dataclass(frozen=True)
class Interval:
    """An estimate with its limits; both are None, with a `reason`, if undefined.

    `n` is the sample size the method used, which may be an effective one.
    """

    estimate: float
    low: float | None
    high: float | None
    method: str
    n: float
    reason: str | None = None

    def affine(self, scale: float, shift: float = 0.0) -> "Interval":
        """The interval of scale * x + shift."""
        ends = [
            None if end is None else scale * end + shift
            for end in (self.low, self.high)
        ]
        low, high = ends if scale >= 0 else reversed(ends)
        estimate = scale * self.estimate + shift
        return Interval(estimate, low, high, self.method, self.n, self.reason)


def critical(level: float) -> float:
    """Two-sided normal critical value, 1.96 at level 0.95."""
    return float(special.ndtri((1 + check_level(level)) / 2))


def effective_n(
    unit_variance: float,
    sums: RatioSums,
    level: float = 0.95,
    most: float | None = None,
) -> float | None:
    """How many independent pairs a clustered estimate is worth.

    clip(v1 / s^2, G, N) (z / t_{G-1})^2, with v1 the variance of one pair, s^2 the
    variance between clusters, G clusters and N pairs; s^2 = 0 counts as G. With one
    pair per cluster nothing is clustered and it is N. None with one cluster of
    several pairs: its variance cannot be known.

    Args:
        unit_variance: v1, the variance of a single pair's outcome.
        sums: Cluster sums of the estimate.
        level: Confidence level of the interval it is meant for.
        most: Upper end of the clip instead of N, where v1 is not the variance of the
            rows but a bound of it.

    Source:
        The clip and the t correction: Korn and Graubard, Survey Methodology 24
        (1998), with the lower clip added so that ties cannot shrink n below G.
    """
    g, n = sums.n_clusters, sums.n_rows
    upper = float(n) if most is None else most
    if g == n:
        return upper
    variance = sums.variance
    if variance is None:
        return None
    raw = g if variance <= 0 else unit_variance / variance
    shrink = (critical(level) / special.stdtrit(g - 1, (1 + level) / 2)) ** 2
    return float(np.clip(raw, g, upper) * shrink)


def wilson_limits(
    proportion: ArrayLike, n: ArrayLike, level: float = 0.95
) -> tuple[FloatArray, FloatArray]:
    """Wilson score limits of proportions, without continuity correction.

    Args:
        proportion: Observed shares in [0, 1], any shape.
        n: Sample sizes > 0, broadcast against `proportion`; need not be whole.
        level: Confidence level.

    Source: Wilson, JASA 22 (1927).
    """
    p = np.asarray(proportion, dtype=np.float64)
    size = np.asarray(n, dtype=np.float64)
    if ((p < 0) | (p > 1)).any() or (size <= 0).any():
        raise ValueError(
            "proportion must be in [0, 1] and n above 0, but got "
            f"{proportion!r} and {n!r}"
        )
    z2 = critical(level) ** 2
    centre = (p + z2 / (2 * size)) / (1 + z2 / size)
    half = np.sqrt(z2 * (p * (1 - p) / size + z2 / (4 * size**2))) / (1 + z2 / size)
    # The ends are exact at 0 and 1, which rounding would miss.
    low = np.where(p == 0, 0.0, np.maximum(centre - half, 0))
    return low, np.where(p == 1, 1.0, np.minimum(centre + half, 1))


def tango_score(
    win: ArrayLike, loss: ArrayLike, n: ArrayLike, net: ArrayLike
) -> FloatArray:
    """Score statistic of the hypothesis that win - loss equals `net`.

    z = (W - L - net) sqrt(n) / sqrt(2 q + net (1 - net)), where q is the maximum
    likelihood share of losses given the hypothesis. Positive if the data lie above.

    Args:
        win: Observed shares of wins, any shape.
        loss: Observed shares of losses, broadcast.
        n: Sample sizes, broadcast; need not be whole.
        net: Hypothesised win - loss in (-1, 1), broadcast.

    Source: Tango, Statistics in Medicine 17 (1998) 891-908.
    """
    b, c, size, d = (np.asarray(x, dtype=np.float64) for x in (win, loss, n, net))
    half_b = (-b - c + (2 - b + c) * d) / 2
    product = 2 * c * d * (1 - d)
    root = np.sqrt(np.maximum(half_b**2 + product, 0))
    # Two forms of one root: each loses its digits where the other keeps them.
    above = half_b > 0
    sum_of_both = np.where(above, root + half_b, 1.0)
    q = np.where(above, product / (2 * sum_of_both), (root - half_b) / 2)
    variance = np.maximum(2 * q + d * (1 - d), 1e-300)
    return np.asarray((b - c - d) * np.sqrt(size / variance), dtype=np.float64)


def tango_limits(
    win: ArrayLike, loss: ArrayLike, n: ArrayLike, level: float = 0.95
) -> tuple[FloatArray, FloatArray]:
    """Tango score limits of net = win - loss, by bisection; vectorised.

    Args:
        win: Shares of wins, any shape.
        loss: Shares of losses, broadcast; win + loss is at most 1.
        n: Sample sizes > 0, broadcast; need not be whole.
        level: Confidence level.
    """
    w, lost, size = np.broadcast_arrays(
        *(np.asarray(x, dtype=np.float64) for x in (win, loss, n))
    )
    if (w < 0).any() or (lost < 0).any() or (w + lost > 1 + 1e-9).any():
        raise ValueError(
            f"win and loss must be shares that sum to at most 1, but got {win!r} and "
            f"{loss!r}"
        )
    if (size <= 0).any():
        raise ValueError(f"n must be above 0, but got {n!r}")
    z = critical(level)
    # Both ends at once: the lower one searches towards -1, the upper towards 1.
    sign = np.array([1.0, -1.0]).reshape(2, *[1] * w.ndim)
    inside, outside = np.stack([w - lost] * 2), np.stack([w * 0 - 1, w * 0 + 1])
    for _ in range(48):
        middle = (inside + outside) / 2
        within = sign * tango_score(w, lost, size, middle) <= z
        inside = np.where(within, middle, inside)
        outside = np.where(within, outside, middle)
    low, high = (inside + outside) / 2
    return low, high


def sum_quantiles(
    probabilities: Sequence[float], n: int, quantiles: Sequence[float]
) -> FloatArray:
    """Quantiles of the sum of n draws of a score in 0..m, exactly.

    This is the percentile bootstrap of a mean of n rows with few distinct values,
    in the limit of infinitely many resamples: no seed and no simulation error.

    Args:
        probabilities: Shares of the scores 0, 1, ..., m; they sum to 1.
        n: Number of draws.
        quantiles: Wanted probabilities in (0, 1).
    """
    p = np.asarray(probabilities, dtype=np.float64)
    if n < 1 or (p < 0).any() or abs(p.sum() - 1) > 1e-6:
        raise ValueError(
            "probabilities must be shares that sum to 1 and n at least 1, but got "
            f"{probabilities!r} and {n!r}"
        )
    length = (len(p) - 1) * n + 1
    pmf = np.fft.irfft(np.fft.rfft(p / p.sum(), 2 * length) ** n, 2 * length)[:length]
    below = np.cumsum(pmf)
    return np.searchsorted(below, np.asarray(quantiles) - 1e-12).astype(np.float64)


@dataclass(frozen=True)
class S1Intervals:
    """S1's percentile intervals of the outcome shares and of the AUROC.

    `se` is the standard error of the AUROC, 0.5 sqrt((W + L - (W - L)^2) / n).
    """

    win: Interval
    tie: Interval
    loss: Interval
    auroc: Interval
    se: float


def s1_intervals(win: float, loss: float, n: int, level: float = 0.95) -> S1Intervals:
    """S1's bootstrap: n draws from the outcome shares, percentile limits.

    At data set level n is the number of questions, since S1 draws one pair from
    each resampled question, which is a multinomial with the question-weighted
    shares; at error-type level n is the number of pairs. It covers too much at the
    first (.99) and too little at the second; use it to reproduce and to compare.

    Args:
        win: Share of wins.
        loss: Share of losses.
        n: Number of questions or pairs.
        level: Confidence level.
    """
    tie = max(1 - win - loss, 0.0)
    tails = ((1 - check_level(level)) / 2, (1 + level) / 2)

    def share(p: float) -> Interval:
        low, high = sum_quantiles((1 - p, p), n, tails) / n
        return Interval(p, float(low), float(high), "S1 percentile", n)

    low, high = sum_quantiles((loss, tie, win), n, tails) / (2 * n)
    auroc = Interval(win + tie / 2, float(low), float(high), "S1 percentile", n)
    se = 0.5 * float(np.sqrt(max(win + loss - (win - loss) ** 2, 0.0) / n))
    return S1Intervals(share(win), share(tie), share(loss), auroc, se)
