"""Take text out of an answer so that the rest reads as if it had never been there."""

import re
from collections.abc import Iterable, Sequence

from inspect_rubricblind.records import Edit
from inspect_rubricblind.solvers.rules.outline import Outline, outline
from inspect_rubricblind.solvers.rules.passage import (
    Change,
    Passage,
    Sentence,
    edits_at,
)

_LEANS_BACK = re.compile(
    r"\W*(?:this|these|those|they|them|it|its|such|that|otherwise|however|instead"
    r"|doing so|if so|if not|in that case|either way|but|and|or|then|also|both|he or"
    r" she"
    r"|if (?:they|these|those|it)|once (?:they|these|this|that)|the (?:same|latter"
    r"|former)"
    r"|in (?:both|either|these|those|such) cases?|similarly|likewise|for (?:this|that)"
    r"|similarly|even if none|of the above|all of (?:these|those|the above))\b",
    re.IGNORECASE,
)
_TITLE = re.compile(
    r"\W*(?:when to|warning signs|seek)\b[^.:!?\n]{0,70}", re.IGNORECASE
)
_LABEL = re.compile(
    r"(?:\*\*|__)[^*\n]{2,60}?(?::(?:\*\*|__)|(?:\*\*|__)\s*[:–—-])"
    r"|[A-Z][\w /&()-]{2,60}:(?!\d)"
)


def cut(passage: Passage, spans: Iterable[tuple[int, int]]) -> tuple[Edit, ...] | None:
    """Declare that these places of the answer go away.

    Whole lines go with their mark, with what hangs on them and with headings
    that would stand over nothing; numbered items below move up.

    Args:
        passage: The answer.
        spans: Start and end of sentences or runs of sentences, in characters.

    Returns:
        The edits; None if they cannot be declared or nothing would remain.
    """
    answer, lines = passage.answer, outline(passage.answer)
    merged = merge(answer, spans)
    gone = _whole_lines(answer, lines, merged)
    changes = [
        *_line_changes(lines, gone),
        *_partial_changes(answer, lines, merged, gone),
        *_renumber(answer, lines, gone),
    ]
    kept = [i for i, ln in enumerate(lines.lines) if i not in gone and ln.text.strip()]
    return edits_at(answer, changes) if kept else None


def reads_on(passage: Passage, spans: Sequence[tuple[int, int]]) -> bool:
    """Whether no sentence behind these places refers back to them."""
    for start, end in spans:
        behind = next((s for s in passage.sentences if s.start >= end), None)
        if behind is None or any(a <= behind.start < b for a, b in spans):
            continue
        if behind.is_heading or behind.is_list_item:
            continue
        first = passage.answer.rfind("\n", 0, start) + 1
        opens = not passage.answer[first:start].strip()
        gap = passage.answer[end : behind.start]
        if opens and "\n\n" in gap and not _LEANS_BACK.match(behind.text[:12]):
            continue
        if _LEANS_BACK.match(behind.text):
            return False
    return True


def merge(answer: str, spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans in order, where those that meet or overlap are one."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and not answer[merged[-1][1] : start].strip():
            start, end = merged[-1][0], max(end, merged.pop()[1])
        merged.append((start, end))
    return merged


def leans_back(text: str) -> bool:
    """Whether a sentence starts by referring to what stands before it."""
    return _LEANS_BACK.match(text) is not None


def whole_item(passage: Passage, sentence: Sentence) -> tuple[int, int]:
    """What goes with a sentence: its labelled list item, or the list it leads in to.

    Returns:
        Start and end in characters.
    """
    lines = outline(passage.answer)
    index = lines.index_at(sentence.start)
    line = lines.lines[index]
    start, end = sentence.start, sentence.end
    labelled = _LABEL.match(passage.answer[line.body :]) is not None
    if line.kind in ("item", "text") and labelled and start <= line.body:
        start, end = line.body, line.end
    if end >= line.start + len(line.text.rstrip(" *_")) and (
        line.announces or line.kind in ("item", "heading")
    ):
        below = lines.below(index)
        end = max(end, lines.lines[below[-1]].end) if below else end
    if end >= line.start + len(line.text.rstrip(" *_")) and _TITLE.fullmatch(line.text):
        end = max(end, lines.lines[_paragraph_end(lines, index)].end)
    return start, _wrapped_end(lines, lines.index_at(end), end)


def _paragraph_end(lines: Outline, index: int) -> int:
    """The last line before the next gap."""
    while index + 1 < len(lines.lines) and lines.lines[index + 1].kind not in (
        "blank",
        "heading",
        "rule",
    ):
        index += 1
    return index


def _wrapped_end(lines: Outline, index: int, end: int) -> int:
    """The end with the lines on which a sentence wrapped by hand goes on."""
    line = lines.lines[index]
    ended = line.text.rstrip().endswith((".", "!", "?", ":"))
    if end < line.start + len(line.text.rstrip()) or ended:
        return end
    following = lines.lines[index + 1 : index + 2]
    if following and following[0].text.strip()[:1].islower():
        return _wrapped_end(lines, index + 1, following[0].end)
    return end


def _whole_lines(
    answer: str, lines: Outline, spans: Sequence[tuple[int, int]]
) -> set[int]:
    gone: set[int] = set()
    for i, line in enumerate(lines.lines):
        body = answer[line.body : line.end]
        if body.strip() and any(
            a <= line.body and line.body + len(body.rstrip(" *_")) <= b
            for a, b in spans
        ):
            gone.add(i)
    for i in tuple(gone):
        if lines.lines[i].kind != "heading":
            gone.update(lines.below(i))
    while orphans := _orphans(lines, gone):
        gone |= orphans
    return gone


def _orphans(lines: Outline, gone: set[int]) -> set[int]:
    """Headings and lead-ins that lost everything that stood below them."""
    found = set()
    for i, line in enumerate(lines.lines):
        if i in gone or not (line.kind == "heading" or line.announces):
            continue
        first = lines.next_text(i)
        if first is None or first not in gone:
            continue
        after = lines.next_text(i, skip=gone)
        below = [n for n in lines.below(i) if lines.lines[n].kind != "blank"]
        ends = after is None or lines.lines[after].kind in ("heading", "rule")
        if after is not None and _TITLE.fullmatch(line.text.strip(" #*_:")):
            ends = ends or any(ln.kind == "blank" for ln in lines.lines[first:after])
        if line.announces and not line.text.lstrip().startswith("#"):
            ends = all(n in gone for n in below) if below else after is None
        if ends:
            found.add(i)
    return found


def _line_changes(lines: Outline, gone: set[int]) -> list[Change]:
    changes, i, total = [], 0, len(lines.lines)
    while i < total:
        if i not in gone:
            i += 1
            continue
        first = i
        while i < total and (i in gone or _blank_between(lines, i, gone)):
            i += 1
        after = i
        while after < total and lines.lines[after].kind == "blank":
            after += 1
        before_blank = first == 0 or lines.lines[first - 1].kind == "blank"
        if after == total:
            last = first - 1
            while last >= 0 and lines.lines[last].kind in ("blank", "rule"):
                last -= 1
            start = lines.lines[last].end if last >= 0 else 0
            changes.append(Change(start, lines.lines[i - 1].end, ""))
        else:
            stop = after if before_blank else i
            changes.append(
                Change(lines.lines[first].start, lines.lines[stop].start, "")
            )
    return changes


def _blank_between(lines: Outline, index: int, gone: set[int]) -> bool:
    if lines.lines[index].kind != "blank":
        return False
    following = lines.next_text(index)
    return following is not None and following in gone


def _partial_changes(
    answer: str, lines: Outline, spans: Sequence[tuple[int, int]], gone: set[int]
) -> list[Change]:
    changes = []
    for start, end in spans:
        first, last = lines.index_at(start), lines.index_at(end)
        for i in range(first, last + 1):
            line = lines.lines[i]
            a, b = max(start, line.start), min(end, line.end)
            if i in gone or a >= b:
                continue
            if answer[b : line.end].strip():
                b += len(answer[b : line.end]) - len(answer[b : line.end].lstrip())
            else:
                a -= len(answer[line.start : a]) - len(answer[line.start : a].rstrip())
            changes.append(Change(a, b, ""))
    return changes


def _renumber(answer: str, lines: Outline, gone: set[int]) -> list[Change]:
    changes: list[Change] = []
    moved: dict[int, int] = {}
    for i in sorted(gone):
        if lines.lines[i].number is None:
            continue
        for n in lines.later_siblings(i):
            if n not in gone:
                moved[n] = moved.get(n, 0) + 1
    for n, by in moved.items():
        line = lines.lines[n]
        digits = re.compile(r"\d+").search(answer, line.start)
        if digits is not None and line.number is not None:
            changes.append(Change(digits.start(), digits.end(), str(line.number - by)))
    return changes
