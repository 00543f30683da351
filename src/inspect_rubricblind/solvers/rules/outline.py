"""The lines of an answer, and which lines belong to which.

Rules that take text away need to know what hangs on it: the list below a lead-in,
the lines indented below a list item, the heading above a section that becomes
empty.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from inspect_rubricblind.solvers.rules.passage import (
    HEADING,
    LIST_MARK,
    without_mark,
)

LineKind = Literal["blank", "heading", "item", "text", "table", "rule", "fence"]
LONG_LINE = 160
"""An unmarked line below a lead-in that is longer than this is a new paragraph."""

_NUMBER = re.compile(r"[ \t>*_#]*(\d{1,2})[.)\]]")
_RULE = re.compile(r"\s*(?:-{3,}|_{3,}|\*{3,}|={3,})\s*")


class Line(NamedTuple):
    """One line, without its line break; `body` is where its list mark ends."""

    start: int
    end: int
    text: str
    kind: LineKind
    indent: int
    body: int
    number: int | None

    @property
    def announces(self) -> bool:
        """Whether the line only leads in to what stands below it."""
        return self.text.rstrip().rstrip("*_ ").endswith(":")


@dataclass(frozen=True)
class Outline:
    """All lines of an answer, in order."""

    lines: tuple[Line, ...]

    def index_at(self, offset: int) -> int:
        """The number of the line that holds this character."""
        for i, line in enumerate(self.lines):
            if offset <= line.end:
                return i
        return len(self.lines) - 1

    def below(self, index: int) -> range:
        """The lines that hang on a line: its list, or what is indented below it."""
        line = self.lines[index]
        if line.announces and not line.text.lstrip().startswith("#"):
            return range(index + 1, self._list_end(index))
        if line.kind == "heading":
            return range(index + 1, self._section_end(index))
        if line.kind == "item":
            return range(index + 1, self._indented_end(index))
        return range(index + 1, index + 1)

    def next_text(self, index: int, skip: Collection[int] = ()) -> int | None:
        """The next line after this one that is not blank and not skipped."""
        return next(
            (
                i
                for i in range(index + 1, len(self.lines))
                if i not in skip and self.lines[i].kind != "blank"
            ),
            None,
        )

    def later_siblings(self, index: int) -> tuple[int, ...]:
        """The numbered lines that continue this line's numbering."""
        line, found = self.lines[index], []
        expected = line.number
        for i in range(index + 1, len(self.lines)):
            other = self.lines[i]
            if expected is None or (
                other.indent < line.indent and other.number is None
            ):
                if other.kind in ("heading", "rule"):
                    break
                continue
            if other.number is None or other.indent != line.indent:
                continue
            if other.number != expected + 1:
                break
            found.append(i)
            expected = other.number
        return tuple(found)

    def _section_end(self, index: int) -> int:
        for i in range(index + 1, len(self.lines)):
            if self.lines[i].kind in ("heading", "rule"):
                return i
        return len(self.lines)

    def _indented_end(self, index: int) -> int:
        end = index + 1
        for i in range(index + 1, len(self.lines)):
            line = self.lines[i]
            if line.kind == "blank":
                continue
            if line.indent <= self.lines[index].indent or line.kind == "heading":
                break
            end = i + 1
        return end

    def _list_end(self, index: int) -> int:
        """After a lead-in: marked items, or short unmarked lines without a gap."""
        lead, end, gap, marked = self.lines[index], index + 1, False, None
        for i in range(index + 1, len(self.lines)):
            line = self.lines[i]
            if line.kind == "blank":
                gap = True
                continue
            if line.kind in ("heading", "rule") or (
                line.kind == "item"
                and lead.kind == "item"
                and line.indent <= lead.indent
            ):
                break
            marked = line.kind == "item" if marked is None else marked
            listed = marked and (line.kind == "item" or line.indent > lead.indent)
            if not listed and (marked or gap or len(line.text) > LONG_LINE):
                break
            end, gap = i + 1, False
        return end


@lru_cache(maxsize=512)
def outline(answer: str) -> Outline:
    """Read the lines of an answer."""
    lines, at, fenced = [], 0, False
    for text in answer.split("\n"):
        fence = text.lstrip().startswith("```")
        kind: LineKind = "fence" if fence or fenced else _kind(text)
        fenced = fenced != fence
        mark = LIST_MARK.match(text) if kind in ("item", "heading") else None
        number = _NUMBER.match(text)
        lines.append(
            Line(
                at,
                at + len(text.rstrip("\r")),
                text,
                kind,
                len(text) - len(text.lstrip(" \t>")),
                at + (mark.end() if mark else len(text) - len(text.lstrip())),
                int(number[1]) if number else None,
            )
        )
        at += len(text) + 1
    return Outline(tuple(lines))


def _kind(text: str) -> LineKind:
    if not text.strip():
        return "blank"
    if _RULE.fullmatch(text):
        return "rule"
    if text.lstrip().startswith("|"):
        return "table"
    marked = LIST_MARK.match(text)
    bare = text.strip(" \t*_>")
    states = bare.endswith((".", "!")) and not bare.startswith("#")
    if HEADING.fullmatch(without_mark(text)) and not states:
        return "item" if marked and text.rstrip(" *_").endswith(":") else "heading"
    return "item" if marked else "text"
