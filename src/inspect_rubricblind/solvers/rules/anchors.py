"""Where a sentence can be added so that it reads as part of the answer."""

import re
from collections.abc import Callable

from inspect_rubricblind.records import Edit
from inspect_rubricblind.solvers.rules.cuts import leans_back
from inspect_rubricblind.solvers.rules.genre import is_aside, is_citation
from inspect_rubricblind.solvers.rules.outline import outline
from inspect_rubricblind.solvers.rules.passage import Passage, Sentence, edit_at

MIN_WORDS = 5
BARE = 50
"""From this length on a line without a full stop is taken for a sentence."""

# A sentence that illustrates the one before, or that leads on from it to a list.
_GOES_ON = re.compile(
    r"^\W*(?:for (?:example|instance)|in particular|specifically|here are|sharing"
    r"|studies|research|not (?:getting|having|doing)|\w+ing this)\b|:[*_]*$",
    re.IGNORECASE,
)
_LEADS = re.compile(
    r"\b(?:here (?:are|is)|following|these|below|steps?|tips|ways|options|include|some"
    r" (?:general|things|strategies|commonly|home))\b",
    re.IGNORECASE,
)
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
    stop = "" if _ENDS.search(sentence.text) else "."
    return edit_at(passage.answer, sentence.end, sentence.end, f"{stop} {text}")


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
        or not (_ENDS.search(sentence.text) or _is_bare(passage, sentence))
        or len(sentence.text.split()) < MIN_WORDS
        or not _is_balanced(passage.answer[line.start : sentence.end])
    ):
        return False
    if n + 1 == len(passage.sentences):
        return True
    following = passage.sentences[n + 1]
    if following.is_heading:
        return True
    opens_list = following.is_list_item and line.kind != "item"
    if opens_list and _LEADS.search(sentence.text):
        return False
    on_line = "\n" not in passage.answer[sentence.end : following.start]
    return not (
        leans_back(following.text)
        or (on_line and _GOES_ON.search(following.text) is not None)
    )


def _is_bare(passage: Passage, sentence: Sentence) -> bool:
    """Whether a sentence fills its line and lacks only the full stop."""
    rest = passage.answer[sentence.end :].split("\n", 1)[0]
    start = passage.answer.rfind("\n", 0, sentence.start) + 1
    head = passage.answer[start : sentence.start].strip(" \t-*•▪◦–0123456789.)(")
    whole = not rest.strip() and not head and sentence.text[:1].isupper()
    return whole and sentence.text[-1].isalnum() and len(sentence.text) > BARE


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
