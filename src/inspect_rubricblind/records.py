"""Typed records that the stages hand on, and the arithmetic all of them share.

`Trial` is what the solvers freeze in the sample store; `CoverageResult` is what
the scorer `coverage` leaves in `Score.metadata`. Logs are read back into these
types, so a field that changes its meaning changes `RECORDS_VERSION`.
"""

import hashlib
import random
from collections.abc import Sequence
from typing import Literal

from inspect_ai.util import StoreModel
from pydantic import BaseModel, ConfigDict, Field

RECORDS_VERSION = "1"

ErrorCode = Literal[
    "F1", "F2", "F3", "F4", "C1", "C2", "C3", "R1", "R2", "O1", "O2", "K1", "K2"
]
ERROR_CODES: tuple[ErrorCode, ...] = (
    "F1",
    "F2",
    "F3",
    "F4",
    "C1",
    "C2",
    "C3",
    "R1",
    "R2",
    "O1",
    "O2",
    "K1",
    "K2",
)
EditShape = Literal["same", "varied", "additive", "additive minor", "subtractive"]
ControlShape = Literal["same", "varied", "additive", "subtractive"]
CONTROL_SHAPES: tuple[ControlShape, ...] = (
    "same",
    "varied",
    "additive",
    "subtractive",
)
VariantKind = Literal["error", "control", "repeat"]
StageKind = Literal["rules", "model"]
AnswerKind = Literal["reference", "file", "log", "model"]
NoAnswer = Literal["no_reference_answer", "refusal", "empty"]
Yes = Literal["yes", "no", "unsure"]


class Record(BaseModel):
    """Base of every record: immutable, and a misspelt field is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Criterion(Record):
    """One rubric line. `index` is its position in the benchmark's row (0-based)."""

    index: int
    criterion: str
    points: int
    tags: tuple[str, ...] = ()


class SuppliedAnswer(Record):
    """An answer that comes with the run instead of from the evaluated model."""

    text: str
    answer_model: str
    kind: AnswerKind


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


class Applicability(Record):
    """Whether an error type fits an answer, and why. None: could not be read.

    Inspect leaves None out of a stored record, so fields that may be None have it as
    their default.
    """

    error_type: ErrorCode
    applicable: bool | None = None
    kind: StageKind
    reason: str


class Variant(Record):
    """An accepted copy of the answer with one error, or a control.

    `error_type` is the code for `kind` error and the wanted shape for a control.
    `text` is not stored: `apply_edits(trial.answer.text, edits)` gives it.
    """

    kind: Literal["error", "control"]
    error_type: str
    edits: tuple[Edit, ...]
    claim: str
    injector: str
    trigger: str
    template: str
    harm: int | None = None
    size: EditSize


class Discarded(Record):
    """An attempt that failed: its edits and the reasons against it."""

    kind: Literal["error", "control"]
    error_type: str
    injector: str
    template: str
    edits: tuple[Edit, ...]
    rejections: tuple[Rejection, ...]


class Answer(Record):
    """The answer under study. `tokens` as defined in `taxonomy.tokens`."""

    text: str
    answer_model: str
    kind: AnswerKind
    tokens: int
    language: str
    sha256: str


class Trial(StoreModel):
    """Everything that scorers need, frozen by the solvers; one field per stage.

    Without an answer, `no_answer` says why, and every later field stays empty.
    """

    records_version: str = RECORDS_VERSION
    answer: Answer | None = None
    no_answer: NoAnswer | None = None
    applicability: tuple[Applicability, ...] = ()
    injections: tuple[Variant, ...] = ()
    controls: tuple[Variant, ...] = ()
    discarded: tuple[Discarded, ...] = ()
    components: dict[str, str] = Field(default_factory=dict)


class CriterionCoverage(Record):
    """Whether one criterion asks about what an edit changed.

    `score` is the estimate in [0, 1]; `should_change` stays None for rules.
    """

    index: int
    points: int
    covered: bool
    score: float
    reason: str
    should_change: Yes | None = None


class VariantCoverage(Record):
    """Coverage of one variant: all criteria that reach `covered`, and headroom.

    `headroom` is None where the original's verdicts are not known; otherwise
    whether any covered criterion could still change for the worse.
    """

    kind: Literal["error", "control"]
    error_type: str
    covered: bool
    headroom: bool | None = None
    criteria: tuple[CriterionCoverage, ...]


class CoverageResult(Record):
    """What `Score.metadata` of the scorer `coverage` holds, beside nothing else."""

    records_version: str = RECORDS_VERSION
    kind: StageKind
    estimator: str
    criteria_sha256: str
    n_criteria: int
    variants: tuple[VariantCoverage, ...]


def stream(seed: int, case_id: str, purpose: str) -> random.Random:
    """Random numbers that depend on (seed, case id, purpose), never on order."""
    key = f"{seed}\x1f{case_id}\x1f{purpose}".encode()
    return random.Random(int.from_bytes(hashlib.sha256(key).digest()[:16], "big"))


def digest(text: str) -> str:
    """SHA-256 of a text in UTF-8, as hex."""
    return hashlib.sha256(text.encode()).hexdigest()
