"""The word lists of the coverage estimate: what to ignore, and what means the same."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from inspect_rubricblind.scorers.stems import stem, stems

Phrase = tuple[str, ...]


@dataclass(frozen=True)
class Vocabulary:
    """Stemmed word lists (see the header of `words.yaml`) and the known concepts.

    `concepts` maps a phrase, as stems, to the concepts that it names; the longest
    has `longest` words.
    """

    ignored: frozenset[str]
    unspecific: frozenset[str]
    talk: frozenset[str]
    aspects: Mapping[str, frozenset[str]]
    concepts: Mapping[Phrase, tuple[str, ...]]
    longest: int


@cache
def vocabulary() -> Vocabulary:
    """The word lists that ship with the package."""
    words = _read_yaml("inspect_rubricblind.scorers", "words.yaml")
    concepts = _concepts()
    return Vocabulary(
        ignored=frozenset(words["ignored"].split()),
        unspecific=_stemmed(words["unspecific"]),
        talk=_stemmed(words["talk"]),
        aspects={code: _stemmed(listed) for code, listed in words["aspects"].items()},
        concepts=concepts,
        longest=max(map(len, concepts)),
    )


def _concepts() -> dict[Phrase, tuple[str, ...]]:
    synonyms = _read_yaml("inspect_rubricblind.taxonomy.lexicons", "synonyms.yaml")
    found: dict[Phrase, tuple[str, ...]] = {}
    for concept, names in synonyms.items():
        _name(found, f"#{concept}", names)
    return found


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
