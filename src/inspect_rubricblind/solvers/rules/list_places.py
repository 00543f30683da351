"""Where a list of an answer, with or without marks, can take another item."""

import re
from typing import NamedTuple

from inspect_rubricblind.solvers.rules.passage import LIST_MARK, Passage, Sentence

NUMBER = re.compile(r"([ \t]*\(?)(\d{1,2})([.)][ \t]*)")
LABEL = re.compile(r"(?P<bold>\*\*|__)?[A-Z][^:*_\n]{2,45}(?::(?P=bold)?|(?P=bold):)\s")

_BULLET = re.compile(r"[ \t]*[-*•●▪◦–][ \t]*")
# Behind a list, what holds of all its items.
_SUMS_UP = re.compile(
    r"\W*(?:each|all|any|both|either|these|those|most) (?:of |one )?(?:(?:these|those"
    r"|the|them)\b|(?:options?|products?|measures?|steps?|medications?))",
    re.IGNORECASE,
)
# A short line that bids, among others of its kind.
_BIDS = re.compile(
    r"(?:take|drink|rest|apply|use|eat|avoid|keep|try|limit|wear|elevate|do not"
    r"|don['’]t"
    r"|clean|rinse|wash|get|stay|place|put|give|offer|continue|monitor|remove|sleep"
    r"|switch|dim|engage|ask|set|read|sit|lie|cool|cover|choose|start|reduce)\b"
    r"[^\n]{5,160}",
    re.IGNORECASE,
)


class Place(NamedTuple):
    """The place behind an item.

    Attributes:
        is_last: Whether the list ends there.
        is_free: Whether an item can stand there without any other being renumbered.
        is_bare: Whether the list has neither marks nor labels.
        items: The lines of the list.
    """

    is_last: bool
    is_free: bool
    is_bare: bool
    items: tuple[str, ...]


def place_in_list(passage: Passage, sentence: Sentence) -> Place | None:
    """The place behind the item that a sentence opens; None if it opens none."""
    answer = passage.answer
    plain = _is_unmarked_item(passage, sentence)
    line_start = answer.rfind("\n", 0, sentence.start) + 1
    line_end = answer.find("\n", sentence.end)
    line_end = len(answer) if line_end < 0 else line_end
    following = answer[line_end : line_end + 200].lstrip("\r\n")
    if _SUMS_UP.match(following):
        return None
    items = _lines_around(answer, line_start)
    if not (sentence.is_list_item or plain):
        whole = answer[line_start:line_end].strip() == sentence.text.strip()
        if not whole or not _is_bid(sentence.text) or sum(map(_is_bid, items)) < 2:
            return None
        return Place(is_last=False, is_free=True, is_bare=True, items=items)
    mark = answer[line_start : sentence.start]
    bullet = _BULLET.fullmatch(mark)
    ends = not LIST_MARK.match(following) and following[:1] not in (" ", "\t")
    ends = ends and not (plain and LABEL.match(following))
    goes_on = bool(mark) and answer.startswith(mark, line_end + 1)
    return Place(
        is_last=bool(ends and (plain or bullet or NUMBER.fullmatch(mark))),
        is_free=(bullet is not None and goes_on)
        or (plain and LABEL.match(following) is not None),
        is_bare=False,
        items=items,
    )


def _is_bid(line: str) -> bool:
    return _BIDS.fullmatch(line.strip()) is not None


def _lines_around(answer: str, at: int) -> tuple[str, ...]:
    """The lines around a place up to the next blank ones."""
    start = answer.rfind("\n\n", 0, at) + 1
    end = answer.find("\n\n", at)
    block = answer[start : len(answer) if end < 0 else end]
    return tuple(line for line in block.split("\n") if line.strip())


def _is_unmarked_item(passage: Passage, sentence: Sentence) -> bool:
    """Whether a sentence opens one of several labelled lines without list marks."""
    before = passage.answer[: sentence.start]
    if not before.endswith("\n") or not LABEL.match(sentence.text):
        return False
    line = before[:-1].rsplit("\n", 1)[-1]
    return LABEL.match(line) is not None
