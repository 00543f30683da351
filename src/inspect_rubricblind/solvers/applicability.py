"""Stage 2: which error types fit the answer."""

from collections.abc import Mapping, Sequence

from inspect_ai.solver import Generate, Solver, TaskState, solver

from inspect_rubricblind.calls.ask import Caller
from inspect_rubricblind.calls.breaker import Breaker
from inspect_rubricblind.calls.conversation import question_of
from inspect_rubricblind.calls.roles import APPLICABILITY_ROLES, bound_roles
from inspect_rubricblind.records import Applicability, ErrorCode, Trial
from inspect_rubricblind.solvers.conversation import passage_of
from inspect_rubricblind.solvers.rules import RULES, Passage, Rule
from inspect_rubricblind.solvers.voting import vote_on_types
from inspect_rubricblind.taxonomy.load import load_taxonomy
from inspect_rubricblind.taxonomy.model import ErrorType


@solver
def decide_applicability(error_types: list[str] | None = None) -> Solver:
    """Decide for each error type whether the answer can carry it.

    Reads `Trial.answer`, fills `Trial.applicability`. The injection stage tries
    the types that fit, and only these.

    Args:
        error_types: Codes to consider; None is all.
    """
    types = load_taxonomy().select(error_types)
    breaker = Breaker("applicability")

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        trial = state.store_as(Trial)
        if (answer := trial.answer) is None:
            return state
        if trial.components["applicability"] == "model":
            bound = bound_roles()
            trial.applicability = await vote_on_types(
                [
                    Caller(bound[role], breaker, state.epoch)
                    for role in APPLICABILITY_ROLES
                ],
                question_of(state),
                answer.text,
                types,
            )
        else:
            trial.applicability = applicable_by_rules(passage_of(state, answer), types)
        return state

    return solve


def applicable_by_rules(
    passage: Passage,
    types: Sequence[ErrorType],
    rules: Mapping[ErrorCode, Rule] = RULES,
) -> tuple[Applicability, ...]:
    """A type fits if its rule finds a trigger; the reason is that trigger."""
    no_trigger = "no trigger" if passage.is_english else "not in English"
    triggers = {error.code: rules[error.code].trigger(passage) for error in types}
    return tuple(
        Applicability(
            error_type=code,
            applicable=trigger is not None,
            kind="rules",
            reason=no_trigger if trigger is None else trigger,
        )
        for code, trigger in triggers.items()
    )
