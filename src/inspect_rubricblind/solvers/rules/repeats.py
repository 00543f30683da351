"""Where an answer says the same thing again."""

import re

from inspect_rubricblind.solvers.rules.cuts import whole_item
from inspect_rubricblind.solvers.rules.passage import Passage

MAX_PLACES = 3
"""A subject that comes up in more places than this is not left out cleanly."""

SAME_SUBJECT = 0.6
_WORD = re.compile(r"[a-z]{4,}")
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
        "might",
        "here",
        "following",
        "general",
        "tips",
    ]
)


def repeats(
    passage: Passage, span: tuple[int, int]
) -> tuple[tuple[int, int], ...] | None:
    """Where else the answer says what stands in a span.

    Returns:
        Spans of the sentences that share most of its content words; None if there
        are more of them than `MAX_PLACES`.
    """
    words = content_words(passage.answer[span[0] : span[1]])
    again = []
    for sentence in passage.prose:
        inside = span[0] <= sentence.start < span[1]
        if inside or len(words) < 3:
            continue
        shared = words & content_words(sentence.text)
        if len(shared) >= SAME_SUBJECT * len(words) and len(shared) >= 3:
            again.append(whole_item(passage, sentence))
    return tuple(again) if len(again) < MAX_PLACES else None


def content_words(text: str) -> set[str]:
    """The beginnings of the words that carry the subject of a text."""
    return {w[:7] for w in _WORD.findall(text.lower()) if w not in _EMPTY}
