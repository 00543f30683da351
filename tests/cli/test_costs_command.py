import json
from pathlib import Path

from click.testing import CliRunner, Result

from call_events import call, scorer_span, with_events
from inspect_rubricblind.cli import main
from synthetic_logs import log_sample, write_log

GRADED = with_events(
    log_sample("x"),
    *scorer_span("s", "paired_rubric"),
    call("1", "s-task", tokens=(1_000_000, 500_000)),
)


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["costs", *(str(a) for a in arguments)])


def prices(folder: Path, text: str) -> Path:
    path = folder / "prices.yaml"
    path.write_text(text)
    return path


def test_help_teaches_the_price_file_examples_and_exit_status():
    shown = run("--help").output
    for word in ("input_cache_read: 0.5", "Examples:", "Exit status:"):
        assert word in shown


def test_0_calls_and_cost_by_stage(tmp_path: Path):
    log = write_log(tmp_path / "a.eval", [GRADED])
    result = run(log, "--prices", prices(tmp_path, "openai/a: {input: 2, output: 8}"))
    assert result.exit_code == 0, result.output
    # 1 M x 2 + 0.5 M x 8
    assert "6.00" in result.output
    assert "grading: grader" in result.output
    assert "Cost by stage, US dollars" in result.output


def test_0_a_run_without_calls(tmp_path: Path):
    result = run(write_log(tmp_path / "a.eval", [log_sample("x")]))
    assert (result.exit_code, result.output) == (0, "No model was called.\n")


def test_0_without_prices_the_cost_is_left_open(tmp_path: Path):
    result = run(write_log(tmp_path / "a.eval", [GRADED]))
    assert result.exit_code == 0
    assert "No price is known for openai/a." in result.output


def test_1_a_file_that_cannot_be_used(tmp_path: Path):
    log = write_log(tmp_path / "a.eval", [GRADED])
    result = run(log, "--prices", prices(tmp_path, "openai/a: 3"))
    assert (result.exit_code, "model 'openai/a'" in result.output) == (1, True)
    (tmp_path / "b.eval").write_bytes(b"junk")
    assert run(tmp_path / "b.eval").exit_code == 1


def test_2_wrong_usage(tmp_path: Path):
    assert run().exit_code == 2
    assert run(tmp_path / "gone.eval").exit_code == 2


def test_3_a_model_without_a_price_is_named(tmp_path: Path):
    log = write_log(tmp_path / "a.eval", [GRADED])
    path = prices(tmp_path, "openai/b: {input: 2, output: 8}")
    result = run(log, "--prices", path)
    assert result.exit_code == 3
    assert "has no price for openai/a" in " ".join(result.output.split())
    found = json.loads(run(log, "--prices", path, "--json").output)
    assert found["incomplete"] == [f"{path} has no price for openai/a."]
    assert found["rows"][0]["input_tokens"] == 1_000_000


def test_hostile_names_reach_no_terminal(tmp_path: Path):
    events = [*scorer_span("s", "p[red]\x1b[2J"), call("1", "s", model="m\x1b]8;;x")]
    log = write_log(tmp_path / "a.eval", [with_events(log_sample("x"), *events)])
    result = run(log)
    assert result.exit_code == 0
    assert "\x1b" not in result.output
