"""F2: the right action at a wrong threshold, target or cut-off.

Touched are quantities that decide an action (when to see a doctor, below which
saturation to give oxygen, from which age a food is safe), and vague ones ("more
than a few days"). Equal cut-offs of the same kind change together.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import NamedTuple

from inspect_rubricblind.records import Candidate
from inspect_rubricblind.solvers.rules.bounds import (
    above_age,
    foods_at,
    stays_elsewhere,
)
from inspect_rubricblind.solvers.rules.context import is_statement, is_warning, stated
from inspect_rubricblind.solvers.rules.cutoffs import cutoff
from inspect_rubricblind.solvers.rules.limits import fits
from inspect_rubricblind.solvers.rules.passage import Change, Passage, edits_at
from inspect_rubricblind.taxonomy.quantities import (
    Quantity,
    find_quantities,
    normalise,
)

MAX_PLACES = 3

_VAGUE = re.compile(
    r"\b(?:(?:for |lasts? |persists? |continues? )?(?:more|longer) than|beyond|after)"
    r" (?:a few|a couple of|several) (?P<unit>hours|days|weeks)\b",
    re.IGNORECASE,
)
_DAY_OR_TWO = re.compile(
    r"\b(?:more|longer) than (?P<all>a (?P<unit>day|week) or two)\b", re.IGNORECASE
)
_LONGER = {
    "hours": "weeks",
    "days": "months",
    "weeks": "months",
    "day": "month",
    "week": "month",
}


class Site(NamedTuple):
    """One cut-off at all its places, with the changes that move it."""

    kind: str
    text: str
    start: int
    changes: tuple[Change, ...]


def trigger(passage: Passage) -> str | None:
    """The first cut-off, as written."""
    return next((site.text for site in _sites(passage)), None)


def candidates(passage: Passage, rng: Random) -> Iterator[Candidate]:
    """Moved cut-offs, in random order of their kinds."""
    by_kind: dict[str, list[Site]] = defaultdict(list)
    for site in _sites(passage):
        by_kind[site.kind].append(site)
    kinds = sorted(by_kind)
    rng.shuffle(kinds)
    for kind in kinds:
        rng.shuffle(by_kind[kind])
        for site in by_kind[kind]:
            edits = edits_at(passage.answer, site.changes)
            if edits is None or not fits(passage, "F2", edits):
                continue
            yield Candidate(
                edits=edits,
                claim=stated(passage, edits, site.start),
                trigger=site.text,
                template=kind,
            )


@lru_cache(maxsize=64)
def _sites(passage: Passage) -> tuple[Site, ...]:
    if not passage.is_english:
        return ()
    return (*_numeric_sites(passage), *_vague_sites(passage))


def _numeric_sites(passage: Passage) -> Iterator[Site]:
    told = {normalise(q) for q in find_quantities(passage.question)}
    groups: dict[tuple[str, object], list[Site]] = defaultdict(list)
    kinds: dict[tuple[int, str], set[object]] = defaultdict(set)
    for quantity in find_quantities(passage.answer):
        sentence = passage.sentence_at(quantity.start)
        if sentence is None or not is_statement(passage, sentence):
            continue
        if (found := cutoff(passage, sentence, quantity)) is None:
            continue
        if "|" in sentence.text or _is_a_band(passage, quantity):
            continue
        if quantity.measure in ("age", "duration") and normalise(quantity) in told:
            continue
        changes = found.rewrite(passage.answer, quantity)
        if found.kind == "age.months":
            changes = above_age(passage, quantity, changes)
        if changes:
            key: object = "fever" if found.kind == "fever" else normalise(quantity)
            if found.kind == "age.months":
                # One age limit decides on one food at a time.
                key = key, foods_at(passage, quantity)
            site = Site(found.kind, quantity.text, quantity.start, tuple(changes))
            groups[found.kind, key].append(site)
            kinds[sentence.start, found.kind].add(key)
            if found.kind == "gestation":
                kinds[sentence.start, found.kind] |= _weeks(sentence.text)
    # Beside an unmoved limit of its kind, a moved one contradicts the sentence.
    paired = {pair for pair, keys in kinds.items() if len(keys) > 1}
    for sites in groups.values():
        homes = {_home(passage, site) for site in sites}
        if len(sites) <= MAX_PLACES and homes.isdisjoint(paired):
            every = tuple(change for site in sites for change in site.changes)
            merged = sites[0]._replace(changes=every)
            if not stays_elsewhere(passage, merged.kind, merged.text, every):
                yield merged


def _is_a_band(passage: Passage, quantity: Quantity) -> bool:
    """Whether other limits of the same measure stand in the list or paragraph."""
    if quantity.measure not in ("lab_value", "percent"):
        return False
    start = passage.answer.rfind("\n\n", 0, quantity.start)
    end = passage.answer.find("\n\n", quantity.end)
    end = len(passage.answer) if end < 0 else end
    return any(
        other.measure == quantity.measure
        and other.unit == quantity.unit
        and normalise(other) != normalise(quantity)
        for other in find_quantities(passage.answer)
        if start < other.start < end
    )


def _weeks(text: str) -> set[object]:
    return {normalise(q) for q in find_quantities(text) if q.unit == "week"}


def _home(passage: Passage, site: Site) -> tuple[int, str]:
    sentence = passage.sentence_at(site.start)
    return (sentence.start if sentence else site.start), site.kind


def _vague_sites(passage: Passage) -> Iterator[Site]:
    for pattern, kind in ((_VAGUE, "vague.few"), (_DAY_OR_TWO, "vague.or_two")):
        for match in pattern.finditer(passage.answer):
            sentence = passage.sentence_at(match.start())
            if sentence is None or not is_statement(passage, sentence):
                continue
            if not is_warning(passage, sentence):
                continue
            start, end = match.span("unit")
            unit = match["unit"].lower()
            changes = (Change(start, end, _LONGER[unit]),)
            yield Site(f"{kind}.{unit}", match[0], match.start(), changes)
