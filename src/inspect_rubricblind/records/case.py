"""A benchmark item, as the metadata of an Inspect `Sample`."""

import json
from collections.abc import Sequence
from typing import Literal

from inspect_rubricblind.records.base import AnswerKind, Record, digest


class Criterion(Record):
    """One rubric line. `index` is its position in the benchmark's row (0-based)."""

    index: int
    criterion: str
    points: int
    tags: tuple[str, ...] = ()


def criteria_digest(criteria: Sequence[Criterion]) -> str:
    """Identifies a rubric: SHA-256 over index, text and points of its criteria."""
    return digest(json.dumps([[c.index, c.criterion, c.points] for c in criteria]))


class SuppliedAnswer(Record):
    """An answer that comes with the run instead of from the evaluated model.

    `stop_reason` is Inspect's, of the call that made it, where that is known.
    """

    text: str
    answer_model: str
    kind: AnswerKind
    stop_reason: str = "stop"


class Case(Record):
    """Metadata of an Inspect `Sample`: everything about a benchmark item but its turns.

    `verdicts` holds known verdicts on the original answer by criterion index
    (None: not known), from `verdicts=FILE`; it feeds headroom only.
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
