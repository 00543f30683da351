"""What rules put into traps: false claims with their truth, and names of nothing."""

import re
from functools import cache

from pydantic import Field

from inspect_rubricblind.taxonomy.lexicon import load_table
from inspect_rubricblind.taxonomy.lexicon_model import Table
from inspect_rubricblind.taxonomy.model import Frozen
from inspect_rubricblind.taxonomy.trap_model import Subtype


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


@cache
def load_claims() -> Claims:
    """Read `trap_claims.yaml`, once."""
    return load_table("trap_claims", Claims)


@cache
def load_names() -> Names:
    """Read `trap_names.yaml`, once."""
    return load_table("trap_names", Names)
