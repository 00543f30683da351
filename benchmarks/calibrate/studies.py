"""Calibration of scenarios, review, comparisons and agreement."""

from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from calibrate.simulate import (
    Row,
    coverage_row,
    covers,
    generators,
    latent,
    records,
    size_row,
)
from inspect_rubricblind.logs.statistics.agreement import (
    Coefficient,
    pair_agreement,
    panel_agreement,
)
from inspect_rubricblind.logs.statistics.answer_models import Rows, answer_model_effects
from inspect_rubricblind.logs.statistics.clusters import FloatArray
from inspect_rubricblind.logs.statistics.density import density_correlation
from inspect_rubricblind.logs.statistics.intervals import Interval
from inspect_rubricblind.logs.statistics.priority import inversion_of_priority
from inspect_rubricblind.logs.statistics.review import (
    pair_bootstrap,
    yes_beyond_controls,
    yes_share,
)
from inspect_rubricblind.logs.statistics.standardise import Side, compare


def priority(runs: int) -> Iterator[Row]:
    """Slopes that vary between scenarios; permutations when there is no slope."""
    hits, size = records(2)
    for i, scenarios in enumerate((5, 10, 30)):
        covered, rejected = 0, 0
        for rng in generators(runs, 26, i):
            index = np.repeat(np.arange(scenarios), rng.integers(25, 60, scenarios))
            weight = rng.integers(1, 6, len(index))
            slope = rng.normal(-0.05, 0.03, scenarios)[index]
            level = rng.uniform(0.4, 0.6, scenarios)[index]
            met = rng.random(len(index)) < np.clip(level + slope * (weight - 3), 0, 1)
            found = inversion_of_priority(
                met.astype(float), weight, index, permutations=1
            )
            covered += covers(found.slope, -0.05)
            flat = (rng.random(len(index)) < level).astype(float)
            null = inversion_of_priority(flat, weight, index, permutations=199)
            rejected += null.permutation_p <= 0.05
        hits.append((f"scenarios={scenarios}", covered / runs))
        size.append((f"scenarios={scenarios}", rejected / runs))
    yield coverage_row("priority", "slope: t over scenarios", hits, runs, floor=0.93)
    yield size_row("priority", "permutation of weights", size, runs, ceiling=0.05)


def review(runs: int) -> Iterator[Row]:
    """117 pairs, two of 12 raters each; raters differ in how readily they say Yes."""
    ours, s1, gap = records(3)
    for i, (spread, base) in enumerate(product((0.3, 0.7, 1.2), (0.5, 1.5))):
        grid = stats.norm.ppf((np.arange(4000) + 0.5) / 4000)
        scale = np.sqrt(spread**2 + 0.8**2)
        truth = float((1 / (1 + np.exp(-(base + scale * grid)))).mean())
        null = float((1 / (1 + np.exp(-(base - 3 + scale * grid)))).mean())
        hits = []
        for rng in generators(runs, 27, i):
            pair = np.repeat(np.arange(117), 2)
            rater = rng.permutation(np.arange(234) % 12)
            control = (pair % 7 == 0).astype(float)
            logit = base + 0.8 * rng.normal(size=117)[pair]
            logit += spread * rng.normal(size=12)[rater]
            yes = (rng.random(234) < 1 / (1 + np.exp(-logit))).astype(float)
            total = np.bincount(pair, weights=yes)
            fixed = pair_bootstrap(*(int((total == k).sum()) for k in (2, 1, 0)))
            shown = logit - 3 * control
            seen = (rng.random(234) < 1 / (1 + np.exp(-shown))).astype(float)
            difference = yes_beyond_controls(seen, control, pair, rater).interval
            hits.append(
                (
                    covers(yes_share(yes, pair, rater), truth),
                    covers(fixed.yes, truth),
                    covers(difference, truth - null),
                )
            )
        name = f"rater sd={spread} base={base}"
        for rows, rate in zip((ours, s1, gap), np.mean(hits, axis=0), strict=True):
            rows.append((name, float(rate)))
    yield coverage_row(
        "review", "Yes share: two-way (pair + rater)", ours, runs, floor=0.92
    )
    yield coverage_row("review", "S1: bootstrap over pairs", s1, runs, floor=None)
    yield coverage_row("review", "Yes beyond hidden controls", gap, runs, floor=0.92)


def comparisons(runs: int) -> Iterator[Row]:
    """Equal type weights between two benchmarks or two answer models."""
    n = max(runs // 2, 50)
    hits, effects = records(2)
    for i, (q, shared) in enumerate(product((60, 200), (True, False))):
        covered, within_effect = 0, 0
        for rng in generators(n, 28, i):
            sides, rows = [], []
            base = rng.normal(size=q)
            for k in range(2):
                keep = rng.random((q, 4)) < np.array([0.9, 0.6, 0.7, 0.8])
                index, types = np.nonzero(keep)
                extra = base if shared else rng.normal(size=q)
                score = np.sqrt(0.3) * extra[index] + np.sqrt(0.7) * rng.normal(
                    size=len(index)
                )
                win = 0.1 + 0.1 * types + 0.05 * k
                x = np.where(
                    score > stats.norm.ppf(1 - win),
                    1,
                    np.where(score < stats.norm.ppf(0.08), -1, 0),
                )
                codes = np.array([f"t{t}" for t in types])
                sides.append(Side(x, codes, index + (0 if shared else k * 10_000)))
                rows.append((x, np.full(len(x), "ab"[k]), codes, index))
            found = compare(*sides, min_pairs=20, resamples=400)
            covered += covers(found.difference, -0.025)
            if shared:
                within_effect += covers(_effect(rows), 5.0)
        name = f"Q={q} {'shared' if shared else 'different'} questions"
        hits.append((name, covered / n))
        if shared:
            effects.append((name, within_effect / n))
    yield coverage_row(
        "comparison", "equal type weights: joint bootstrap", hits, n, floor=0.92
    )
    yield coverage_row(
        "answer models", "within questions: cluster t", effects, n, floor=0.92
    )


def _effect(rows: Sequence[tuple[ArrayLike, ...]]) -> Interval:
    x, model, codes, index = (np.concatenate(part) for part in zip(*rows, strict=True))
    length = np.random.default_rng(0).normal(size=len(x))
    data = Rows(x, model, codes, index, length)
    return answer_model_effects(data, "a", resamples=1)[0].unadjusted


def coefficients(runs: int) -> Iterator[Row]:
    """Percentile intervals of correlations and chance-corrected agreement."""
    n, (spearman, kappa, fleiss, ac1) = max(runs // 4, 50), records(4)
    for i, q in enumerate((60, 200)):
        big = _density_pairs(np.random.default_rng([29, 0]), 60_000)
        truth = density_correlation(*big, resamples=1).tie_rate.estimate or 0.0
        hits = [
            within(
                density_correlation(*_density_pairs(rng, q), resamples=400).tie_rate,
                truth,
            )
            for rng in generators(n, 29, i)
        ]
        spearman.append((f"Q={q}", float(np.mean(hits))))
    p = np.array([0.04, 0.16, 0.80])
    share = p[2] + p[1] / 2
    agree, even = p[0] + p[2], 2 * share * (1 - share)
    truths = ((agree - (1 - even)) / even, (agree - even) / (1 - even))
    for i, items in enumerate((40, 81, 300)):
        hits_f, hits_a, hits_k = [], [], []
        for rng in generators(n, 30, i):
            counts = np.repeat(
                [[2, 0], [1, 1], [0, 2]], rng.multinomial(items, p), axis=0
            )
            found = panel_agreement(counts, resamples=400)
            hits_f.append(within(found.fleiss, truths[0]))
            hits_a.append(within(found.gwet_ac1, truths[1]))
            a = rng.choice(3, items, p=[0.3, 0.58, 0.12])
            b = np.where(
                rng.random(items) < 0.8, a, rng.choice(3, items, p=[0.3, 0.58, 0.12])
            )
            agreed = pair_agreement(a, b, np.arange(items), resamples=400)
            hits_k.append(within(agreed.kappa, 0.8))
        for rows, hit in ((kappa, hits_k), (fleiss, hits_f), (ac1, hits_a)):
            rows.append((f"items={items}", float(np.mean(hit))))
    for name, rows in (
        ("density: Spearman over questions", spearman),
        ("Cohen's kappa", kappa),
        ("Fleiss' kappa, 88 % Yes", fleiss),
        ("Gwet's AC1, 88 % Yes", ac1),
    ):
        yield coverage_row("percentile bootstrap", name, rows, n, floor=None)


def _density_pairs(
    rng: np.random.Generator, q: int
) -> tuple[FloatArray, FloatArray, FloatArray]:
    size = rng.integers(2, 32, q)
    index = np.repeat(np.arange(q), rng.integers(1, 8, q))
    chance = (0.1 + 0.012 * size)[index]
    untied = (latent(rng, index, 0.3) < stats.norm.ppf(chance)).astype(float)
    x = untied * np.where(rng.random(len(index)) < 0.7, 1, -1)
    return x, size[index].astype(float), index.astype(float)


def within(found: Coefficient, truth: float) -> bool:
    """Whether a coefficient's limits hold the truth."""
    return (
        found.low is not None
        and found.high is not None
        and (found.low <= truth <= found.high)
    )
