"""Arithmetic of a pair: points, outcome, flips, causes of ties, catchers of wins.

Points are raw: the sum over met criteria, negatives included, never clipped. A
verdict that is None (ungraded) may be either; the outcome of a pair counts only if
its sign is the same for every value of its ungraded verdicts.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

from inspect_rubricblind.records.base import Record
from inspect_rubricblind.records.case import Criterion

Outcome = Literal["win", "tie", "loss", "ungraded"]
TieCause = Literal[
    "uncovered", "no headroom", "covered, verdict unchanged", "offsetting flips"
]
Catcher = Literal["covered criterion", "other criterion"]
Verdicts = Sequence[bool | None]


class Pairing(Record):
    """The original against one variant, under one grading.

    `diff` is points_original - points_variant; a positive one is a win. The points
    are None where a verdict is ungraded. A flip is down if it lowers the points.
    """

    outcome: Outcome
    points_original: int | None = None
    points_variant: int | None = None
    diff_min: int
    diff_max: int
    flipped_down: tuple[int, ...]
    flipped_up: tuple[int, ...]


def points(criteria: Sequence[Criterion], verdicts: Verdicts) -> int | None:
    """Achieved points; None if any verdict is ungraded."""
    if any(met is None for met in verdicts):
        return None
    met = zip(criteria, verdicts, strict=True)
    return sum(criterion.points for criterion, is_met in met if is_met)


def points_possible(criteria: Sequence[Criterion]) -> int:
    """Sum of the positive points."""
    return sum(criterion.points for criterion in criteria if criterion.points > 0)


def pair(
    criteria: Sequence[Criterion], original: Verdicts, variant: Verdicts
) -> Pairing:
    """Compare two gradings of one rubric, criterion by criterion."""
    low = high = 0
    down: list[int] = []
    up: list[int] = []
    for criterion, before, after in zip(criteria, original, variant, strict=True):
        values = [
            criterion.points * (one - other)
            for one in _values(before)
            for other in _values(after)
        ]
        low, high = low + min(values), high + max(values)
        if before is not None and after is not None and before != after:
            worse = (criterion.points > 0) == before
            (down if worse else up).append(criterion.index)
    return Pairing(
        outcome=_outcome(low, high),
        points_original=points(criteria, original),
        points_variant=points(criteria, variant),
        diff_min=low,
        diff_max=high,
        flipped_down=tuple(down),
        flipped_up=tuple(up),
    )


def headroom(
    criteria: Sequence[Criterion], covered: Sequence[int], original: Verdicts
) -> bool | None:
    """Whether any covered criterion could still change for the worse.

    A positive one could if it was met, a negative one if it was not. None if
    nothing is covered, or if ungraded verdicts leave it open.
    """
    verdicts = {c.index: (c.points, v) for c, v in zip(criteria, original, strict=True)}
    known = [verdicts[index] for index in covered]
    if any(met is not None and met == (worth > 0) for worth, met in known):
        return True
    return None if not known or any(met is None for _, met in known) else False


def tie_cause(
    pairing: Pairing, covered: Sequence[int], room: bool | None
) -> TieCause | None:
    """Why a pair is tied; None for other outcomes or if headroom is not known."""
    if pairing.outcome != "tie":
        return None
    if pairing.flipped_down and pairing.flipped_up:
        return "offsetting flips"
    if not covered:
        return "uncovered"
    if room is None:
        return None
    return "covered, verdict unchanged" if room else "no headroom"


def catcher(pairing: Pairing, covered: Sequence[int]) -> Catcher | None:
    """What lowered the score of a win: a criterion that asks about the change?"""
    if pairing.outcome != "win":
        return None
    asked = set(covered) & set(pairing.flipped_down)
    return "covered criterion" if asked else "other criterion"


def reachable(diff_min: int, diff_max: int) -> tuple[Outcome, ...]:
    """The outcomes that some value of the ungraded verdicts gives, worst first.

    Bounds only: whether a value between them is reached depends on the points.
    """
    signs: Mapping[Outcome, bool] = {
        "loss": diff_min < 0,
        "tie": diff_min <= 0 <= diff_max,
        "win": diff_max > 0,
    }
    return tuple(outcome for outcome, possible in signs.items() if possible)


def _values(verdict: bool | None) -> tuple[int, ...]:
    return (0, 1) if verdict is None else (int(verdict),)


def _outcome(low: int, high: int) -> Outcome:
    if low > 0:
        return "win"
    if high < 0:
        return "loss"
    return "tie" if low == high == 0 else "ungraded"
