"""An answer in pieces: what stays, what an edit took away and what it wrote."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from inspect_rubricblind.records import Edit

AROUND = 260
"""Characters of the answer shown before and after an edit."""
WHOLE = 6000
"""Characters of the answer in all; what lies further from the edits is cut."""


@dataclass(frozen=True)
class Piece:
    """Some text: kept, removed, added, or a gap where text was left out."""

    kind: Literal["kept", "removed", "added", "gap"]
    text: str


def marked(answer: str, edits: Sequence[Edit]) -> tuple[Piece, ...]:
    """The answer with its edits, cut far from them if it is very long.

    Args:
        answer: The original.
        edits: Declared edits; each `find` occurs exactly once.
    """
    return _shortened(_joined(_pieces(answer, edits)), WHOLE // 2)


def unshortened(answer: str, edits: Sequence[Edit]) -> tuple[Piece, ...]:
    """The answer with its edits and nothing cut, for readers who judge all of it.

    Args:
        answer: The original.
        edits: Declared edits; each `find` occurs exactly once.
    """
    return tuple(_joined(_pieces(answer, edits)))


def excerpt(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """The edits with a little text around them, none of it cut within a word."""
    return _shortened(pieces, AROUND)


def _pieces(answer: str, edits: Sequence[Edit]) -> Iterator[Piece]:
    places = sorted(
        ((answer.index(edit.find), edit) for edit in edits), key=lambda item: item[0]
    )
    at = 0
    for start, edit in places:
        if start > at:
            yield Piece("kept", answer[at:start])
        same = _shared(edit.find, edit.replace)
        first, last = edit.find[: same[0]], edit.find[len(edit.find) - same[1] :]
        if first:
            yield Piece("kept", first)
        if gone := edit.find[same[0] : len(edit.find) - same[1]]:
            yield Piece("removed", gone)
        if new := edit.replace[same[0] : len(edit.replace) - same[1]]:
            yield Piece("added", new)
        if last:
            yield Piece("kept", last)
        at = start + len(edit.find)
    if at < len(answer):
        yield Piece("kept", answer[at:])


def _joined(pieces: Iterable[Piece]) -> list[Piece]:
    """Pieces of one kind that follow each other are one."""
    joined: list[Piece] = []
    for piece in pieces:
        if joined and joined[-1].kind == piece.kind == "kept":
            joined[-1] = Piece("kept", joined[-1].text + piece.text)
        else:
            joined.append(piece)
    return joined


def _shared(one: str, other: str) -> tuple[int, int]:
    """Characters in common at the start and at the end, to whole words."""
    start = _same(one, other)
    while start and not (_ends(one, start) and _ends(other, start)):
        start -= 1
    rest, new = one[start:][::-1], other[start:][::-1]
    end = _same(rest, new)
    while end and not (_ends(rest, end) and _ends(new, end)):
        end -= 1
    return start, end


def _same(one: str, other: str) -> int:
    most = min(len(one), len(other))
    return next((at for at in range(most) if one[at] != other[at]), most)


def _ends(text: str, at: int) -> bool:
    """Whether a word ends before position `at`."""
    return at == len(text) or text[at - 1].isspace() or text[at].isspace()


def _shortened(pieces: Sequence[Piece], around: int) -> tuple[Piece, ...]:
    """Cut kept text that is further than `around` characters from an edit."""
    short: list[Piece] = []
    last = len(pieces) - 1
    for number, piece in enumerate(pieces):
        if piece.kind != "kept":
            short.append(piece)
            continue
        head = 0 if number == 0 else around
        tail = 0 if number == last else around
        if len(piece.text) <= head + tail + 40:
            short.append(piece)
            continue
        if head:
            short.append(Piece("kept", _first_words(piece.text, head)))
        short.append(Piece("gap", "…"))
        if tail:
            short.append(Piece("kept", _last_words(piece.text, tail)))
    return tuple(short)


def _first_words(text: str, limit: int) -> str:
    part = text[:limit]
    return part.rsplit(maxsplit=1)[0] if " " in part.strip() else part


def _last_words(text: str, limit: int) -> str:
    part = text[-limit:]
    return part.split(maxsplit=1)[-1] if " " in part.strip() else part
