"""Whether scenarios and rating files are what a fair evaluation needs.

Faults are certain; notes are rules of thumb that a reader has to judge, since no rule
knows whether two assertions are one.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

from rapidfuzz import fuzz

from inspect_rubricblind.records.scenario import (
    CRITICAL,
    Rated,
    RatingFile,
    Scenario,
    ScenarioCriterion,
    doubled,
)
from inspect_rubricblind.records.scenario_files import (
    find_scenarios,
    parse_document,
    read_documents,
    scenario_files,
)
from inspect_rubricblind.tasks.attachments import turn_of

FEW_CRITERIA = 25
LIKE = 80
"""Similarity (of words in any order, 0 to 100) from which two criteria may overlap."""
MOST_OF_ONE_WEIGHT = 0.70
SOURCED_FROM = 4
"""Weight from which a criterion has to name a source."""
FORMAL = {"Instruction Following", "Style", "Extraction"}
"""Categories that no guideline can support."""
RATING_FIELDS = set(Rated.model_fields) - set(ScenarioCriterion.model_fields)
_VERBS = (
    r"says?|states?|names?|gives?|stops?|starts?|explains?|advises?|recommends?|asks?"
    r"|mentions?|warns?|uses?|checks?|measures?|considers?|avoids?|withholds?|refers?"
    r"|plans?|calculates?|identif(?:y|ies)|recogni[sz]es?|orders?|admits?|records?"
    r"|repeats?|includes?|describes?|provides?|lists?|treats?|monitors?|moves?|calls?"
)
SEVERAL = (
    (
        re.compile(rf"\b(?:and|then|as well as)\s+(?:also\s+)?(?:{_VERBS})\b", re.I),
        "joins two actions",
    ),
    (re.compile(r";"), "has a semicolon"),
    (re.compile(r"[.!?]\s+[A-Z]"), "has several sentences"),
    (re.compile(r",[^,]+,\s*(?:and|or)\s"), "lists three things or more"),
)
"""What makes a criterion look like several."""


@dataclass
class Checked:
    """What was found: sentences about what is there, faults, and notes."""

    held: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def check_scenarios(path: Path, ratings: Sequence[Path] = ()) -> Checked:
    """Check scenarios, and rating files against them.

    Args:
        path: A YAML file or a folder of them.
        ratings: Rating files or folders of them.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: A file is malformed.
    """
    checked = Checked()
    scenarios = {}
    for scenario, file in find_scenarios(path):
        turn_of(scenario, file.parent)  # its attachments can be read
        scenarios[scenario.id] = scenario
        checked.held.append(describe(scenario))
        checked.faults += [f"{scenario.id}: {said}" for said in faults_of(scenario)]
        checked.notes += [f"{scenario.id}: {said}" for said in notes_of(scenario)]
    if ratings:
        checked.faults += compare_ratings(scenarios, read_ratings(ratings))
    return checked


def describe(scenario: Scenario) -> str:
    """How a rubric is made up, in one line."""
    weights = Counter(c.weight for c in scenario.criteria)
    categories = Counter(x for c in scenario.criteria for x in c.categories)
    by_weight = ", ".join(f"{w}: {n}" for w, n in sorted(weights.items()))
    by_category = ", ".join(f"{name} {n}" for name, n in categories.most_common())
    years = [source.year for source in scenario.sources.values()]
    span = f"{min(years)} to {max(years)}" if years else "none"
    return (
        f"{scenario.id} ({scenario.specialty}): {len(scenario.criteria)} criteria, by "
        f"weight {by_weight}; {by_category}; sources of {span}; "
        f"{len(scenario.attachments)} attachment(s)"
    )


def faults_of(scenario: Scenario) -> Iterator[str]:
    """What is certainly wrong with a scenario that fits the schema."""
    for criterion in scenario.criteria:
        formal = set(criterion.categories) <= FORMAL
        if criterion.weight >= SOURCED_FROM and not criterion.sources and not formal:
            yield (
                f"criterion {criterion.id} has weight {criterion.weight} and must name "
                "a source, but has none"
            )
    texts = [_plain(criterion.text) for criterion in scenario.criteria]
    if twice := doubled(texts):
        yield f"criteria must differ, but {twice!r} stands twice"


def notes_of(scenario: Scenario) -> Iterator[str]:
    """What looks wrong and needs a reader."""
    for criterion in scenario.criteria:
        for pattern, why in SEVERAL:
            if pattern.search(criterion.text):
                yield f"criterion {criterion.id} may be several: it {why}"
                break
        formal = set(criterion.categories) <= FORMAL
        if criterion.weight < SOURCED_FROM and not criterion.sources and not formal:
            yield f"criterion {criterion.id} has no source"
    yield from _overlaps(scenario.criteria)
    yield from _balance(scenario.criteria)
    cited = {key for criterion in scenario.criteria for key in criterion.sources}
    for key in sorted(set(scenario.sources) - cited):
        yield f"source {key} is cited by no criterion"


def _overlaps(criteria: Sequence[ScenarioCriterion]) -> Iterator[str]:
    plain = [_plain(criterion.text) for criterion in criteria]
    for i, j in combinations(range(len(criteria)), 2):
        score = fuzz.token_sort_ratio(plain[i], plain[j])
        if score >= LIKE and plain[i] != plain[j]:
            yield (
                f"criteria {criteria[i].id} and {criteria[j].id} may overlap "
                f"(similarity {score:.0f} of 100)"
            )


def _balance(criteria: Sequence[ScenarioCriterion]) -> Iterator[str]:
    n, weights = len(criteria), Counter(c.weight for c in criteria)
    if n < FEW_CRITERIA:
        yield f"{n} criteria are fewer than {FEW_CRITERIA}"
    weight, most = weights.most_common(1)[0]
    if most > MOST_OF_ONE_WEIGHT * n:
        yield f"{most} of {n} criteria have weight {weight}"
    if len(weights) == 1:
        yield "all criteria weigh the same, so no trend of priority can be tested"
    if CRITICAL not in weights:
        yield f"no criterion is critical (weight {CRITICAL})"
    if not any(weight <= 2 for weight in weights):
        yield "no criterion is minor (weight 1 or 2)"


def read_ratings(paths: Sequence[Path]) -> list[tuple[RatingFile, str]]:
    """Rating files, each document with its place.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: A document is malformed.
    """
    return [
        (parse_document(RatingFile, document, where), where)
        for path in paths
        for file in scenario_files(path)
        for document, where in read_documents(file)
    ]


def compare_ratings(
    scenarios: Mapping[str, Scenario], ratings: Sequence[tuple[RatingFile, str]]
) -> Iterator[str]:
    """Differences in anything but the ratings, and ratings that lack.

    Args:
        scenarios: By id; a rating file of another scenario is a fault.
        ratings: Rating files with their places.
    """
    seen: dict[tuple[str, str], str] = {}
    for rating, where in ratings:
        key = (rating.id, rating.model)
        if key in seen:
            yield f"{where}: {rating.id} by {rating.model} is rated in {seen[key]} too"
        seen[key] = where
        if rating.id not in scenarios:
            yield f"{where}: there is no scenario {rating.id!r}"
            continue
        own, theirs = (_structure(item) for item in (scenarios[rating.id], rating))
        for path in _differences(own, theirs):
            yield f"{where}: {path} differs from the scenario's"
        lacking = [c.id for c in rating.criteria if c.expert_rating is None]
        if lacking:
            yield f"{where}: no expert rating for {', '.join(lacking)}"
    models: dict[str, set[str]] = {}
    for scenario, model in seen:
        models.setdefault(model, set()).add(scenario)
    everything = {scenario for scenario, _ in seen}
    for model, rated in sorted(models.items()):
        if missing := sorted(everything - rated):
            yield f"{model} has no rating file for {', '.join(missing)}"


def _structure(scenario: Scenario) -> dict[str, Any]:
    """Everything but the ratings, criteria by their position."""
    held = scenario.model_dump(mode="json", exclude={"model"})
    held["criteria"] = {
        f"criterion {number}": {
            name: value for name, value in item.items() if name not in RATING_FIELDS
        }
        for number, item in enumerate(held["criteria"], start=1)
    }
    return held


def _differences(own: Any, theirs: Any, path: str = "") -> Iterator[str]:
    if isinstance(own, dict) and isinstance(theirs, dict):
        for name in dict.fromkeys([*own, *theirs]):
            place = f"{path}, {name}" if path else name
            if name not in own or name not in theirs:
                yield place
            else:
                yield from _differences(own[name], theirs[name], place)
    elif own != theirs:
        yield path


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))
