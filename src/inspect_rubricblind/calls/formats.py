"""Reply formats of every model-driven stage, reasoning first.

A model is asked for one JSON object of the given shape; `calls.replies` reads it.
`decisive` names the fields that make two objects in one reply agree or disagree.
"""

from typing import ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field


class Format(BaseModel):
    """Base of the reply formats: unknown keys are ignored, wrong types are not."""

    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)

    decisive: ClassVar[tuple[str, ...]] = ()


class ApplicabilityReply(Format):
    """Whether one error type fits an answer."""

    decisive = ("applicable",)

    reasoning: str = ""
    applicable: bool


class DeclaredEdit(Format):
    """One change an injector declares."""

    find: str = Field(min_length=1)
    replace: str


class InjectorReply(Format):
    """Edits that plant one error, and the false statement in one sentence."""

    decisive = ("edits", "claim")

    reasoning: str = ""
    edits: list[DeclaredEdit] = Field(min_length=1)
    claim: str = Field(min_length=1)


class JudgeReply(Format):
    """The three tests of an accepted injection."""

    decisive = ("error_present", "clinically_relevant", "fluent")

    reasoning: str = ""
    error_present: bool
    clinically_relevant: bool
    fluent: bool


class ControlJudgeReply(Format):
    """Whether a control edit left the meaning unchanged and reads well."""

    decisive = ("meaning_unchanged", "fluent")

    reasoning: str = ""
    meaning_unchanged: bool
    fluent: bool


class CoveredCriterionReply(Format):
    """One covered criterion as named by the coverage judge."""

    id: int
    should_change: Literal["yes", "no", "unsure"]


class CoverageReply(Format):
    """The criteria that ask about what an edit changed; none is a valid answer."""

    decisive = ("criteria",)

    reasoning: str = ""
    criteria: list[CoveredCriterionReply]


class GraderReply(Format):
    """HealthBench's verdict on one criterion."""

    decisive = ("criteria_met",)

    explanation: str = ""
    criteria_met: bool
