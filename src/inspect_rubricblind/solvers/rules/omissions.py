"""What can be left out of an answer, by kind, from the lexicon `omissions.yaml`."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from random import Random
from typing import NamedTuple

import regex
from pydantic import Field

from inspect_rubricblind.records import Candidate
from inspect_rubricblind.solvers.rules.context import in_references
from inspect_rubricblind.solvers.rules.cuts import cut, merge, reads_on, whole_item
from inspect_rubricblind.solvers.rules.genre import is_aside
from inspect_rubricblind.solvers.rules.outline import outline
from inspect_rubricblind.solvers.rules.passage import Passage, Sentence
from inspect_rubricblind.taxonomy.lexicon import load_table
from inspect_rubricblind.taxonomy.lexicon_model import Table
from inspect_rubricblind.taxonomy.model import Frozen
from inspect_rubricblind.taxonomy.tokens import count_tokens

MAX_TOKENS = 150
MIN_KEPT = 0.35
QUOTATION = 160
"""A quotation of more characters holds the whole text that the user asked for."""

MAX_PLACES = 3
"""A subject that comes up in more places than this is not left out cleanly."""

ONE_OF_ALL = 3.5
"""What one question weighs less than all of them together."""

SAME_SUBJECT = 0.6
EXCERPT = 260
_WORD = regex.compile(r"[a-z]{4,}")
_EMPTY = frozenset(
    [
        "this",
        "that",
        "with",
        "your",
        "they",
        "them",
        "have",
        "from",
        "should",
        "could",
        "would",
        "about",
        "such",
        "when",
        "what",
        "which",
        "also",
        "other",
        "more",
        "most",
        "some",
        "their",
        "there",
        "than",
        "then",
        "into",
        "make",
        "sure",
        "help",
        "take",
        "like",
        "will",
        "been",
        "being",
        "these",
        "those",
        "patient",
    ]
)


class Kind(Frozen):
    """One kind of step or question; see `omissions.yaml`."""

    id: str
    weight: int = Field(ge=1, le=3)
    find: str
    clause: bool = False
    order: bool = False
    all: bool = False
    skip: str = ""


class Omissions(Table):
    """The lexicon `omissions.yaml`."""

    sources: tuple[str, ...]
    parts: dict[str, str]
    seek: tuple[Kind, ...] = Field(min_length=5)
    safeguard: tuple[Kind, ...] = Field(min_length=5)


class Missing(NamedTuple):
    """Places that go away together, `spans` in characters."""

    kind: str
    weight: float
    spans: tuple[tuple[int, int], ...]
    trigger: str


@lru_cache(maxsize=1)
def load_omissions() -> Omissions:
    """Read the lexicon; cached."""
    return load_table("omissions", Omissions)


def find_omissions(passage: Passage, kinds: Iterable[Kind]) -> list[Missing]:
    """Everything of these kinds that could be left out, in the order of the answer."""
    found: list[Missing] = []
    if not passage.is_english:
        return found
    usable = [s for s in passage.sentences if _can_go(passage, s)]
    for kind in kinds:
        pattern = regex.compile(kind.find, regex.IGNORECASE)
        skip = regex.compile(kind.skip or r"(?!)", regex.IGNORECASE)
        hits = [
            (sentence, match)
            for sentence in usable
            if not skip.search(sentence.text)
            if (match := pattern.search(sentence.text))
            if not kind.order or _order().search(sentence.text)
        ]
        if kind.all and hits:
            spans = tuple(whole_item(passage, s) for s, _ in hits)
            found.append(Missing(kind.id, kind.weight + 1, spans, hits[0][0].text))
        for sentence, match in hits:
            found += _single(passage, kind, sentence, match)
            if kind.order:
                found[-1:] = _with_same_test(passage, found[-1:], match[0], hits)
    return found


@lru_cache(maxsize=1)
def _order() -> "regex.Pattern[str]":
    return regex.compile(load_omissions().parts["order"], regex.IGNORECASE)


def _with_same_test(
    passage: Passage,
    found: list[Missing],
    test: str,
    hits: Iterable[tuple[Sentence, "regex.Match[str]"]],
) -> list[Missing]:
    """The omission together with every other order of the same test."""
    name = _bare(test)
    others = [whole_item(passage, s) for s, m in hits if _bare(m[0]) == name]
    if len(others) > MAX_PLACES:
        return []
    return [m._replace(spans=tuple(dict.fromkeys((*m.spans, *others)))) for m in found]


def _bare(name: str) -> str:
    return str(regex.sub(r"[^a-z0-9]|s$", "", name.lower()))


def drop(
    passage: Passage, found: Iterable[Missing], rng: Random
) -> Iterator[Candidate]:
    """Candidates that leave one of them out, the weightiest kinds more often first."""
    order = [(m.weight + 2.5 * rng.random(), n, m) for n, m in enumerate(found)]
    for _, _, missing in sorted(order, reverse=True, key=lambda entry: entry[:2]):
        if not _is_clean(passage, missing):
            continue
        edits = cut(passage, missing.spans)
        if edits is not None:
            yield Candidate(
                edits=edits,
                claim=f"No longer says: {_excerpt(passage, missing)}",
                trigger=missing.trigger,
                template=missing.kind,
            )


def _single(
    passage: Passage, kind: Kind, sentence: Sentence, match: "regex.Match[str]"
) -> list[Missing]:
    if kind.clause:
        start = sentence.start + match.start()
        span = (start, start + len(match[0]))
        return [Missing(kind.id, kind.weight, (span,), match[0].strip(", "))]
    span = whole_item(passage, sentence)
    again = _repeats(passage, span)
    if again is None:
        return []
    weight = kind.weight - ONE_OF_ALL * kind.all
    return [Missing(kind.id, weight, (span, *again), sentence.text)]


def _can_go(passage: Passage, sentence: Sentence) -> bool:
    lines = outline(passage.answer)
    line = lines.lines[lines.index_at(sentence.start)]
    return not (
        sentence.is_heading
        or line.kind in ("heading", "table", "fence", "rule")
        or line.text.lstrip().startswith(">")
        or in_references(passage, sentence)
        or (is_aside(sentence) and "?" not in sentence.text)
        or len(sentence.text.split()) < 2
        or (sentence.text[0] in '"“' and len(sentence.text) > QUOTATION)
    )


def _repeats(
    passage: Passage, span: tuple[int, int]
) -> tuple[tuple[int, int], ...] | None:
    """Where else the answer says it; None if it says it in too many places."""
    words = _content(passage.answer[span[0] : span[1]])
    again = []
    for sentence in passage.prose:
        inside = span[0] <= sentence.start < span[1]
        if inside or len(words) < 3:
            continue
        shared = words & _content(sentence.text)
        if len(shared) >= SAME_SUBJECT * len(words) and len(shared) >= 3:
            again.append(whole_item(passage, sentence))
    return tuple(again) if len(again) < MAX_PLACES else None


def _content(text: str) -> set[str]:
    return {w[:7] for w in _WORD.findall(text.lower()) if w not in _EMPTY}


def _is_clean(passage: Passage, missing: Missing) -> bool:
    """Not too much at once, enough left, and nothing left hanging."""
    spans = merge(passage.answer, missing.spans)
    gone = sum(count_tokens(passage.answer[a:b]) for a, b in spans)
    total = count_tokens(passage.answer)
    fits = 2 <= gone <= MAX_TOKENS and total - gone >= MIN_KEPT * total
    balanced = all(passage.answer[a:b].count("**") % 2 == 0 for a, b in spans)
    return fits and balanced and reads_on(passage, spans)


def _excerpt(passage: Passage, missing: Missing) -> str:
    spans = merge(passage.answer, missing.spans)
    said = " / ".join(" ".join(passage.answer[a:b].split()) for a, b in spans)
    return said if len(said) <= EXCERPT else f"{said[:EXCERPT].rsplit(' ', 1)[0]} ..."
