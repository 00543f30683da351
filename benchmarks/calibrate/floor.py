"""Calibration of noise floor, controls, ungraded verdicts and drops."""

from collections.abc import Iterator
from itertools import product

import numpy as np

from calibrate.simulate import (
    OUTCOMES,
    Row,
    coverage_row,
    covers,
    generators,
    latent,
    latent_pairs,
    records,
    size_row,
    thresholded,
    value_row,
)
from inspect_rubricblind.logs.statistics.clusters import FloatArray, IntArray
from inspect_rubricblind.logs.statistics.controls import placebo_adjusted
from inspect_rubricblind.logs.statistics.detection import sign_flip_test
from inspect_rubricblind.logs.statistics.drop import drop_size
from inspect_rubricblind.logs.statistics.noise import above_noise
from inspect_rubricblind.logs.statistics.outcomes import difference_range
from inspect_rubricblind.logs.statistics.ungraded import bounds


def noise(runs: int) -> Iterator[Row]:
    """Repeats that differ with a chance that varies between cases."""
    excess, false = records(2)
    for i, (q, mean) in enumerate(product((20, 60, 300), (0.1, 0.3))):
        hits, above = [], 0
        for rng in generators(runs, 11, i):
            chance = rng.beta(2 * mean, 2 * (1 - mean), q)
            index = np.repeat(np.arange(q), rng.integers(1, 10, q))
            differs = (rng.random(q) < chance).astype(float)[index]
            pure = rng.choice([-1, 1], len(index)) * (
                rng.random(len(index)) < chance[index]
            )
            real = np.where(rng.random(len(index)) < 0.15, 1, pure)
            # Excess wins: .15 + .85 mean / 2 - mean / 2
            found = above_noise(real, differs, index)
            hits.append(covers(found.excess_win, 0.15 - 0.15 * mean / 2))
            above += above_noise(pure, differs, index).above_floor is True
        name = f"Q={q} D0={mean}"
        excess.append((name, float(np.mean(hits))))
        false.append((name, above / runs))
    yield coverage_row("noise", "excess wins: cluster t", excess, runs, floor=0.92)
    yield size_row("noise", "above the floor, pure noise", false, runs, ceiling=0.05)


def noise_formula(_: int) -> Iterator[Row]:
    """(1 - q)^m against its mean when q varies between criteria or cases."""
    rng, m, q = np.random.default_rng(12), 11.45, 1 - 0.668 ** (1 / 11.45)
    found = [("(1 - q)^m", float((1 - q) ** m))]
    for spread in (1.0, 0.4):
        drawn = rng.beta(spread * q * 20, spread * 20 * (1 - q), 400_000)
        found.append((f"mean, beta spread {spread}", float(((1 - drawn) ** m).mean())))
    yield value_row("noise", "share of repeats without a change", found)


def controls(runs: int) -> Iterator[Row]:
    """Errors and their controls in the same cases, correlated outcomes."""
    hits, size = records(2)
    for i, (q, (w, lost)) in enumerate(product((12, 40, 200), OUTCOMES[:3])):
        name = f"Q={q} W={w} L={lost}"
        coverage, rejected = _control_setting(runs, i, q, w, lost)
        hits.append((name, coverage))
        size.append((name, rejected))
    family = "controls"
    yield coverage_row(family, "placebo-adjusted net", hits, runs, floor=0.93)
    yield size_row(family, "its sign-flip test", size, runs, ceiling=0.05)


def _control_setting(
    runs: int, i: int, q: int, w: float, lost: float
) -> tuple[float, float]:
    """Coverage of the adjusted net, size of its test."""
    covered, rejected = 0, 0
    for rng in generators(runs, 13, i):
        index = np.repeat(np.arange(q), rng.integers(1, 6, q))
        control = thresholded(latent(rng, np.arange(q), 0.5), 0.1, 0.08)[index]
        error = thresholded(latent(rng, index, 0.4), w, lost)
        found = placebo_adjusted(error, control, index)
        covered += covers(found.adjusted, w - lost - 0.02)
        null = thresholded(latent(rng, index, 0.4), 0.1, 0.1)
        even = thresholded(latent(rng, np.arange(q), 0.5), 0.1, 0.1)[index]
        rejected += sign_flip_test(null - even, index) < 0.05
    return covered / runs, rejected / runs


def ungraded(runs: int) -> Iterator[Row]:
    """One verdict in a hundred lost; HealthBench's outcome shares and sizes."""
    widths, hits = [], []
    for rng in generators(min(runs, 300), 18):
        q, index = 150, np.repeat(np.arange(150), 4)
        m = rng.integers(3, 16, q)
        x, _ = latent_pairs(rng, q, 0.311, 0.112, 0.3, (4, 4))
        low, high = np.empty(len(x)), np.empty(len(x))
        for i, size in enumerate(m):
            points = rng.integers(2, 11, size)
            original = (rng.random(size) < 0.5).astype(float)
            variant = np.tile(original, (4, 1))
            for j in range(4):
                _move(rng, variant[j], original, points, int(x[4 * i + j]))
            lost = rng.random((5, size)) < 0.01
            a = np.where(lost[0], np.nan, original)
            b = np.where(lost[1:], np.nan, variant)
            part = slice(4 * i, 4 * i + 4)
            low[part], high[part] = difference_range(points, np.tile(a, (4, 1)), b)
        found = bounds(low, high, index)
        open_ = np.abs(high - low) > 0
        guess = bounds(np.where(open_, -1, low), np.where(open_, 1, high), index)
        widths.append([x.auroc.high - x.auroc.low for x in (found, guess)])
        limits = found.auroc_limits
        hits.append(limits is not None and limits.low <= 0.5995 <= limits.high)
    family = "ungraded"
    sharp, naive = np.mean(widths, axis=0)
    shown = [("reachable sets", float(sharp)), ("any outcome", float(naive))]
    yield value_row(family, "width of the bounds at 1 % lost verdicts", shown)
    found_rows = [("Q=150", float(np.mean(hits)))]
    yield coverage_row(
        family, "limits of the bounds", found_rows, len(hits), floor=0.95
    )


def _move(
    rng: np.random.Generator,
    variant: FloatArray,
    original: FloatArray,
    points: IntArray,
    outcome: int,
) -> None:
    """Flip one verdict so that the pair has the outcome."""
    from_value = 1.0 if outcome == 1 else 0.0
    able = np.flatnonzero(original == from_value)
    if outcome == 0 or able.size == 0:
        return
    variant[rng.choice(able)] = 1 - from_value


def drops(runs: int) -> Iterator[Row]:
    """Mean drop: mostly zeros, some large falls, few questions."""
    found = []
    for i, (q, win) in enumerate(product((12, 40, 150), (0.1, 0.3))):
        hits = []
        for rng in generators(runs, 19, i):
            x, index = latent_pairs(rng, q, win, 0.05, 0.3)
            size = rng.gamma(2.0, 0.05, len(x))
            result = drop_size(x * size, x, index)
            hits.append(covers(result.mean, 0.1 * (win - 0.05)))
        found.append((f"Q={q} W={win}", float(np.mean(hits))))
    yield coverage_row("drop", "mean drop: cluster t", found, runs, floor=0.90)
