"""Leave out answers that have no points left to lose, and count them.

To decide this on the grade that also enters the outcomes favours originals that were
graded too high: it biases the AUROC upwards even where nothing was changed. So by
default the grader is asked once more, and that grade serves no other end.
"""

from collections.abc import Sequence
from typing import Literal

from inspect_ai.solver import Generate, Solver, TaskState, solver

from inspect_rubricblind.calls.ask import Caller
from inspect_rubricblind.calls.breaker import Breaker
from inspect_rubricblind.calls.conversation import turns_of
from inspect_rubricblind.calls.roles import bound_roles
from inspect_rubricblind.records import Case, Criterion, Trial, Verdicts
from inspect_rubricblind.scorers.grader_prompt import choose_prompt
from inspect_rubricblind.scorers.grading import Grader, texts_to_grade
from inspect_rubricblind.tasks.arguments import one_of

FloorRule = Literal["repeat", "original", "verdicts"]
FLOORS = ("repeat", "original", "verdicts", "none")
ABOUT = {
    "none": "no answer is left out for its score",
    "repeat": "answers at the floor are left out by a grade that enters no outcome",
    "verdicts": "answers at the floor are left out by the given verdicts",
    "original": "answers at the floor are left out by the grade that enters the "
    "outcomes: conditioned on a noisy grade, biased upward",
}
NO_GRADER = "not decided: no grader bound"
SHOWN = {"original": "original, conditioned on a noisy grade and so biased upward"}
"""How a rule is named in components, which reports print."""


def check_floor(value: object, verdicts: str | None) -> FloorRule | Literal["none"]:
    """The rule, if what it needs was given.

    Raises:
        ValueError: It is unknown, or `verdicts` without a file of them.
    """
    rule: FloorRule | Literal["none"] = one_of("floor", value, FLOORS)  # type: ignore[assignment]
    if rule == "verdicts" and verdicts is None:
        raise ValueError(
            "floor=verdicts needs verdicts=FILE with known verdicts on the given "
            "answers, but got none"
        )
    return rule


@solver
def exclude_at_floor(
    rule: FloorRule = "repeat", grader_prompt: str = "healthbench"
) -> Solver:
    """End a sample whose answer has 0 points or less: `Trial.no_answer = at_floor`.

    What was decided stands in `Trial.components["floor"]`. An answer whose ungraded
    verdicts leave it open is kept. Without a grader nothing is left out.

    Args:
        rule: `repeat`, `original` or `verdicts`, as in the task argument `floor`.
        grader_prompt: As for the scorer; with `original` its replies are shared.
    """
    breaker = Breaker("floor")

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        trial, case = state.store_as(Trial), state.metadata_as(Case)
        if trial.answer is None:
            return state
        model = bound_roles().get("grader")
        if rule == "verdicts":
            verdicts: Verdicts = case.verdicts or (None,) * len(case.criteria)
        elif model is None:
            trial.components = {**trial.components, "floor": NO_GRADER}
            return state
        else:
            grader = Grader(
                Caller(model, breaker, state.epoch),
                draw=0,
                hide_points=False,
                structured=False,
                prompt=choose_prompt(grader_prompt, case.benchmark),
                # The stage is part of the cache key: `original` shares the replies
                # of the scorer, `repeat` does not.
                stage="grading" if rule == "original" else "floor",
            )
            [graded] = await grader.grade(
                turns_of(state),
                texts_to_grade(trial.answer.text, (), 0),
                case.criteria,
            )
            verdicts = [verdict.met for verdict in graded.verdicts]
        decided = at_floor(case.criteria, verdicts)
        said = "undecided" if decided is None else "yes" if decided else "no"
        named = SHOWN.get(rule, rule)
        trial.components = {**trial.components, "floor": f"{named}: {said}"}
        if decided:
            trial.answer, trial.no_answer = None, "at_floor"
            state.completed = True
        return state

    return solve


def at_floor(criteria: Sequence[Criterion], verdicts: Verdicts) -> bool | None:
    """Whether an answer has 0 points or less; None if lost verdicts leave it open."""
    low = high = 0
    for criterion, met in zip(criteria, verdicts, strict=True):
        values = (0, criterion.points) if met is None else (criterion.points * met,)
        low, high = low + min(values), high + max(values)
    if high <= 0:
        return True
    return False if low > 0 else None
