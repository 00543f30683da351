"""Where a sentence can be added so that it reads as part of the answer."""

import re
from collections.abc import Callable

from inspect_rubricblind.records import Edit
from inspect_rubricblind.solvers.rules.cuts import leans_back
from inspect_rubricblind.solvers.rules.genre import is_aside, is_citation
from inspect_rubricblind.solvers.rules.outline import outline
from inspect_rubricblind.solvers.rules.passage import Passage, Sentence, edit_at

MIN_WORDS = 5
_ENDS = re.compile(r"[.!][*_\"”’)]*$")


def anchors(passage: Passage, score: Callable[[Sentence], float]) -> list[Sentence]:
    """Sentences behind which another may stand, best first.

    Args:
        passage: The answer.
        score: How well a sentence fits as an anchor; 0 or less excludes it.
    """
    found = []
    for n, sentence in enumerate(passage.sentences):
        if _is_open(passage, n):
            value = score(sentence) + _closes_paragraph(passage, sentence)
            if score(sentence) > 0:
                found.append((-value, n, sentence))
    return [sentence for _, _, sentence in sorted(found)]


def add_behind(passage: Passage, sentence: Sentence, text: str) -> Edit | None:
    """Declare that `text` follows this sentence on the same line."""
    return edit_at(passage.answer, sentence.end, sentence.end, f" {text}")


def _is_open(passage: Passage, n: int) -> bool:
    sentence = passage.sentences[n]
    line = outline(passage.answer).lines[
        outline(passage.answer).index_at(sentence.start)
    ]
    if (
        sentence.is_heading
        or line.kind in ("table", "fence", "heading", "rule")
        or line.text.lstrip().startswith(">")
        or is_aside(sentence)
        or is_citation(sentence)
        or not _ENDS.search(sentence.text)
        or len(sentence.text.split()) < MIN_WORDS
        or not _is_balanced(sentence.text)
    ):
        return False
    if n + 1 == len(passage.sentences):
        return True
    following = passage.sentences[n + 1]
    return following.is_heading or not leans_back(following.text)


def _closes_paragraph(passage: Passage, sentence: Sentence) -> float:
    rest = passage.answer[sentence.end :].lstrip(" \t*_")
    return 0.5 if not rest or rest.startswith(("\n", "\r")) else 0.0


def _is_balanced(text: str) -> bool:
    """No quotation, bracket or emphasis is left open at the end."""
    return (
        text.count("(") == text.count(")")
        and text.count("[") == text.count("]")
        and text.count('"') % 2 == 0
        and text.count("“") == text.count("”")
        and text.count("**") % 2 == 0
        and text.count("`") % 2 == 0
    )
