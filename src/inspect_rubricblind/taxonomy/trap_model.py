"""The trap taxonomy and its lexicons, frozen; `traps.yaml` explains the fields."""

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Annotated, Literal

import yaml
from pydantic import Field, ValidationError, model_validator

from inspect_rubricblind.taxonomy.lexicon import load_table
from inspect_rubricblind.taxonomy.lexicon_model import Table
from inspect_rubricblind.taxonomy.model import CANARY, Code, Frozen

TRAPS_FILE = Path(__file__).with_name("traps.yaml")
OFFICIAL = ("A1", "A3", "D2")
"""The subtypes whose names S2 itself gives."""

SLOTS = frozenset(
    {
        *("topic", "people", "harm", "complaint"),
        *("entity", "kind", "dose", "diagnosis", "asked", "event"),
        *("claim", "claim_truth", "key", "asks", "falls"),
        *("study", "panel", "year", "cut", "n", "fact", "wrong"),
    }
)
Subtype = Annotated[str, Field(pattern=r"^[A-E][1-9]$")]
Line = tuple[Annotated[int, Field(ge=1, le=10)], str]


class Plant(Frozen):
    """How rules plant a subtype; `cue`, `nod` and `echo` are of dialogues alone."""

    trap: str
    truth: str
    key: str
    bait: str
    resisting: str
    falling: str
    rubric: tuple[Line, ...] = Field(min_length=3, max_length=6)
    cue: str = ""
    nod: str = ""
    echo: str = ""

    @property
    def templates(self) -> tuple[str, ...]:
        """Every text with slots in it."""
        lines = tuple(text for _, text in self.rubric)
        one = (self.trap, self.truth, self.key, self.bait, self.resisting, self.falling)
        return (*one, self.cue, self.nod, self.echo, *lines)

    @property
    def slots(self) -> frozenset[str]:
        """The names of all slots that have to be filled."""
        return frozenset(slot for text in self.templates for slot in slots_of(text))


class TrapSubtype(Frozen):
    """One way to plant a false premise; `traps.yaml` explains each field."""

    code: Subtype
    name: str
    origin: Literal["official", "ours"]
    definition: str
    planting: str
    falling_looks_like: str
    errors: tuple[Code, ...]
    dialogue: Plant | None = None
    report: Plant | None = None

    @model_validator(mode="after")
    def _check(self) -> "TrapSubtype":
        if (self.origin == "official") != (self.code in OFFICIAL):
            raise ValueError(
                f"origin must be official for {', '.join(OFFICIAL)} alone, but got "
                f"{self.origin!r} for {self.code}"
            )
        if bool(self.errors) == (self.code[0] == "E"):
            raise ValueError(
                f"errors must be empty for cluster E alone, but got "
                f"{list(self.errors)!r} for {self.code}"
            )
        for plant in (self.dialogue, self.report):
            if plant is not None and (unknown := sorted(plant.slots - SLOTS)):
                raise ValueError(f"slots must be known, but got {', '.join(unknown)}")
        return self

    def plant(self, task: str) -> Plant | None:
        """How rules plant it into a dialogue or behind a report."""
        return self.dialogue if task == "dialogue" else self.report


class Cluster(Frozen):
    """One of the five clusters."""

    code: Annotated[str, Field(pattern=r"^[A-E]$")]
    name: str
    about: str


class Frame(Frozen):
    """Sentences around what rules make."""

    opening: str
    closing: str
    report_lead: str
    report_first: str
    report_second: str
    report_opening: str
    report_closing: str


class TrapTaxonomy(Frozen):
    """The file `traps.yaml`."""

    version: str
    canary: Literal["inspect_rubricblind:canary:4f7c2a9e-8d31-4b6a-9c55-0e7d61b3f284"]
    clusters: tuple[Cluster, ...] = Field(min_length=5, max_length=5)
    frame: Frame
    subtypes: tuple[TrapSubtype, ...]

    @model_validator(mode="after")
    def _check(self) -> "TrapTaxonomy":
        codes = [entry.code for entry in self.subtypes]
        if len(set(codes)) != len(codes):
            raise ValueError(f"codes must be unique, but got {', '.join(codes)}")
        clusters = {cluster.code for cluster in self.clusters}
        if stray := sorted({code[0] for code in codes} ^ clusters):
            raise ValueError(f"clusters must be those of subtypes, but got {stray}")
        return self

    def by_code(self, code: str) -> TrapSubtype:
        """The subtype of a code.

        Raises:
            KeyError: There is none.
        """
        return {entry.code: entry for entry in self.subtypes}[code]

    def select(self, codes: Sequence[str] | None) -> tuple[TrapSubtype, ...]:
        """Subtypes by code or by cluster, in the order of the file; None is all.

        Raises:
            ValueError: A code is neither a subtype nor a cluster.
        """
        if codes is None:
            return self.subtypes
        known = {entry.code for entry in self.subtypes} | {
            cluster.code for cluster in self.clusters
        }
        if unknown := sorted(set(codes) - known):
            raise ValueError(
                f"subtypes must be among {', '.join(sorted(known))}, but got "
                f"{', '.join(unknown)}"
            )
        return tuple(
            entry
            for entry in self.subtypes
            if entry.code in codes or entry.code[0] in codes
        )


class Claim(Frozen):
    """A false statement with its truth; `trap_claims.yaml` explains each field."""

    id: str
    subtype: Subtype
    topics: tuple[str, ...]
    key: str
    claim: str
    truth: str
    asks: str
    falls: str
    source: str
    year: int = Field(ge=1950, le=2026)


class Claims(Table):
    """The lexicon `trap_claims.yaml`."""

    sources: tuple[str, ...]
    claims: tuple[Claim, ...]


class Entity(Frozen):
    """Something that does not exist, and what it passes for."""

    name: str
    kind: str
    dose: str


class Absent(Frozen):
    """Something a text may lack; `shows` matches words that would show it."""

    name: str = ""
    asked: str = ""
    event: str = ""
    shows: str

    @property
    def said(self) -> str:
        """Its words in a question."""
        return self.name or self.asked or self.event

    def is_in(self, text: str) -> bool:
        """Whether a text may speak of it."""
        return re.search(self.shows, text, re.IGNORECASE) is not None


class Names(Table):
    """The lexicon `trap_names.yaml`."""

    sources: tuple[str, ...]
    entities: tuple[Entity, ...]
    diagnoses: tuple[Absent, ...]
    details: tuple[Absent, ...]
    events: tuple[Absent, ...]


def slots_of(text: str) -> frozenset[str]:
    """The slots in braces of a template."""
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name)


@cache
def load_claims() -> Claims:
    """Read `trap_claims.yaml`, once."""
    return load_table("trap_claims", Claims)


@cache
def load_names() -> Names:
    """Read `trap_names.yaml`, once."""
    return load_table("trap_names", Names)


@cache
def load_traps(path: Path = TRAPS_FILE) -> TrapTaxonomy:
    """Read the taxonomy of traps, once.

    Raises:
        ValueError: The file breaks its schema; each fault names its field.
    """
    content = yaml.safe_load(path.read_text(encoding="utf-8"))
    try:
        return TrapTaxonomy.model_validate(content)
    except ValidationError as error:
        faults = "; ".join(
            f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}"
            for fault in error.errors()
        )
        raise ValueError(
            f"traps must follow the header comment of {path.name}, but got {faults}"
        ) from None


__all__ = [
    "CANARY",
    "Absent",
    "Claim",
    "Entity",
    "Plant",
    "TrapSubtype",
    "TrapTaxonomy",
    "load_claims",
    "load_names",
    "load_traps",
    "slots_of",
]
