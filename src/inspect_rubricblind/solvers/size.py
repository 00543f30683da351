"""How large an edit is, in the units of the edit limits.

The edits are applied together and the tokens of both texts are compared
(`taxonomy.tokens`). Destroyed tokens are those of the original that the copy
lacks, written tokens those that it has instead or in addition; both are the
smallest numbers possible (longest common subsequence), so they do not depend on
how an injector cut its edits. Changes without a kept token between them form one
hunk.
"""

from collections.abc import Sequence
from typing import NamedTuple

from rapidfuzz.distance import Indel

from inspect_rubricblind.records import Edit, EditShape, EditSize, apply_edits
from inspect_rubricblind.taxonomy.tokens import token_texts

SENTENCE_TOKENS = 25
"""Tokens that count as one sentence in limits (paper cited in errors.yaml, Table 7)."""

HUNK_SLACK = 2
"""A hunk of shape same writes at most this many tokens more or fewer."""

SUBTRACTIVE_WRITE = 3
"""A subtractive edit may write this many tokens to close the gap."""

MINOR_DESTROY = 5
"""An edit of shape additive minor destroys at most this many tokens."""


class Hunk(NamedTuple):
    """Original tokens `start:end` give way to `written` tokens of the copy."""

    start: int
    end: int
    written: int

    @property
    def destroyed(self) -> int:
        """How many tokens of the original are gone."""
        return self.end - self.start


def measure_edits(answer: str, edits: Sequence[Edit]) -> EditSize:
    """How much of an answer its edits change.

    Args:
        answer: The original.
        edits: Edits that apply to it (`records.apply_edits` raises otherwise).

    Returns:
        The size; `shape` is the first that fits of additive, subtractive without
        any written token, same, subtractive, additive minor, varied. Edits that
        change no token (white space, punctuation) have the size 0, shape same.
    """
    return size_of(find_hunks(answer, edits))


def find_hunks(answer: str, edits: Sequence[Edit]) -> tuple[Hunk, ...]:
    """The changed runs of tokens; touching insertions and deletions are one."""
    hunks: list[Hunk] = []
    copy = apply_edits(answer, edits)
    for code in Indel.opcodes(token_texts(answer), token_texts(copy)):
        if code.tag == "equal":
            continue
        hunk = Hunk(code.src_start, code.src_end, code.dest_end - code.dest_start)
        if hunks and hunks[-1].end == hunk.start:
            last = hunks.pop()
            hunk = Hunk(last.start, hunk.end, last.written + hunk.written)
        hunks.append(hunk)
    return tuple(hunks)


def size_of(hunks: Sequence[Hunk]) -> EditSize:
    """The size of all hunks together."""
    destroyed = sum(hunk.destroyed for hunk in hunks)
    written = sum(hunk.written for hunk in hunks)
    return EditSize(
        destroyed=destroyed,
        written=written,
        shape=shapes_of(hunks)[0],
        sentences_touched=_windows(hunks),
        length_change=(written - destroyed) / SENTENCE_TOKENS,
    )


def shapes_of(hunks: Sequence[Hunk]) -> list[EditShape]:
    """All shapes that these hunks have, the narrowest first; varied always fits."""
    lost = sum(hunk.destroyed for hunk in hunks)
    written = sum(hunk.written for hunk in hunks)
    replaced = lost > 0 < written or not hunks
    even = all(abs(hunk.written - hunk.destroyed) <= HUNK_SLACK for hunk in hunks)
    fits: list[tuple[EditShape, bool]] = [
        ("additive", lost == 0 < written),
        ("subtractive", written == 0 < lost),
        ("same", replaced and even),
        ("subtractive", 0 < written <= SUBTRACTIVE_WRITE and lost > written),
        ("additive minor", 0 < lost <= MINOR_DESTROY and written > lost),
        ("varied", True),
    ]
    return [shape for shape, it_fits in fits if it_fits]


def _windows(hunks: Sequence[Hunk]) -> int:
    """The fewest windows of `SENTENCE_TOKENS` original tokens over all changes.

    A window that starts at the first place not yet covered is the best choice.
    An insertion lies between two tokens and also counts as covered at the border.
    """
    windows, end = 0, -1
    for hunk in hunks:
        if hunk.destroyed == 0:
            if hunk.start > end:
                windows, end = windows + 1, hunk.start + SENTENCE_TOKENS
            continue
        if hunk.start >= end:
            end = hunk.start
        missing = max(0, hunk.end - end)
        more = -(-missing // SENTENCE_TOKENS)
        windows, end = windows + more, end + more * SENTENCE_TOKENS
    return windows
