"""How long a whole run takes: `inspect eval` of healthbench over a file of rows.

    python benchmarks/run.py DATASET [-T name=value ...]

Runs the task in a process of its own, without a model, and prints JSON: wall and CPU
seconds, peak memory, and the wall split into load (start-up, imports, rows), inject
(all solvers), cover (the scorer) and log (everything else: Inspect's own bookkeeping
and the log file), taken from the spans in the log. Target on two cores, for the
105 rows it was set for: under 60 s and 1 GiB.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from datetime import datetime
from pathlib import Path

from inspect_ai.event import SpanBeginEvent, SpanEndEvent
from inspect_ai.log import EvalLog, read_eval_log

TARGET_SECONDS = 60
TARGET_BYTES = 1024**3


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("dataset", type=Path)
    parser.add_argument("-T", dest="arguments", action="append", default=[])
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(measure(given.dataset, given.arguments, folder), indent=2))


def measure(dataset: Path, arguments: list[str], folder: str) -> dict[str, object]:
    """Run once and account for the time."""
    command = [sys.executable, "-m", "inspect_ai", "eval"]
    command += ["inspect_rubricblind/healthbench", "-T", f"dataset={dataset}"]
    command += [part for argument in arguments for part in ("-T", argument)]
    command += ["--log-dir", folder, "--display", "none"]
    started, clock = time.time(), time.perf_counter()
    process = subprocess.Popen(command)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - clock
    if status:
        sys.exit(f"the run must succeed, but ended with status {status}")
    (path,) = Path(folder).glob("*.eval")
    log = read_eval_log(str(path))
    samples = log.samples or []
    split = split_wall(log, started, wall)
    peak = usage.ru_maxrss * 1024
    return {
        "samples": len(samples),
        "wall_seconds": round(wall, 2),
        "cpu_seconds": round(usage.ru_utime + usage.ru_stime, 2),
        "peak_mebibytes": round(peak / 2**20),
        "log_mebibytes": round(path.stat().st_size / 2**20, 2),
        "split_seconds": {name: round(value, 2) for name, value in split.items()},
        "target_met": wall < TARGET_SECONDS and peak < TARGET_BYTES,
    }


def split_wall(log: EvalLog, started: float, wall: float) -> dict[str, float]:
    """Wall seconds by part. Solvers by rules never wait, so their spans add up."""
    spent: Counter[str] = Counter()
    first = min(_seconds(str(s.started_at)) for s in log.samples or [])
    for sample in log.samples or []:
        opened = {}
        for event in sample.events:
            if isinstance(event, SpanBeginEvent) and event.type in ("solver", "scorer"):
                opened[event.id] = event
            elif isinstance(event, SpanEndEvent) and event.id in opened:
                begin = opened.pop(event.id)
                length = (event.timestamp - begin.timestamp).total_seconds()
                spent[str(begin.type)] += length
    load = first - started
    inject, cover = spent["solver"], spent["scorer"]
    rest = wall - load - inject - cover
    return {"load": load, "inject": inject, "cover": cover, "log": rest}


def _seconds(timestamp: str) -> float:
    return datetime.fromisoformat(timestamp).timestamp()


if __name__ == "__main__":
    main()
