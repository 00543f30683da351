"""Stage 4: copies whose meaning is unchanged, one per edit shape of the injections.

A grader that reacts to these reacts to being edited, not to being wrong.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from inspect_ai.solver import Generate, Solver, TaskState, solver

from inspect_rubricblind.calls.ask import Caller
from inspect_rubricblind.calls.breaker import Breaker
from inspect_rubricblind.calls.conversation import question_of
from inspect_rubricblind.calls.roles import bound_roles
from inspect_rubricblind.calls.together import together
from inspect_rubricblind.records import (
    CONTROL_SHAPES,
    Answer,
    ControlShape,
    Judgement,
    Trial,
    Variant,
    stream,
)
from inspect_rubricblind.solvers.attempts import Attempt, Target, accepted, failed
from inspect_rubricblind.solvers.conversation import passage_of
from inspect_rubricblind.solvers.injection import first_accepted
from inspect_rubricblind.solvers.judging import judge_control
from inspect_rubricblind.solvers.proposing import Judge, Proposer, control_prompt
from inspect_rubricblind.solvers.rules import Passage, Rule
from inspect_rubricblind.solvers.rules.controls import CONTROLS
from inspect_rubricblind.taxonomy.model import EditLimits

MAX_SENTENCES = 2
"""A control stays within the size of a small injection."""


@solver
def add_controls(seed: int = 0) -> Solver:
    """Add a control for each edit shape among the case's injections.

    Reads `Trial.answer` and `Trial.injections`, fills `Trial.controls`, and adds to
    `Trial.discarded`. The one who injects makes the controls too; with a bound role
    `judge`, a model's controls must be judged unchanged in meaning.

    Args:
        seed: Fixes the choice among possible edits, together with the case's id.
    """
    injecting, judging = Breaker("controls"), Breaker("control judge")

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        trial = state.store_as(Trial)
        if (answer := trial.answer) is None:
            return state
        shapes = shapes_of(trial.injections)
        if trial.components["injector"] == "model":
            judge = _judge(state, answer, judging)
            attempts = await _by_model(state, answer, shapes, judge, injecting)
        else:
            attempts = await control_by_rules(
                passage_of(state, answer), shapes, str(state.sample_id), seed
            )
        trial.controls = accepted(attempts)
        trial.discarded = (*trial.discarded, *failed(attempts))
        return state

    return solve


def shapes_of(injections: Iterable[Variant]) -> tuple[ControlShape, ...]:
    """The shapes to control for; a minor addition is controlled as an addition."""
    used = {injection.size.shape for injection in injections}
    if "additive minor" in used:
        used.add("additive")
    return tuple(shape for shape in CONTROL_SHAPES if shape in used)


def limits_of(shape: ControlShape) -> EditLimits:
    """How large a control may be."""
    return EditLimits(
        shape=shape,
        destroy=None,
        write=None,
        sentences=MAX_SENTENCES,
        length_min=-MAX_SENTENCES,
        length_max=MAX_SENTENCES,
    )


async def control_by_rules(
    passage: Passage,
    shapes: Sequence[ControlShape],
    case_id: str,
    seed: int,
    rules: Mapping[ControlShape, Rule] = CONTROLS,
) -> list[Attempt]:
    """For each shape the first candidate that has it and passes the checks."""
    attempts = []
    for shape in shapes:
        rng = stream(seed, case_id, f"control:{shape}")
        target = Target("control", shape, None, limits_of(shape))
        candidates = rules[shape].candidates(passage, rng)
        attempts.append(await first_accepted(passage.answer, candidates, target))
    return attempts


def _judge(state: TaskState, answer: Answer, breaker: Breaker) -> Judge | None:
    model = bound_roles().get("judge")
    if model is None:
        return None
    caller = Caller(model, breaker, state.epoch)

    async def judge(edited: str, claim: str) -> Judgement:
        return await judge_control(caller, question_of(state), answer.text, edited)

    return judge


async def _by_model(
    state: TaskState,
    answer: Answer,
    shapes: Sequence[ControlShape],
    judge: Judge | None,
    breaker: Breaker,
) -> list[Attempt]:
    caller = Caller(bound_roles()["injector"], breaker, state.epoch)
    question = question_of(state)
    proposals = []
    for shape in shapes:
        limits = limits_of(shape)
        prompt = partial(control_prompt, question, answer.text, shape, limits)
        proposer = Proposer(caller, prompt, judge)
        target = Target("control", shape, None, limits)
        proposals.append(proposer.propose(answer.text, target))
    return await together(*proposals)
