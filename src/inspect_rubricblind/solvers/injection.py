"""Stage 3: one copy of the answer per error type that fits, each with one error."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Literal, NamedTuple

from inspect_ai.solver import Generate, Solver, TaskState, solver

from inspect_rubricblind.records import (
    Answer,
    Candidate,
    Discarded,
    ErrorCode,
    Rejection,
    Trial,
    Variant,
    stream,
)
from inspect_rubricblind.solvers.checks import check_edits, measure_edits
from inspect_rubricblind.solvers.conversation import passage_of
from inspect_rubricblind.solvers.rules import RULES, Passage, Rule
from inspect_rubricblind.taxonomy.load import load_taxonomy
from inspect_rubricblind.taxonomy.model import EditLimits, ErrorType

MAX_TRIES = 5
RULES_INJECTOR = "rules"


class Target(NamedTuple):
    """What a copy shall be: its kind, its error type (or shape), harm and limits."""

    kind: Literal["error", "control"]
    error_type: str
    harm: int | None
    limits: EditLimits


class Attempt(NamedTuple):
    """The accepted copy, if there is one, and the candidates that failed before."""

    accepted: Variant | None
    discarded: tuple[Discarded, ...]


@solver
def inject_errors(seed: int = 0) -> Solver:
    """Put one error of each applicable type into a copy of the answer.

    Reads `Trial.answer` and `Trial.applicability`, fills `Trial.injections`, and
    `Trial.discarded` with every attempt that failed a check.

    Args:
        seed: Fixes the choice among possible edits, together with the case's id.
    """
    taxonomy = load_taxonomy()

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        trial = state.store_as(Trial)
        if (answer := trial.answer) is None:
            return state
        types = [
            taxonomy.by_code(found.error_type)
            for found in trial.applicability
            if found.applicable
        ]
        inject = INJECTORS[trial.components["injector"]]
        attempts = await inject(state, answer, types, seed)
        trial.injections = tuple(a.accepted for a in attempts if a.accepted)
        trial.discarded = tuple(d for a in attempts for d in a.discarded)
        return state

    return solve


def inject_by_rules(
    passage: Passage,
    types: Sequence[ErrorType],
    case_id: str,
    seed: int,
    rules: Mapping[ErrorCode, Rule] = RULES,
) -> list[Attempt]:
    """For each type the first candidate of its rule that passes the checks."""
    attempts = []
    for error in types:
        rng = stream(seed, case_id, f"inject:{error.code}")
        candidates = rules[error.code].candidates(passage, rng)
        target = Target("error", error.code, error.harm, error.limits)
        attempts.append(first_accepted(passage.answer, candidates, target))
    return attempts


def first_accepted(
    answer: str, candidates: Iterable[Candidate], target: Target
) -> Attempt:
    """Try up to `MAX_TRIES` candidates; a rule without any is a failed attempt too."""
    discarded = []
    for candidate in islice(candidates, MAX_TRIES):
        if rejections := check_edits(answer, candidate.edits, target.limits):
            discarded.append(_discard(candidate, target, rejections))
            continue
        return Attempt(_accept(answer, candidate, target), tuple(discarded))
    if not discarded:
        discarded.append(_discard(NO_CANDIDATE, target, (NO_EDIT,)))
    return Attempt(None, tuple(discarded))


NO_CANDIDATE = Candidate(edits=(), claim="", trigger="", template="")
NO_EDIT = Rejection(
    rule="no_candidate",
    limit="at least 1",
    value="0",
    message="The type fits, but the rule finds no place for a single, sound edit.",
)


def _accept(answer: str, candidate: Candidate, target: Target) -> Variant:
    return Variant(
        kind=target.kind,
        error_type=target.error_type,
        edits=candidate.edits,
        claim=candidate.claim,
        injector=RULES_INJECTOR,
        trigger=candidate.trigger,
        template=candidate.template,
        harm=target.harm,
        size=measure_edits(answer, candidate.edits),
    )


def _discard(
    candidate: Candidate, target: Target, rejections: tuple[Rejection, ...]
) -> Discarded:
    return Discarded(
        kind=target.kind,
        error_type=target.error_type,
        injector=RULES_INJECTOR,
        template=candidate.template,
        edits=candidate.edits,
        rejections=rejections,
    )


async def _by_rules(
    state: TaskState, answer: Answer, types: Sequence[ErrorType], seed: int
) -> list[Attempt]:
    return inject_by_rules(passage_of(state, answer), types, str(state.sample_id), seed)


Injector = Callable[
    [TaskState, Answer, Sequence[ErrorType], int], Awaitable[list[Attempt]]
]
INJECTORS: Mapping[str, Injector] = {"rules": _by_rules}
"""How errors are put in, by the kind that `resolve_stages` chose."""
