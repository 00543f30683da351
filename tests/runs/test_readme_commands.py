"""Every command of the README's section on models does what it says.

They run one after the other in an empty folder, as a reader would type them, with a
local model in the place of all others and one case of the bundled sample.
"""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from inspect_ai.log import read_eval_log

from inspect_rubricblind.logs.study import read_study
from inspect_rubricblind.tasks.healthbench import SAMPLE
from model_runs import LOCAL

ROOT = Path(__file__).parents[2]
MODEL = re.compile(r"\b(?:openai|google|vllm|ollama)/[\w./:-]*\w")
TRIED = "-T dataset=sample -T error_types=F1,O1 --limit 1"
DATASETS = {
    "inspect_rubricblind/healthbench": TRIED,
    "--run-config": TRIED,
    "inspect_rubricblind/grader_qualification": "--limit 1",
}


def section() -> str:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    return text.split("\n## With models\n")[1].split("\n## ")[0]


def commands() -> list[str]:
    """The shell commands of the section; a backslash goes on in the next line."""
    joined = section().replace("\\\n", " ")
    lines = [line[4:] for line in joined.splitlines() if line.startswith("    ")]
    return [line for line in lines if line.startswith(("inspect ", "rubricblind "))]


def adapted(command: str) -> list[str]:
    """For a machine without keys: local models, the bundled sample, one case."""
    command = MODEL.sub(LOCAL + "keyword", command)
    command = command.replace("--dataset official --cases 500", "--dataset sample")
    command = command.replace("configs/", f"{ROOT}/configs/").replace("--limit 20", "")
    words = shlex.split(command)
    for mark, options in DATASETS.items():
        if mark in words and words[1] == "eval":
            words += shlex.split(options)
    return [str(Path(sys.executable).with_name(words[0])), *words[1:]]


def localised(path: Path) -> Path:
    """A copy of a run configuration with local models."""
    text = re.sub(r"model: \S+/\S+", f"model: {LOCAL}keyword", path.read_text())
    copy = Path("config.yaml").resolve()
    copy.write_text(text)
    return copy


def execute(words: list[str]) -> None:
    words = [str(localised(Path(w))) if w.endswith("gemini.yaml") else w for w in words]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{words}\n{done.stdout}\n{done.stderr}"


def write_inputs() -> None:
    """The files that the commands name."""
    Path("prices.yaml").write_text(f"{LOCAL}keyword: {{input: 2, output: 8}}\n")
    with Path("edited.jsonl").open("w", encoding="utf-8") as edited:
        for line in SAMPLE.open(encoding="utf-8"):
            row = json.loads(line)
            criteria = [
                {"criterion": item["criterion"], "points": item["points"]}
                for item in row["rubrics"][:3]
            ]
            rubric = {"id": row["prompt_id"], "criteria": criteria}
            edited.write(json.dumps(rubric) + "\n")


def test_the_section_has_the_commands_that_it_should():
    found = "\n".join(commands())
    for part in (
        "eval inspect_rubricblind/healthbench",
        "--run-config configs/when_rubrics_fail/",
        "batch: true",
        "vllm/",
        "ollama/",
        "--action append --output-file",
        "-S draw=1",
        "-S criteria=",
        "eval inspect_rubricblind/grader_qualification",
        "rubricblind plan",
        "rubricblind costs",
    ):
        assert part in found, part


@pytest.mark.slow
def test_every_command_runs(local_model, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("INSPECT_LOG_DIR", str(tmp_path / "logs"))
    write_inputs()
    given = commands()
    scoring = [c for c in given if c.startswith("inspect score")]
    reading = [c for c in given if c.startswith(("rubricblind costs", "rubricblind r"))]
    for command in given:
        if command not in (*scoring, *reading):
            execute(adapted(command))
    paths = sorted(Path("logs").glob("*.eval"))
    logs = {path: read_eval_log(path, header_only=True) for path in paths}
    assert {log.status for log in logs.values()} == {"success"}
    full = {path: log for path, log in logs.items() if "judge" in log.eval.model_roles}
    (source,) = [p for p, log in full.items() if log.eval.task_args["repeats"] == 1]
    for command in scoring:
        execute(adapted(command.replace("logs/RUN.eval", str(source))))
    for command in reading:
        execute(adapted(command))
    again = list(Path("logs").glob("graded-*.eval"))
    assert len(again) == 3
    graded = read_study([source, *again]).pairs
    # The run, the same grader under another draw, and with another rubric; the first
    # command's grader is the run's own here, where all models are one.
    assert graded["grading"].nunique() == 3


@pytest.mark.slow
def test_after_the_first_grader_of_a_set_only_grading_is_paid(
    local_model, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    code = section().split("```python\n")[1].split("```")[0]
    code = code.replace("openai/gpt-4.1-2025-04-14", LOCAL + "keyword")
    code = code.replace('"google/gemini-3.7-flash")', f'"{LOCAL}noisy")')
    code = code.replace("google/gemini-3.1-flash-lite", LOCAL + "keyword")
    code = code.replace("healthbench()", "healthbench(dataset='sample')")
    code = code.replace("limit=20", "limit=1")
    exec(code, {})
    injected = [s for s in local_model.seen().values() if s.stage == "injection"]
    assert injected
    assert all(seen.arrivals == 1 for seen in injected)
    graded = {s.model for s in local_model.seen().values() if s.stage == "grading"}
    assert graded == {"keyword", "noisy"}
