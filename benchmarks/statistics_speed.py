"""Time and memory of the estimators, beside `scipy.stats.bootstrap`.

    python benchmarks/statistics_speed.py [--questions 5000]

5,000 questions x 13 error types, 10,000 resamples. Prints JSON: for each estimand the
seconds (wall and CPU) and peak megabytes of ours and of scipy's percentile bootstrap of
the same estimand in the same run, with their ratios; then those of every family on all
65,000 pairs. Targets: all families but mixed models under 20 CPU seconds and 1.5 GiB.
"""

import argparse
import json
import sys
import time
import tracemalloc
from collections.abc import Callable
from functools import partial

import numpy as np
from scipy import stats

from inspect_rubricblind.logs.statistics.agreement import pair_agreement
from inspect_rubricblind.logs.statistics.auroc import paired_auroc
from inspect_rubricblind.logs.statistics.clusters import (
    FloatArray,
    IntArray,
    mean_sums,
    resample_sums,
)
from inspect_rubricblind.logs.statistics.controls import placebo_adjusted
from inspect_rubricblind.logs.statistics.coverage import coverage_bound
from inspect_rubricblind.logs.statistics.density import (
    density_bins,
    density_correlation,
)
from inspect_rubricblind.logs.statistics.detection import detection_test
from inspect_rubricblind.logs.statistics.drop import drop_size
from inspect_rubricblind.logs.statistics.equivalence import equivalence_test
from inspect_rubricblind.logs.statistics.intervals import s1_intervals
from inspect_rubricblind.logs.statistics.noise import above_noise
from inspect_rubricblind.logs.statistics.power import detectable_effect
from inspect_rubricblind.logs.statistics.rank_resampling import joint_resampling_range
from inspect_rubricblind.logs.statistics.ranks import rank_agreement
from inspect_rubricblind.logs.statistics.regrade import regrade_change
from inspect_rubricblind.logs.statistics.standardise import Side, compare
from inspect_rubricblind.logs.statistics.ungraded import bounds

TYPES, RESAMPLES = 13, 10_000
TARGET_SECONDS, TARGET_MEGABYTES = 20, 1536


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--questions", type=int, default=5000)
    questions = parser.parse_args().questions
    outcome, question, code = make_pairs(questions, seed=0)
    families = measure_families(outcome, question, code)
    total = sum(entry["cpu_seconds"] for entry in families.values())
    peak = max(entry["megabytes"] for entry in families.values())
    report = {
        "pairs": len(outcome),
        "resamples": RESAMPLES,
        "against_scipy": compare_with_scipy(outcome, question, code),
        "families": families,
        "total_cpu_seconds": round(total, 2),
        "peak_megabytes": peak,
    }
    print(json.dumps(report, indent=2))
    sys.exit(total > TARGET_SECONDS or peak > TARGET_MEGABYTES)


def make_pairs(questions: int, seed: int) -> tuple[IntArray, IntArray, IntArray]:
    """Outcomes that share a question's level, with S1's shares on HealthBench."""
    rng = np.random.default_rng(seed)
    question, code = (
        np.repeat(np.arange(questions), TYPES),
        np.tile(np.arange(TYPES), questions),
    )
    score = np.sqrt(0.3) * rng.normal(size=questions)[question]
    score += np.sqrt(0.7) * rng.normal(size=len(question)) + 0.1 * (code - 6) / 6
    high, low = float(stats.norm.ppf(1 - 0.311)), float(stats.norm.ppf(0.112))
    return np.where(score > high, 1, np.where(score < low, -1, 0)), question, code


def measure(run: Callable[[], object]) -> dict[str, float]:
    """Seconds without, and peak megabytes with, tracing of allocations."""
    start, cpu = time.perf_counter(), time.process_time()
    run()
    seconds, cpu = time.perf_counter() - start, time.process_time() - cpu
    tracemalloc.start()
    run()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return {
        "seconds": round(seconds, 3),
        "cpu_seconds": round(cpu, 3),
        "megabytes": round(peak / 2**20, 1),
    }


def compare_with_scipy(
    outcome: IntArray, question: IntArray, code: IntArray
) -> dict[str, dict[str, object]]:
    means = mean_sums(outcome.astype(float), question, "question").numerator
    one_type = 0.5 + outcome[code == 0] / 2
    wins = [float((outcome[code == 0] == sign).mean()) for sign in (1, -1)]

    def by_scipy(values: FloatArray) -> object:
        # The batch bounds its memory; without one it asks for resamples x n doubles.
        return stats.bootstrap(
            (values,), np.mean, n_resamples=RESAMPLES, batch=250, method="percentile",
            rng=np.random.default_rng(0),
        )  # fmt: skip

    def ours() -> object:
        return np.quantile(
            resample_sums(means[:, None], RESAMPLES, 0) / len(means), (0.025, 0.975)
        )

    found = {}
    for name, mine, values in (
        ("net of a data set, questions redrawn", ours, means),
        (
            "AUROC of one type, pairs redrawn",
            lambda: s1_intervals(wins[0], wins[1], len(one_type)),
            one_type,
        ),
    ):
        own, theirs = measure(mine), measure(partial(by_scipy, values))
        found[name] = {
            "ours": own,
            "scipy": theirs,
            "cpu_ratio": round(
                theirs["cpu_seconds"] / max(own["cpu_seconds"], 1e-4), 1
            ),
            "memory_ratio": round(theirs["megabytes"] / max(own["megabytes"], 0.1), 1),
        }
    return found


def measure_families(
    outcome: IntArray, question: IntArray, code: IntArray
) -> dict[str, dict[str, float]]:
    rng, n = np.random.default_rng(1), len(outcome)
    second = np.where(rng.random(n) < 0.85, outcome, rng.permutation(outcome))
    differs = (rng.random(n) < 0.2).astype(float)
    criteria = rng.integers(2, 32, question.max() + 1)[question]
    covered = (rng.random(n) < 0.6).astype(float)
    types = [code == c for c in range(TYPES)]
    names = np.char.add("t", code.astype(str))
    low = np.where(rng.random(n) < 0.05, -1, outcome)
    aurocs = [0.5 + outcome[t].mean() / 2 for t in types]
    again = [0.5 + second[t].mean() / 2 for t in types]
    runs: dict[str, Callable[[], object]] = {
        "auroc, data set and types": lambda: (
            paired_auroc(outcome, question),
            [paired_auroc(outcome[t], question[t], "pair") for t in types],
        ),
        "detection and equivalence": lambda: (
            detection_test(outcome, question),
            equivalence_test(outcome, question),
            [detection_test(outcome[t], question[t]) for t in types],
        ),
        "detectable effects": lambda: [
            detectable_effect(int(t.sum()), 0.4, 0.05 / TYPES) for t in types
        ],
        "drop": lambda: drop_size(outcome * 0.1, outcome, question),
        "noise": lambda: above_noise(outcome, differs, question),
        "controls": lambda: placebo_adjusted(outcome, second, question),
        "coverage": lambda: coverage_bound(covered, covered, question),
        "ungraded": lambda: bounds(low, outcome, question),
        "density": lambda: (
            density_bins(outcome, criteria, question, differs),
            density_correlation(outcome, criteria, question, resamples=RESAMPLES),
        ),
        "regrade": lambda: regrade_change(
            outcome, second, question, resamples=RESAMPLES
        ),
        "regrade by type": lambda: [
            regrade_change(outcome[t], second[t], question[t], resamples=RESAMPLES)
            for t in types
        ],
        "agreement": lambda: pair_agreement(
            outcome, second, question, resamples=RESAMPLES
        ),
        "ranks": lambda: rank_agreement(aurocs, again, shared_questions=False),
        "ranks redrawn jointly": lambda: joint_resampling_range(
            np.concatenate([outcome, second]),
            np.repeat([0, 1], n),
            np.tile(code, 2),
            np.tile(question, 2),
            resamples=RESAMPLES,
        ),
        "equal type weights": lambda: compare(
            Side(outcome, names, question),
            Side(second, names, question),
            resamples=RESAMPLES,
        ),
    }
    return {name: measure(run) for name, run in runs.items()}


if __name__ == "__main__":
    main()
