"""Rubric and fact check on one scale, alone and together, with their false alarms.

Only on pairs that the rubric's outcome did not choose: on its own ties it stands at 0.5
by selection, and anything would look better.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from inspect_rubricblind.logs.fact_checking.measures import (
    NO_PAIR,
    codes_of,
    doubt_outcome,
    flag_outcome,
    identity,
    is_closed,
    questions_of,
    share_of,
)
from inspect_rubricblind.logs.fact_checking.reading import CheckedRow
from inspect_rubricblind.logs.outcomes.figures import Row, absent, figure
from inspect_rubricblind.logs.statistics.auroc import paired_auroc
from inspect_rubricblind.logs.statistics.fact_check import (
    ThresholdPoint,
    best_threshold,
    first_half,
    threshold_curve,
)

TIES = "the pairs were chosen among the rubric's ties, where it stands at 0.5"
HALF = (
    "too few cases with a graded repeat or control for one half to choose a threshold "
    "and one to report on"
)
STEPS = tuple(round(step / 20, 2) for step in range(1, 21))
"""Thresholds of the doubt above which a claim is flagged."""


def curve_rows(rows: Sequence[CheckedRow]) -> Iterator[Row]:
    """Per check and threshold: errors detected, originals and controls flagged."""
    for check in dict.fromkeys(row.check for row in rows):
        own = [r for r in rows if r.check == check and doubt_outcome(r) is not None]
        errors = [r for r in own if r.kind == "error"]
        controls = [r for r in own if r.kind == "control"]
        for point in _curve(errors):
            flags = [(r.doubt or 0.0) >= point.threshold for r in controls]
            yield {
                **identity(check),
                "threshold": point.threshold,
                "n": len(errors),
                **figure("detected", point.detected),
                **figure("false_alarm", point.false_alarm),
                **share_of("controls_flagged", flags, controls),
                "auroc": point.auroc,
            }


def rubric_rows(rows: Sequence[CheckedRow]) -> Iterator[Row]:
    """Per check and grading: AUROC of rubric, of fact check, and of both."""
    for check in dict.fromkeys(row.check for row in rows):
        own = [r for r in rows if r.check == check and r.kind == "error"]
        for setup in sorted({name for row in own for name in row.rubrics}):
            pairs = [
                r
                for r in own
                if is_closed(r)
                and doubt_outcome(r) is not None
                and setup in r.rubrics
                and r.rubrics[setup].outcome is not None
            ]
            graders = sorted(
                {r.rubrics[setup].grader for r in own if setup in r.rubrics}
            )
            yield {
                **identity(check),
                "setup": setup,
                "grader": ", ".join(graders),
                "n": len(pairs),
                "n_questions": len({r.case_id for r in pairs}),
                **_beside(pairs, setup, chosen=check.chosen),
            }


def recovered_rows(rows: Sequence[CheckedRow]) -> Iterator[Row]:
    """Per check, grading and error type: rubric ties that the check tells apart."""
    for check in dict.fromkeys(row.check for row in rows):
        own = [
            r for r in rows if r.check == check and r.kind == "error" and is_closed(r)
        ]
        for setup in sorted({name for row in own for name in row.rubrics}):
            ties = [
                r for r in own if setup in r.rubrics and r.rubrics[setup].outcome == 0
            ]
            for code in (None, *codes_of(ties)):
                found = [r for r in ties if code in (None, r.error_type)]
                if found:
                    told = [flag_outcome(r) for r in found]
                    yield {
                        **identity(check),
                        "setup": setup,
                        "grader": found[0].rubrics[setup].grader,
                        "error_type": code,
                        "n_ties": len(found),
                        "recovered_count": told.count(1),
                        "reversed_count": told.count(-1),
                        **share_of("recovered", [x == 1 for x in told], found),
                        **share_of("reversed", [x == -1 for x in told], found),
                    }


def _beside(pairs: Sequence[CheckedRow], setup: str, chosen: str) -> Row:
    names = ("rubric_auroc", "fact_check_auroc", "combined_auroc")
    either = ("either_detected", "either_false_alarm")
    reason = TIES if chosen == "ties" else None if pairs else NO_PAIR
    if reason is not None:
        blank = [absent(name, reason) for name in (*names, *either)]
        return {k: v for row in blank for k, v in row.items()} | {
            "threshold": None,
            "threshold_n": 0,
            "either_auroc": None,
        }
    rubric = [r.rubrics[setup].outcome or 0 for r in pairs]
    told = [doubt_outcome(r) or 0 for r in pairs]
    # The rubric decides; where it ties, the doubt does.
    both = [first or second for first, second in zip(rubric, told, strict=True)]
    row: Row = {}
    for name, outcomes in zip(names, (rubric, told, both), strict=True):
        row |= figure(name, paired_auroc(outcomes, questions_of(pairs), "pair").auroc)
    return row | _either(pairs, setup)


def _either(pairs: Sequence[CheckedRow], setup: str) -> Row:
    """Flag what either flags: the threshold from one half, the rates of the other.

    Pairs without a graded repeat or control do not say how often the rubric alarms.
    """
    pairs = [r for r in pairs if r.rubrics[setup].alarm is not None]
    half = first_half(questions_of(pairs))
    choosing = [r for r, first in zip(pairs, half, strict=True) if first]
    reported = [r for r, first in zip(pairs, half, strict=True) if not first]
    if len({r.case_id for r in choosing}) < 2 or len({r.case_id for r in reported}) < 2:
        return {
            **absent("either_detected", HALF),
            **absent("either_false_alarm", HALF),
            "threshold": None,
            "threshold_n": len(choosing),
            "either_auroc": None,
        }
    best = best_threshold(_curve(choosing, setup))
    [point] = _curve(reported, setup, (best.threshold,))
    return {
        **figure("either_detected", point.detected),
        **figure("either_false_alarm", point.false_alarm),
        "threshold": best.threshold,
        "threshold_n": len(choosing),
        "either_auroc": point.auroc,
    }


def _curve(
    rows: Sequence[CheckedRow],
    setup: str | None = None,
    thresholds: Sequence[float] = STEPS,
) -> tuple[ThresholdPoint, ...]:
    if not rows:
        return ()
    beside: dict[str, Any] = {}
    if setup is not None:
        found = [row.rubrics[setup] for row in rows]
        beside["rubric_outcome"] = [rubric.outcome for rubric in found]
        beside["rubric_false_alarm"] = [rubric.alarm is True for rubric in found]
    return threshold_curve(
        [row.doubt or 0.0 for row in rows],
        [row.original_doubt or 0.0 for row in rows],
        questions_of(rows),
        list(thresholds),
        **beside,
    )
