"""What a text is about, as a set of terms that two texts can share.

A term is a stemmed word, a number (`=0.5`) or a concept (`#kidney`) that stands for
its synonyms. Terms are compared, never ordered, so this is a bag of words with a
medical lexicon; what the words say about each other is left to `evidence`.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

import yaml

from inspect_rubricblind.taxonomy.tokens import token_texts

PART = re.compile(r"\d+(?:[.,]\d+)*|[a-zA-Z]+")
HYPHENS = str.maketrans("‐‑‒", "---")

NUMBER_WEIGHT = 0.3
CONCEPT_WEIGHT = 0.8
UNSPECIFIC_WEIGHT = 0.12
CHARACTER_WEIGHT = 0.3
WORD_WEIGHT = 1.0

# Longest first; stripped once, as long as a recognisable stem remains.
# fmt: off
SUFFIXES = (
    "ational", "ization", "isation", "ations", "ation", "ments", "ingly", "ement",
    "edly", "ment", "ness", "ally", "ing", "ion", "ive", "ity", "ly", "ed", "al",
    "er", "or", "ic", "y", "e",
)
# fmt: on
SHORT_STEM = {"ing": 3, "ed": 3, "e": 3}


@dataclass(frozen=True)
class Vocabulary:
    """Word lists, stemmed: see the header of `words.yaml` and `synonyms.yaml`."""

    ignored: frozenset[str]
    unspecific: frozenset[str]
    talk: frozenset[str]
    aspects: Mapping[str, frozenset[str]]
    phrases: Mapping[tuple[str, ...], tuple[str, ...]]

    @property
    def longest_phrase(self) -> int:
        """How many words the longest synonym has."""
        return max(map(len, self.phrases), default=0)


@cache
def vocabulary() -> Vocabulary:
    """The word lists that ship with the package."""
    package = "inspect_rubricblind"
    words = _read_yaml(f"{package}.scorers", "words.yaml")
    synonyms = _read_yaml(f"{package}.taxonomy.lexicons", "synonyms.yaml")
    phrases: dict[tuple[str, ...], tuple[str, ...]] = {}
    for concept, names in synonyms.items():
        for name in names:
            key = tuple(stems(str(name)))
            phrases[key] = (*phrases.get(key, ()), f"#{concept}")
    return Vocabulary(
        ignored=frozenset(words["ignored"].split()),
        unspecific=frozenset(map(stem, words["unspecific"].split())),
        talk=frozenset(map(stem, words["talk"].split())),
        aspects={
            code: frozenset(map(stem, listed.split()))
            for code, listed in words["aspects"].items()
        },
        phrases=phrases,
    )


def split_words(text: str) -> list[str]:
    """Words and numbers in order, lower case; hyphenated words are taken apart."""
    plain = unicodedata.normalize("NFKC", text).translate(HYPHENS).lower()
    words: list[str] = []
    for token in token_texts(plain):
        words += PART.findall(token) if token.isascii() else [token]
    return words


def stems(text: str) -> list[str]:
    """The stems of all words of a text, in order."""
    return [stem(word) for word in split_words(text)]


@lru_cache(maxsize=100_000)
def stem(word: str) -> str:
    """Strip the common English endings, so that inflections of a word meet.

    Coarse on purpose: it need not give a real word, only the same one for
    "recommends", "recommended" and "recommendation".
    """
    if len(word) <= 3 or not word.isascii():
        return word
    if word.endswith("ies") and len(word) > 4:
        word = word[:-3] + "y"
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for suffix in SUFFIXES:
        kept = len(word) - len(suffix)
        if word.endswith(suffix) and kept >= SHORT_STEM.get(suffix, 4):
            if suffix == "ed" and word.endswith("eed"):
                break
            word = word[:kept]
            break
    doubled = len(word) > 4 and word[-1] == word[-2] and word[-1] not in "sl"
    return word[:-1] if doubled else word


@lru_cache(maxsize=50_000)
def terms(text: str) -> frozenset[str]:
    """The terms of a text: stems, numbers, and the concepts they belong to."""
    known = vocabulary()
    words = split_words(text)
    found = {_term(word) for word in words if word not in known.ignored}
    stemmed = [stem(word) for word in words]
    for start in range(len(stemmed)):
        for size in range(1, known.longest_phrase + 1):
            found.update(known.phrases.get(tuple(stemmed[start : start + size]), ()))
    return frozenset(found - {""})


def weight(term: str) -> float:
    """How much a shared term says about a shared subject, in [0, 1]."""
    if term.startswith("="):
        return NUMBER_WEIGHT
    if term.startswith("#"):
        return CONCEPT_WEIGHT
    if term in vocabulary().unspecific:
        return UNSPECIFIC_WEIGHT
    return CHARACTER_WEIGHT if len(term) == 1 else WORD_WEIGHT


def union(texts: Iterable[str]) -> frozenset[str]:
    """The terms of several texts together."""
    return frozenset().union(*map(terms, texts))


def _term(word: str) -> str:
    if word[0].isdigit():
        return "=" + word.replace(",", ".")
    stemmed = stem(word)
    return "" if len(stemmed) < 2 and stemmed.isascii() else stemmed


def _read_yaml(package: str, name: str) -> Any:
    return yaml.safe_load(files(package).joinpath(name).read_text(encoding="utf-8"))
