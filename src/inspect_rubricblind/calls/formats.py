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


class ClaimsReply(Format):
    """The claims of a text, each to be understood alone; none is a valid answer."""

    decisive = ("claims",)

    claims: list[str]


class QueryReply(Format):
    """What to search for."""

    decisive = ("query",)

    query: str = Field(min_length=1)


class EvidenceReply(Format):
    """What evidence says of a claim, and the words of the evidence that say it."""

    decisive = ("verdict",)

    reasoning: str = ""
    quotes: list[str] = []
    verdict: Literal["supported", "contradicted", "not_supported"]


class LocatedReply(Format):
    """Which of the numbered claims state a given error; none is a valid answer."""

    decisive = ("numbers",)

    reasoning: str = ""
    numbers: list[int]
