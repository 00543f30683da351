"""The script that holds a judge's word on coverage against labels and rules."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from inspect_ai.log import read_eval_log

from model_runs import LOCAL

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "coverage_judge.py"
UNITS = ("pair", "criterion")


def measured(folder, file, *arguments):
    done = subprocess.run(
        [
            *(sys.executable, str(SCRIPT), str(file), "--judge", LOCAL + "keyword"),
            *("--log-dir", str(folder / "logs"), "--json", *arguments),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout[done.stdout.index("{\n") :])


def table(row):
    return [
        row[name]
        for name in (
            *("true_positive", "false_positive"),
            *("false_negative", "true_negative"),
        )
    ]


@pytest.mark.slow
def test_a_judge_is_held_against_the_gold_pairs_and_the_rules(local_model, tmp_path):
    found = measured(tmp_path, "gold", "--limit", "6")
    assert local_model.calls("coverage") == found["pairs"] == 6
    assert found["unread"] == {}
    judge, rules = found["judge against labels"], found["rules against labels"]
    both = found["judge against rules"]
    for unit in UNITS:
        # Labels, rules and judge name the same numbers wherever they meet.
        yes = sum(table(judge[unit])[k] for k in (0, 1))
        assert yes == sum(table(both[unit])[k] for k in (0, 1))
        assert sum(table(rules[unit])[k] for k in (0, 1)) == (
            sum(table(both[unit])[k] for k in (0, 2))
        )
        assert sum(table(rules[unit])[k] for k in (0, 2)) == (
            sum(table(judge[unit])[k] for k in (0, 2))
        )
    agreed = judge["criterion"]["true_positive"]
    assert sum(found["should_change"].values()) == agreed
    [log] = (tmp_path / "logs").glob("*.eval")
    assert read_eval_log(str(log), header_only=True).eval.task == "coverage_judge"


@pytest.mark.slow
def test_replies_that_cannot_be_read_are_counted_and_compared_with_nothing(
    local_model, tmp_path
):
    local_model.plan(
        doomed_every=7, doomed_kinds=["garbage"], doomed_stages=["coverage"]
    )
    found = measured(tmp_path, "gold", "--limit", "8")
    assert found["unread"] == {"unparsed": 1}
    for name in ("judge against labels", "judge against rules"):
        assert sum(table(found[name]["pair"])) == 7


@pytest.mark.slow
def test_a_file_of_labels_is_read_with_its_conversation(local_model, tmp_path):
    row = {
        "case_id": "case-1",
        "error_type": "F1",
        "conversation": [{"role": "user", "content": "Which dose of nitrofurantoin?"}],
        "answer": "Take 100 mg of nitrofurantoin twice daily. Drink water.",
        "edits": [{"find": "100 mg", "replace": "1000 mg"}],
        "claim": "The dose of nitrofurantoin is given as 1000 mg.",
        "criteria": [
            {
                "index": 0,
                "criterion": "States the dose of nitrofurantoin as 100 mg.",
                "points": 5,
                "original_met": True,
                "injected_met": False,
                "addresses": True,
            }
        ],
    }
    file = tmp_path / "labels.jsonl"
    file.write_text(json.dumps(row))
    found = measured(tmp_path, file, "--half", "all")
    assert found["pairs"] == 1
    assert table(found["rules against labels"]["pair"]) == [1, 0, 0, 0]
