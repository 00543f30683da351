"""Time and memory of `rubricblind report --pairs` on a large study.

    python benchmarks/report_speed.py [--questions 5000]

5,000 questions x 13 error types with points, coverage, themes, one repeat and control
per question: 65,000 error pairs in one cell, 10,000 resamples per bootstrap.
Runs the command in a process of its own and prints JSON: CPU seconds, wall seconds and
the peak resident megabytes. Targets: 20 CPU seconds, 1.5 GiB.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pandas as pd
from scipy import stats

from inspect_rubricblind.records import ERROR_CODES

TARGET_SECONDS, TARGET_MEGABYTES = 20, 1536


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--questions", type=int, default=5000)
    questions = parser.parse_args().questions
    with tempfile.TemporaryDirectory() as folder:
        table = make_pairs(questions, seed=0)
        path = Path(folder) / "pairs.parquet"
        table.to_parquet(path)
        report = measure(path, Path(folder) / "report")
    print(json.dumps({"error_pairs": questions * len(ERROR_CODES), **report}, indent=2))
    slow = report["cpu_seconds"] > TARGET_SECONDS
    sys.exit(slow or report["peak_megabytes"] > TARGET_MEGABYTES)


def make_pairs(questions: int, seed: int) -> pd.DataFrame:
    """Errors that share a question's level, with S1's shares on HealthBench."""
    rng, types = np.random.default_rng(seed), len(ERROR_CODES)
    question = np.repeat(np.arange(questions), types)
    code = np.tile(np.arange(types), questions)
    n = len(question)
    score = np.sqrt(0.3) * rng.normal(size=questions)[question]
    score += np.sqrt(0.7) * rng.normal(size=n) + 0.1 * (code - 6) / 6
    high, low = (float(stats.norm.ppf(share)) for share in (1 - 0.311, 0.112))
    gap = np.where(score > high, 5, np.where(score < low, -5, 0))
    criteria = rng.integers(2, 32, questions)
    shared = {"benchmark": "made", "grader": "g", "points_possible": 30}
    errors = pd.DataFrame(
        {
            **shared,
            "case_id": np.char.add("q", question.astype(str)),
            "kind": "error",
            "error_type": np.asarray(ERROR_CODES)[code],
            "points_original": 10 + gap,
            "points_variant": 10,
            "n_criteria": criteria[question],
            "covered": rng.random(n) < 0.6,
            "headroom": rng.random(n) < 0.7,
            "flips_down": (gap > 0).astype(int),
            "flips_up": (gap < 0).astype(int),
            "edit_shape": "same",
            "theme": np.asarray(list("abcde"))[question % 5],
        }
    )
    moved = 5 * (rng.random(questions) < 0.1) * rng.choice([-1, 1], questions)
    repeats = pd.DataFrame(
        {
            **shared,
            "case_id": np.char.add("q", np.arange(questions).astype(str)),
            "kind": "repeat",
            "error_type": "",
            "repeat": 1,
            "points_original": 10,
            "points_variant": 10 + moved,
            "n_criteria": criteria,
            "flips_down": 0,
            "flips_up": 0,
        }
    )
    controls = repeats.assign(kind="control", error_type="same", repeat=0)
    return pd.concat([errors, repeats, controls], ignore_index=True)


def measure(path: Path, out: Path) -> dict[str, float]:
    """Cost of the command as its operating system counts it."""
    code = "from inspect_rubricblind.cli import main; main()"
    arguments = [sys.executable, "-c", code, "report"]
    start = time.perf_counter()
    arguments += ["--pairs", str(path), "--out", str(out)]
    subprocess.run(arguments, check=True, stdout=subprocess.DEVNULL)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return {
        "wall_seconds": round(time.perf_counter() - start, 1),
        "cpu_seconds": round(used.ru_utime + used.ru_stime, 1),
        "peak_megabytes": round(used.ru_maxrss / 1024),
    }


if __name__ == "__main__":
    main()
