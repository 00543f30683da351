"""The shape of `lexicons/schedules.yaml`: measures that have a dose or a schedule."""

from typing import Literal

from pydantic import Field, model_validator

from inspect_rubricblind.taxonomy.lexicon_model import Pattern, Sentence, require_known
from inspect_rubricblind.taxonomy.model import Frozen

DurationChange = Literal["short", "long", "third", "tenth", "minute", "hours"]


class Activity(Frozen):
    """A measure with a dose, a frequency or a duration."""

    id: str
    cues: tuple[Pattern, ...] = Field(min_length=1)
    spare: Pattern | None = None
    behind: Pattern | None = None
    duration: tuple[DurationChange, ...] = ()
    frequency: tuple[Literal["often", "rare"], ...] = ()
    amount: tuple[Literal["up", "down"], ...] = ()
    subject: str
    why: Sentence
    source: str


class Schedules(Frozen):
    """`schedules.yaml`."""

    sources: dict[str, str]
    activities: tuple[Activity, ...]

    @model_validator(mode="after")
    def _check_links(self) -> "Schedules":
        require_known(
            "source", {item.source for item in self.activities}, set(self.sources)
        )
        return self
