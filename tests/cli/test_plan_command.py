import json
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from inspect_rubricblind.cli import main

NUMBERS = ("--cases", 100, "--criteria", 10)


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["plan", *(str(a) for a in arguments)])


def planned(*arguments: object) -> dict:
    result = run(*arguments, "--json")
    assert result.exit_code in (0, 3), result.output
    return json.loads(result.output)


def test_help_teaches_examples_priors_and_exit_status():
    shown = run("--help").output
    for word in ("Examples:", "Exit status:", "2700/521", "--discordance"):
        assert word in shown


@pytest.mark.parametrize("name", ["demo", "plan", "validate", "taxonomy", "costs"])
def test_every_option_says_what_it_is_for(name: str):
    options = [p for p in main.commands[name].params if isinstance(p, click.Option)]
    assert [option.name for option in options if not option.help] == []


@pytest.mark.parametrize("command", ["plan", "costs"])
def test_help_imports_neither_inspect_nor_pandas(command: str):
    code = (
        "import sys\n"
        "from inspect_rubricblind.cli import main\n"
        f"main([{command!r}, '--help'], standalone_mode=False)\n"
        "slow = {'inspect_ai', 'pandas', 'numpy', 'rich', 'pydantic'}\n"
        "heavy = slow & set(sys.modules)\n"
        "sys.exit(f'imported {heavy}' if heavy else 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_0_every_role_counts_as_bound_where_none_is_named():
    found = planned(*NUMBERS)
    assert [row["role"] for row in found["by_role"]] == [
        "evaluated model",
        "applicability_a",
        "applicability_b",
        "injector",
        "judge",
        "grader",
    ]
    assert found["rows"][1]["calls"] == 1300
    assert found["incomplete"] == []


def test_0_with_named_models_only_these_are_called():
    found = planned(*NUMBERS, "--model-role", "grader=openai/a", "--repeats", 0)
    assert {row["model"] for row in found["rows"]} == {"openai/a"}
    assert found["design"]["answers"] is False
    assert found["design"]["injector"] == "rules"


def test_0_settings_of_a_role_are_let_pass_as_in_inspect():
    role = "grader={model: openai/a, temperature: 0}"
    assert planned(*NUMBERS, "--model-role", role)["rows"][0]["model"] == "openai/a"


def test_0_estimates_and_their_sources_are_said(tmp_path: Path):
    result = run("--dataset", "sample", "--accepted", "2700/521")
    assert result.exit_code == 0, result.output
    shown = " ".join(result.output.split())
    assert "All figures are estimates for 24 cases (HealthBench" in shown
    assert "Injections per case: 5.18 (as given)" in shown
    assert "tables 2 and 15" in shown
    assert "What the pairs of one error type can show" in shown


def test_0_cost_by_hand(tmp_path: Path):
    prices = tmp_path / "prices.yaml"
    prices.write_text("openai/o3: {input: 2, output: 8}\n")
    found = planned(
        *NUMBERS,
        *("--model", "openai/o3", "--prices", prices, "--answer-tokens", 500),
        *("--question-tokens", 200),
    )
    # 100 x (200 x 2 + 500 x 8) dollars per million; only the answers need a model.
    assert found["total"]["cost"] == pytest.approx(0.44)
    assert [row["stage"] for row in found["rows"]] == ["answer"]


def test_0_reply_lengths_can_be_given():
    found = planned(*NUMBERS, "--reply-tokens", "grader=7", "--repeats", 0)
    (row,) = (r for r in found["rows"] if r["stage"] == "grading of originals")
    assert row["output_tokens"] == 7000


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((*NUMBERS, "--model-role", "graders=x"), "model roles must be among"),
        ((*NUMBERS, "--model-role", "grader={a: 1}"), "role grader must be a model or"),
        ((*NUMBERS, "--error-types", "F9"), "error types must be among"),
        ((*NUMBERS, "--error-types", "F1,F1"), "error_types must name each code once"),
        ((*NUMBERS, "--accepted", 14), "accepted must be"),
        ((*NUMBERS, "--discordance", 0), "discordance must be"),
        ((*NUMBERS, "--injector", "model", "--model", "a/b"), "injector=model needs"),
        ((*NUMBERS, "--reply-tokens", "a=1"), "reply tokens must be for one of"),
        ((*NUMBERS, "--reply-tokens", "judge=x"), "reply tokens of judge must be"),
        (("--dataset", "gone.jsonl"), "there is no file"),
        (("--dataset", "sample", "--subset", "easy"), "subset must be one of"),
        (("--dataset", "sample", "--benchmark", "arc"), "benchmark must be one of"),
    ],
)
def test_1_what_cannot_be_planned_is_named(arguments, message):
    result = run(*arguments)
    assert result.exit_code == 1, result.output
    assert message in " ".join(result.output.split())


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("--cases", 5),
        ("--cases", 0, "--criteria", 3),
        (*NUMBERS, "--accepted", "many"),
        (*NUMBERS, "--model-role", "grader"),
    ],
)
def test_2_wrong_usage(arguments):
    assert run(*arguments).exit_code == 2


def test_3_a_model_without_a_price_is_named(tmp_path: Path):
    prices = tmp_path / "prices.yaml"
    prices.write_text("openai/o3: {input: 2, output: 8}\n")
    result = run(*NUMBERS, "--model-role", "grader=openai/a", "--prices", prices)
    assert result.exit_code == 3
    assert "has no price for openai/a" in " ".join(result.output.split())
    nameless = planned(*NUMBERS, "--prices", prices)["incomplete"]
    assert "role grader" in nameless[0]
