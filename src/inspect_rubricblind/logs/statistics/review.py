"""Clinicians' Yes / No on pairs: both pairs and raters are a sample."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from inspect_rubricblind.logs.statistics.clusters import (
    FloatArray,
    check_level,
    check_values,
    cluster_index,
    cluster_sums,
)
from inspect_rubricblind.logs.statistics.intervals import Interval, sum_quantiles
from inspect_rubricblind.logs.statistics.means import NO_SPREAD, Difference


def two_way_variance(influence: FloatArray, pair: ArrayLike, rater: ArrayLike) -> float:
    """Variance of a sum of influences clustered by pair and by rater at once.

    V(pair) + V(rater) - V(single ratings), each with its G / (G - 1), and never less
    than the larger of the first two.

    Args:
        influence: Influence of each rating on the estimate, shape (n,).
        pair: Pair per rating, shape (n,).
        rater: Rater per rating, shape (n,).

    Source: Cameron, Gelbach and Miller, JBES 29 (2011).
    """

    def one_way(labels: ArrayLike) -> float:
        sums = cluster_sums([influence], labels)[:, 0]
        g = len(sums)
        return 0.0 if g < 2 else float(g / (g - 1) * (sums**2).sum())

    by_pair, by_rater = one_way(pair), one_way(rater)
    single = one_way(np.arange(len(influence)))
    return max(by_pair + by_rater - single, by_pair, by_rater)


def yes_share(
    yes: ArrayLike, pair: ArrayLike, rater: ArrayLike, level: float = 0.95
) -> Interval:
    """Share of Yes with an interval for other pairs and other raters.

    A bootstrap over pairs takes the raters as fixed and covers .70 to .89.

    Args:
        yes: 1 or 0 per rating, shape (n,).
        pair: Pair per rating, shape (n,).
        rater: Rater per rating, shape (n,).
        level: Confidence level.

    Returns:
        t interval on the logit scale with one degree of freedom less than the fewer
        of pairs and raters; undefined if all ratings agree or only one rater is there.
    """
    y = check_values("yes", yes, low=0, high=1)
    p, df = float(y.mean()), _degrees(len(y), pair, rater)
    variance = two_way_variance((y - p) / len(y), pair, rater)
    if df < 1 or variance == 0:
        return Interval(p, None, None, "two-way t", df + 1, NO_SPREAD)
    half = _t(level, df) * np.sqrt(variance) / (p * (1 - p))
    low, high = 1 / (1 + np.exp(-(np.log(p / (1 - p)) + half * np.array([-1, 1]))))
    return Interval(p, float(low), float(high), "two-way t", df + 1)


def _degrees(n: int, pair: ArrayLike, rater: ArrayLike) -> int:
    counts = [int(cluster_index(labels, n).max()) for labels in (pair, rater)]
    return min(counts)


def _t(level: float, df: int) -> float:
    return float(stats.t.ppf((1 + check_level(level)) / 2, df))


def yes_beyond_controls(
    yes: ArrayLike,
    is_control: ArrayLike,
    pair: ArrayLike,
    rater: ArrayLike,
    level: float = 0.95,
) -> Difference:
    """Yes share on errors less Yes share on hidden, harmless control edits.

    Args:
        yes: 1 or 0 per rating, shape (n,).
        is_control: 1 if the rated edit is a control, shape (n,).
        pair: Pair per rating, shape (n,).
        rater: Rater per rating, shape (n,).
        level: Confidence level.

    Raises:
        ValueError: There are no ratings of one of the two kinds.
    """
    y = check_values("yes", yes, low=0, high=1)
    c = check_values("is_control", is_control, low=0, high=1)
    if c.sum() in (0, len(c)):
        raise ValueError(
            "is_control must mark some ratings and leave some, but got "
            f"{c.sum():.0f} of {len(c)}"
        )
    errors, controls = float(y[c == 0].mean()), float(y[c == 1].mean())
    influence = np.where(
        c == 0, (y - errors) / (c == 0).sum(), -(y - controls) / c.sum()
    )
    gap, df = errors - controls, _degrees(len(y), pair, rater)
    variance = two_way_variance(influence, pair, rater)
    if df < 1 or variance == 0:
        undefined = Interval(gap, None, None, "two-way t", df + 1, NO_SPREAD)
        return Difference(errors, controls, undefined, None)
    se = np.sqrt(variance)
    half = _t(level, df) * se
    interval = Interval(gap, float(gap - half), float(gap + half), "two-way t", df + 1)
    p = float(2 * stats.t.sf(abs(gap) / se, df))
    return Difference(errors, controls, interval, p)


@dataclass(frozen=True)
class PairBootstrap:
    """S1's intervals: pairs of two ratings redrawn, raters taken as fixed."""

    yes: Interval
    agreement: Interval


def pair_bootstrap(
    both_yes: int, split: int, both_no: int, level: float = 0.95
) -> PairBootstrap:
    """S1's bootstrap over pairs, in the limit of infinitely many resamples.

    Args:
        both_yes: Pairs with two Yes.
        split: Pairs with one.
        both_no: Pairs with none.
        level: Confidence level.
    """
    counts = np.array([both_no, split, both_yes])
    n = int(counts.sum())
    if n == 0 or (counts < 0).any():
        raise ValueError(f"counts must hold pairs, but got {counts.tolist()}")
    tails = ((1 - check_level(level)) / 2, (1 + level) / 2)
    share = float((both_yes + split / 2) / n)
    low, high = sum_quantiles(tuple(counts / n), n, tails) / (2 * n)
    yes = Interval(share, float(low), float(high), "S1 percentile", n)
    agree = float((both_yes + both_no) / n)
    low, high = sum_quantiles((1 - agree, agree), n, tails) / n
    return PairBootstrap(
        yes, Interval(agree, float(low), float(high), "S1 percentile", n)
    )


@dataclass(frozen=True)
class Relabelling:
    """Cohen's kappa over random choices of who is first; None where undefined."""

    low: float | None
    high: float | None
    changes_sign: bool


def kappa_by_relabelling(
    both_yes: int, split: int, both_no: int, *, relabellings: int = 200, seed: int = 0
) -> Relabelling:
    """How much Cohen's kappa depends on the labelling of rotating raters.

    Args:
        both_yes: Pairs with two Yes.
        split: Pairs with one; each is at random Yes-No or No-Yes.
        both_no: Pairs with none.
        relabellings: Number of random labellings (S1: 200).
        seed: Seed of the labellings.

    Returns:
        Smallest and largest kappa. None if the marginals make it undefined.
    """
    n = both_yes + split + both_no
    first = np.random.default_rng(seed).binomial(split, 0.5, size=relabellings)
    yes = (both_yes + first) / n, (both_yes + split - first) / n
    chance = yes[0] * yes[1] + (1 - yes[0]) * (1 - yes[1])
    defined = chance < 1
    observed = (both_yes + both_no) / n
    kappa = (observed - chance[defined]) / (1 - chance[defined])
    if kappa.size == 0:
        return Relabelling(None, None, changes_sign=False)
    low, high = float(kappa.min()), float(kappa.max())
    return Relabelling(low, high, low < 0 < high)
