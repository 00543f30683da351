"""The trap taxonomy and its lexicons, frozen; `traps.yaml` explains the fields."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Annotated, Literal

import yaml
from pydantic import Field, ValidationError, model_validator

from inspect_rubricblind.taxonomy.model import Code, Frozen

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


def slots_of(text: str) -> frozenset[str]:
    """The slots in braces of a template."""
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name)


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
