"""Peak memory and start-up of each benchmark at the size of its official file.

Writes files with as many rows as the official ones and of their size in bytes, made of
the bundled samples, and starts each task on them in a process of its own: importing
Inspect, reading and checking all rows, and running one case without a model.

    python benchmarks/loading.py [--keep FOLDER]

Prints one line per benchmark: rows, file size, seconds until the task exists (by the
clock, and of processor time, which a busy machine does not stretch), seconds until one
case is done, and the peak memory of the process. The limits are 15 s of processor time
until the task exists and 1 GiB; the script ends with status 1 where one is passed.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

SAMPLES = Path(__file__).parent.parent / "src/inspect_rubricblind/tasks/samples"
SECONDS, MEBIBYTES = 15.0, 1024.0
TEXT = "This sentence is here for its length alone, and it says nothing at all. "

Row = dict[str, Any]


class Official(NamedTuple):
    """How large an official file is, and how a row of the sample is made so large.

    `id_field` numbers the rows, `pad` puts text into one.
    """

    task: str
    sample: str
    rows: int
    size: int
    id_field: str
    pad: Callable[[Row, str], None]


def pad_prompt(row: Row, text: str) -> None:
    row["prompt"][0]["content"] += text


def pad_conversation(row: Row, text: str) -> None:
    row["conversation"]["messages"][0]["content"] += text


def pad_narrative(row: Row, text: str) -> None:
    row["narrative"] += text


# HealthBench: published size. LiveMedBench: 2,843 bytes per row in 120 real rows, twice
# as much here, for themes and axes. Professional: no size is published; 20 kB per row.
OFFICIAL: Mapping[str, Official] = {
    "healthbench": Official(
        "healthbench", "healthbench.jsonl", 5000, 60_258_154, "prompt_id", pad_prompt
    ),
    "healthbench_professional": Official(
        "healthbench_professional",
        "healthbench_professional.jsonl",
        525,
        525 * 20_000,
        "id",
        pad_conversation,
    ),
    "livemedbench": Official(
        "livemedbench",
        "livemedbench.json",
        5286,
        5286 * 5_700,
        "case_id",
        pad_narrative,
    ),
}


def write_file(official: Official, folder: Path) -> Path:
    """A file of the official size, out of the bundled rows."""
    source = SAMPLES / official.sample
    is_list = source.suffix == ".json"
    text = source.read_text(encoding="utf-8")
    rows = json.loads(text) if is_list else list(map(json.loads, text.splitlines()))
    wanted = official.size // official.rows
    lines = []
    for number in range(official.rows):
        row = json.loads(json.dumps(rows[number % len(rows)]))
        row.pop("sources", None)
        row[official.id_field] = number if is_list else f"case-{number}"
        lacking = wanted - len(json.dumps(row, ensure_ascii=False).encode())
        official.pad(row, TEXT * max(0, lacking // len(TEXT)))
        lines.append(json.dumps(row, ensure_ascii=False))
    path = folder / official.sample
    body = f"[{','.join(lines)}]" if is_list else "\n".join(lines)
    path.write_text(body, encoding="utf-8")
    return path


def measure(task: str, path: str, logs: str) -> dict[str, float]:
    """In this process: seconds until the task exists and until one case is done."""
    start = time.perf_counter()
    from inspect_ai import eval as run

    from inspect_rubricblind import _registry

    made = getattr(_registry, task)(dataset=path, answers="reference")
    created, cpu = time.perf_counter() - start, time.process_time()
    rows = len(made.dataset)
    [log] = run(made, model="none/none", limit=1, log_dir=logs, display="none")
    if log.status != "success":
        raise RuntimeError(f"{task} must run, but: {log.error}")
    return {
        "cases": rows,
        "created": created,
        "cpu": cpu,
        "ran": time.perf_counter() - start,
        "peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def run_all(folder: Path) -> bool:
    """Print a line per benchmark; whether all keep the limits."""
    kept = True
    for name, official in OFFICIAL.items():
        path = write_file(official, folder)
        command = [sys.executable, __file__, "--measure", name, str(path), str(folder)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        found = json.loads(done.stdout.strip().split("\n")[-1])
        print(
            f"{name}: {official.rows:,} rows, {path.stat().st_size / 1e6:.1f} MB, "
            f"{found['cases']:,.0f} cases; task after {found['created']:.1f} s "
            f"({found['cpu']:.1f} s of processor time), one case done after "
            f"{found['ran']:.1f} s, peak {found['peak']:.0f} MiB"
        )
        kept &= found["cpu"] < SECONDS and found["peak"] < MEBIBYTES
    return kept


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keep", type=Path, help="Folder to leave files and logs in.")
    parser.add_argument("--measure", nargs=3, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        print(json.dumps(measure(*options.measure)))
        return 0
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
        return 0 if run_all(options.keep) else 1
    with tempfile.TemporaryDirectory() as folder:
        return 0 if run_all(Path(folder)) else 1


if __name__ == "__main__":
    sys.exit(main())
