"""Stage 3: one copy of the answer per error type that fits, each with one error."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import islice

from inspect_ai.solver import Generate, Solver, TaskState, solver

from inspect_rubricblind.calls.ask import Caller
from inspect_rubricblind.calls.breaker import Breaker
from inspect_rubricblind.calls.conversation import question_of
from inspect_rubricblind.calls.roles import bound_roles
from inspect_rubricblind.calls.together import together
from inspect_rubricblind.records import (
    Answer,
    Applicability,
    Candidate,
    Discarded,
    ErrorCode,
    Judgement,
    Rejection,
    Trial,
    apply_edits,
    stream,
)
from inspect_rubricblind.solvers.attempts import (
    Attempt,
    Target,
    accept,
    accepted,
    discard,
    failed,
)
from inspect_rubricblind.solvers.checks import check_edits
from inspect_rubricblind.solvers.conversation import passage_of
from inspect_rubricblind.solvers.judging import judge_error
from inspect_rubricblind.solvers.proposing import (
    Judge,
    Proposer,
    failed_tests,
    injection_prompt,
)
from inspect_rubricblind.solvers.rules import RULES, Passage, Rule
from inspect_rubricblind.taxonomy.load import load_taxonomy
from inspect_rubricblind.taxonomy.model import ErrorType

MAX_TRIES = 5
MAX_JUDGED = 2
RULES_INJECTOR = "rules"


@solver
def inject_errors(seed: int = 0) -> Solver:
    """Put one error of each applicable type into a copy of the answer.

    Reads `Trial.answer` and `Trial.applicability`, fills `Trial.injections`, and
    `Trial.discarded` with every attempt that failed a check or the judge. Copies are
    judged if the role `judge` is bound, whoever made them.

    Args:
        seed: Fixes the choice among possible edits, together with the case's id.
    """
    taxonomy = load_taxonomy()
    injecting, judging = Breaker("injection"), Breaker("judge")

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        trial = state.store_as(Trial)
        if (answer := trial.answer) is None:
            return state
        fitting = [found for found in trial.applicability if found.applicable]
        types = [taxonomy.by_code(found.error_type) for found in fitting]
        judges = {error.code: _judge(state, answer, error, judging) for error in types}
        if trial.components["injector"] == "model":
            attempts = await _by_model(state, answer, types, fitting, judges, injecting)
        else:
            attempts = await inject_by_rules(
                passage_of(state, answer), types, str(state.sample_id), seed, judges
            )
        trial.injections = accepted(attempts)
        trial.discarded = failed(attempts)
        return state

    return solve


async def inject_by_rules(
    passage: Passage,
    types: Sequence[ErrorType],
    case_id: str,
    seed: int,
    judges: Mapping[ErrorCode, Judge | None],
    rules: Mapping[ErrorCode, Rule] = RULES,
) -> list[Attempt]:
    """For each type the first candidate of its rule that passes checks and judge."""
    attempts = []
    for error in types:
        rng = stream(seed, case_id, f"inject:{error.code}")
        candidates = rules[error.code].candidates(passage, rng)
        target = Target("error", error.code, error.harm, error.limits)
        judge = judges.get(error.code)
        attempts.append(await first_accepted(passage.answer, candidates, target, judge))
    return attempts


async def first_accepted(
    answer: str,
    candidates: Iterable[Candidate],
    target: Target,
    judge: Judge | None = None,
) -> Attempt:
    """Try up to `MAX_TRIES` candidates; a rule without any is a failed attempt too.

    With a judge, at most `MAX_JUDGED` of them are judged.
    """
    discarded: list[Discarded] = []
    judged = 0
    for number, candidate in enumerate(islice(candidates, MAX_TRIES), start=1):
        rejections = list(check_edits(answer, candidate.edits, target.limits))
        judgement = None
        if not rejections and judge is not None:
            judgement = await judge(
                apply_edits(answer, candidate.edits), candidate.claim
            )
            judged += 1
            rejections = failed_tests(judgement)
        if not rejections:
            variant = accept(
                answer, candidate, target, RULES_INJECTOR, number, judgement
            )
            return Attempt(variant, tuple(discarded))
        discarded.append(
            discard(candidate, target, rejections, RULES_INJECTOR, number, judgement)
        )
        if judged == MAX_JUDGED:
            break
    if not discarded:
        discarded.append(discard(NO_CANDIDATE, target, (NO_EDIT,), RULES_INJECTOR))
    return Attempt(None, tuple(discarded))


NO_CANDIDATE = Candidate(edits=(), claim="", trigger="", template="")
NO_EDIT = Rejection(
    rule="no_candidate",
    limit="at least 1",
    value="0",
    message="The type fits, but the rule finds no place for a single, sound edit.",
)


def _judge(
    state: TaskState, answer: Answer, error: ErrorType, breaker: Breaker
) -> Judge | None:
    model = bound_roles().get("judge")
    if model is None:
        return None
    caller = Caller(model, breaker, state.epoch)

    async def judge(edited: str, claim: str) -> Judgement:
        question = question_of(state)
        return await judge_error(caller, question, answer.text, edited, error, claim)

    return judge


async def _by_model(
    state: TaskState,
    answer: Answer,
    types: Sequence[ErrorType],
    fitting: Sequence[Applicability],
    judges: Mapping[ErrorCode, Judge | None],
    breaker: Breaker,
) -> list[Attempt]:
    caller = Caller(bound_roles()["injector"], breaker, state.epoch)
    question = question_of(state)
    proposals = []
    for error, found in zip(types, fitting, strict=True):
        prompt = partial(injection_prompt, question, answer.text, error, found.reason)
        proposer = Proposer(caller, prompt, judges[error.code])
        target = Target("error", error.code, error.harm, error.limits)
        proposals.append(proposer.propose(answer.text, target))
    return await together(*proposals)
