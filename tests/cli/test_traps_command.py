"""`rubricblind traps`, as a user types it."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from inspect_rubricblind.cli import main
from inspect_rubricblind.taxonomy.model import CANARY

NOTE = (
    "A 45-year-old woman was admitted with pneumonia, cough and a lung infection. "
    "She got better on amoxicillin within a week."
)


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(a) for a in arguments])


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    folder.mkdir()
    for k in range(3):
        (folder / f"n{k}.txt").write_text(f"{NOTE} Bed {k}.", encoding="utf-8")
    return folder


@pytest.fixture
def planted(tmp_path: Path, notes: Path) -> Path:
    out = tmp_path / "traps.jsonl"
    options = ("--out", out, "--log-dir", tmp_path / "logs", "--per-case", 2)
    result = run("traps", "plant", "report", "--dataset", notes, *options)
    assert result.exit_code == 0, result.output
    assert "(6 traps: " in result.output
    return out


def test_0_a_folder_of_notes_becomes_a_planted_set_that_passes_its_check(
    planted: Path, notes: Path
):
    rows = [json.loads(line) for line in planted.open(encoding="utf-8")]
    assert len(rows) == 6
    assert all(row["canary"] == CANARY for row in rows)
    assert all("deliberate medical errors" in row["warning"] for row in rows)
    assert {row["origin"]["source_id"] for row in rows} == {"n0", "n1", "n2"}
    result = run("traps", "check", planted, "--source", notes)
    assert result.exit_code == 0
    assert "6 traps checked with its source, 0 problems" in result.output


def test_3_a_trap_that_was_spoilt_is_named(planted: Path, notes: Path):
    rows = [json.loads(line) for line in planted.open(encoding="utf-8")]
    rows[0]["trap"]["key"] = "nowhere to be found"
    rows[1]["origin"]["source_id"] = "n9"
    planted.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    result = run("traps", "check", planted, "--source", notes)
    assert result.exit_code == 3
    assert f"{rows[0]['id']}: key_asked" in result.output
    assert f"{rows[1]['id']}: 'n9' is not in the source" in result.output
    assert run("traps", "check", planted).exit_code == 3


def test_0_saved_again_from_the_log_it_is_the_same(planted: Path, tmp_path: Path):
    [log] = (tmp_path / "logs").glob("*.eval")
    again = tmp_path / "again.jsonl"
    assert run("traps", "save", log, "--out", again).exit_code == 0
    assert again.read_bytes() == planted.read_bytes()
    again.unlink()
    assert run("traps", "save", log.parent, "--out", again).exit_code == 0
    assert again.read_bytes() == planted.read_bytes()


def test_1_a_damaged_log_and_an_empty_table_are_named(planted: Path, tmp_path: Path):
    [log] = (tmp_path / "logs").glob("*.eval")
    log.write_bytes(log.read_bytes()[:1000])
    saved = run("traps", "save", log, "--out", tmp_path / "s.jsonl")
    assert saved.exit_code == 1
    assert isinstance(saved.exception, SystemExit)
    assert f"readable Inspect .eval file, but {log} is not" in saved.output
    (tmp_path / "notes.csv").write_text("")
    source = ("--dataset", tmp_path / "notes.csv", "--log-dir", tmp_path / "logs")
    empty = run("traps", "plant", "report", *source, "--out", tmp_path / "s.jsonl")
    assert empty.exit_code == 1
    assert isinstance(empty.exception, SystemExit)
    assert "notes.csv must hold at least one case" in empty.output


def test_0_a_packet_goes_into_the_review_by_physicians(planted: Path, tmp_path: Path):
    items = tmp_path / "items.jsonl"
    assert run("traps", "packet", planted, "--out", items).exit_code == 0
    options = ("--form", "trap_validation", "--raters", 2, "--control-share", 0)
    made = run("review", "make", "--items", items, "--out", tmp_path / "r", *options)
    assert made.exit_code == 0, made.output
    assert "6 items for 2 raters" in made.output
    page = (tmp_path / "r" / "packets" / "R01.html").read_text(encoding="utf-8")
    assert "What is right instead" in page


def test_1_other_roles_and_sources_without_a_trap_are_refused(
    notes: Path, tmp_path: Path
):
    out, logs = tmp_path / "t.jsonl", tmp_path / "logs"
    base = ("traps", "plant", "report", "--dataset", notes, "--out", out)
    wrong = run(*base, "--log-dir", logs, "--model-role", "grader=x/y")
    assert wrong.exit_code == 1
    assert "ROLE=MODEL with a role of trap_writer" in wrong.output
    for note in notes.iterdir():
        note.write_text("Ein Mann kam mit Husten und Fieber in die Klinik.", "utf-8")
    foreign = run(*base, "--log-dir", logs)
    assert foreign.exit_code == 1
    assert "dropped: 3 language" in foreign.output
    assert not out.exists()


def test_2_the_task_has_to_be_named():
    assert run("traps", "plant", "poem", "--out", "x").exit_code == 2
