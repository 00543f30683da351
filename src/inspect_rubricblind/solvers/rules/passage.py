"""The text that a rule works on, and how to edit it.

A rule finds a place in `Passage.answer` by character offsets, and turns it into
declared edits with `edit_at` or `edits_at`: each `find` is widened to whole words
until it occurs exactly once, so that a repeated word does not lose a candidate.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from inspect_rubricblind.records import Edit
from inspect_rubricblind.taxonomy.language import detect_language
from inspect_rubricblind.taxonomy.sentences import split_sentences

# A mark needs no space behind it ("-Rest", "1.Rest"), but is no part of a number,
# of emphasis or of an abbreviation.
LIST_MARK = re.compile(
    r"[ \t>]*(?:(?:-(?![-\d])|\*(?!\*)|\+(?!\d)|[•●▪◦‣·–—✓✔☐])(?=[ \t]*\S)"
    r"|\(?\d{1,2}[.)\-:](?![\d\-])(?=[ \t]*\S)|\(?[A-Za-z][.)](?=[ \t]+\S))[ \t]*"
)
HEADING = re.compile(
    r"\s*(?:#{1,6}\s.*|[*_]{2,3}[^*_\n]+[*_]{2,3}:?\s*|[^.!?\n]{1,70}:\s*[*_]{0,3}\s*)"
)
MAX_FIND = 400


class Sentence(NamedTuple):
    """A sentence or list item of the answer; `answer[start:end] == text`.

    `start` stands after a list mark; `is_heading` is a title, or a short line that
    only announces what follows.
    """

    text: str
    start: int
    end: int
    is_list_item: bool
    is_heading: bool


class Change(NamedTuple):
    """Replace `answer[start:end]` by `text`; `start == end` inserts."""

    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Passage:
    """An answer with the user's turns that it replies to."""

    question: str
    answer: str
    language: str
    sentences: tuple[Sentence, ...]

    def __hash__(self) -> int:
        # Rules cache by passage, and the sentences follow from the texts.
        return hash((self.question, self.answer))

    @classmethod
    def build(cls, question: str, answer: str) -> "Passage":
        """Read an answer: its language and its sentences.

        Args:
            question: All user turns, joined by blank lines.
            answer: The answer under study.
        """
        language = detect_language(answer)
        return cls(question, answer, language, _sentences(answer, language))

    @property
    def is_english(self) -> bool:
        """Whether the rules can read this answer."""
        return self.language == "en"

    @cached_property
    def context(self) -> str:
        """Question and answer as one text, for cues about the patient."""
        return f"{self.question}\n{self.answer}"

    @cached_property
    def prose(self) -> tuple[Sentence, ...]:
        """The sentences that state something: no headings."""
        return tuple(s for s in self.sentences if not s.is_heading)

    def sentence_at(self, offset: int) -> Sentence | None:
        """The sentence that holds this character, None between sentences."""
        for sentence in self.sentences:
            if sentence.start <= offset < sentence.end:
                return sentence
        return None


def edit_at(answer: str, start: int, end: int, replacement: str) -> Edit | None:
    """Declare that `answer[start:end]` becomes `replacement`.

    Returns:
        The edit, its `find` widened by whole words (and kept on one line where
        that suffices) until it occurs once; None if nothing changes or no
        passage of `MAX_FIND` characters is unique.
    """
    edits = edits_at(answer, [Change(start, end, replacement)])
    return edits[0] if edits else None


def edits_at(answer: str, changes: Iterable[Change]) -> tuple[Edit, ...] | None:
    """Declare several changes that are made together; see `edit_at`.

    Changes whose widened places meet become one edit. None if any of them
    cannot be declared, if two overlap, or if there is none.
    """
    wanted = [c for c in sorted(changes) if answer[c.start : c.end] != c.text]
    if not wanted or any(a.end > b.start for a, b in pairwise(wanted)):
        return None
    groups: list[tuple[int, int, list[Change]]] = []
    for change in wanted:
        span = _unique_span(answer, change.start, change.end)
        if span is None:
            return None
        start, end, members = *span, [change]
        while groups and groups[-1][1] > start:
            before = groups.pop()
            start, end = min(start, before[0]), max(end, before[1])
            members = before[2] + members
        groups.append((start, end, members))
    return tuple(
        Edit(find=answer[a:b], replace=_rewrite(answer, a, b, members))
        for a, b, members in groups
    )


def without_mark(line: str) -> str:
    """A line without its list mark."""
    mark = LIST_MARK.match(line)
    return line[mark.end() :] if mark else line


def removal_span(answer: str, sentence: Sentence) -> tuple[int, int]:
    """What to cut so that the text reads on without this sentence.

    A sentence alone on its line takes the line with its mark; inside a
    paragraph it takes the space on one side.
    """
    start, end = sentence.start, sentence.end
    line_start = answer.rfind("\n", 0, start) + 1
    line_end = answer.find("\n", end)
    line_end = len(answer) if line_end < 0 else line_end
    head, tail = answer[line_start:start], answer[end:line_end]
    if not tail.strip() and _is_only_mark(answer, line_start, start):
        if line_end < len(answer):
            return line_start, line_end + 1
        return max(line_start - 1, 0), line_end
    if tail.strip():
        return start, end + len(tail) - len(tail.lstrip())
    return start - (len(head) - len(head.rstrip())), end


def _is_only_mark(answer: str, line_start: int, start: int) -> bool:
    mark = LIST_MARK.match(answer, line_start)
    return not answer[line_start:start].strip() or (
        mark is not None and mark.end() == start
    )


def _rewrite(answer: str, start: int, end: int, members: Sequence[Change]) -> str:
    parts, at = [], start
    for change in members:
        parts += [answer[at : change.start], change.text]
        at = change.end
    return "".join([*parts, answer[at:end]])


def _unique_span(answer: str, start: int, end: int) -> tuple[int, int] | None:
    """The narrowest run of whole words around a place that occurs once."""
    start, end = _whole_words(answer, start, end)
    grow_left = False
    while not _occurs_once(answer, start, end):
        left, right = _word_before(answer, start), _word_after(answer, end)
        if end - start > MAX_FIND or (left == start and right == end):
            return None
        same_line = "\n" not in answer[end:right]
        grow_left = (not grow_left or right == end or not same_line) and left != start
        start, end = (left, end) if grow_left else (start, right)
    return start, end


def _occurs_once(answer: str, start: int, end: int) -> bool:
    find = answer[start:end]
    return (
        find.strip() != ""
        and answer.find(find) == start
        and answer.find(find, start + 1) < 0
    )


def _whole_words(answer: str, start: int, end: int) -> tuple[int, int]:
    while (
        start > 0
        and answer[start - 1].isalnum()
        and answer[start : start + 1].isalnum()
    ):
        start -= 1
    while (
        end < len(answer) and answer[end].isalnum() and answer[end - 1 : end].isalnum()
    ):
        end += 1
    return start, end


def _word_before(answer: str, start: int) -> int:
    head = answer[:start].rstrip()
    return next((i + 1 for i in range(len(head) - 1, -1, -1) if head[i].isspace()), 0)


def _word_after(answer: str, end: int) -> int:
    found = re.compile(r"\s*\S+").match(answer, end)
    return found.end() if found else end


def _sentences(answer: str, language: str) -> tuple[Sentence, ...]:
    found = []
    for span in split_sentences(answer, language):
        text = answer[span.start : span.end]
        mark = LIST_MARK.match(text)
        offset = mark.end() if mark else len(text) - len(text.lstrip())
        body = text[offset:].rstrip()
        if not body:
            continue
        start = span.start + offset
        line_start = answer.rfind("\n", 0, start) + 1
        marked = LIST_MARK.match(answer, line_start)
        is_item = marked is not None and marked.end() == start
        is_heading = _is_heading(answer, start, start + len(body))
        found.append(Sentence(body, start, start + len(body), is_item, is_heading))
    return tuple(found)


def _is_heading(answer: str, start: int, end: int) -> bool:
    line_start = answer.rfind("\n", 0, start) + 1
    line_end = answer.find("\n", end)
    line = answer[line_start : len(answer) if line_end < 0 else line_end]
    return HEADING.fullmatch(without_mark(line)) is not None
