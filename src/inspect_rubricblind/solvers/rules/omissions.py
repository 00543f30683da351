"""What can be left out of an answer, by kind, from the lexicon `omissions.yaml`."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from random import Random
from typing import NamedTuple

import regex
from pydantic import Field

from inspect_rubricblind.records import Candidate
from inspect_rubricblind.solvers.rules.context import in_references, lead_in
from inspect_rubricblind.solvers.rules.cuts import cut, merge, reads_on, whole_item
from inspect_rubricblind.solvers.rules.genre import is_aside
from inspect_rubricblind.solvers.rules.importance import importance
from inspect_rubricblind.solvers.rules.outline import outline
from inspect_rubricblind.solvers.rules.passage import Passage, Sentence
from inspect_rubricblind.solvers.rules.remaining import points_to_gap, says_again
from inspect_rubricblind.solvers.rules.repeats import MAX_PLACES, repeats
from inspect_rubricblind.taxonomy.lexicon import load_table
from inspect_rubricblind.taxonomy.lexicon_model import Table
from inspect_rubricblind.taxonomy.model import Frozen
from inspect_rubricblind.taxonomy.tokens import count_tokens

MAX_TOKENS = 150
MIN_KEPT = 0.35
QUOTATION = 160
"""A quotation of more characters holds the whole text that the user asked for."""

ONE_OF_ALL = 3.5
"""What one question weighs less than all of them together."""

NETS = ("net:", "warning signs")
"""Kinds that say when to get care."""

LEAST_WEIGHT = 3.0
"""Of less weight, what goes would hardly be missed."""

EXCERPT = 260
_OFFERED = regex.compile(
    r"\b(?:users also ask|related questions|frequently asked)\b", regex.IGNORECASE
)


class Kind(Frozen):
    """One kind of step or question; see `omissions.yaml`."""

    id: str
    weight: int = Field(ge=1, le=3)
    find: str
    clause: bool = False
    order: bool = False
    all: bool = False
    verb: bool = False
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
        pattern, skip = _pattern(kind.find), _pattern(kind.skip or r"(?!)")
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
            single = _single(passage, kind, sentence, match)
            if kind.verb:
                single = [
                    m._replace(kind=f"{kind.id}:{_verb(match[0])}") for m in single
                ]
            found += single
            if kind.order:
                found[-1:] = _with_same_test(passage, found[-1:], pattern, match[0])
    return found


@lru_cache(maxsize=128)
def _pattern(find: str) -> "regex.Pattern[str]":
    return regex.compile(find, regex.IGNORECASE)


def _order() -> "regex.Pattern[str]":
    return _pattern(load_omissions().parts["order"])


def _with_same_test(
    passage: Passage,
    found: list[Missing],
    pattern: "regex.Pattern[str]",
    test: str,
) -> list[Missing]:
    """The omission together with every other sentence that wants the same test.

    Nothing if the test is also named where it is not wanted, for then the answer
    would still speak of it.
    """
    named = [
        sentence
        for sentence in passage.sentences
        if any(_bare(m[0]) == _bare(test) for m in pattern.finditer(sentence.text))
    ]
    plain = any(s.is_heading or not _order().search(s.text) for s in named)
    if plain or len(named) > MAX_PLACES:
        return []
    spans = [whole_item(passage, sentence) for sentence in named]
    spans = list(dict.fromkeys(spans))
    return [
        m._replace(
            kind=f"{m.kind}:{_bare(test)}",
            spans=tuple(dict.fromkeys((*m.spans, *spans))),
        )
        for m in found
    ]


def _verb(said: str) -> str:
    """The first word of what is done."""
    words: list[str] = regex.findall(r"[a-z]{3,}", said.lower())
    return words[0] if words else "do"


def _bare(name: str) -> str:
    return str(regex.sub(r"[^a-z0-9]|s$", "", name.lower()))


def drop(
    passage: Passage, found: Iterable[Missing], rng: Random
) -> Iterator[Candidate]:
    """Candidates that leave one of them out, those of most weight first."""
    order = []
    for n, missing in enumerate(found):
        said = " ".join(passage.answer[a:b] for a, b in missing.spans)
        weight = missing.weight + importance(said)
        if weight >= LEAST_WEIGHT:
            order.append((weight + 1.5 * rng.random(), n, missing))
    for _, _, missing in sorted(order, reverse=True, key=lambda entry: entry[:2]):
        if not _is_clean(passage, missing) or not _is_missed(passage, missing):
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
    if sentence.text.rstrip("*_ ").endswith(":") and span[1] <= sentence.end:
        return []
    again = () if kind.all else repeats(passage, span)
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
        or _OFFERED.search(lead_in(passage, sentence))
        or (is_aside(sentence) and "?" not in sentence.text)
        or len(sentence.text.split()) < 2
        or sentence.text[0].islower()
        or (sentence.text[0] in '"“' and len(sentence.text) > QUOTATION)
    )


def _is_clean(passage: Passage, missing: Missing) -> bool:
    """Not too much at once, enough left, and nothing left hanging."""
    spans = merge(passage.answer, missing.spans)
    gone = sum(count_tokens(passage.answer[a:b]) for a, b in spans)
    total = count_tokens(passage.answer)
    fits = 2 <= gone <= MAX_TOKENS and total - gone >= MIN_KEPT * total
    balanced = all(passage.answer[a:b].count("**") % 2 == 0 for a, b in spans)
    return fits and balanced and reads_on(passage, spans)


def _is_missed(passage: Passage, missing: Missing) -> bool:
    """Whether it stands nowhere else, and nothing that stays points to it."""
    spans = merge(passage.answer, missing.spans)
    choice = missing.kind.startswith(NETS)
    return not (points_to_gap(passage, spans, choice) or says_again(passage, spans))


def _excerpt(passage: Passage, missing: Missing) -> str:
    spans = merge(passage.answer, missing.spans)
    said = " / ".join(" ".join(passage.answer[a:b].split()) for a, b in spans)
    return said if len(said) <= EXCERPT else f"{said[:EXCERPT].rsplit(' ', 1)[0]} ..."
