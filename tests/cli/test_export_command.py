import json
from pathlib import Path

from click.testing import CliRunner, Result

from inspect_rubricblind.cli import main
from synthetic_logs import coverage, grading, log_sample, variant, write_log

DONE = log_sample(
    "x",
    injections=[variant("F1")],
    scored=coverage(("F1", False, None)),
    graded=[grading(("error", "F1", [False, True, False]))],
)


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(a) for a in arguments])


def test_help_teaches():
    shown = run("export", "--help").output
    assert "Examples:" in shown
    assert "Exit status:" in shown


def test_0_then_the_report_reads_it(tmp_path: Path):
    write_log(tmp_path / "logs" / "a.eval", [DONE])
    out = tmp_path / "export"
    first = run("export", tmp_path / "logs", "-o", out)
    assert first.exit_code == 0, first.output
    assert "written" in first.output
    again = run("export", tmp_path / "logs", "-o", out)
    assert "unchanged" in again.output
    report = run("report", out, "--out", tmp_path / "report")
    assert report.exit_code == 0, report.output
    assert "an export carries no text" in " ".join(report.output.split())
    content = json.loads((tmp_path / "report" / "summary.json").read_text("utf-8"))
    assert content["by_benchmark"][0]["win"] == 1.0


def test_1_no_usable_log(tmp_path: Path):
    (tmp_path / "a.eval").write_bytes(b"junk")
    result = run("export", tmp_path, "-o", tmp_path / "out")
    assert result.exit_code == 1
    assert "Error: no log can be used" in result.output


def test_1_a_folder_of_something_else(tmp_path: Path):
    log = write_log(tmp_path / "logs" / "a.eval", [DONE])
    result = run("export", log, "-o", tmp_path)
    assert result.exit_code == 1
    assert "earlier export" in result.output


def test_2_wrong_usage(tmp_path: Path):
    assert run("export").exit_code == 2
    assert run("export", "gone.eval").exit_code == 2


def test_3_unfinished(tmp_path: Path):
    log = write_log(tmp_path / "a.eval", [DONE], planned=["x", "y"], status="error")
    result = run("export", log, "-o", tmp_path / "export", "--json")
    assert result.exit_code == 3
    [said] = json.loads(result.stdout)
    assert (said["planned"], said["samples"], said["pairs"]) == (2, 1, 1)
    report = run("report", tmp_path / "export", "--out", tmp_path / "report")
    assert report.exit_code == 3
    assert "1 sample(s) without a result (missing)" in report.output
