"""The word lists of the coverage estimate: what to ignore, and what means the same."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from inspect_rubricblind.scorers.stems import stem, stems
from inspect_rubricblind.taxonomy.lexicon import load_conditions, load_drugs

Phrase = tuple[str, ...]


@dataclass(frozen=True)
class Vocabulary:
    """Stemmed word lists (see the header of `words.yaml`) and the known concepts.

    `concepts` maps a phrase, as stems, to the concepts that it names, `phrases` a
    concept to its phrases; the longest has `longest` words.
    """

    ignored: frozenset[str]
    unspecific: frozenset[str]
    talk: frozenset[str]
    aspects: Mapping[str, frozenset[str]]
    concepts: Mapping[Phrase, tuple[str, ...]]
    phrases: Mapping[str, tuple[frozenset[str], ...]]
    longest: int

    def is_spelt_out(self, concept: str, found: frozenset[str]) -> bool:
        """Whether one of a concept's own phrases stands among these stems."""
        return any(phrase <= found for phrase in self.phrases[concept])


@cache
def vocabulary() -> Vocabulary:
    """The word lists that ship with the package."""
    words = _read_yaml("inspect_rubricblind.scorers", "words.yaml")
    concepts = _concepts()
    phrases: dict[str, list[frozenset[str]]] = {}
    for phrase, named in concepts.items():
        for concept in named:
            phrases.setdefault(concept, []).append(frozenset(phrase))
    return Vocabulary(
        ignored=frozenset(words["ignored"].split()),
        unspecific=_stemmed(words["unspecific"]),
        talk=_stemmed(words["talk"]),
        aspects={code: _stemmed(listed) for code, listed in words["aspects"].items()},
        concepts=concepts,
        phrases={concept: tuple(found) for concept, found in phrases.items()},
        longest=max(map(len, concepts)),
    )


def _concepts() -> dict[Phrase, tuple[str, ...]]:
    synonyms = _read_yaml("inspect_rubricblind.taxonomy.lexicons", "synonyms.yaml")
    found: dict[Phrase, tuple[str, ...]] = {}
    for concept, names in synonyms.items():
        _name(found, f"#{concept}", names)
    _add_drugs(found)
    for condition in load_conditions().conditions:
        if condition.names:
            _name(found, f"#{condition.name}", (condition.name, *condition.names))
    return found


def _add_drugs(found: dict[Phrase, tuple[str, ...]]) -> None:
    """A medicine stands for its class, and each of its names for the others."""
    drugs = load_drugs()
    classes = {}
    for group in drugs.classes:
        known = {c for name in group.names for c in found.get(tuple(stems(name)), ())}
        # An umbrella over several known groups is a concept of its own.
        classes[group.id] = known.pop() if len(known) == 1 else f"#{group.id}"
        _name(found, classes[group.id], group.names)
    for drug in drugs.drugs:
        names = (drug.name, *drug.names)
        own = [f"#{drug.name}"] if drug.names else []
        for concept in [*own, classes[drug.class_id]]:
            _name(found, concept, names)


def _name(
    concepts: dict[Phrase, tuple[str, ...]], concept: str, names: Iterable[object]
) -> None:
    """Let each of the names stand for the concept, beside what it stands for."""
    for name in names:
        phrase = tuple(stems(str(name)))
        known = concepts.get(phrase, ())
        if phrase and concept not in known:
            concepts[phrase] = (*known, concept)


def _stemmed(listed: str) -> frozenset[str]:
    return frozenset(map(stem, listed.split()))


def _read_yaml(package: str, name: str) -> Any:
    return yaml.safe_load(files(package).joinpath(name).read_text(encoding="utf-8"))
