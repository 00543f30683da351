"""The claims of a text by rules, and where in the text a claim stands.

One checkable statement is one claim: a sentence or list item that says something which
a source could settle. Questions, headings, courtesies and remarks of the writer about
himself are none.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from inspect_rubricblind.evidence.passages import has_dense_script
from inspect_rubricblind.evidence.query import content_words
from inspect_rubricblind.taxonomy.quantities import find_quantities
from inspect_rubricblind.taxonomy.sentences import Span, split_sentences
from inspect_rubricblind.taxonomy.stems import stem

LEAST_WORDS = 2
CHUNK = 6000
"""Characters of a text that one call splits into claims."""

_MARKS = re.compile(r"^\s*(?:#{1,6}\s+|>\s+|[-*+•]\s+|\(?\d{1,2}[.)]\s+)+|\*\*|__|`")
_QUESTION = re.compile(r"[?？]\W*$")
_HEADING = re.compile(r"^\s*#{1,6}\s|[:：]\s*\W*$")
_ABOUT_WRITER = re.compile(
    r"^\W*(?:i|i'm|i’m|we|let me|thank(?:s| you)|sorry|hello|hi|dear|glad|happy to"
    r"|sure|of course|certainly|as an ai|hope|please (?:tell|let|share|note that i))\b",
    re.IGNORECASE,
)


class Claim(NamedTuple):
    """A claim and its source sentence, which stands from `start` to `end`."""

    text: str
    sentence: str
    start: int
    end: int


def split_claims(text: str, language: str = "en") -> tuple[Claim, ...]:
    """The claims of a text, one per checkable sentence or list item.

    Args:
        text: Plain text or Markdown.
        language: ISO 639-1 code, for the ends of sentences.
    """
    return tuple(
        Claim(plain(span.text), span.text.strip(), span.start, span.end)
        for span in split_sentences(text, language)
        if is_checkable(span.text)
    )


def plain(sentence: str) -> str:
    """A sentence without list marks and emphasis, on one line."""
    return " ".join(_MARKS.sub("", sentence.strip()).split())


def is_checkable(sentence: str) -> bool:
    """Whether a source could settle what a sentence says."""
    bare = plain(sentence)
    if _QUESTION.search(bare) or _HEADING.search(sentence.strip()):
        return False
    if _ABOUT_WRITER.match(bare):
        return False
    if has_dense_script(bare):
        return len(bare) >= 6
    words = content_words(bare)
    return len(words) >= LEAST_WORDS or bool(words and find_quantities(bare))


def place_claims(claims: Sequence[str], text: str, language: str = "en") -> list[Claim]:
    """Give claims that a model wrote the sentence of the text they came from.

    That is the sentence which shares most of a claim's words, the first among equals.
    A claim without any word of the text stands at no place (an empty span at 0).
    """
    spans = split_sentences(text, language)
    held = [_stemmed(span.text) for span in spans]
    return [_place(claim, spans, held) for claim in claims]


def chunks(text: str, language: str = "en", size: int = CHUNK) -> Iterator[Span]:
    """A long text in parts of whole sentences, each of at most about `size`."""
    start, end = 0, 0
    for span in split_sentences(text, language):
        if end > start and span.end - start > size:
            yield Span(text[start:end], start, end)
            start = end
        end = span.end
    if end > start:
        yield Span(text[start:end], start, end)


def _place(claim: str, spans: Sequence[Span], held: Sequence[frozenset[str]]) -> Claim:
    words = _stemmed(claim)
    shares = [len(words & sentence) for sentence in held]
    if not spans or not max(shares):
        return Claim(claim, "", 0, 0)
    best = spans[shares.index(max(shares))]
    return Claim(claim, best.text.strip(), best.start, best.end)


def _stemmed(text: str) -> frozenset[str]:
    """Stems and numbers, and characters of scripts without spaces."""
    words = re.findall(r"\d+(?:[.,]\d+)*|[^\W\d_]+", text.lower())
    dense = {c for c in text if has_dense_script(c)}
    return frozenset(map(stem, words)) | dense
