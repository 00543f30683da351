"""The word lists of the coverage estimate: what to ignore, and what means the same."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from inspect_rubricblind.taxonomy.concepts import Phrase, load_concepts
from inspect_rubricblind.taxonomy.stems import stem


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
    concepts = load_concepts()
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


def _stemmed(listed: str) -> frozenset[str]:
    return frozenset(map(stem, listed.split()))


def _read_yaml(package: str, name: str) -> Any:
    return yaml.safe_load(files(package).joinpath(name).read_text(encoding="utf-8"))
