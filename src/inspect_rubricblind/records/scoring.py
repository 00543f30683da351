"""The benchmark's own score of a case, which is reported beside the outcomes."""

from collections.abc import Sequence

from inspect_rubricblind.records.case import Criterion, Scoring
from inspect_rubricblind.records.pairing import Verdicts, points, points_possible

PENALTY_UNIT = 500
"""Characters per length penalty, in HealthBench's options of April 2026."""


def official_score(
    scoring: Scoring, criteria: Sequence[Criterion], verdicts: Verdicts, length: int
) -> float | None:
    """The score of an answer as its benchmark computes it.

    Args:
        scoring: The rule.
        criteria: The rubric.
        verdicts: One per criterion.
        length: Characters of the answer.

    Returns:
        None if a verdict is ungraded, or if the rubric has no positive points and the
        benchmark does not say what such a case scores.
    """
    achieved, possible = points(criteria, verdicts), points_possible(criteria)
    if achieved is None:
        return None
    if possible == 0:
        return scoring.without_positive
    score = achieved / possible
    if scoring.clip:
        score = min(max(score, 0.0), 1.0)
    if scoring.length_centre is None:
        return score
    excess = (length - scoring.length_centre) / PENALTY_UNIT
    return score - scoring.length_penalty * excess
