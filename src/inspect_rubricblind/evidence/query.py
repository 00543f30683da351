"""From a claim to the words that are searched for."""

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from inspect_rubricblind.evidence.passages import has_dense_script
from inspect_rubricblind.taxonomy.lexicon import load_drugs
from inspect_rubricblind.taxonomy.stems import split_words, stem

MOST_TERMS = 16
HEAD = 2
_WORD = re.compile(r"[^\W\d_]+")
_DENSE_RUN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]{3,}")


@cache
def word_lists() -> dict[str, Any]:
    """The lists of `words.yaml`; its header says what each is for."""
    path = files("inspect_rubricblind.evidence") / "words.yaml"
    lists: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return lists


@cache
def ignored_words() -> frozenset[str]:
    """Words that say nothing about the subject of a claim."""
    text = (
        files("inspect_rubricblind.evidence").joinpath("words.yaml").read_text("utf-8")
    )
    return frozenset(yaml.safe_load(text)["ignored"].split())


def content_words(text: str) -> list[str]:
    """The words of a text that carry matter, each once, in order; no numbers."""
    known = ignored_words()
    return [
        word
        for word in dict.fromkeys(split_words(text))
        if word not in known and len(word) > 1 and not word[0].isdigit()
    ]


def query_words(claim: str) -> str:
    """The words of a claim worth searching for: a query by rules."""
    return " ".join(content_words(claim)[:MOST_TERMS])


def dense_parts(text: str) -> list[str]:
    """Overlapping three-character pieces of Chinese or Japanese text, each once."""
    if not has_dense_script(text):
        return []
    found: dict[str, None] = {}
    for run in _DENSE_RUN.findall(text):
        found |= {run[at : at + 3]: None for at in range(len(run) - 2)}
    return list(found)


@cache
def _spellings() -> dict[str, tuple[str, ...]]:
    """Other single-word names of a medicine or a spelling, by each of its names."""
    named: dict[str, tuple[str, ...]] = {}
    groups = [(d.name, *d.names) for d in load_drugs().drugs if d.names]
    for group in (*groups, *_extra_spellings()):
        singles = [n.lower() for n in group if n.isalpha()]
        for name in singles:
            named[name] = tuple(n for n in singles if n != name)
    return named


def _extra_spellings() -> list[tuple[str, ...]]:
    text = (
        files("inspect_rubricblind.evidence").joinpath("words.yaml").read_text("utf-8")
    )
    return [tuple(names) for names in yaml.safe_load(text)["spellings"]]


def alternatives(word: str) -> tuple[str, ...]:
    """Other names of the same medicine, and other spellings."""
    return _spellings().get(word, ())


@dataclass(frozen=True)
class Wanted:
    """What a query asks for: words, each with its other names, and pieces of text."""

    words: tuple[frozenset[str], ...]
    pieces: tuple[str, ...]
    heads: frozenset[str]

    @classmethod
    def of(cls, query: str) -> "Wanted":
        """Read a query."""
        words = tuple(
            frozenset({stem(word), *map(stem, alternatives(word))})
            for word in content_words(query)
        )
        heads = frozenset(name[:HEAD] for names in words for name in names)
        return cls(words, tuple(dense_parts(query)), heads)

    def share(self, text: str) -> float:
        """How much of it stands in a text, by stem or another name; 0 to 1."""
        if not self.words and not self.pieces:
            return 0.0
        found = set(_WORD.findall(text.lower()))
        # A word and its stem begin alike, so only few words have to be stemmed.
        there = {stem(word) for word in found if word[:HEAD] in self.heads}
        hits = sum(bool(there & names) for names in self.words)
        hits += sum(piece in text for piece in self.pieces)
        return hits / (len(self.words) + len(self.pieces))
