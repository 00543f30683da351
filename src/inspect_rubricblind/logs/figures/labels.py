"""Short names of cells: what tells them apart, and no more."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from inspect_rubricblind.logs.kinds import kind_of

Row = Mapping[str, Any]

_PARTS = {
    "answer_model": "answers by {}",
    "injector": "errors by {}",
    "grader": "graded by {}",
    "draw": "draw {}",
    "rubric_scheme": "{} rubric",
    "setup": "setup {}",
}
_SAMPLE = " (SAMPLE data)"


def cell_lines(rows: Sequence[Row]) -> list[tuple[str, ...]]:
    """For each cell its benchmark, then what differs from the others, line by line.

    The setup is named only where nothing else tells two cells apart.
    """
    names = [
        name for name in _PARTS if name != "setup" and len({r[name] for r in rows}) > 1
    ]
    lines = [_lines(row, names) for row in rows]
    if len(set(lines)) < len(lines):
        lines = [_lines(row, [*names, "setup"]) for row in rows]
    return lines


def cell_labels(rows: Sequence[Row]) -> list[str]:
    """The same on one line each."""
    return [", ".join(lines) for lines in cell_lines(rows)]


def type_label(row: Row, few: bool = False) -> str:
    """Code and name of an error type; a star where few pairs are behind it."""
    code = str(row["error_type"])
    known = kind_of(code)
    return (f"{code} {known.name}" if known else code) + ("*" if few else "")


def slug(text: str) -> str:
    """A name as part of a file name: ASCII letters, digits and dashes."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:40].strip("-") or "all"


def _lines(row: Row, names: Sequence[str]) -> tuple[str, ...]:
    benchmark = str(row["benchmark"] or "all pairs")
    first = benchmark + (_SAMPLE if row["dataset_kind"] == "sample" else "")
    said = [
        _PARTS[name].format(_short(row[name]))
        for name in names
        if row[name] is not None
    ]
    return (first, *said)


def _short(value: object) -> str:
    """The last part of a model's name, which provider and path precede."""
    return str(value).rsplit("/", 1)[-1] or str(value)
