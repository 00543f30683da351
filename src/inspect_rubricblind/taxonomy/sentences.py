"""Cut a text into sentences without losing a character.

Lines and list items are cut first, since a bullet without a full stop is still a
statement of its own; within a line `sentencex` decides, with repairs for clinical
prose: no cut after an abbreviation (`approx. 5 mg`, `Dr. Who`) or a list number,
and closing quotes or Markdown marks stay with the sentence they close. Where
doubt remains the text is left in one piece.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import sentencex

_LINE_END = re.compile(r"\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_CLOSING = re.compile(r"[*_\"'”’»)\]}`]+(?:\s+|$)")
# A lone lower-case letter reads as an initial to sentencex, but is a unit here.
_AFTER_UNIT = re.compile(r"\d ?[a-z]\.\s+(?=[A-Z])")
_NO_END = re.compile(
    r"[:;]\s*\d{1,2}\.\s*$|(?:^|[\s(*_])(?:"
    r"(?:dr|mr|mrs|ms|prof|st|vs|cf|approx|ca|esp|incl|e\.g|i\.e|viz)"
    r"|(?P<before_number>no|nos|fig|tab|max|min|temp|wt|ht|resp|vol|p|pp)"
    r")\.\s*$",
    re.IGNORECASE,
)
_ONLY_MARKS = re.compile(r"(?:\(?(?:\d{1,2}|[a-zA-Z])[.)]|[-*+•>#|\s]+)?")


class Span(NamedTuple):
    """A stretch of a text: `text` is what stands from `start` to `end`."""

    text: str
    start: int
    end: int


def split_sentences(text: str, language: str = "en") -> tuple[Span, ...]:
    """Cut a text into sentences, list items and headings.

    Args:
        text: Plain text or Markdown with any line ends.
        language: ISO 639-1 code; an unknown one is treated like English.

    Returns:
        Spans that follow each other without a gap: the first starts at 0, the
        last ends at `len(text)`. White space and line ends belong to the sentence
        before them, list marks to the sentence after them.
    """
    cuts = [0]
    for start, end in _lines(text):
        cuts += [start + at for at in _cuts_in_line(text[start:end], language)]
        cuts.append(end)
    kept = [0]
    for before, after in pairwise(cuts):
        if text[before:after].strip():
            kept.append(after)
        elif len(kept) > 1:
            kept[-1] = after
    if len(kept) > 1 or text:
        kept[-1 if len(kept) > 1 else len(kept) :] = [len(text)]
    return tuple(Span(text[a:b], a, b) for a, b in pairwise(kept))


def _lines(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for found in _LINE_END.finditer(text):
        yield start, found.end()
        start = found.end()
    if start < len(text):
        yield start, len(text)


def _cuts_in_line(line: str, language: str) -> list[int]:
    """Offsets within a line at which a new sentence starts."""
    body = line.rstrip()
    pieces = sentencex.segment(language, body)
    cuts = [found.end() for found in _AFTER_UNIT.finditer(body)]
    at, open_from = 0, 0
    for piece, following in pairwise([*pieces, ""]):
        at += len(piece)
        closing = _CLOSING.match(following)
        end = at + (closing.end() if closing and not piece[-1:].isspace() else 0)
        if _goes_on(body[open_from:at], following) or end >= len(body):
            continue
        cuts.append(end)
        open_from = end
    return sorted(set(cuts))


def _goes_on(piece: str, following: str) -> bool:
    """Whether a piece is no sentence yet: only marks, or ends in an abbreviation."""
    if _ONLY_MARKS.fullmatch(piece.strip()):
        return True
    if not (found := _NO_END.search(piece)):
        return False
    starts = following[:1]
    return found["before_number"] is None or starts.isdigit() or starts.islower()
