import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from inspect_rubricblind.cli import main
from inspect_rubricblind.taxonomy.model import CANARY
from synthetic_logs import log_sample, variant, write_log


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(a) for a in arguments])


@pytest.fixture
def log(tmp_path: Path) -> Path:
    samples = [
        log_sample(
            f"case-{i}",
            injections=[variant("F1"), variant("C1")],
            controls=[variant("same")],
        )
        for i in range(6)
    ]
    return write_log(tmp_path / "a.eval", samples)


def test_3_a_cell_without_enough_pairs_is_named(log: Path, tmp_path: Path):
    result = run("review", "make", log, "--out", tmp_path / "r", "--raters", 3)
    assert result.exit_code == 3
    assert "6 items and 1 hidden controls for 3 raters" in result.output
    assert "Fewer than asked for: K2 by rules: 0 of 3" in result.output
    assert len(list((tmp_path / "r" / "packets").glob("*.html"))) == 3


def test_1_a_second_review_in_the_folder_is_refused(log: Path, tmp_path: Path):
    run("review", "make", log, "--out", tmp_path / "r", "--raters", 3)
    result = run("review", "make", log, "--out", tmp_path / "r", "--raters", 3)
    assert result.exit_code == 1
    assert "must be a folder without a review" in result.output


def test_1_a_language_that_no_case_has_is_refused(log: Path, tmp_path: Path):
    result = run("review", "make", log, "--out", tmp_path / "r", "--language", "xx")
    assert result.exit_code == 1
    assert "language must be one of the logs' (en), but got 'xx'" in result.output
    assert not (tmp_path / "r").exists()


def test_2_logs_and_items_exclude_each_other(log: Path, tmp_path: Path):
    assert run("review", "make", "--out", tmp_path / "r").exit_code == 2
    both = run("review", "make", log, "--items", log, "--out", tmp_path / "r")
    assert both.exit_code == 2


def test_items_of_ones_own_are_rated_by_another_form(tmp_path: Path):
    items = tmp_path / "traps.jsonl"
    rows = [
        {
            "id": f"t{i}",
            "group": "drug" if i % 2 else "dose",
            "language": "en",
            "passages": [
                {"heading": "Dialogue", "text": "<b>Is it</b> true?"},
                {"heading": "False statement", "text": "It is."},
            ],
        }
        for i in range(4)
    ]
    items.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    out = tmp_path / "r"
    result = run(
        "review", "make", "--items", items, "--form", "trap_validation",
        "--out", out, "--raters", 2,
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    page = (out / "packets" / "R01.html").read_text(encoding="utf-8")
    assert page.count("<fieldset") == 4 * 4
    assert "&lt;b&gt;Is it&lt;/b&gt;" in page
    assert "Original answer" not in page
    assert CANARY in page


def test_1_a_broken_line_of_items_is_named(tmp_path: Path):
    items = tmp_path / "traps.jsonl"
    items.write_text('{"id": "a", "group": "g", "passages": []}\n', encoding="utf-8")
    result = run("review", "make", "--items", items, "--out", tmp_path / "r")
    assert result.exit_code == 1
    assert "line 1, row 'a': field passages" in result.output


def test_1_nothing_to_ingest_and_nothing_to_report(log: Path, tmp_path: Path):
    run("review", "make", log, "--out", tmp_path / "r", "--raters", 3)
    assert (
        "must hold files that raters" in run("review", "ingest", tmp_path / "r").output
    )
    result = run("review", "report", tmp_path / "r")
    assert result.exit_code == 1
    assert "run `rubricblind review ingest` first" in result.output


@pytest.mark.parametrize("command", ["make", "ingest", "report"])
def test_every_command_teaches_examples_and_exit_status(command: str):
    shown = run("review", command, "--help").output
    assert "Examples:" in shown
    assert "Exit status:" in shown
