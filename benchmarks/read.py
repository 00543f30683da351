"""What reading logs costs: CPU, wall and the growth of memory, per sample.

    python benchmarks/read.py LOG...

A large log is quickly made from the bundled cases:
`inspect eval inspect_rubricblind/healthbench -T dataset=sample --epochs 100`.
Target: 2,000 samples in 3 CPU-seconds with memory that does not grow with events.
"""

import argparse
import json
import resource
import time
from pathlib import Path

from inspect_rubricblind.logs.study import read_study


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("logs", nargs="+", type=Path)
    print(json.dumps(measure(parser.parse_args().logs), indent=2))


def measure(logs: list[Path]) -> dict[str, object]:
    """Read once; imports are not counted."""
    before, cpu, wall = peak_mebibytes(), time.process_time(), time.perf_counter()
    study = read_study(logs)
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    answers = sum(study.answers.values())
    return {
        "answers": answers,
        "pairs": len(study.pairs),
        "cpu_seconds": round(cpu, 2),
        "wall_seconds": round(wall, 2),
        "cpu_milliseconds_per_answer": round(1000 * cpu / max(answers, 1), 2),
        "memory_growth_mebibytes": round(peak_mebibytes() - before),
    }


def peak_mebibytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
