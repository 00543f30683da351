"""Answers and verdicts that a user brings along."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

from pydantic import BeforeValidator, Field

from inspect_rubricblind.records import SuppliedAnswer
from inspect_rubricblind.records.rows import (
    Line,
    Row,
    Text,
    parse_row,
    read_jsonl,
    refuse_duplicates,
)

SHOWN_IDS = 3


def _number_as_text(value: object) -> object:
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return str(value) if is_number else value


CaseId = Annotated[Text, BeforeValidator(_number_as_text)]
"""A case id; some benchmarks number their cases."""


class AnswerRow(Row):
    """One line of `answers=FILE`."""

    id: CaseId
    answer: Text
    answer_model: Text | None = None


class VerdictRow(Row):
    """One line of `verdicts=FILE`: a criterion was met, was not, or is not known."""

    id: CaseId
    index: int = Field(ge=0)
    met: bool | None


def read_answers(path: Path, sizes: Mapping[str, int]) -> dict[str, SuppliedAnswer]:
    """Answers by case id, from JSON Lines.

    An answer without `answer_model` takes the file's stem.

    Args:
        path: The file.
        sizes: The number of criteria by case id, for every row of the dataset.

    Raises:
        ValueError: There is no line, one is malformed, an id stands twice or is not in
            the dataset.
    """
    lines = list(read_jsonl(path))
    _refuse_empty("answers", path, lines)
    rows = [parse_row(AnswerRow, line, "id") for line in lines]
    refuse_duplicates(zip([row.id for row in rows], lines, strict=True), "id")
    refuse_unknown_ids(path, [row.id for row in rows], sizes)
    return {
        row.id: SuppliedAnswer(
            text=row.answer, answer_model=row.answer_model or path.stem, kind="file"
        )
        for row in rows
    }


def read_verdicts(
    path: Path, sizes: Mapping[str, int]
) -> dict[str, tuple[bool | None, ...]]:
    """Known verdicts on the given answers, by case id and criterion index.

    Args:
        path: The file.
        sizes: The number of criteria by case id, for every row of the dataset.

    Returns:
        For each case of the file a verdict per criterion; None: not known.

    Raises:
        ValueError: There is no line, one is malformed, a criterion stands twice or
            does not exist.
    """
    lines = list(read_jsonl(path))
    _refuse_empty("verdicts", path, lines)
    rows = [parse_row(VerdictRow, line, "id") for line in lines]
    keys = [(row.id, row.index) for row in rows]
    refuse_duplicates(zip(keys, lines, strict=True), "(id, index)")
    refuse_unknown_ids(path, [row.id for row in rows], sizes)
    verdicts: dict[str, list[bool | None]] = {}
    for row, line in zip(rows, lines, strict=True):
        _check_index(row, line, sizes[row.id])
        verdicts.setdefault(row.id, [None] * sizes[row.id])[row.index] = row.met
    return {case_id: tuple(met) for case_id, met in verdicts.items()}


def _refuse_empty(argument: str, path: Path, lines: Sequence[Line]) -> None:
    if not lines:
        raise ValueError(f"{argument} must hold at least one line, but {path} is empty")


def _check_index(row: VerdictRow, line: Line, size: int) -> None:
    if row.index >= size:
        raise ValueError(
            f"{line.file}, line {line.number}, row {row.id!r}: field index must be "
            f"less than the case's number of criteria ({size}), but got {row.index}"
        )


def refuse_unknown_ids(
    path: Path, ids: Sequence[str], known: Mapping[str, int]
) -> None:
    """Raise a `ValueError` that names ids of a file that the dataset does not have."""
    if unknown := [case_id for case_id in dict.fromkeys(ids) if case_id not in known]:
        raise ValueError(
            f"{path}: every id must be a case of the dataset, but {len(unknown)} of "
            f"{len(set(ids))} are not, such as "
            f"{', '.join(map(repr, unknown[:SHOWN_IDS]))}"
        )
