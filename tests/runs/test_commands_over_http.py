"""The documented commands, in processes of their own, without a terminal."""

import json
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest
from inspect_ai.log import read_eval_log

from inspect_rubricblind.tasks.healthbench import SAMPLE
from model_runs import LOCAL, pair_table
from model_server import KEY

INSPECT = str(Path(sys.executable).with_name("inspect"))
PAIR = ["case_id", "kind", "error_type", "repeat"]


def inspect(*arguments, cwd):
    return subprocess.run(
        [INSPECT, *map(str, arguments), "--display", "plain"],
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
    )


def evaluate(folder, *arguments, cwd):
    done = inspect(
        *("eval", "inspect_rubricblind/healthbench"),
        *("-T", "dataset=sample", "-T", "error_types=F4,O2", "--limit", 2),
        *("--log-dir", folder, *arguments),
        cwd=cwd,
    )
    logs = sorted(folder.glob("*.eval"))
    return done, logs[-1] if logs else None


def regrade(log, model, *arguments, cwd):
    done = inspect(
        *("score", log, "--scorer", "inspect_rubricblind/paired_rubric"),
        *("--model-role", f"grader={LOCAL}{model}", *arguments),
        cwd=cwd,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_a_role_bound_to_two_models_ends_the_command_with_the_reason(
    local_model, tmp_path
):
    roles = f"grader={LOCAL}one,{LOCAL}two"
    done, log = evaluate(tmp_path / "logs", "--model-role", roles, cwd=tmp_path)
    assert read_eval_log(log, header_only=True).status == "error"
    assert "model role grader must be one model" in done.stdout + done.stderr
    assert local_model.seen() == {}


@pytest.mark.slow
def test_all_roles_are_bound_by_options(local_model, tmp_path):
    roles = {
        "applicability_a": "voting_a",
        "applicability_b": "voting_b",
        "injector": "injecting",
        "judge": "judging",
        "grader": "keyword",
    }
    bound = [x for r, m in roles.items() for x in ("--model-role", f"{r}={LOCAL}{m}")]
    _, log = evaluate(
        tmp_path / "logs", "--model", f"{LOCAL}writing", *bound, cwd=tmp_path
    )
    assert read_eval_log(log, header_only=True).status == "success"
    asked = {}
    for seen in local_model.seen().values():
        asked.setdefault(seen.model, set()).add(seen.stage)
    assert asked == {
        "writing": {"answer"},
        "voting_a": {"applicability"},
        "voting_b": {"applicability"},
        "injecting": {"injection", "control"},
        "judging": {"judge", "control_judge", "coverage"},
        "keyword": {"grading"},
    }


@pytest.mark.slow
def test_a_role_takes_settings_as_yaml_and_a_wrong_key_stops_the_command(
    local_model, tmp_path, monkeypatch
):
    role = f"grader={{model: {LOCAL}keyword, temperature: 0.5}}"
    _, log = evaluate(tmp_path / "logs", "--model-role", role, cwd=tmp_path)
    assert read_eval_log(log, header_only=True).status == "success"
    temperatures = {s.settings["temperature"] for s in local_model.seen().values()}
    assert temperatures == {0.5}
    wrong = KEY + "-with-a-typo"
    monkeypatch.setenv("LOCAL_API_KEY", wrong)
    done, log = evaluate(
        tmp_path / "wrong", "--model-role", f"grader={LOCAL}keyword", cwd=tmp_path
    )
    assert "role grader" in done.stdout + done.stderr
    assert "status 401" in read_eval_log(log, header_only=True).error.message
    assert wrong not in done.stdout + done.stderr


@pytest.mark.slow
def test_gradings_by_a_by_b_and_by_both_are_all_kept_and_none_twice(
    local_model, tmp_path
):
    logs = tmp_path / "logs"
    _, first = evaluate(logs, "--model-role", f"grader={LOCAL}keyword", cwd=tmp_path)
    only_a = pair_table(logs)
    local_model.reset()
    both = logs / "graded-a-b.eval"
    regrade(
        *(first, "noisy", "--action", "append", "--output-file", both), cwd=tmp_path
    )
    assert {s.stage for s in local_model.seen().values()} == {"grading"}
    only_b = tmp_path / "only_b" / "graded-b.eval"
    only_b.parent.mkdir()
    regrade(
        *(first, "noisy", "--action", "overwrite", "--output-file", only_b),
        cwd=tmp_path,
    )
    tables = {
        "A": only_a,
        "A and A+B": pair_table(logs),
        "A+B": pair_table(both),
        "B": pair_table(only_b),
        "all": pair_table(logs, only_b),
    }
    graders = {name: set(table.grader) for name, table in tables.items()}
    a, b = f"{LOCAL}keyword", f"{LOCAL}noisy"
    assert graders == {
        "A": {a},
        "A and A+B": {a, b},
        "A+B": {a, b},
        "B": {b},
        "all": {a, b},
    }
    for name in ("A and A+B", "A+B", "all"):
        assert len(tables[name]) == len(only_a) + len(tables["B"]), name
    same = ["points_original", "points_variant", "outcome"]
    for grader, alone in ((a, only_a), (b, tables["B"])):
        kept = tables["all"][tables["all"].grader == grader]
        pd.testing.assert_frame_equal(
            kept.set_index(PAIR)[same], alone.set_index(PAIR)[same]
        )


@pytest.mark.slow
def test_a_log_overwritten_in_place_holds_the_new_grading(local_model, tmp_path):
    logs = tmp_path / "logs"
    _, log = evaluate(logs, "--model-role", f"grader={LOCAL}keyword", cwd=tmp_path)
    regrade(log, "always", "--action", "overwrite", "--overwrite", cwd=tmp_path)
    assert set(pair_table(logs).grader) == {f"{LOCAL}always"}
    assert set(pair_table(logs).outcome) == {"tie"}


@pytest.mark.slow
def test_draw_and_criteria_are_options_of_the_command(local_model, tmp_path):
    logs = tmp_path / "logs"
    _, log = evaluate(logs, "--model-role", f"grader={LOCAL}alternating", cwd=tmp_path)
    paid = local_model.calls()
    appended = ("--action", "append", "--output-file")
    regrade(
        log,
        *("alternating", "-S", "draw=1", *appended, logs / "drawn.eval"),
        cwd=tmp_path,
    )
    assert local_model.calls() == 2 * paid
    table = pair_table(logs)
    assert set(table.draw) == {0, 1}
    ids = [json.loads(row)["prompt_id"] for row in SAMPLE.read_bytes().splitlines()]
    rubric = [{"criterion": "Names the dose.", "points": 4}]
    file = tmp_path / "criteria.jsonl"
    rows = [json.dumps({"id": one, "criteria": rubric}) for one in ids]
    file.write_text("\n".join(rows))
    edited = tmp_path / "edited.eval"
    regrade(
        log, "keyword", "-S", "criteria=criteria.jsonl", *appended, edited, cwd=tmp_path
    )
    table = pair_table(edited)
    assert set(table[table.grader == f"{LOCAL}keyword"].points_possible) == {4}
