"""Known faults of HealthBench's rows, as data: which cases, why, and who says so."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field

from inspect_rubricblind.records import Criterion
from inspect_rubricblind.tasks.items import Choice, Item

FILE = Path(__file__).with_name("known_issues.yaml")
PREFIX = "known_issue:"
KEEP, DROP = "keep", "drop"


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    about: str = Field(min_length=1)
    source: str = Field(min_length=1)


class ListedCase(BaseModel):
    """A case with the issue; `points` of the faulty criterion, None: the prompt."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    points: int | None = None
    note: str = Field(min_length=1)


class ListedIssue(_Entry):
    """An issue of named cases."""

    kind: Literal["suspected_sign", "tampered_prompt"]
    cases: tuple[ListedCase, ...] = Field(min_length=1)


class DetectedIssue(_Entry):
    """An issue that a rubric shows by itself."""

    kind: Literal["duplicated_criterion", "cancelling_criteria"]


class KnownIssues(BaseModel):
    """Everything in the file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    listed: tuple[ListedIssue, ...]
    detected: tuple[DetectedIssue, ...]


@cache
def load_known_issues(path: Path = FILE) -> KnownIssues:
    """The issues that ship with the project."""
    return KnownIssues.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))


def tag_issues(item: Item) -> Item:
    """The case with a tag `known_issue:KIND` for each issue that its rubric has."""
    listed = _listed_kinds(item)
    kinds = dict.fromkeys([*listed, *_detected_kinds(item.criteria)])
    return item._replace(tags=(*item.tags, *(PREFIX + kind for kind in kinds)))


def has_issue(tags: Iterable[str]) -> bool:
    """Whether a case carries the tag of an issue."""
    return any(tag.startswith(PREFIX) for tag in tags)


def choose_by_issues(items: Sequence[Item], known_issues: str) -> Choice:
    """Leave cases with an issue out if `known_issues` is `drop`; count them by kind."""
    counts = Counter(tag for item in items for tag in item.tags if has_issue([tag]))
    drop = [item.id for item in items if has_issue(item.tags)]
    about = {
        "known_issues": {
            tag.removeprefix(PREFIX): count for tag, count in sorted(counts.items())
        }
    }
    return Choice(
        dict.fromkeys(drop if known_issues == DROP else [], "known_issue"), about
    )


@cache
def _by_case() -> dict[str, list[tuple[str, int | None]]]:
    listed: dict[str, list[tuple[str, int | None]]] = defaultdict(list)
    for issue in load_known_issues().listed:
        for case in issue.cases:
            listed[case.id].append((issue.kind, case.points))
    return dict(listed)


def _listed_kinds(item: Item) -> list[str]:
    held = {criterion.points for criterion in item.criteria}
    return [
        kind
        for kind, points in _by_case().get(item.id, ())
        if points is None or points in held
    ]


def _detected_kinds(criteria: Sequence[Criterion]) -> list[str]:
    signs: dict[str, list[bool]] = defaultdict(list)
    for criterion in criteria:
        signs[" ".join(criterion.criterion.split())].append(criterion.points > 0)
    repeated = [held for held in signs.values() if len(held) > 1]
    kinds = {
        "duplicated_criterion": any(
            held.count(sign) > 1 for held in repeated for sign in (True, False)
        ),
        "cancelling_criteria": any(len(set(held)) > 1 for held in repeated),
    }
    return [kind for kind, present in kinds.items() if present]
