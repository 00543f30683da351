"""The error taxonomy as typed, frozen data; `errors.yaml` explains each field."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

CANARY = "inspect_rubricblind:canary:4f7c2a9e-8d31-4b6a-9c55-0e7d61b3f284"
"""Marks files of this project that contain deliberate medical errors."""

DANGEROUS_HARM = 4
"""An error type of this harm or more is dangerous."""

Code = Literal[
    "F1", "F2", "F3", "F4", "C1", "C2", "C3", "R1", "R2", "O1", "O2", "K1", "K2"
]
Group = Literal["Factual", "Contextual", "Urgency", "Omission", "Calibration"]
Regime = Literal["directly wrong", "subtle"]
LimitShape = Literal["same", "varied", "additive", "additive minor", "subtractive"]


def _read_limit(value: Any) -> Any:
    return None if value == "unlimited" else value


TokenLimit = Annotated[Annotated[int, Field(ge=0)] | None, BeforeValidator(_read_limit)]


class Frozen(BaseModel):
    """Base of the taxonomy's parts: immutable, and a misspelt field is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class EditLimits(Frozen):
    """How large an edit of one type may be; None is no limit, bounds are inclusive.

    `destroy` and `write` count tokens; `sentences` and `length_min` to
    `length_max` count sentences of 25 tokens.
    """

    shape: LimitShape
    destroy: TokenLimit
    write: TokenLimit
    sentences: int = Field(ge=1)
    length_min: float
    length_max: float

    @model_validator(mode="after")
    def _check_order(self) -> "EditLimits":
        if self.length_min > self.length_max:
            raise ValueError(
                f"length_min must be at most length_max, but got "
                f"{self.length_min!r} and {self.length_max!r}"
            )
        return self


class ExampleEdit(Frozen):
    """One replacement; `find` occurs exactly once in the example's `before`."""

    find: str = Field(min_length=1)
    replace: str


class Example(Frozen):
    """A sound passage, the same with one error, and the edits between them."""

    question: str = ""
    before: str = Field(min_length=1)
    after: str = Field(min_length=1)
    edits: tuple[ExampleEdit, ...] = Field(min_length=1)
    claim: str = Field(min_length=1)


class ErrorType(Frozen):
    """One kind of clinical error that can be put into an answer."""

    code: Code
    name: str = Field(min_length=1)
    group: Group
    definition: str = Field(min_length=1)
    harm: int = Field(ge=1, le=5)
    harm_rationale: str = Field(min_length=1)
    harm_source: str = Field(min_length=1)
    regime: Regime
    removes_text: bool
    limits: EditLimits
    applicability_question: str = Field(min_length=1)
    injection_instruction: str = Field(min_length=1)
    examples: tuple[Example, ...] = Field(min_length=2)
    references: tuple[str, ...] = Field(min_length=1)

    @property
    def dangerous(self) -> bool:
        """Whether the harm reaches `DANGEROUS_HARM`."""
        return self.harm >= DANGEROUS_HARM


class Taxonomy(Frozen):
    """All error types, in the order in which tables show them."""

    version: str = Field(min_length=1)
    canary: Literal["inspect_rubricblind:canary:4f7c2a9e-8d31-4b6a-9c55-0e7d61b3f284"]
    types: tuple[ErrorType, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _check_codes(self) -> "Taxonomy":
        codes = [error.code for error in self.types]
        if twice := sorted({code for code in codes if codes.count(code) > 1}):
            raise ValueError(
                f"every code must be defined once, but got twice: {', '.join(twice)}"
            )
        return self

    def by_code(self, code: str) -> ErrorType:
        """The error type of this code; a `ValueError` lists the codes there are."""
        return self.select([code])[0]

    def select(self, codes: Sequence[str] | None = None) -> tuple[ErrorType, ...]:
        """The error types of these codes in the taxonomy's order; None: all.

        Raises:
            ValueError: A code is unknown, the selection is empty, or `codes` is one
                string (a list of one was meant).
        """
        if codes is None:
            return self.types
        known = [error.code for error in self.types]
        if isinstance(codes, str) or not codes:
            raise ValueError(
                f"error types must be a list with one or more of "
                f"{', '.join(known)}, but got {codes!r}"
            )
        if unknown := [code for code in dict.fromkeys(codes) if code not in known]:
            raise ValueError(
                f"error types must be among {', '.join(known)} (taxonomy "
                f"{self.version}), but got {', '.join(map(repr, unknown))}; "
                "`rubricblind taxonomy` explains each"
            )
        return tuple(error for error in self.types if error.code in codes)
