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


class Vote(Record):
    """One model's say on one error type. None: its reply could not be read."""

    model: str
    applicable: bool | None = None
    reasoning: str = ""
    failure: str | None = None


class Judgement(Record):
    """What the judge said of an edited copy, test by test; empty if unreadable."""

    model: str
    tests: dict[str, bool] = Field(default_factory=dict)
    reasoning: str = ""
    failure: str | None = None


class Applicability(Record):
    """Whether an error type fits an answer, and why. None: could not be read.

    Inspect leaves None out of a stored record, so fields that may be None have it as
    their default.
    """

    error_type: ErrorCode
    applicable: bool | None = None
    kind: StageKind
    reason: str
    votes: tuple[Vote, ...] = ()


class Variant(Record):
    """An accepted copy of the answer with one error, or a control.

    `error_type` is the code for `kind` error and the wanted shape for a control.
    `text` is not stored: `apply_edits(trial.answer.text, edits)` gives it. Without a
    `judgement` the copy was not judged. `attempt` counts from 1.
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
    attempt: int = 1
    judgement: Judgement | None = None


class Discarded(Record):
    """An attempt that failed: its edits and the reasons against it."""

    kind: Literal["error", "control"]
    error_type: str
    injector: str
    template: str
    edits: tuple[Edit, ...]
    rejections: tuple[Rejection, ...]
    claim: str = ""
    attempt: int = 1
    judgement: Judgement | None = None


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
