"""Cut a document into passages of about the size of an abstract."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from inspect_rubricblind.evidence.documents import Document

MOST_WORDS = 350
"""Abstracts of up to this length stay whole; longer texts are cut at paragraphs."""

_HEADING = re.compile(r"^#{1,6}\s+(.*?)\s*#*\s*$")
# Chinese and Japanese have no spaces: so many characters weigh as one word.
_DENSE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
_DENSE_PER_WORD = 2


class Piece(NamedTuple):
    """A passage of a document; `title` also names the heading it stands under."""

    title: str
    text: str


def cut_passages(document: Document) -> Iterator[Piece]:
    """The passages of a document, in order.

    Headings start a new passage and join its title; paragraphs stay whole unless one
    alone is longer than `MOST_WORDS`.
    """
    if "\n" not in document.text and weigh(document.text) <= MOST_WORDS:
        yield from _piece(document, "", document.text.split())
        return
    heading, held, size = "", list[str](), 0
    for paragraph in re.split(r"\n\s*\n|(?=^#{1,6}\s)", document.text, flags=re.M):
        lines = paragraph.strip().splitlines()
        if lines and (found := _HEADING.match(lines[0])):
            yield from _piece(document, heading, held)
            heading, held, size = found[1], [], 0
            lines = lines[1:]
        for part in _short_enough(" ".join(" ".join(lines).split())):
            weight = weigh(part)
            if held and size + weight > MOST_WORDS:
                yield from _piece(document, heading, held)
                held, size = [], 0
            held.append(part)
            size += weight
    yield from _piece(document, heading, held)


def weigh(text: str) -> int:
    """The length of a text in words."""
    words = len(text.split())
    if text.isascii():
        return words
    return words + len(_DENSE.findall(text)) // _DENSE_PER_WORD


def has_dense_script(text: str) -> bool:
    """Whether a text holds characters of a script without spaces."""
    return not text.isascii() and _DENSE.search(text) is not None


def _piece(document: Document, heading: str, held: list[str]) -> Iterator[Piece]:
    text = " ".join(held)
    if text:
        parts = [p for p in (document.title, heading) if p]
        yield Piece(": ".join(dict.fromkeys(parts)), text)


def _short_enough(paragraph: str) -> Iterator[str]:
    if not paragraph:
        return
    if weigh(paragraph) <= MOST_WORDS:
        yield paragraph
        return
    held, size = list[str](), 0
    for sentence in re.split(r"(?<=[.!?])\s+|(?<=[。！？])", paragraph):
        for piece in _hard_cuts(sentence):
            weight = weigh(piece)
            if held and size + weight > MOST_WORDS:
                yield " ".join(held)
                held, size = [], 0
            held.append(piece)
            size += weight
    yield " ".join(held)


def _hard_cuts(sentence: str) -> Iterator[str]:
    """A sentence without an end is cut after so many words, or characters."""
    words = sentence.split()
    for start in range(0, len(words), MOST_WORDS):
        chunk = " ".join(words[start : start + MOST_WORDS])
        most = MOST_WORDS * 20
        for at in range(0, len(chunk), most):
            yield chunk[at : at + most]
