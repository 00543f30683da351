"""Declared edits: what changes in an answer, and how large the change is."""

from collections.abc import Sequence

from pydantic import Field

from inspect_rubricblind.records.base import EditShape, Record


class Edit(Record):
    """One declared change: `find` occurs exactly once in the original answer."""

    find: str = Field(min_length=1)
    replace: str


def apply_edits(answer: str, edits: Sequence[Edit]) -> str:
    """Apply all edits together; everything outside them stays byte-identical.

    Raises:
        ValueError: A `find` does not occur exactly once, or two of them overlap.
            `solvers.checks` gives the same facts as rejections.
    """
    spans = []
    for edit in edits:
        if (n := answer.count(edit.find)) != 1:
            raise ValueError(f"find must occur exactly once, got {n}: {edit.find!r}")
        start = answer.index(edit.find)
        spans.append((start, start + len(edit.find), edit.replace))
    spans.sort()
    parts, at = [], 0
    for start, end, replace in spans:
        if start < at:
            raise ValueError(f"edits must not overlap, got two at character {start}")
        parts += [answer[at:start], replace]
        at = end
    return "".join([*parts, answer[at:]])


class EditSize(Record):
    """How large an edit is, in the units of the edit limits (`taxonomy.tokens`)."""

    destroyed: int
    written: int
    shape: EditShape
    sentences_touched: int
    length_change: float


class Rejection(Record):
    """One failed edit check, worded so that an injector can act on it."""

    rule: str
    limit: str
    value: str
    message: str


class Candidate(Record):
    """An edit that a rule proposes, before the checks.

    `trigger` is the text that made the rule apply, `template` names the wording
    used (for the share of one template within a type).
    """

    edits: tuple[Edit, ...]
    claim: str
    trigger: str
    template: str
