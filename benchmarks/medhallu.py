"""Wall time and calls of the study of ready-made pairs.

    python benchmarks/medhallu.py FILE [--limit 260] [--latency 0.0]

FILE holds MedHallu's rows. First without any model: the run and its report. Then with a
local model server in the place of all models: labels by a panel of three, rubrics of
each scheme, their grading (one repeat), and the classes of the criteria. Calls are
those that the server saw, by stage; the server answers at once unless a latency is
given, so the seconds are what the suite itself needs.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from inspect_ai import eval

from inspect_rubricblind.cli.preparing import (
    classified_rows,
    run_task,
    written_rubrics,
)
from inspect_rubricblind.logs.report import build_report, write_report
from inspect_rubricblind.logs.study import read_study
from inspect_rubricblind.solvers.rubrics.saved import write_rows
from inspect_rubricblind.tasks.criteria_classes import criteria_classes
from inspect_rubricblind.tasks.medhallu import medhallu
from inspect_rubricblind.tasks.medhallu_rubrics import medhallu_rubrics

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from model_server import Server, running_server

LOCAL = "openai-api/local/"
PANEL = [f"{LOCAL}p{n}" for n in range(3)]
WRITERS = {"openrubrics": [f"{LOCAL}one"], "rubrichub": [f"{LOCAL}one", f"{LOCAL}two"]}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("--limit", type=int, default=260)
    parser.add_argument("--latency", type=float, default=0.0)
    given = parser.parse_args()
    with running_server() as server, tempfile.TemporaryDirectory() as folder:
        os.environ.update(server.environment)
        os.environ["INSPECT_CACHE_DIR"] = f"{folder}/cache"
        server.plan(latency=given.latency)
        found = measure(server, Path(folder), given.file, given.limit)
    print(json.dumps(found, indent=2))


def measure(server: Server, folder: Path, file: Path, limit: int) -> dict[str, Any]:
    """Seconds and calls of each step."""
    steps: dict[str, Any] = {}
    logs = folder / "logs"

    def step(name: str, work: Callable[[], object]) -> None:
        server.reset()
        start = time.perf_counter()
        work()
        seconds = round(time.perf_counter() - start, 1)
        calls: Counter[str] = Counter()
        for seen in server.seen().values():
            calls[seen.stage] += seen.arrivals
        steps[name] = {"seconds": seconds, "calls": dict(calls)}
        print(name, steps[name], file=sys.stderr, flush=True)

    def grade(log_dir: Path, roles: dict[str, Any], **arguments: Any) -> None:
        [log] = eval(
            medhallu(dataset=str(file), **arguments),
            model="none/none",
            model_roles=roles,
            limit=limit,
            log_dir=str(log_dir),
            display="none",
            log_realtime=False,
        )
        if log.status != "success":
            raise SystemExit(f"{log.location}: {log.error}")

    def write(scheme: str, out: Path) -> None:
        task = medhallu_rubrics(dataset=str(file), scheme=scheme)
        roles = {"rubric_writer": WRITERS[scheme]}
        write_rows(written_rubrics(run_task(task, roles, str(logs), limit)), out)

    def classify(rubrics: Path) -> None:
        task = criteria_classes(rubrics=str(rubrics))
        log = run_task(task, {"panel": PANEL}, str(logs))
        write_rows(classified_rows(log), folder / "classes.jsonl")

    def report(name: str) -> None:
        study = read_study([folder / name])
        write_report(build_report(study), study, folder / f"report-{name}")

    step("without a model", lambda: grade(folder / "bare", {}))
    step("its report", lambda: report("bare"))
    grader = {"grader": f"{LOCAL}keyword"}
    step(
        "generic, graded, labels by a panel",
        lambda: grade(logs, {**grader, "panel": PANEL}),
    )
    for scheme in WRITERS:
        out = folder / f"{scheme}.jsonl"
        step(f"{scheme}, written", lambda s=scheme, o=out: write(s, o))
        step(
            f"{scheme}, graded",
            lambda o=out: grade(logs, grader, rubrics=str(o), labels="none"),
        )
    step("criteria classified", lambda: classify(folder / "rubrichub.jsonl"))
    step("report of all", lambda: report("logs"))
    return {"questions": limit, "steps": steps}


if __name__ == "__main__":
    main()
