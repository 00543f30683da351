"""A verdict on a claim by words, numbers, negation and direction: a baseline.

Each sentence of the evidence is held against the claim. It speaks for the claim as far
as it holds its words, unless a number of the same unit differs, one of the two is
negated, or they point in opposite directions: then it speaks against it. Words are no
understanding; the measured error of this baseline stands with every result.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from inspect_rubricblind.evidence.query import (
    alternatives,
    content_words,
    word_lists,
)
from inspect_rubricblind.records import ClaimVerdict, Passage
from inspect_rubricblind.taxonomy.quantities import (
    Normal,
    find_quantities,
    normalise,
)
from inspect_rubricblind.taxonomy.sentences import split_sentences
from inspect_rubricblind.taxonomy.stems import split_words, stem

VERSION = "lexical-1"
SUPPORTED = 0.7
"""Least share of a claim's words in a sentence that supports it."""
CONTRADICTED = 0.55
"""Least share in a sentence that contradicts it."""
NEGATION = 0.75
TOLERANCE = 0.01
TITLE_WEIGHT = 0.8
MOST_QUOTE = 400

Conflict = Literal["number", "negation", "direction"]


@dataclass(frozen=True)
class Entailed:
    """The verdict, how much the evidence speaks for the claim, and what decided."""

    verdict: ClaimVerdict
    doubt: float
    quotes: tuple[str, ...]
    ranks: tuple[int, ...]
    reasoning: str


class Reading(NamedTuple):
    """What is compared of a claim or a sentence."""

    words: tuple[frozenset[str], ...]
    stems: frozenset[str]
    quantities: tuple[Normal, ...]
    negated: bool
    directions: frozenset[tuple[int, int]]


class Window(NamedTuple):
    """One or two sentences of a passage, held against the claim."""

    share: float
    conflict: Conflict | None
    numbers_found: bool
    text: str
    rank: int


def judge(claim: str, passages: Sequence[Passage]) -> Entailed:
    """Hold a claim against passages.

    Returns:
        `supported` and `contradicted` name the sentence that decided. `doubt` is 0 to
        0.15 where supported, up to 0.5 where nothing decides, above that where
        contradicted, and 0.5 without any passage.
    """
    said = read(claim)
    windows = [w for p in passages for w in _windows(said, p)]
    agreeing = [w for w in windows if w.conflict is None and w.numbers_found]
    opposing = [w for w in windows if w.conflict is not None]
    best = max(agreeing, key=lambda w: (w.share, -w.rank), default=None)
    worst = max(opposing, key=lambda w: (w.share, -w.rank), default=None)
    support = best.share if best else 0.0
    against = worst.share if worst else 0.0
    if best and support >= SUPPORTED and support >= against:
        return _decided("supported", 0.5 * (1 - support), best)
    if worst and against >= CONTRADICTED and against > support:
        return _decided("contradicted", 0.5 + 0.5 * against, worst)
    partial = max([w.share for w in windows if w.conflict is None], default=0.0)
    doubt = 0.5 * (1 - min(partial, SUPPORTED - 0.01))
    reason = "no evidence found" if not passages else "no sentence says it"
    return Entailed("not_supported", round(doubt, 4), (), (), reason)


@lru_cache(maxsize=20_000)
def read(text: str) -> Reading:
    """What is compared of a text."""
    words = split_words(text)
    stems = frozenset(map(stem, words))
    return Reading(
        words=tuple(
            frozenset({stem(word), *map(stem, alternatives(word))})
            for word in content_words(text)
        ),
        stems=stems,
        quantities=tuple(
            normal
            for quantity in find_quantities(text)
            if (normal := normalise(quantity)).values
        ),
        negated=any(word in _negators() for word in words),
        directions=frozenset(
            place for word in set(words) for place in _directions().get(word, ())
        ),
    )


def _decided(verdict: ClaimVerdict, doubt: float, window: Window) -> Entailed:
    why = f"{window.conflict} differs" if window.conflict else "says the same"
    reason = f"{why}; {window.share:.0%} of the words stand there"
    quote = window.text[:MOST_QUOTE]
    return Entailed(verdict, round(doubt, 4), (quote,), (window.rank,), reason)


def _windows(claim: Reading, passage: Passage) -> Iterator[Window]:
    sentences = _sentences(passage.snippet)
    for number, sentence in enumerate(sentences):
        yield _compare(claim, sentence, passage)
        if number:
            both = f"{sentences[number - 1]} {sentence}"
            window = _compare(claim, both, passage)
            # Two sentences can say a thing together; what they deny is one's alone.
            if window.conflict is None:
                yield window


def _compare(claim: Reading, text: str, passage: Passage) -> Window:
    found, title = read(text), read(passage.title).stems
    if not claim.words:
        return Window(0.0, None, False, text, passage.rank)
    share = sum(
        1.0 if names & found.stems else TITLE_WEIGHT if names & title else 0.0
        for names in claim.words
    ) / len(claim.words)
    whole = read(passage.snippet).quantities
    states = [_state(q, found.quantities, whole) for q in claim.quantities]
    conflict: Conflict | None = None
    if "other" in states:
        conflict = "number"
    elif share >= NEGATION and claim.negated != found.negated:
        conflict = "negation"
    elif share >= CONTRADICTED and _opposed(claim.directions, found.directions):
        conflict = "direction"
    numbers = all(state == "same" for state in states)
    return Window(share, conflict, numbers, text, passage.rank)


def _state(
    quantity: Normal, near: Sequence[Normal], whole: Sequence[Normal]
) -> Literal["same", "other", "absent"]:
    """Whether a quantity of the claim stands in the passage, or another one nearby."""
    if any(quantity.unit == q.unit and _same(quantity, q) for q in whole):
        return "same"
    alike = any(quantity.unit == q.unit for q in near)
    return "other" if alike and quantity.unit else "absent"


def _same(quantity: Normal, other: Normal) -> bool:
    low, high = min(other.values), max(other.values)
    slack = TOLERANCE * max(abs(low), abs(high))
    return all(low - slack <= value <= high + slack for value in quantity.values)


def _opposed(
    claim: frozenset[tuple[int, int]], found: frozenset[tuple[int, int]]
) -> bool:
    """Whether one names one side of a pair of opposites, the other only the other."""
    return any(
        (group, 1 - side) in found
        and (group, side) not in found
        and (group, 1 - side) not in claim
        for group, side in claim
    )


@lru_cache(maxsize=5_000)
def _sentences(text: str) -> tuple[str, ...]:
    return tuple(
        span.text.strip() for span in split_sentences(text) if span.text.strip()
    )


@cache
def _negators() -> frozenset[str]:
    return frozenset(word_lists()["negators"].split())


@cache
def _directions() -> dict[str, tuple[tuple[int, int], ...]]:
    places: dict[str, tuple[tuple[int, int], ...]] = {}
    for group, (one, other) in enumerate(word_lists()["opposites"]):
        for side, words in enumerate((one, other)):
            for word in words.split():
                places[word] = (*places.get(word, ()), (group, side))
    return places
