"""Scenarios with weighted criteria: pass rates, misses, and inversion of priority."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from inspect_rubricblind.logs.statistics.clusters import (
    FloatArray,
    IntArray,
    check_level,
    check_values,
    cluster_index,
)
from inspect_rubricblind.logs.statistics.intervals import Interval

MIN_SCENARIOS = 5


def is_included(pass_rates: ArrayLike, below: float = 0.60, models: int = 2) -> bool:
    """Whether enough models score below the threshold, from unrounded rates.

    Args:
        pass_rates: Weighted pass rate of each model, unrounded.
        below: Threshold; a rate equal to it does not count.
        models: How many models must lie below it.
    """
    rates = check_values("pass_rates", pass_rates, low=0, high=1)
    return int((rates < below).sum()) >= models


@dataclass(frozen=True)
class Inversion:
    """Slope of the pass rate on the weight, in points per unit, averaged.

    Negative: important criteria are met less often. `slope` has a t interval over
    scenarios, undefined under five of them. `permutation_p` permutes weights within
    each scenario and speaks of these scenarios only. `flat` counts scenarios whose
    criteria all weigh the same, which have no slope.
    """

    slope: Interval
    permutation_p: float
    slopes: tuple[float, ...]
    flat: int


def inversion_of_priority(
    met: ArrayLike,
    weight: ArrayLike,
    scenario: ArrayLike,
    *,
    permutations: int = 10_000,
    seed: int = 0,
    level: float = 0.95,
) -> Inversion:
    """Test whether criteria that weigh more are met less often.

    Args:
        met: Share of models that meet the criterion (or 1 / 0 of one model), (n,).
        weight: Weight of the criterion, shape (n,).
        scenario: Scenario per criterion, shape (n,).
        permutations: Number of permutations.
        seed: Seed of the permutations.
        level: Confidence level.

    Raises:
        ValueError: No scenario has criteria of different weights.
    """
    m, w = check_values("met", met, low=0, high=1), check_values("weight", weight)
    index = cluster_index(scenario, len(m))
    # A fixed order, so that permutations do not depend on the order of rows.
    order = np.lexsort((m, w, index))
    m, w, index = m[order], w[order], index[order]
    mean = np.bincount(index, weights=w) / np.bincount(index)
    centred: FloatArray = w - mean[index]
    spread = np.bincount(index, weights=centred**2).astype(np.float64)
    steep = spread > 1e-12
    if not steep.any():
        raise ValueError(
            "weight must differ within some scenario, but got one weight in each"
        )
    slopes = (np.bincount(index, weights=centred * m)[steep]) / spread[steep]
    drawn = _permuted_means(m, centred, index, spread, permutations, seed)
    reached = np.abs(drawn) >= abs(slopes.mean()) - 1e-12
    p = float((1 + reached.sum()) / (1 + permutations))
    flat = int((~steep).sum())
    slope = over_scenarios(slopes, level, "scenarios with a slope")
    return Inversion(slope, p, tuple(slopes.tolist()), flat)


def _permuted_means(
    met: FloatArray,
    centred: FloatArray,
    index: IntArray,
    spread: FloatArray,
    permutations: int,
    seed: int,
) -> FloatArray:
    rng, total = np.random.default_rng(seed), np.zeros(permutations)
    used = np.flatnonzero(spread > 1e-12)
    for g in used:
        chosen = index == g
        rows = np.tile(centred[chosen], (permutations, 1))
        total += rng.permuted(rows, axis=1) @ met[chosen] / spread[g]
    return total / len(used)


def over_scenarios(
    values: ArrayLike, level: float = 0.95, what: str = "scenarios"
) -> Interval:
    """Mean of one value per scenario, its t interval with scenarios - 1 df.

    Undefined under `MIN_SCENARIOS`: so few say nothing about other scenarios.

    Args:
        values: One value per scenario, shape (n,).
        level: Confidence level.
        what: Names the values where there are too few.
    """
    each = check_values("values", values)
    n, mean = len(each), float(each.mean())
    if n < MIN_SCENARIOS:
        reason = f"{n} {what} are under {MIN_SCENARIOS}"
        return Interval(mean, None, None, "t over scenarios", n, reason)
    half = stats.t.ppf((1 + check_level(level)) / 2, n - 1) * stats.sem(each)
    return Interval(mean, float(mean - half), float(mean + half), "t over scenarios", n)
