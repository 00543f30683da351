"""The shape of each medical word table; the YAML files explain their fields.

The tables hold deliberate errors (wrong swaps, contraindicated advice) beside
names. Every error carries the true reason why it is wrong.
"""

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from inspect_rubricblind.taxonomy.model import Frozen


def _compilable(pattern: str) -> str:
    try:
        re.compile(pattern)
    except re.error as error:
        raise ValueError(
            f"pattern must compile, but {pattern!r} does not: {error}"
        ) from None
    return pattern


def _sentence(text: str) -> str:
    if not text.endswith(".") or not text[:1].isupper():
        raise ValueError(f"must be a whole sentence, but got {text!r}")
    return text


Sentence = Annotated[str, AfterValidator(_sentence)]
Pattern = Annotated[str, AfterValidator(_compilable)]
Words = tuple[str, ...]
Canary = Literal["inspect_rubricblind:canary:4f7c2a9e-8d31-4b6a-9c55-0e7d61b3f284"]


class Table(Frozen):
    """What every table holds beside its entries."""

    canary: Canary


class Instead(Frozen):
    """A wrong medicine in the place of one of a class."""

    drug: str
    drugs: str
    why: Sentence
    unless: Words


class DrugClass(Frozen):
    """A class of medicines."""

    id: str
    names: Words
    purpose: str
    words: Words
    instead: tuple[Instead, ...]
    source: str


class Drug(Frozen):
    """A medicine: international name, then brands and spellings."""

    name: str
    names: Words
    class_id: str = Field(alias="class")


class Drugs(Table):
    """`drugs.yaml`."""

    sources: dict[str, str]
    classes: tuple[DrugClass, ...]
    drugs: tuple[Drug, ...]

    @model_validator(mode="after")
    def _check_links(self) -> "Drugs":
        known = {entry.id for entry in self.classes}
        require_known("class", {drug.class_id for drug in self.drugs}, known)
        require_known("source", {c.source for c in self.classes}, set(self.sources))
        return self


class Confused(Frozen):
    """A wrong diagnosis in the place of a right one."""

    name: str
    unless: Words


class Condition(Frozen):
    """A condition with what it is confused with."""

    name: str
    names: Words
    count: bool
    confused: tuple[Confused, ...] = Field(min_length=1)


class Conditions(Table):
    """`conditions.yaml`."""

    sources: Words
    conditions: tuple[Condition, ...]


class WrongDiagnosis(Frozen):
    """A diagnosis that does not fit what the user describes."""

    name: str
    unless: Words
    why: Sentence


class Presentation(Frozen):
    """What a user describes."""

    id: str
    cues: tuple[tuple[Pattern, ...], ...] = Field(min_length=1)
    unless: tuple[Pattern, ...] = ()
    what: str
    wrong: tuple[WrongDiagnosis, ...] = Field(min_length=1)


class Presentations(Table):
    """`presentations.yaml`."""

    sources: Words
    presentations: tuple[Presentation, ...]


class Contraindicated(Frozen):
    """Advice that is contraindicated for a state."""

    give: str
    replaces: Words = ()
    say: tuple[Sentence, ...] = Field(min_length=1)
    topics: Words
    unless: Words = ()
    why: Sentence
    source: str


class State(Frozen):
    """A state of the patient, or a medicine the patient takes."""

    id: str
    patient: str
    cues: tuple[Pattern, ...] = Field(min_length=1)
    unless: tuple[Pattern, ...]
    advice: tuple[Contraindicated, ...] = Field(min_length=1)


class Contraindications(Table):
    """`contraindications.yaml`."""

    sources: dict[str, str]
    states: tuple[State, ...]

    @model_validator(mode="after")
    def _check_links(self) -> "Contraindications":
        used = {item.source for state in self.states for item in state.advice}
        require_known("source", used, set(self.sources))
        return self


class WrongCare(Frozen):
    """A wrong measure for a topic."""

    do: str
    claim_as: str = Field(alias="as")
    label: str
    unless: Words
    why: Sentence
    source: str


class CareTopic(Frozen):
    """A topic that answers give advice on."""

    id: str
    what: str
    cues: tuple[Pattern, ...] = Field(min_length=1)
    care: tuple[WrongCare, ...] = Field(min_length=1)


class Care(Table):
    """`care.yaml`."""

    sources: dict[str, str]
    topics: tuple[CareTopic, ...]

    @model_validator(mode="after")
    def _check_links(self) -> "Care":
        used = {item.source for topic in self.topics for item in topic.care}
        require_known("source", used, set(self.sources))
        return self


class Reversal(Frozen):
    """A piece of sound advice and its harmful opposite."""

    id: str
    find: Pattern
    replace: str
    reason: bool = False
    needs: Words = ()
    unless: Words = ()
    only: Pattern | None = None
    spare: Pattern | None = None
    beside: Pattern | None = None
    claim: str = ""
    why: Sentence
    source: str


class Advice(Table):
    """`advice.yaml`."""

    sources: dict[str, str]
    advice: tuple[Reversal, ...]

    @model_validator(mode="after")
    def _check_links(self) -> "Advice":
        require_known(
            "source", {item.source for item in self.advice}, set(self.sources)
        )
        return self


def require_known(what: str, used: set[str], known: set[str]) -> None:
    """Raise a `ValueError` that names what a table uses and does not define."""
    if unknown := sorted(used - known):
        raise ValueError(f"{what} must be defined in the file, but got {unknown}")
