"""A few injected errors that no criterion asks about, as a reader would meet them."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from inspect_rubricblind.logs.escape import cut
from inspect_rubricblind.logs.pairs import KEY
from inspect_rubricblind.logs.read import read_sample
from inspect_rubricblind.records import Edit, digest
from inspect_rubricblind.taxonomy.load import load_taxonomy
from inspect_rubricblind.taxonomy.model import DANGEROUS_HARM

Row = dict[str, Any]

QUESTION_LENGTH = 300
EDIT_LENGTH = 300
CONTEXT_LENGTH = 80


@dataclass(frozen=True)
class Example:
    """One uncovered error: its question (cut), its edits before -> after, its claim.

    What an edit changed stands between « and », with a little text around it.
    `canary` is the benchmark's own mark of text that should not be trained on.
    """

    case_id: str
    benchmark: str
    dataset_kind: str
    answer_model: str
    error_type: str
    name: str
    harm: int
    question: str
    edits: tuple[tuple[str, str], ...]
    claim: str
    canary: str


def dangerous_uncovered(pairs: pd.DataFrame) -> pd.DataFrame:
    """Rows of errors that could do serious harm and that no criterion asks about."""
    return pairs[
        (pairs["kind"] == "error")
        & (pairs["covered"] == False)  # noqa: E712 - NA stays out
        & (pairs["harm"] >= DANGEROUS_HARM)
    ]


def uncovered_examples(
    pairs: pd.DataFrame, *, with_text: bool, count: int = 5
) -> list[Example]:
    """Pick examples by hash: from as many error types and cases as there are.

    Args:
        pairs: The pair table.
        with_text: Whether text of benchmarks may be shown; the project's own sample
            always may.
        count: How many at most.
    """
    rows = dangerous_uncovered(pairs)
    if not with_text:
        rows = rows[rows["dataset_kind"] == "sample"]
    records: list[Row] = [dict(zip(rows.columns, r, strict=True)) for r in rows.values]
    return [_example(row) for row in _spread(records, count)]


def _spread(rows: Sequence[Row], count: int) -> list[Row]:
    """First one of each unseen type and case, then of each unseen type, then any."""
    left = sorted(rows, key=_draw)
    picked: list[Row] = []
    for wanted in (("error_type", "case_id"), ("error_type",), ()):
        for row in left:
            new = all(row[name] not in {p[name] for p in picked} for name in wanted)
            if len(picked) < count and row not in picked and new:
                picked.append(row)
    return picked


def _draw(row: Row) -> str:
    return digest("\x1f".join(str(row[name]) for name in KEY))


def _example(row: Row) -> Example:
    path, sample_id, epoch = row["source"].split("\x1f")
    sample = read_sample(Path(path), (sample_id, int(epoch)))
    variant = next(
        v for v in sample.trial.injections if v.error_type == row["error_type"]
    )
    answer = sample.trial.answer.text if sample.trial.answer else ""
    return Example(
        case_id=sample.sample_id,
        benchmark=sample.case.benchmark,
        dataset_kind=sample.case.dataset_kind,
        answer_model=row["answer_model"],
        error_type=variant.error_type,
        name=load_taxonomy().by_code(variant.error_type).name,
        harm=row["harm"],
        question=cut(sample.question, QUESTION_LENGTH),
        edits=tuple(_in_context(answer, edit) for edit in variant.edits),
        claim=cut(variant.claim, EDIT_LENGTH),
        canary=sample.case.canary,
    )


def _in_context(answer: str, edit: Edit) -> tuple[str, str]:
    """The place of an edit before and after it, on one line each."""
    start = answer.index(edit.find)
    end = start + len(edit.find)
    before, after = answer[:start], answer[end:]
    left = _ellipsis(before[-CONTEXT_LENGTH:], before, at_start=True)
    right = _ellipsis(after[:CONTEXT_LENGTH], after, at_start=False)
    if edit.find[-1].isspace():
        right = f" {right}"
    changed = (cut(edit.find, EDIT_LENGTH), cut(edit.replace, EDIT_LENGTH))
    first, second = (" ".join(f"{left}«{text}»{right}".split()) for text in changed)
    return first, second


def _ellipsis(part: str, whole: str, *, at_start: bool) -> str:
    """A part of the text around, from its first or to its last whole word."""
    if part == whole:
        return part
    if at_start:
        return f"… {part.split(maxsplit=1)[-1] if ' ' in part else part}"
    return f"{part.rsplit(maxsplit=1)[0] if ' ' in part else part} …"
