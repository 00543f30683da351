"""What raters see: texts as they are shown, and what the organiser knows of them."""

from collections.abc import Sequence
from dataclasses import dataclass

from inspect_rubricblind.logs.escape import visible
from inspect_rubricblind.logs.page.marked import Piece
from inspect_rubricblind.logs.ratings import ItemKey
from inspect_rubricblind.review.checksums import joint_digest

# Right-to-left scripts need these marks; overrides and embeddings stay visible escapes.
_DIRECTION_MARKS = "\u200e\u200f\u061c"


@dataclass(frozen=True)
class Passage:
    """A text with a heading above it, such as one turn of a conversation."""

    heading: str
    text: str


@dataclass(frozen=True)
class Item:
    """One thing to rate, its texts ready to be shown.

    `original` and `edited` are empty where there is no pair to compare. `canary` is
    the benchmark's own mark of text that should not be trained on.
    """

    key: ItemKey
    passages: tuple[Passage, ...]
    original: tuple[Piece, ...] = ()
    edited: tuple[Piece, ...] = ()
    language: str = ""
    canary: str = ""

    @property
    def shown_sha256(self) -> str:
        """Digest of all texts that are shown, in the order of the page."""
        texts = [passage.text for passage in self.passages]
        if self.original or self.edited:
            texts += [_joined(self.original), _joined(self.edited)]
        return joint_digest(texts)


def shown_text(text: str) -> str:
    """A text as the page shows it, so that both sides digest the same characters.

    Control characters and direction overrides become visible escapes.
    """
    plain = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")
    return "".join(
        char if char == "\n" or char in _DIRECTION_MARKS else visible(char)
        for char in plain
    )


def shown_pieces(
    pieces: Sequence[Piece],
) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """The two sides of an answer with edits: before them and after them.

    Where an edit leaves nothing on a side, an empty piece marks the place.
    """
    clean = [Piece(piece.kind, shown_text(piece.text)) for piece in pieces]
    original: list[Piece] = []
    edited: list[Piece] = []
    for at, piece in enumerate(clean):
        before = clean[at - 1].kind if at else "kept"
        after = clean[at + 1].kind if at + 1 < len(clean) else "kept"
        if piece.kind != "added":
            original.append(piece)
        elif before != "removed":
            original.append(Piece("removed", ""))
        if piece.kind != "removed":
            edited.append(piece)
        elif after != "added":
            edited.append(Piece("added", ""))
    return tuple(original), tuple(edited)


def _joined(pieces: Sequence[Piece]) -> str:
    return "".join(piece.text for piece in pieces)
