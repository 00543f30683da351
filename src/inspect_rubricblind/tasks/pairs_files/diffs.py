"""The edits between two texts, so that a report can show what was changed."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rapidfuzz.distance import Indel

from inspect_rubricblind.records import Edit, apply_edits

# Kana, Han and Hangul: writing without spaces, a piece per character.
_DENSE = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_PIECE = re.compile(rf"\s+|[{_DENSE}]|[^\W_{_DENSE}]+|.", re.DOTALL)


@lru_cache(maxsize=8)
def _pieces(text: str) -> tuple[str, ...]:
    """A text cut into words, white space and marks; one original has many variants."""
    return tuple(_PIECE.findall(text))


class Span(NamedTuple):
    """Pieces `start:end` of the original give way to `first:last` of the variant."""

    start: int
    end: int
    first: int
    last: int


def recover_edits(original: str, variant: str) -> tuple[Edit, ...]:
    """Declared edits that turn one text into the other, byte for byte.

    Each `find` stands exactly once in the original; where the changed words do not,
    words around them are taken in until they do. Changes with at most one word between
    them are one edit.

    Args:
        original: The text before; not empty.
        variant: The text after, another one.
    """
    old, new = _pieces(original), _pieces(variant)
    spans = _join_near(_changes(old, new), old)
    while True:
        grown = [_grow(span, old, original) for span in spans]
        joined = _join_touching(grown)
        if joined == spans:
            break
        spans = joined
    edits = tuple(
        Edit(find="".join(old[s.start : s.end]), replace="".join(new[s.first : s.last]))
        for s in spans
    )
    if apply_edits(original, edits) != variant:
        raise ValueError("edits must turn the original into the variant, but do not")
    return edits


def _changes(old: Sequence[str], new: Sequence[str]) -> list[Span]:
    return [
        Span(code.src_start, code.src_end, code.dest_start, code.dest_end)
        for code in Indel.opcodes(old, new)
        if code.tag != "equal"
    ]


def _join_near(spans: list[Span], old: Sequence[str]) -> list[Span]:
    joined: list[Span] = []
    for span in spans:
        if joined:
            between = old[joined[-1].end : span.start]
            if sum(not piece.isspace() for piece in between) <= 1:
                span = _union(joined.pop(), span)
        joined.append(span)
    return joined


def _grow(span: Span, old: Sequence[str], original: str) -> Span:
    """One piece more on each side, if the words so far do not stand exactly once."""
    text = "".join(old[span.start : span.end])
    at = original.find(text)
    if text and original.find(text, at + 1) < 0:
        return span
    left = int(span.start > 0)
    right = int(span.end < len(old))
    return Span(
        span.start - left, span.end + right, span.first - left, span.last + right
    )


def _join_touching(spans: list[Span]) -> list[Span]:
    """Edits must not overlap; those that share or touch pieces are one."""
    joined: list[Span] = []
    for span in spans:
        if joined and span.start <= joined[-1].end:
            span = _union(joined.pop(), span)
        joined.append(span)
    return joined


def _union(one: Span, other: Span) -> Span:
    return Span(
        one.start, max(one.end, other.end), one.first, max(one.last, other.last)
    )
