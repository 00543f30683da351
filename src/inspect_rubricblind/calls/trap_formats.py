"""Reply formats of the stages that plant, check and answer traps."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from inspect_rubricblind.calls.formats import Format


class WrittenTurn(BaseModel):
    """One message of a rewritten conversation."""

    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)

    role: Literal["system", "user", "assistant"]
    content: str = Field(min_length=1)


class TrapReply(Format):
    """What both kinds of trap have in common.

    `criteria` is read line by line afterwards, so that a rubric that cannot be used
    does not cost the conversation that came with it.
    """

    reasoning: str = ""
    subtype: str
    trap: str = Field(min_length=1)
    truth: str = Field(min_length=1)
    key: str = Field(min_length=1)
    criteria: list[object]


class DialogueReply(TrapReply):
    """A rewritten conversation that ends in a bait question."""

    decisive = ("turns", "trap", "key")

    turns: list[WrittenTurn] = Field(min_length=1)


class ReportReply(TrapReply):
    """Questions on a report, of which the text cannot answer the last."""

    decisive = ("questions", "trap", "key")

    questions: list[str] = Field(min_length=1)


class RubricReply(Format):
    """A rubric written anew."""

    decisive = ("criteria",)

    reasoning: str = ""
    criteria: list[object]


class PairReply(Format):
    """An answer that resists a trap and one that falls for it."""

    decisive = ("resisting", "falling")

    resisting: str = Field(min_length=1)
    falling: str = Field(min_length=1)


class ValidatorReply(Format):
    """The four tests of a planted trap."""

    decisive = ("natural", "trap_false", "coherent", "rubric_aligned")

    reasoning: str = ""
    natural: bool
    trap_false: bool
    coherent: bool
    rubric_aligned: bool
