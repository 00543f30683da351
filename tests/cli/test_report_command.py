import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from inspect_rubricblind.cli import main
from synthetic_logs import coverage, log_sample, variant, write_log

SCORED = log_sample(
    "x", injections=[variant("F1")], scored=coverage(("F1", True, None))
)


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(a) for a in arguments])


@pytest.mark.parametrize("command", [[], ["report"], ["demo"], ["taxonomy"]])
def test_help_imports_neither_inspect_nor_pandas(command: list[str]):
    code = (
        "import sys\n"
        "from inspect_rubricblind.cli import main\n"
        f"main({[*command, '--help']!r}, standalone_mode=False)\n"
        "slow = {'inspect_ai', 'pandas', 'numpy', 'rich', 'pydantic'}\n"
        "heavy = slow & set(sys.modules)\n"
        "sys.exit(f'imported {heavy}' if heavy else 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "Usage:" in done.stdout


def test_help_is_instant():
    code = "from inspect_rubricblind.cli import main; main(['--help'])"
    times = []
    for _ in range(3):
        before = os.times()
        subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
        after = os.times()
        spent = (after.children_user - before.children_user) + (
            after.children_system - before.children_system
        )
        times.append(spent)
    assert min(times) < 0.5


@pytest.mark.parametrize("command", ["report", "demo", "taxonomy", "validate"])
def test_every_command_teaches_examples_and_exit_status(command: str):
    shown = run(command, "--help").output
    assert "Examples:" in shown
    assert "Exit status:" in shown
    assert "\\b" not in shown


def test_0_report_written(tmp_path: Path):
    log = write_log(tmp_path / "a.eval", [SCORED])
    result = run("report", log, "--out", tmp_path / "out")
    assert result.exit_code == 0, result.output
    assert (tmp_path / "out" / "report.md").is_file()
    assert "SAMPLE data" in result.output
    assert "No grader bound: coverage only" in result.output


def test_1_no_usable_log_is_a_message_not_a_traceback(tmp_path: Path):
    (tmp_path / "a.eval").write_bytes(b"junk")
    result = run("report", tmp_path, "--out", tmp_path / "out")
    assert result.exit_code == 1
    assert result.output.startswith("Error: no log can be used")
    assert not (tmp_path / "out").exists()


def test_1_mixed_versions_are_refused(tmp_path: Path):
    write_log(tmp_path / "a.eval", [SCORED], task_version="1")
    write_log(tmp_path / "b.eval", [SCORED], task_version="2")
    result = run("report", tmp_path, "--out", tmp_path / "out")
    assert result.exit_code == 1
    assert "one version of task healthbench" in result.output


@pytest.mark.parametrize(
    "arguments", [["report"], ["report", "gone.eval"], ["report", ".", "--seed", "x"]]
)
def test_2_wrong_usage(arguments: list[str]):
    assert run(*arguments).exit_code == 2


def test_3_written_but_incomplete(tmp_path: Path):
    log = write_log(tmp_path / "a.eval", [SCORED], planned=["x", "y"])
    result = run("report", log, "--out", tmp_path / "out")
    assert result.exit_code == 3
    assert "1 sample(s) without a result (missing)" in result.output
    assert (tmp_path / "out" / "summary.json").is_file()


def test_json_prints_the_file_and_nothing_else(tmp_path: Path):
    log = write_log(tmp_path / "a.eval", [SCORED])
    result = run("report", log, "--out", tmp_path / "out", "--json")
    assert result.stdout == (tmp_path / "out" / "summary.json").read_text()
    assert json.loads(result.stdout)["by_benchmark"][0]["n"] == 1


def test_hostile_text_reaches_no_terminal(tmp_path: Path):
    sample = log_sample(
        "x",
        injections=[variant("F1")],
        scored=coverage(("F1", False, None)),
        question="[bold]hi[/bold] \x1b]8;;http://evil\x07link [/] [red",
        answer_model="m\x1b[2J",
    )
    log = write_log(tmp_path / "a.eval", [sample])
    result = run("report", log, "--out", tmp_path / "out")
    assert result.exit_code == 0, result.output
    assert "\x1b" not in result.output
    assert "\x07" not in result.output
    assert "[bold]hi[/bold]" in result.output
