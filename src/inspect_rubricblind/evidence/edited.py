"""Which claims stand where an edit changed a text."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from inspect_rubricblind.evidence.claims import Claim
from inspect_rubricblind.records import Edit
from inspect_rubricblind.taxonomy.sentences import Span, split_sentences

_TOKEN = re.compile(r"\s+|\d+(?:[.,]\d+)*|[^\W\d_]+|.", re.DOTALL)


class Places(NamedTuple):
    """Where edits changed a text, and the words that stand there."""

    spans: tuple[tuple[int, int], ...]
    words: frozenset[str]


def edited_places(original: str, edits: Sequence[Edit]) -> tuple[Places, Places]:
    """The changed places of the original and of the edited copy.

    An edit often repeats words around its change, so what both sides begin and end with
    is left out. What is only added is an empty place in the original.

    Args:
        original: The unedited text.
        edits: Each `find` occurs exactly once in it.
    """
    before, after, shift = [], [], 0
    old, new = set[str](), set[str]()
    for edit in sorted(edits, key=lambda e: original.index(e.find)):
        at = original.index(edit.find)
        head, tail = _shared(edit.find, edit.replace)
        gone = edit.find[head : len(edit.find) - tail]
        come = edit.replace[head : len(edit.replace) - tail]
        before.append(_bare(gone, at + head))
        after.append(_bare(come, at + shift + head))
        old |= _words(gone)
        new |= _words(come)
        shift += len(edit.replace) - len(edit.find)
    return (
        Places(tuple(before), frozenset(old - new)),
        Places(tuple(after), frozenset(new - old)),
    )


def claims_at(claims: Sequence[Claim], places: Places) -> tuple[int, ...]:
    """Positions of the claims that stand at the changed places.

    A claim does if its source sentence overlaps one. Where several claims come from one
    such sentence, those that hold a changed word are meant, if any does.
    """
    found = [
        number
        for number, claim in enumerate(claims)
        if any(_overlap(claim.start, claim.end, *span) for span in places.spans)
    ]
    kept = []
    for number in found:
        same = [n for n in found if claims[n].start == claims[number].start]
        holding = [n for n in same if _words(claims[n].text) & places.words]
        if not holding or number in holding:
            kept.append(number)
    return tuple(kept)


def sentences_at(text: str, places: Places, language: str = "en") -> Span:
    """The sentences around the changed places, from the first to the last."""
    spans = [
        span
        for span in split_sentences(text, language)
        if any(_overlap(span.start, span.end, *place) for place in places.spans)
    ]
    if not spans:
        return Span("", 0, 0)
    start, end = spans[0].start, spans[-1].end
    return Span(text[start:end], start, end)


def _overlap(start: int, end: int, low: int, high: int) -> bool:
    if low == high:  # what is added after a sentence is about that sentence
        return start < low <= end or low == start == 0
    return start < high and low < end


def _bare(text: str, at: int) -> tuple[int, int]:
    """The place of a text without the white space around it."""
    start = at + len(text) - len(text.lstrip())
    return (start, at + len(text.rstrip())) if text.strip() else (at, at)


def _shared(find: str, replace: str) -> tuple[int, int]:
    """How many characters of whole words both texts begin and end with."""
    old, new = _TOKEN.findall(find), _TOKEN.findall(replace)
    most = min(len(old), len(new))
    head = 0
    while head < most and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < most - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    return sum(map(len, old[:head])), sum(map(len, old[len(old) - tail :]))


def _words(text: str) -> set[str]:
    return {t.lower() for t in _TOKEN.findall(text) if t[0].isalnum()}
