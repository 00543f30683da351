"""One command on a study that two graders of the local server graded, one noisy."""

import json
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest
from inspect_ai import eval, score
from inspect_ai.log import write_eval_log

from inspect_rubricblind.scorers.paired_rubric import paired_rubric
from inspect_rubricblind.tasks.grader_qualification import grader_qualification
from model_runs import bind, run


def command(*arguments: object) -> "subprocess.CompletedProcess[str]":
    code = "from inspect_rubricblind.cli import main; main()"
    told = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.run(told, capture_output=True, text=True)


@pytest.fixture
def logs(local_model, tmp_path: Path) -> Path:
    folder = tmp_path / "logs"
    log = run(folder, bind("grader"), limit=6, error_types="F1,F4,K1,O2")
    again = score(
        log,
        paired_rubric(),
        model_roles=bind("grader", model="noisy"),
        action="append",
        display="none",
    )
    write_eval_log(again, str(folder / "again.eval"))
    eval(
        grader_qualification(shard="0/8"),
        model="none/none",
        model_roles=bind("grader"),
        log_dir=str(folder),
        display="none",
        log_realtime=False,
    )
    return folder


@pytest.mark.slow
def test_two_graders_one_command(logs: Path, tmp_path: Path):
    out = tmp_path / "out"
    shown = command("report", logs, "--out", out)
    # Only one shard of the qualification was run, which the report says.
    assert shown.returncode == 3, shown.stderr
    content = json.loads((out / "summary.json").read_text("utf-8"))
    text = files("inspect_rubricblind.logs").joinpath("schema/summary.schema.json")
    validator = jsonschema.Draft202012Validator(json.loads(text.read_text("utf-8")))
    assert not [error.message for error in validator.iter_errors(content)]
    rows = content["by_benchmark"]
    graders = [row["grader"].rsplit("/", 1)[1] for row in rows]
    assert sorted(graders) == ["keyword", "noisy"]
    assert {row["n_graded"] for row in rows} == {rows[0]["n_accepted"]}
    [missing] = content["incomplete"]
    assert "no log for shard" in missing
    steady = rows[graders.index("keyword")]
    assert steady["repeat_discordance"] == 0.0
    assert steady["grader_blind"] is None
    assert content["assay"]
    [comparison] = content["comparisons"]
    assert comparison["differ"] == "grading"
    setups = [row["setup"] for row in rows]
    compared = command("compare", *setups, "--in", logs, "--json")
    assert compared.returncode in (0, 3), compared.stderr
    found = json.loads(compared.stdout)
    assert found["overall"]["n"] == steady["n"]
    for pair in found["pairs"]:
        assert pair["on_original"] or pair["on_variant"]
