"""The rows of `summary.json` by cell, as the page shows them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from inspect_rubricblind.logs.figures.labels import cell_labels, cell_lines
from inspect_rubricblind.logs.outcomes.table import CELL_KEY
from inspect_rubricblind.records import ERROR_CODES

Row = dict[str, Any]
Content = Mapping[str, Any]

MOST_CELLS = 12
"""So many cells have figures of their own on the page; tables hold all."""


@dataclass(frozen=True)
class Block:
    """One cell: its number, its names, its row and the rows of its error types."""

    number: int
    label: str
    lines: tuple[str, ...]
    row: Row
    types: tuple[Row, ...]

    @property
    def graded(self) -> bool:
        """Whether any pair of the cell has an outcome."""
        return self.row["net"] is not None


def blocks(content: Content) -> list[Block]:
    """The cells that the page is about.

    Graded ones if there are any; else what is known without a grader, with answer
    models pooled where they are pooled.
    """
    rows = list(content["by_benchmark"])
    graded = [row for row in rows if row["grader"] is not None or _outcomes(row)]
    chosen = graded or _pooled(rows)
    named = zip(chosen, cell_labels(chosen), cell_lines(chosen), strict=True)
    return [
        Block(number, label, lines, row, tuple(_types(content, row)))
        for number, (row, label, lines) in enumerate(named, start=1)
    ]


def _outcomes(row: Row) -> bool:
    return row["net"] is not None


def _pooled(rows: Sequence[Row]) -> list[Row]:
    def family(row: Row) -> tuple[Any, ...]:
        return row["benchmark"], row["dataset_kind"], row["injector"]

    pooled = {family(row) for row in rows if row["answer_model"] is None}
    return [r for r in rows if r["answer_model"] is None or family(r) not in pooled]


def _types(content: Content, cell: Row) -> list[Row]:
    own = [
        row
        for row in content["by_error_type"]
        if all(row[name] == cell[name] for name in CELL_KEY)
    ]
    return sorted(own, key=lambda row: type_order(row["error_type"]))


def type_order(code: str) -> tuple[int, str]:
    """The place of an error type: the taxonomy's, then others by name."""
    known: list[str] = list(ERROR_CODES)
    at = known.index(code) if code in known else len(known)
    return at, code
