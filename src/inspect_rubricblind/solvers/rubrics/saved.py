"""Rubrics in a file, so that all graders grade by the same ones."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pydantic import Field

from inspect_rubricblind.records import Criterion, RubricFacts
from inspect_rubricblind.records.rows import (
    Points,
    Row,
    Text,
    find_file,
    must,
    parse_row,
    read_jsonl,
    refuse_duplicates,
)


class SavedCriterion(Row):
    """One criterion of a saved rubric."""

    criterion: Text
    points: Points
    tags: list[str] = Field(default_factory=list)


class SavedRubric(Row):
    """A rubric of one question; without criteria, `no_rubric` says why."""

    id: Text
    scheme: Text
    criteria: list[SavedCriterion]
    writers: list[str] = Field(default_factory=list)
    failures: dict[str, int] = Field(default_factory=dict)
    steps: dict[str, int] = Field(default_factory=dict)
    no_rubric: str | None = None

    def rubric(self) -> tuple[Criterion, ...]:
        """The criteria as records."""
        return tuple(
            Criterion(
                index=index,
                criterion=line.criterion,
                points=line.points,
                tags=tuple(line.tags),
            )
            for index, line in enumerate(self.criteria)
        )

    def facts(self) -> RubricFacts:
        """Where it is from."""
        return RubricFacts(
            scheme=self.scheme,
            origin="file",
            n_criteria=len(self.criteria),
            writers=tuple(self.writers),
            failures=dict(self.failures),
            steps=dict(self.steps),
        )


def read_saved(name: str) -> Mapping[str, SavedRubric]:
    """The rubrics of a file by case id.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: A row is malformed, an id stands twice, rows are of different
            schemes, or the file is empty.
    """
    path = find_file(name, "rubrics", "absent")
    lines = list(read_jsonl(path))
    rows = [parse_row(SavedRubric, line, "id") for line in lines]
    refuse_duplicates([(r.id, line) for r, line in zip(rows, lines, strict=True)], "id")
    for row, line in zip(rows, lines, strict=True):
        if not row.criteria and row.no_rubric is None:
            fault = must("must hold a criterion, or no_rubric must say why not")
            raise ValueError(f"{line.place}, row {row.id!r}: criteria {fault}")
    schemes = sorted({row.scheme for row in rows})
    if len(schemes) != 1:
        raise ValueError(
            f"{path} must hold rubrics of one scheme, but got "
            f"{', '.join(schemes) or 'no row'}"
        )
    return {row.id: row for row in rows}


def saved_row(
    case_id: str,
    criteria: Iterable[Criterion],
    facts: RubricFacts,
    no_rubric: str | None,
) -> dict[str, Any]:
    """A rubric as it stands in a file."""
    return {
        "id": case_id,
        "scheme": facts.scheme,
        "criteria": [
            {"criterion": c.criterion, "points": c.points, "tags": list(c.tags)}
            for c in criteria
        ],
        "writers": list(facts.writers),
        "failures": facts.failures,
        "steps": facts.steps,
        "no_rubric": no_rubric,
    }


def write_rows(rows: Iterable[Mapping[str, Any]], path: Path) -> int:
    """Write JSON Lines at once, so that nobody reads half a file; returns the rows."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.part")
    n = 0
    with part.open("w", encoding="utf-8") as stream:
        for row in rows:
            stream.write(json.dumps(row, ensure_ascii=False, sort_keys=True) + "\n")
            n += 1
    part.replace(path)
    return n
