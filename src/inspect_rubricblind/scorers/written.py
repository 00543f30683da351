"""Scorer `count_criteria`: how many criteria a written rubric has."""

from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState

from inspect_rubricblind.records import Case, Prepared
from inspect_rubricblind.scorers.stored import stored

NO_RUBRIC = "no_rubric"


@scorer(metrics=[mean(), stderr()])
def count_criteria() -> Scorer:
    """The number of criteria; unscored where no rubric could be written."""

    async def score(state: TaskState, target: Target) -> Score:
        prepared = stored(state, Prepared)
        if prepared.no_rubric is not None:
            said = f"No rubric: {prepared.no_rubric}."
            return Score(value=float("nan"), reason=NO_RUBRIC, explanation=said)
        criteria = state.metadata_as(Case).criteria
        return Score(
            value=len(criteria),
            answer=f"{len(criteria)} criteria",
            explanation="\n".join(
                f"{c.index + 1}. [{c.points}] {c.criterion}" for c in criteria
            ),
        )

    return score
