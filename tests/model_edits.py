"""Edits that the local model of `model_server` declares, by the stated limits."""

import re
from collections.abc import Callable

# A run of letters, a figure, or one sign of a script that is written without spaces.
PIECE = re.compile(r"[A-Za-z][A-Za-z’'-]{2,}|\d+(?:[.,]\d+)*|[^\W\d_]", re.UNICODE)
MAX_CONTEXT = 60
TRIES = 40
PHRASES = ("harmlessly", "as a large trial showed", "which proves a second illness")
LONGER = "for most people, whatever their age and other illnesses"
Drawn = Callable[..., int]


def shape_of(prompt: str) -> str:
    """The shape of edit that a prompt asks for."""
    limits = re.search(r"^- Limits: (.*)$", prompt, re.MULTILINE)
    stated = limits[1] if limits else ""
    for mark, shape in (
        ("about as many others", "same"),
        ("only add, delete nothing", "additive"),
        ("add, and change at most", "additive"),
        ("only delete", "subtractive"),
    ):
        if mark in stated:
            return shape
    return "varied"


def edits_for(answer: str, prompt: str, drawn: Drawn) -> list[dict[str, str]]:
    """One edit of the wanted shape at a drawn place of the answer."""
    find, word = unique_place(answer, drawn)
    shape = shape_of(prompt)
    if shape == "subtractive":
        return [{"find": find, "replace": _swap(find, word, "")}]
    if shape == "same":
        return [{"find": find, "replace": _swap(find, word, _instead(word))}]
    phrase = PHRASES[drawn("phrase") % len(PHRASES)]
    if shape == "additive":
        return [{"find": find, "replace": _swap(find, word, f"{word}, {phrase},")}]
    reworded = f"{phrase} {LONGER if drawn('longer') % 2 else phrase}"
    return [{"find": find, "replace": _swap(find, word, reworded)}]


def broken_edits(answer: str, number: int) -> list[dict[str, str]]:
    """An edit that a check refuses: absent, repeated, overlapping or no change."""
    first = answer[:12] or "x"
    letter = next((c for c in "eaino的是" if answer.count(c) > 1), first)
    return [
        [{"find": "words that are not in the answer", "replace": "others"}],
        [{"find": letter, "replace": letter * 2}],
        [{"find": first, "replace": "A"}, {"find": answer[4:16], "replace": "B"}],
        [{"find": first, "replace": first}],
    ][number % 4]


def unique_place(answer: str, drawn: Drawn) -> tuple[str, str]:
    """A passage that occurs once, and the piece in its middle."""
    pieces = list(PIECE.finditer(answer))
    for attempt in range(TRIES):
        piece = pieces[drawn("place", attempt) % len(pieces)]
        start, end = piece.span()
        while answer.count(answer[start:end]) != 1 and end - start < MAX_CONTEXT:
            start, end = max(0, start - 6), min(len(answer), end + 6)
        find = answer[start:end]
        if _count(answer, find) == 1 and find.count(piece[0]) == 1:
            return find, piece[0]
    return answer, answer


def _count(answer: str, find: str) -> int:
    """How often a passage occurs, overlapping places included."""
    return sum(answer.startswith(find, at) for at in range(len(answer)))


def _instead(word: str) -> str:
    if word[0].isdigit():
        return f"{word[0]}0{word[1:]}"
    return PHRASES[0] if word.isascii() else "誤"


def _swap(find: str, word: str, new: str) -> str:
    return find.replace(word, new)
