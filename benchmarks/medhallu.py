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
from functools import partial
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
    study = Study(server, folder, file, limit)
    study.step("without a model", lambda: study.grade(folder / "bare", {}))
    study.step("its report", lambda: study.report("bare"))
    grader = {"grader": f"{LOCAL}keyword"}
    logs = folder / "logs"
    study.step(
        "generic, graded, labels by a panel",
        lambda: study.grade(logs, {**grader, "panel": PANEL}),
    )
    for scheme in WRITERS:
        out = str(folder / f"{scheme}.jsonl")
        study.step(f"{scheme}, written", partial(study.write, scheme, out))
        graded = partial(study.grade, logs, grader, rubrics=out, labels="none")
        study.step(f"{scheme}, graded", graded)
    study.step("criteria classified", lambda: study.classify("rubrichub.jsonl"))
    study.step("report of all", lambda: study.report("logs"))
    return {"questions": limit, "steps": study.steps}


class Study:
    """The steps of a study, each timed and its calls counted."""

    def __init__(self, server: Server, folder: Path, file: Path, limit: int) -> None:
        self.server = server
        self.folder = folder
        self.file = str(file)
        self.limit = limit
        self.steps: dict[str, Any] = {}

    def step(self, name: str, work: Callable[[], object]) -> None:
        """Do the work; note its seconds, and the calls that the server saw."""
        self.server.reset()
        start = time.perf_counter()
        work()
        seconds = round(time.perf_counter() - start, 1)
        calls: Counter[str] = Counter()
        for seen in self.server.seen().values():
            calls[seen.stage] += seen.arrivals
        self.steps[name] = {"seconds": seconds, "calls": dict(calls)}
        print(name, self.steps[name], file=sys.stderr, flush=True)

    def grade(self, logs: Path, roles: dict[str, Any], **arguments: Any) -> None:
        """One run of the task."""
        [log] = eval(
            medhallu(dataset=self.file, **arguments),
            model="none/none",
            model_roles=roles,
            limit=self.limit,
            log_dir=str(logs),
            display="none",
            log_realtime=False,
        )
        if log.status != "success":
            raise SystemExit(f"{log.location}: {log.error}")

    def write(self, scheme: str, out: str) -> None:
        """Rubrics of a scheme."""
        task = medhallu_rubrics(dataset=self.file, scheme=scheme)
        roles = {"rubric_writer": WRITERS[scheme]}
        log = run_task(task, roles, str(self.folder / "logs"), self.limit)
        write_rows(written_rubrics(log), Path(out))

    def classify(self, rubrics: str) -> None:
        """Classes of the criteria of a file."""
        task = criteria_classes(rubrics=str(self.folder / rubrics))
        log = run_task(task, {"panel": PANEL}, str(self.folder / "logs"))
        write_rows(classified_rows(log), self.folder / "classes.jsonl")

    def report(self, name: str) -> None:
        """The report of a folder of logs."""
        study = read_study([self.folder / name])
        write_report(build_report(study), study, self.folder / f"report-{name}")


if __name__ == "__main__":
    main()
