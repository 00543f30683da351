"""A benchmark item, as the metadata of an Inspect `Sample`."""

import json
from collections.abc import Sequence
from typing import Literal

from inspect_rubricblind.records.base import AnswerKind, Record, digest
from inspect_rubricblind.records.edits import Edit


class Criterion(Record):
    """One rubric line. `index` is its position in the benchmark's row (0-based)."""

    index: int
    criterion: str
    points: int
    tags: tuple[str, ...] = ()


def criteria_digest(criteria: Sequence[Criterion]) -> str:
    """Identifies a rubric: SHA-256 over index, text and points of its criteria."""
    return digest(json.dumps([[c.index, c.criterion, c.points] for c in criteria]))


class Scoring(Record):
    """How a benchmark makes its own score of a case; no outcome of a pair uses it.

    The points met are divided by the positive points there are; a rubric without any
    scores `without_positive`, None if the benchmark does not say. `clip` limits each
    case to 0 to 1. `length_penalty` is taken off per 500 characters of the answer
    above `length_centre` (and added below it).
    """

    without_positive: float | None = None
    clip: bool = False
    length_centre: int | None = None
    length_penalty: float = 0.0

    def describe(self) -> str:
        """The rule in words, for logs and explanations."""
        clipped = "clipped to 0 to 1 per case" if self.clip else "not clipped per case"
        rule = f"points met / positive points, {clipped}"
        if self.length_centre is None:
            return rule
        return (
            f"{rule}, less {self.length_penalty} per 500 characters above "
            f"{self.length_centre:,}"
        )


class SuppliedAnswer(Record):
    """An answer that comes with the run instead of from the evaluated model.

    `stop_reason` is Inspect's, of the call that made it, where that is known.
    """

    text: str
    answer_model: str
    kind: AnswerKind
    stop_reason: str = "stop"


class SuppliedVariant(Record):
    """An edited copy of the supplied answer that comes with the run.

    `error_type` is the code for `kind` error and the shape for a control.
    """

    kind: Literal["error", "control"]
    error_type: str
    edits: tuple[Edit, ...]
    injector: str
    claim: str = ""


class Case(Record):
    """Metadata of an Inspect `Sample`: everything about a benchmark item but its turns.

    Where several samples are about one question (its answers by several models, say),
    `question_id` is what they share; empty: the sample's id. `variants` are copies of
    `answer` that came along, so that none have to be made.

    `verdicts` holds known verdicts on the original answer by criterion index
    (None: not known), from `verdicts=FILE`; it feeds headroom only. `background` is
    the text that the answers are from, which no grader sees.
    """

    benchmark: str
    dataset_kind: Literal["official", "sample", "path"]
    criteria: tuple[Criterion, ...]
    tags: tuple[str, ...] = ()
    theme: str = ""
    difficulty: str = ""
    language: str = ""
    canary: str = ""
    answer: SuppliedAnswer | None = None
    verdicts: tuple[bool | None, ...] | None = None
    question_id: str = ""
    variants: tuple[SuppliedVariant, ...] = ()
    background: tuple[str, ...] = ()
    scoring: Scoring = Scoring()
