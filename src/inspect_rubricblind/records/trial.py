"""What the solvers freeze in the sample store, one field per stage."""

from typing import Literal

from inspect_ai.util import StoreModel
from pydantic import Field

from inspect_rubricblind.records.base import (
    RECORDS_VERSION,
    AnswerKind,
    ErrorCode,
    NoAnswer,
    Record,
    StageKind,
)
from inspect_rubricblind.records.edits import Edit, EditSize, Rejection


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
