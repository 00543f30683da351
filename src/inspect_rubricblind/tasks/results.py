"""Graded answers as other tools write them: `FILE#model=NAME`.

One JSON object per line and answer, of one or of several models:
`{case_id, model, response, met}`, where `met` holds one verdict per criterion in the
order of the rubric. `id` or `prompt_id` for `case_id`, `answer` for `response` and
`answer_model` for `model` are read too; everything else is ignored.
"""

import re
from collections.abc import Mapping
from pathlib import Path

from pydantic import AliasChoices, Field

from inspect_rubricblind.records import SuppliedAnswer
from inspect_rubricblind.records.rows import (
    Line,
    Row,
    Text,
    parse_row,
    read_jsonl,
    refuse_duplicates,
)
from inspect_rubricblind.tasks.supplied import CaseId, refuse_unknown_ids

MODEL = re.compile(r"(?P<path>.+)#model=(?P<model>.+)")


class ResultRow(Row):
    """One answer of one model, with its verdicts if it was graded."""

    id: CaseId = Field(validation_alias=AliasChoices("id", "case_id", "prompt_id"))
    model: Text = Field(validation_alias=AliasChoices("model", "answer_model"))
    answer: str = Field(validation_alias=AliasChoices("answer", "response"))
    met: list[bool | None] | None = None


def split_model(value: str) -> tuple[str, str | None]:
    """Take `#model=NAME` off a path; None where no model is named."""
    found = MODEL.fullmatch(value)
    return (found["path"], found["model"]) if found else (value, None)


def result_answers(
    path: Path, model: str, sizes: Mapping[str, int]
) -> dict[str, SuppliedAnswer]:
    """The answers of one model by case id; an empty one counts as no answer later.

    Args:
        path: The file.
        model: Whose answers.
        sizes: The number of criteria by case id, for every row of the dataset.

    Raises:
        ValueError: A line is malformed, the model has none, or an id stands twice or
            is not in the dataset.
    """
    return {
        row.id: SuppliedAnswer(text=row.answer, answer_model=model, kind="file")
        for row, _ in _rows_of(path, model, sizes)
    }


def result_verdicts(
    path: Path, model: str, sizes: Mapping[str, int]
) -> dict[str, tuple[bool | None, ...]]:
    """The verdicts on one model's answers by case id; those without any are left out.

    Args:
        path: The file.
        model: Whose answers were graded.
        sizes: The number of criteria by case id, for every row of the dataset.

    Raises:
        ValueError: As for the answers, or `met` is not as long as the rubric.
    """
    verdicts = {}
    for row, line in _rows_of(path, model, sizes):
        if row.met is None:
            continue
        if len(row.met) != sizes[row.id]:
            raise ValueError(
                f"{line.place}, row {row.id!r}: field met must have one verdict per "
                f"criterion ({sizes[row.id]}), but got {len(row.met)}"
            )
        verdicts[row.id] = tuple(row.met)
    return verdicts


def _rows_of(
    path: Path, model: str, sizes: Mapping[str, int]
) -> list[tuple[ResultRow, Line]]:
    rows = [(parse_row(ResultRow, line, "case_id"), line) for line in read_jsonl(path)]
    wanted = [(row, line) for row, line in rows if row.model == model]
    if not wanted:
        held = ", ".join(sorted({repr(row.model) for row, _ in rows})) or "nobody"
        raise ValueError(
            f"{path} must hold answers of the model {model!r}, but holds those of "
            f"{held}"
        )
    refuse_duplicates(((row.id, line) for row, line in wanted), "id")
    refuse_unknown_ids(path, [row.id for row, _ in wanted], sizes)
    return wanted
