"""Calibration of ranks, regrading, risk ratios and traps."""

import csv
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import numpy as np
from scipy import stats

from calibrate.simulate import (
    OUTCOMES,
    Row,
    coverage_row,
    covers,
    generators,
    latent,
    records,
    size_row,
    thresholded,
    value_row,
)
from inspect_rubricblind.logs.statistics.clusters import IntArray, resample_sums
from inspect_rubricblind.logs.statistics.rank_resampling import (
    noise_ceiling,
    resampling_range,
)
from inspect_rubricblind.logs.statistics.ranks import rank_agreement, tau_b
from inspect_rubricblind.logs.statistics.regrade import regrade_change
from inspect_rubricblind.logs.statistics.risk_ratio import log_normal_ratio, risk_ratio
from inspect_rubricblind.logs.statistics.trap_rates import (
    TrapCounts,
    compare_models,
    trap_rate,
)

SHARED = Path(__file__).parents[2] / "tests/logs/statistics/data/table_17.csv"


def s1_counts() -> dict[str, IntArray]:
    """Wins, ties, losses of S1's 12 types with 30 or more pairs, by benchmark."""
    counts: dict[str, list[list[int]]] = {}
    with open(SHARED, encoding="utf-8", newline="") as file:
        next(file)
        for row in csv.DictReader(file):
            if row["code"] != "O1":
                cell = [int(row[key]) for key in ("win", "tie", "loss")]
                counts.setdefault(row["dataset"], []).append(cell)
    return {name: np.array(table) for name, table in counts.items()}


def ranks(runs: int) -> Iterator[Row]:
    """The nested bootstrap of S1's three pairs of benchmarks, their AUROCs as truth."""
    n, covered, counts = max(runs // 2, 60), [], s1_counts()
    names = (
        ("HealthBench", "LiveMedBench"),
        ("HealthBench", "HealthBench Professional"),
        ("LiveMedBench", "HealthBench Professional"),
    )
    for i, pair in enumerate(names):
        tables = [counts[name] for name in pair]
        truth = [((t[:, 0] + t[:, 1] / 2) / t.sum(axis=1))[None] for t in tables]
        tau, hits = float(tau_b(truth[0], truth[1])[0]), 0
        for rng in generators(n, 21, i):
            drawn = [
                rng.multinomial(
                    t.sum(axis=1).astype(int), t / t.sum(axis=1, keepdims=True)
                )
                for t in tables
            ]
            found = resampling_range(drawn[0], drawn[1], resamples=800)
            hits += found.tau_low <= tau <= found.tau_high
        covered.append((" x ".join(pair), hits / n))
    ceilings = [(name, noise_ceiling(t) or 0.0) for name, t in counts.items()]
    yield coverage_row("ranks", "S1: nested bootstrap of tau-b", covered, n, floor=None)
    yield value_row("ranks", "its coverage by pair of benchmarks", covered)
    yield value_row("ranks", "noise ceiling: tau-b of two replicates", ceilings)
    size = {"analytic tau": 0, "permuted tau": 0, "analytic rho": 0, "permuted rho": 0}
    for rng in generators(n, 22):
        x, y = rng.integers(0, 9, (2, 12)) / 9
        found_p = rank_agreement(x, y, shared_questions=False, permutations=400)
        ps = (
            found_p.tau_p, found_p.tau_permutation_p,
            found_p.rho_p, found_p.rho_permutation_p,
        )  # fmt: skip
        for name, p in zip(size, ps, strict=True):
            size[name] += (p or 0.0) < 0.05
    rates = [(name, count / n) for name, count in size.items()]
    yield size_row("ranks", "independence, 12 types with ties", rates, n, ceiling=0.06)


def regrade(runs: int) -> Iterator[Row]:
    """Two gradings that share most of their latent score."""
    n = max(runs // 2, 60)
    ours, boot, size = records(3)
    for i, (q, (w, lost)) in enumerate(product((15, 60, 300), OUTCOMES[:3])):
        hits, stable = [], 0
        for rng in generators(n, 23, i):
            index = np.repeat(np.arange(q), rng.integers(1, 9, q))
            base = latent(rng, index, 0.3)
            for shift in (0.04, 0.10):
                noise = rng.normal(size=(2, len(index)))
                a, b = (np.sqrt(0.85) * base + np.sqrt(0.15) * e for e in noise)
                first = thresholded(a, w, lost)
                second = thresholded(b, w + shift, lost)
                found = regrade_change(first, second, index, resamples=300)
                if shift == 0.04:
                    pair = (found.change, found.bootstrap)
                    hits.append([covers(x, shift / 2) for x in pair])
                else:
                    stable += found.stable
        name = f"Q={q} W={w} L={lost}"
        for rows, rate in zip((ours, boot), np.mean(hits, axis=0), strict=True):
            rows.append((name, float(rate)))
        size.append((name, stable / n))
    yield coverage_row("regrade", "change: score at effective n", ours, n, floor=0.92)
    yield coverage_row("regrade", "change: joint bootstrap", boot, n, floor=None)
    yield size_row("regrade", "stable, true change .05", size, n, ceiling=0.06)


def ratios(runs: int) -> Iterator[Row]:
    """Criteria within questions, classes that cluster apart."""
    ours, log_normal = records(2)
    for i, (q, rho) in enumerate(product((30, 60, 195), (0.1, 0.3, 0.6))):
        hits = []
        for rng in generators(runs, 24, i):
            index = np.repeat(np.arange(q), rng.integers(10, 30, q))
            first = (rng.random(len(index)) < 0.79).astype(float)
            chance = np.where(first == 1, 0.5, 0.35)
            # Criteria of one class in one question share more than the two classes do.
            score = np.sqrt(0.1) * latent(rng, index, 1.0) + np.sqrt(0.9) * latent(
                rng, index * 2 + first.astype(int), rho
            )
            event = (score < stats.norm.ppf(chance)).astype(float)
            found = risk_ratio(event, first, index)
            counts = [int(v) for v in (
                (event * first).sum(), first.sum(),
                (event * (1 - first)).sum(), (1 - first).sum(),
            )]  # fmt: skip
            plain = log_normal_ratio(*counts)
            hits.append([covers(x, 0.5 / 0.35) for x in (found, plain)])
        for rows, rate in zip((ours, log_normal), np.mean(hits, axis=0), strict=True):
            rows.append((f"Q={q} rho={rho}", float(rate)))
    family = "risk ratio"
    yield coverage_row(family, "cluster-linearised", ours, runs, floor=0.93)
    yield coverage_row(family, "S1: log-normal", log_normal, runs, floor=None)


def traps(runs: int) -> Iterator[Row]:
    """Four rubric lines per sample; hard and easy samples."""
    ours, cluster, size = records(3)
    for i, (n, rate) in enumerate(product((8, 20, 80), (0.1, 0.3, 0.6))):
        hits, rejected = [], 0
        for rng in generators(runs, 25, i):
            chance = rng.beta(1.2 * rate, 1.2 * (1 - rate), n)
            failed, again = rng.binomial(4, chance, (2, n)).astype(float)
            labels = np.arange(n)
            found = trap_rate(TrapCounts(failed, np.full(n, 4), labels)).lines
            drawn = resample_sums(failed[:, None], 300, 0)[:, 0] / (4 * n)
            low, high = np.quantile(drawn, (0.025, 0.975))
            hits.append((covers(found, rate), low <= rate <= high))
            both = {
                name: TrapCounts(x, np.full(n, 4), labels)
                for name, x in (("a", failed), ("b", again))
            }
            p = compare_models(both)[0].p_holm
            rejected += p is not None and p < 0.05
        name = f"samples={n} rate={rate}"
        for rows, value in zip((ours, cluster), np.mean(hits, axis=0), strict=True):
            rows.append((name, float(value)))
        size.append((name, rejected / runs))
    yield coverage_row("traps", "rate: Wilson at effective n", ours, runs, floor=0.92)
    yield coverage_row("traps", "cluster percentile", cluster, runs, floor=None)
    yield size_row("traps", "two equal models: paired t", size, runs, ceiling=0.06)
