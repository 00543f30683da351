"""Calibration of coverage shares, corrected shares and catch rates."""

from collections.abc import Iterator
from itertools import product

import numpy as np
from scipy import stats

from calibrate.simulate import (
    Row,
    coverage_row,
    covers,
    generators,
    latent,
    records,
    value_row,
    width,
)
from inspect_rubricblind.logs.statistics.clusters import FloatArray, IntArray
from inspect_rubricblind.logs.statistics.correction import (
    Labels,
    labelled_correction,
    rogan_gladen,
)
from inspect_rubricblind.logs.statistics.coverage import (
    catch_rate,
    coverage_bound,
    independent_difference,
)
from inspect_rubricblind.logs.statistics.means import Counts
from inspect_rubricblind.logs.statistics.proportions import clustered_proportion


def _flags(
    rng: np.random.Generator, index: IntArray, share: float, rho: float
) -> FloatArray:
    return (latent(rng, index, rho) < stats.norm.ppf(share)).astype(float)


def shares(runs: int) -> Iterator[Row]:
    """Coverage shares, the coverage bound and differences of shares by case."""
    share, bound, gap = records(3)
    for i, (q, p) in enumerate(product((8, 30, 150), (0.1, 0.5, 0.9))):
        hits = []
        for rng in generators(runs, 14, i):
            index = np.repeat(np.arange(q), rng.integers(1, 10, q))
            flag = _flags(rng, index, p, 0.3)
            ours = clustered_proportion(flag, index)
            cap = coverage_bound(flag, np.full(len(flag), np.nan), index)
            other = clustered_proportion(_flags(rng, index, 0.5, 0.3), index)
            difference = independent_difference(ours, other)
            hits.append(
                [
                    covers(ours, p),
                    covers(cap, 0.5 + p / 2),
                    covers(difference, p - 0.5),
                ]
            )
        for rows, rate in zip((share, bound, gap), np.mean(hits, axis=0), strict=True):
            rows.append((f"Q={q} p={p}", float(rate)))
    yield coverage_row(
        "coverage", "share: Wilson at effective n", share, runs, floor=0.93
    )
    yield coverage_row(
        "coverage", "bound: equal weight per case", bound, runs, floor=0.92
    )
    yield coverage_row("coverage", "difference: square-and-add", gap, runs, floor=0.93)


def corrections(runs: int) -> Iterator[Row]:
    """Se .80, sp .75 from 90 labelled pairs in 30 cases; a run of 300 cases."""
    rogan, labelled, widths = records(3)
    for i, truth in enumerate((0.3, 0.6, 0.75)):
        hits, wide = [], []
        for rng in generators(max(runs // 4, 50), 15, i):
            index, labels = np.repeat(np.arange(300), 4), np.repeat(np.arange(30), 3)
            real, flag = _observed(rng, index, truth)
            known, method = _observed(rng, labels, 0.6)
            found = rogan_gladen(
                flag, index, Labels(method, known, labels), resamples=800
            ).corrected
            chosen = rng.random(len(flag)) < 60 / len(flag)
            own = labelled_correction(flag, index, np.where(chosen, real, np.nan))
            hits.append((covers(found, truth), covers(own, truth)))
            wide.append([width(found), width(own)])
        name = f"true share {truth}"
        for rows, rate in zip((rogan, labelled), np.mean(hits, axis=0), strict=True):
            rows.append((name, float(rate)))
        mean = np.nanmean(wide, axis=0).tolist()
        widths += [
            (f"Rogan-Gladen {truth}", mean[0]),
            (f"60 own labels {truth}", mean[1]),
        ]
    n, family = max(runs // 4, 50), "correction"
    yield coverage_row(family, "Rogan-Gladen, cases redrawn", rogan, n, floor=0.92)
    yield coverage_row(family, "60 labels of the run itself", labelled, n, floor=0.92)
    yield value_row(family, "width", widths)


def _observed(
    rng: np.random.Generator, index: IntArray, share: float
) -> tuple[FloatArray, FloatArray]:
    real = _flags(rng, index, share, 0.3)
    seen = np.where(real == 1, 0.8, 0.25)
    return real, (rng.random(len(index)) < seen).astype(float)


def catches(runs: int) -> Iterator[Row]:
    """Down-flips of covered criteria in variants against repeats."""
    found = []
    for i, q in enumerate((20, 60, 200)):
        hits = []
        for rng in generators(runs, 16, i):
            n = rng.integers(1, 9, q)
            rate = rng.beta(2, 18, q)
            up = rng.binomial(n, 0.3 + rate / 2)
            result = catch_rate(
                Counts(up, n), Counts(rng.binomial(n, rate), n), np.arange(q)
            )
            hits.append(covers(result.interval, 0.3 - 0.1 / 2))
        found.append((f"Q={q}", float(np.mean(hits))))
    yield coverage_row("coverage", "catch rate: paired t", found, runs, floor=0.92)


def conditioning(runs: int) -> Iterator[Row]:
    """A/A pairs filtered by the first grading: the AUROC should be .5 and is not."""
    rng, n = np.random.default_rng(17), 50_000 + 150 * runs
    met = rng.beta(0.35, 0.35, (n, 11))
    points = rng.integers(1, 11, (n, 11)) * np.where(rng.random((n, 11)) < 0.2, -1, 1)
    first, second = (rng.random((2, n, 11)) < _sharp(met)).astype(float)
    drop = ((first - second) * points).sum(axis=1)
    auroc = 0.5 + np.sign(drop) / 2
    covered = rng.integers(0, 11, n)
    rows = np.arange(n)
    worse = points[rows, covered] > 0
    headroom = np.where(worse, first[rows, covered] == 1, first[rows, covered] == 0)
    score = (first * points).sum(axis=1) / np.maximum(points, 0).sum(axis=1).clip(1)
    low = score > np.quantile(score, 0.12)
    found = [
        ("all A/A pairs", float(auroc.mean())),
        ("covered criterion with headroom", float(auroc[headroom].mean())),
        ("without the lowest 12 %", float(auroc[low].mean())),
    ]
    yield value_row(
        "coverage", "AUROC of repeats, conditioned on the first grading", found
    )


def _sharp(met: FloatArray) -> FloatArray:
    """Verdicts near 0 or 1: about 3.5 % of them differ between two gradings."""
    return np.clip(
        np.round(met) + np.where(met > 0.5, -1, 1) * 0.036 * (met * 2 % 1), 0, 1
    )
