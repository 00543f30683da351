"""The queries that the documentation shows run, and give what the logs hold."""

import re
from pathlib import Path
from typing import Any

import pytest

from inspect_rubricblind.logs.exporting.export import export_logs
from inspect_rubricblind.records import CriterionVerdict
from synthetic_logs import coverage, grading, log_sample, variant, write_log

duckdb: Any = pytest.importorskip("duckdb", reason="DuckDB is not installed")

PAGE = Path(__file__).parents[3] / "docs" / "export.md"
LOST, SAME = [False, True, False], [True, True, False]


def logs(folder: Path) -> Path:
    samples = []
    for name, verdicts in (("a", LOST), ("b", SAME)):
        result = grading(("error", "F1", list(verdicts)))
        texts = tuple(
            text.model_copy(
                update={
                    "verdicts": tuple(
                        CriterionVerdict(**(v.model_dump() | {"explanation": "why"}))
                        for v in text.verdicts
                    )
                }
            )
            for text in result.texts
        )
        samples.append(
            log_sample(
                name,
                injections=[variant("F1")],
                scored=coverage(("F1", True, True)),
                graded=[result.model_copy(update={"texts": texts})],
            )
        )
    write_log(folder / "one.eval", samples, eval_id="one")
    later = "2026-01-02T00:00:00+00:00"
    write_log(folder / "retry.eval", samples, eval_id="two", created=later)
    return folder


def test_every_query_of_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    out = tmp_path / "export"
    export_logs([logs(tmp_path / "logs")], out)
    monkeypatch.chdir(out)
    queries = re.findall(r"```sql\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    connection = duckdb.connect()
    found = [connection.execute(query).fetchall() for query in queries]
    _, outcomes, tied, fell, reasons, runs = found
    # two logs hold the same pairs: each counts once
    assert outcomes == [("healthbench", "grader/a", "F1", 2, 1, 1, 0, 0)]
    assert tied == []
    assert fell == [("healthbench", "a", 0, 5, 1, 0)]
    assert {row[:3] for row in reasons} == {("b", "F1", 0)}
    assert [row[2:] for row in runs] == [("success", 2, 2)] * 2
