"""An export says what its logs say: same report, no text, brought up to date."""

import json
import os
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest
from inspect_ai.log import EvalError, EvalSample

from inspect_rubricblind.logs.exporting.export import Exported, export_logs
from inspect_rubricblind.logs.exporting.parts import FOLDERS, part_name
from inspect_rubricblind.logs.regrading.changes import regrade
from inspect_rubricblind.logs.regrading.sides import only_side, read_source
from inspect_rubricblind.logs.report import build_report
from inspect_rubricblind.logs.study import read_study
from inspect_rubricblind.records import CriterionVerdict, criteria_digest
from inspect_rubricblind.taxonomy.model import CANARY
from synthetic_logs import (
    ANSWER,
    CRITERIA,
    case,
    coverage,
    discarded,
    grading,
    log_sample,
    variant,
    write_log,
)

LOST, SAME, HALF = [False, True, False], [True, True, False], [None, True, False]
SECRET = "the grader explains at length"


def own_rubric(result: Any) -> Any:
    """The same grading, of the sample's own criteria, with an explanation."""
    signature = result.signature.model_copy(
        update={"criteria_hash": criteria_digest(CRITERIA)}
    )
    texts = tuple(
        text.model_copy(
            update={
                "verdicts": tuple(
                    CriterionVerdict(**(v.model_dump() | {"explanation": SECRET}))
                    for v in text.verdicts
                )
            }
        )
        for text in result.texts
    )
    return result.model_copy(update={"signature": signature, "texts": texts})


def graded(name: str, verdicts: list[bool | None], **changes: Any) -> EvalSample:
    result = own_rubric(
        grading(
            ("error", "F1", list(verdicts)),
            ("control", "same", list(SAME)),
            ("repeat", "", list(SAME)),
        )
    )
    return log_sample(
        name,
        injections=[variant("F1")],
        controls=[variant("same")],
        tries=[discarded("F2", "shape")],
        scored=coverage(("F1", True, True), ("same", False, None)),
        graded=[result],
        about=case(language="en"),
        **changes,
    )


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    """Two tasks, a copy of one with one more sample, a crashed sample, a lost one."""
    folder = tmp_path / "logs"
    crashed = log_sample("c")
    crashed.error = EvalError(message="boom", traceback="", traceback_ansi="")
    first = [graded("a", LOST), graded("b", SAME)]
    planned = ["a", "b", "c", "d"]
    write_log(folder / "one.eval", first, planned=planned, status="error")
    write_log(
        folder / "retry.eval",
        [*first, crashed],
        planned=planned,
        created="2026-01-02T00:00:00+00:00",
    )
    other = [graded("a", HALF, answer_model="m"), graded("b", LOST, answer_model="m")]
    write_log(folder / "other.eval", other, task_id="task-2")
    return folder


def content(path: Path) -> dict[str, Any]:
    found = build_report(read_study([path])).summary.as_json()
    del found["signature"]
    return found


def test_the_report_of_an_export_is_that_of_its_logs(logs: Path, tmp_path: Path):
    export_logs([logs], tmp_path / "export")
    assert content(tmp_path / "export") == content(logs)
    [gap] = [r for r in content(logs)["incomplete"] if "without a result (e" in r]
    assert "boom" in gap


def test_no_text_is_left_but_explanations_apart(logs: Path, tmp_path: Path):
    export_logs([logs], tmp_path / "export")
    hidden = [ANSWER, "How much should I take?", "States the dose", "The dose is 5000"]
    for name in FOLDERS:
        for part in (tmp_path / "export" / name).iterdir():
            table = pyarrow.parquet.read_table(part)
            said = json.dumps(table.to_pylist()) + str(table.schema.metadata)
            assert not [text for text in hidden if text in said]
            assert (SECRET in said) is (name == "explanations")


def test_rows_with_deliberate_errors_carry_the_canary(logs: Path, tmp_path: Path):
    export_logs([logs], tmp_path / "export")
    for name in ("pairs", "explanations"):
        for part in (tmp_path / "export" / name).iterdir():
            assert set(pyarrow.parquet.read_table(part)["canary"].to_pylist()) == {
                CANARY
            }


def test_criteria_say_what_was_met_what_flipped_and_what_asked(tmp_path: Path):
    log = write_log(tmp_path / "a.eval", [graded("a", LOST)])
    export_logs([log], tmp_path / "export")
    part = tmp_path / "export" / "criteria" / part_name(log)
    rows = pyarrow.parquet.read_table(part).to_pylist()
    errors = [r for r in rows if r["kind"] == "error" and r["grading"]]
    assert [(r["criterion"], r["points"], r["met"], r["flip"]) for r in errors] == [
        (0, 5, False, "down"),
        (1, 3, True, None),
        (2, -4, False, None),
    ]
    assert [r["covered"] for r in errors] == [True, False, False]
    kinds = [r["kind"] for r in rows if r["grading"]]
    assert [kinds.count(k) for k in ("original", "control", "repeat")] == [3, 3, 3]


@pytest.mark.slow
def test_what_is_unchanged_is_skipped_and_what_changed_is_not(
    logs: Path, tmp_path: Path
):
    out = tmp_path / "export"
    first = export_logs([logs], out)
    assert not any(item.skipped for item in first)
    times = {p: p.stat().st_mtime_ns for p in out.rglob("*.parquet")}
    os.utime(logs / "other.eval")
    again = export_logs([logs], out)
    assert all(item.skipped for item in again)
    assert {p: p.stat().st_mtime_ns for p in out.rglob("*.parquet")} == times
    assert [(i.planned, i.samples, i.pairs) for i in again] == [
        (i.planned, i.samples, i.pairs) for i in first
    ]
    write_log(logs / "other.eval", [graded("a", SAME, answer_model="m")],
              task_id="task-2")  # fmt: skip
    third = export_logs([logs], out)
    assert [i.path.name for i in third if not i.skipped] == ["other.eval"]
    assert content(out) == content(logs)


@pytest.mark.slow
def test_a_part_that_is_gone_or_broken_is_written_again(logs: Path, tmp_path: Path):
    out = tmp_path / "export"
    export_logs([logs], out)
    (out / "criteria" / part_name(logs / "one.eval")).unlink()
    (out / "samples" / part_name(logs / "other.eval")).write_bytes(b"PAR1")
    again = export_logs([logs], out)
    written = [item.path.name for item in again if not item.skipped]
    assert written == ["one.eval", "other.eval"]
    assert content(out) == content(logs)


def test_nothing_half_is_left_where_writing_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def fails(sample: object) -> list[object]:
        raise OSError("disk full")

    log = write_log(tmp_path / "a.eval", [graded("a", LOST)])
    monkeypatch.setattr(
        "inspect_rubricblind.logs.exporting.export.criterion_rows", fails
    )
    with pytest.raises(OSError, match="disk full"):
        export_logs([log], tmp_path / "export")
    assert not list((tmp_path / "export").rglob("*parquet*"))


def test_unfinished_logs_are_counted(logs: Path, tmp_path: Path):
    (logs / "broken.eval").write_bytes(b"PK")
    found = {i.path.name: i for i in export_logs([logs], tmp_path / "export")}
    assert found["one.eval"].incomplete == "one.eval: 2 of 4 planned samples"
    assert found["retry.eval"].failed == 1
    assert found["retry.eval"].incomplete == "retry.eval: 2 of 4 planned samples"
    assert found["other.eval"].incomplete is None
    assert "must be a readable" in str(found["broken.eval"].incomplete)


def test_a_log_of_another_suite_is_left_out_in_peace(tmp_path: Path):
    folder = tmp_path / "logs"
    write_log(folder / "ours.eval", [graded("a", LOST)])
    alien = log_sample("x")
    alien.store = {}
    write_log(folder / "alien.eval", [alien], task_registry_name="other/task")
    found = {i.path.name: i for i in export_logs([folder], tmp_path / "export")}
    assert found["alien.eval"].left_out is not None
    assert found["alien.eval"].incomplete is None


def test_only_alien_logs_are_an_error(tmp_path: Path):
    (tmp_path / "a.eval").write_bytes(b"PK")
    with pytest.raises(ValueError, match="no log can be used"):
        export_logs([tmp_path / "a.eval"], tmp_path / "export")


def test_another_folder_is_not_written_into(logs: Path, tmp_path: Path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").touch()
    with pytest.raises(ValueError, match="must be empty or an earlier export"):
        export_logs([logs], tmp_path / "mine")


def test_an_export_of_another_version_is_refused(logs: Path, tmp_path: Path):
    export_logs([logs], tmp_path / "export")
    (tmp_path / "export" / "export.json").write_text('{"export_version": "0"}')
    for use in (
        lambda: export_logs([logs], tmp_path / "export"),
        lambda: read_study([tmp_path / "export"]),
    ):
        with pytest.raises(ValueError, match="export_version must be '1', but got '0'"):
            use()


def test_logs_and_exports_do_not_mix(logs: Path, tmp_path: Path):
    export_logs([logs], tmp_path / "export")
    with pytest.raises(ValueError, match=r"all \.eval files or all exports"):
        read_study([logs, tmp_path / "export"])


def test_an_export_without_a_log_is_no_input(tmp_path: Path):
    (tmp_path / "export.json").write_text('{"export_version": "1"}')
    with pytest.raises(FileNotFoundError, match="holds no exported log"):
        read_study([tmp_path])


def test_gradings_are_compared_from_an_export_too(tmp_path: Path):
    samples = [
        log_sample(
            name,
            injections=[variant("F1")],
            graded=[
                grading(("error", "F1", list(first))),
                grading(("error", "F1", list(SAME)), grader="grader/b"),
            ],
        )
        for name, first in (("a", LOST), ("b", SAME))
    ]
    log = write_log(tmp_path / "a.eval", samples)
    export_logs([log], tmp_path / "export")
    found = []
    for path in (log, tmp_path / "export"):
        source = read_source(path)
        sides = [only_side(source, "x", f"grader/{n}") for n in "ab"]
        found.append(regrade(*sides, resamples=50).as_json())
    assert found[0] == found[1]
    assert found[0]["pairs"][0]["on_variant"] == [0]


def test_done_is_what_was_planned():
    assert Exported(Path("a"), planned=2, samples=2).incomplete is None
    assert Exported(Path("a"), planned=2, samples=2, failed=1).incomplete
