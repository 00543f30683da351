"""What a row says of coverage: asked at all, asked by name, and what that changed."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from inspect_rubricblind.records import (
    Criterion,
    CriterionCoverage,
    GradedPair,
    GradedText,
    GradingResult,
    VariantCoverage,
    headroom,
)

Row = dict[str, Any]


def coverage_columns(
    found: VariantCoverage | None, kind: Literal["error", "control"]
) -> Row:
    """Columns that need no grader; empty without a coverage score."""
    if found is None:
        return dict.fromkeys(
            ("covered", "covered_specific", "should_change", "headroom", "cause")
        )
    return {
        "covered": found.covered,
        "covered_specific": covered_specific(found),
        "should_change": _should_change(found.criteria),
        "headroom": found.headroom,
        "cause": _cause(found) if kind == "error" else None,
    }


def covered_specific(found: VariantCoverage) -> bool | None:
    """Whether a criterion asks by naming the subject, not only as a catch-all.

    None where that is not known: a judge names criteria and does not say why.
    """
    if not found.covered:
        return found.covered
    words = [item.catch_all for item in found.criteria if item.covered]
    if False in words:
        return True
    return None if None in words else False


def catch_columns(
    result: GradingResult,
    pair: GradedPair,
    covered: Sequence[int],
    criteria: Sequence[Criterion],
) -> Row:
    """Covered criteria that could get worse, and how many did, here and in repeats.

    `headroom_repeat` is headroom by the first repeat, which enters no outcome of the
    pair, unlike the verdicts on the original.

    Args:
        result: The grading.
        pair: An error or control of it.
        covered: Indices of the criteria that ask about its change.
        criteria: The rubric that was graded; empty if it is not known.
    """
    if not criteria or not covered:
        return {}
    points = {c.index: c.points for c in criteria if c.index in set(covered)}
    original = _verdicts(result.texts[0])
    row: Row = _flips(points, original, _text_of(result, pair), "")
    repeats = [text for text in result.texts if text.kind == "repeat"]
    if repeats:
        flips = [_flips(points, original, _verdicts(r), "_repeat") for r in repeats]
        row |= {name: sum(f[name] for f in flips) for name in flips[0]}
        first = _verdicts(repeats[0])
        row["headroom_repeat"] = headroom(
            criteria, covered, [first[c.index] for c in criteria]
        )
    return row


def _flips(
    points: Mapping[int, int],
    before: Mapping[int, bool | None],
    after: Mapping[int, bool | None],
    suffix: str,
) -> dict[str, int]:
    room = [
        index
        for index, worth in points.items()
        if before[index] == (worth > 0) and after[index] is not None
    ]
    down = sum(after[index] != before[index] for index in room)
    return {f"covered_room{suffix}": len(room), f"covered_down{suffix}": down}


def _text_of(result: GradingResult, pair: GradedPair) -> dict[int, bool | None]:
    key = (pair.kind, pair.error_type, pair.repeat)
    [text] = [t for t in result.texts if (t.kind, t.error_type, t.repeat) == key]
    return _verdicts(text)


def _verdicts(text: GradedText) -> dict[int, bool | None]:
    return {verdict.index: verdict.met for verdict in text.verdicts}


def _should_change(criteria: Sequence[CriterionCoverage]) -> str | None:
    """The strongest word over the covered criteria; None where nobody judged."""
    words = {item.should_change for item in criteria if item.covered}
    return next((word for word in ("yes", "unsure", "no") if word in words), None)


def _cause(coverage: VariantCoverage) -> str | None:
    """Why this pair's score cannot fall, where that is known before grading."""
    if not coverage.covered:
        return "uncovered"
    return "no headroom" if coverage.headroom is False else None
