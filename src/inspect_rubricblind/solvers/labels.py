"""Labels of answers that need no model: a heuristic, and files of labels."""

import re
from collections.abc import Mapping

from pydantic import Field

from inspect_rubricblind.records import AnswerLabel, AnswerName, Label, LabelVote
from inspect_rubricblind.records.rows import (
    Row,
    Text,
    find_file,
    parse_row,
    read_jsonl,
    refuse_duplicates,
)

RULES, MODEL = "rules", "model"
SELF_CONTAINED: Label = "self-contained"

REFERS = re.compile(
    r"\b(we|our|ours)\b"
    r"|\b(this|the|these|those|present|current|above)\s+(present\s+|current\s+)?"
    r"(stud(y|ies)|trial|series|cohort|sample|survey|review|analys[ei]s|data|results?"
    r"|findings?|report|case|cases|model|experiments?|observations?|investigation"
    r"|technique|method|approach|program(me)?|questionnaire|authors?)\b"
    r"|\b(both|two|three|study|control|experimental|intervention) groups?\b"
    r"|\bin (this|these) [\w' -]{0,40}(group|patients?|population)\b",
    re.IGNORECASE,
)
"""Words by which an answer points at a text that its reader does not see."""


class LabelRow(Row):
    """A label in a file, as `rubricblind rubrics labels` writes it."""

    id: Text
    answer: AnswerName
    label: Label | None
    kind: str = MODEL
    votes: list[dict[str, str | None]] = Field(default_factory=list)


Labels = Mapping[tuple[str, AnswerName], AnswerLabel]


def guess(answer: str) -> Label:
    """The heuristic: referential if the answer points at a text that is not there."""
    return "referential" if REFERS.search(answer) else SELF_CONTAINED


def read_labels(labels: str) -> Labels:
    """The labels of a file by case and answer.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: A row is malformed, or stands twice.
    """
    path = find_file(labels, "labels", "'auto', 'none', 'rules', 'model'")
    lines = list(read_jsonl(path))
    rows = [parse_row(LabelRow, line, "id") for line in lines]
    refuse_duplicates(
        [((r.id, r.answer), line) for r, line in zip(rows, lines, strict=True)],
        "id and answer",
    )
    return {
        (row.id, row.answer): AnswerLabel(
            answer=row.answer,
            kind="rules" if row.kind == RULES else "model",
            label=row.label,
            votes=tuple(LabelVote.model_validate(vote) for vote in row.votes),
        )
        for row in rows
    }
