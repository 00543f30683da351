"""Checks on an edited copy of an answer: pure, and the same for every injector.

Each rejection names the rule, the limit and the value, in one sentence that an
injector can act on. What is counted stands in `solvers.size`.
"""

from collections.abc import Sequence
from itertools import pairwise

from inspect_rubricblind.records import Edit, EditShape, EditSize, Rejection
from inspect_rubricblind.solvers.size import (
    HUNK_SLACK,
    MINOR_DESTROY,
    SENTENCE_TOKENS,
    SUBTRACTIVE_WRITE,
    Hunk,
    find_hunks,
    measure_edits,
    shapes_of,
    size_of,
)
from inspect_rubricblind.taxonomy.model import EditLimits

__all__ = ["check_edits", "measure_edits"]


def check_edits(
    answer: str, edits: Sequence[Edit], limits: EditLimits
) -> tuple[Rejection, ...]:
    """Every reason against an edited copy; empty if it is accepted.

    Args:
        answer: The original.
        edits: The declared changes; nothing outside them can change.
        limits: How large an edit of this error type may be.

    Returns:
        Rejections by rule: `find_missing`, `find_repeated`, `overlap` (then the
        copy does not exist and nothing else is looked at), `no_change` (then it
        has no size), `shape`, `destroy`, `write`, `sentences`, `length`.
    """
    if rejections := _check_places(answer, edits):
        return rejections
    hunks = find_hunks(answer, edits)
    if not hunks:
        return (_no_change(len(edits)),)
    size = size_of(hunks)
    return (
        *_check_shape(hunks, size, limits),
        *_check_count("destroy", size.destroyed, limits.destroy),
        *_check_count("write", size.written, limits.write),
        *_check_sentences(size.sentences_touched, limits.sentences),
        *_check_length(size, limits),
    )


def _check_places(answer: str, edits: Sequence[Edit]) -> tuple[Rejection, ...]:
    """Whether every `find` has exactly one place, apart from all others."""
    rejections, places = [], []
    for edit in edits:
        start = answer.find(edit.find)
        if start < 0:
            rejections.append(_find_missing(edit.find))
        elif answer.find(edit.find, start + 1) >= 0:
            rejections.append(_find_repeated(answer, edit.find))
        else:
            places.append((start, start + len(edit.find), edit.find))
    for (_, end, first), (start, _, second) in pairwise(sorted(places)):
        if start < end:
            rejections.append(_overlap(first, second))
    return tuple(rejections)


def _find_missing(find: str) -> Rejection:
    return Rejection(
        rule="find_missing",
        limit="exactly once",
        value="0",
        message=(
            f"find must occur exactly once in the original answer, but {find!r} "
            "occurs 0 times: copy the passage character by character."
        ),
    )


def _find_repeated(answer: str, find: str) -> Rejection:
    n = sum(answer.startswith(find, at) for at in range(len(answer)))
    return Rejection(
        rule="find_repeated",
        limit="exactly once",
        value=str(n),
        message=(
            f"find must occur exactly once in the original answer, but {find!r} "
            f"occurs {n} times: add words before or after it until it is unique."
        ),
    )


def _overlap(first: str, second: str) -> Rejection:
    return Rejection(
        rule="overlap",
        limit="0 shared characters",
        value=f"{first!r} and {second!r}",
        message=(
            f"Edits must not overlap, but {first!r} and {second!r} share "
            "characters of the answer: join them into one edit."
        ),
    )


def _no_change(n: int) -> Rejection:
    return Rejection(
        rule="no_change",
        limit="at least 1 changed token",
        value="0",
        message=(
            "The edited answer must differ from the original in at least 1 word or "
            f"number, but {n} edits change 0: make the error."
        ),
    )


_SHAPE_ADVICE: dict[EditShape, str] = {
    "same": (
        f"replace words by about as many (a difference of at most {HUNK_SLACK} at "
        "each place), with something destroyed and something written"
    ),
    "varied": "any change",
    "additive": "only add text and keep every word of the original",
    "additive minor": (
        f"add text and destroy at most {MINOR_DESTROY} tokens, fewer than you write"
    ),
    "subtractive": (
        "only remove text, writing no more than "
        f"{SUBTRACTIVE_WRITE} tokens to close the gap"
    ),
}


def _check_shape(
    hunks: Sequence[Hunk], size: EditSize, limits: EditLimits
) -> tuple[Rejection, ...]:
    shapes = shapes_of(hunks)
    accepted = {limits.shape} | ({"additive"} if "minor" in limits.shape else set())
    if accepted & set(shapes):
        return ()
    value = f"{shapes[0]} ({size.destroyed} destroyed, {size.written} written)"
    return (
        Rejection(
            rule="shape",
            limit=limits.shape,
            value=value,
            message=(
                f"The shape of the edit must be {limits.shape}, but it is {value}: "
                f"{_SHAPE_ADVICE[limits.shape]}."
            ),
        ),
    )


def _check_count(rule: str, count: int, limit: int | None) -> tuple[Rejection, ...]:
    if limit is None or count <= limit:
        return ()
    what = "of the original may be lost" if rule == "destroy" else "may be new"
    return (
        Rejection(
            rule=rule,
            limit=str(limit),
            value=str(count),
            message=(
                f"At most {limit} tokens (words and numbers) {what}, but {count} "
                f"are: change {count - limit} fewer."
            ),
        ),
    )


def _check_sentences(touched: int, limit: int) -> tuple[Rejection, ...]:
    if touched <= limit:
        return ()
    return (
        Rejection(
            rule="sentences",
            limit=str(limit),
            value=str(touched),
            message=(
                f"At most {limit} sentences (of {SENTENCE_TOKENS} tokens) may be "
                f"touched, but {touched} are: keep the changes closer together."
            ),
        ),
    )


def _check_length(size: EditSize, limits: EditLimits) -> tuple[Rejection, ...]:
    if limits.length_min <= size.length_change <= limits.length_max:
        return ()
    limit = f"{limits.length_min:+g} to {limits.length_max:+g} sentences"
    net = size.written - size.destroyed
    advice = "write less" if net > 0 else "remove less"
    return (
        Rejection(
            rule="length",
            limit=limit,
            value=f"{size.length_change:+g} sentences",
            message=(
                f"The answer's length may change by {limit} (of {SENTENCE_TOKENS} "
                f"tokens), but it changes by {size.length_change:+g} ({net:+d} "
                f"tokens): {advice}."
            ),
        ),
    )
