"""A clinical scenario with its weighted rubric, as authors write it in YAML.

One scenario per YAML document. The prompt asks for one answer; the golden answer is
what the criteria were derived from, each of them one assertion with a weight from 1
(trivial) to 5 (critical for the patient), its categories, its guideline sources and a
justification. Sources stand once per scenario and are cited by key.
"""

from collections.abc import Iterable
from typing import Annotated, Any, Literal, Self, get_args

from pydantic import Field, model_validator

from inspect_rubricblind.records.base import Record
from inspect_rubricblind.records.case import Criterion
from inspect_rubricblind.records.rows import Text

MIN_WEIGHT, CRITICAL = 1, 5
Category = Literal[
    "Reasoning", "Safety", "Extraction", "Instruction Following", "Style"
]
CATEGORIES: tuple[Category, ...] = get_args(Category)
Name = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,59}$")]
Weight = Annotated[int, Field(ge=MIN_WEIGHT, le=CRITICAL, strict=True)]
ID_TAG = "id:"
"""How a criterion's own id stands among the tags of `records.Criterion`."""


class GuidelineSource(Record):
    """What a criterion rests on; the year tells whether it has been superseded."""

    title: Text
    organisation: Text
    year: int = Field(ge=1950, le=2100, strict=True)
    url: str = Field(default="", pattern=r"^(https?://\S+)?$")


class Attachment(Record):
    """What comes with the prompt: a text, or an image with a description.

    `file` is relative to the YAML file. Only a model that sees images gets the image
    itself; `alt` says what everybody else, graders included, has to know of it.
    """

    name: Text
    kind: Literal["text", "image"] = "text"
    text: str = ""
    file: str = ""
    alt: str = ""

    @model_validator(mode="after")
    def _check_content(self) -> Self:
        if self.kind == "text" and bool(self.text.strip()) == bool(self.file):
            raise ValueError(
                f"attachment {self.name!r} must have either text or file, but got "
                f"{'both' if self.file else 'neither'}"
            )
        if self.kind == "image" and not (self.file and self.alt.strip()):
            raise ValueError(
                f"attachment {self.name!r} must have a file and an alt text, since it "
                "is an image"
            )
        if self.kind == "image" and self.text:
            raise ValueError(
                f"attachment {self.name!r} must have no text, since it is an image: "
                "put its description into alt"
            )
        return self


class ScenarioCriterion(Record):
    """One assertion about the ideal answer."""

    id: Name
    text: Text
    weight: Weight
    categories: tuple[Category, ...] = Field(min_length=1)
    sources: tuple[str, ...] = ()
    justification: Text

    def as_criterion(self, index: int) -> Criterion:
        """The criterion as every rubric benchmark has it: its weight is its points."""
        tags = (ID_TAG + self.id, *self.categories)
        return Criterion(
            index=index, criterion=self.text, points=self.weight, tags=tags
        )


class Scenario(Record):
    """A scenario; see the module for what its parts are."""

    schema_version: Literal["1"] = "1"
    id: Name
    title: Text
    specialty: Text
    language: str = "en"
    prompt: Text
    attachments: tuple[Attachment, ...] = ()
    required_output: Text
    golden_answer: Text
    sources: dict[str, GuidelineSource] = Field(default_factory=dict)
    criteria: tuple[ScenarioCriterion, ...] = Field(min_length=1)
    canary: str = ""

    @model_validator(mode="after")
    def _check_names(self) -> Self:
        for what, names in (
            ("criteria", [criterion.id for criterion in self.criteria]),
            ("attachments", [attachment.name for attachment in self.attachments]),
        ):
            if twice := doubled(names):
                raise ValueError(f"{what} must differ in name, but got {twice} twice")
        for criterion in self.criteria:
            if unknown := [key for key in criterion.sources if key not in self.sources]:
                raise ValueError(
                    f"criterion {criterion.id} must cite keys of sources, but got "
                    f"{', '.join(unknown)}"
                )
            if twice := doubled(criterion.categories):
                raise ValueError(
                    f"criterion {criterion.id} must name each category once, but got "
                    f"{twice} twice"
                )
        return self

    def as_criteria(self) -> tuple[Criterion, ...]:
        """The rubric as every rubric benchmark has it."""
        return tuple(c.as_criterion(i) for i, c in enumerate(self.criteria))


class Rated(ScenarioCriterion):
    """A criterion with what an expert, and perhaps autoraters, said of one answer."""

    expert_rating: bool | None = None
    autoraters: dict[str, bool | None] = Field(default_factory=dict)


class RatingFile(Scenario):
    """A copy of a scenario that holds the expert's ratings of one model's answer."""

    model: Text
    criteria: tuple[Rated, ...] = Field(min_length=1)


def doubled(values: Iterable[str]) -> str | None:
    """The first value that stands twice."""
    seen: set[str] = set()
    for value in values:
        if value in seen:
            return value
        seen.add(value)
    return None


def criterion_id(criterion: Criterion) -> str:
    """A criterion's own id, or its position where it has none."""
    named = (tag for tag in criterion.tags if tag.startswith(ID_TAG))
    return next(named, f"{ID_TAG}{criterion.index}").removeprefix(ID_TAG)


def criterion_categories(criterion: Criterion) -> tuple[str, ...]:
    """The categories of a criterion."""
    return tuple(tag for tag in criterion.tags if not tag.startswith(ID_TAG))


def scenario_schema() -> dict[str, Any]:
    """The JSON Schema of a scenario, for editors and other tools."""
    schema = Scenario.model_json_schema()
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **schema,
        "title": "Scenario of inspect_rubricblind",
    }
