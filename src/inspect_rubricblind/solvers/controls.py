"""Stage 4: copies whose meaning is unchanged, one per edit shape of the injections.

A grader that reacts to these reacts to being edited, not to being wrong.
"""

from collections.abc import Iterable, Mapping, Sequence

from inspect_ai.solver import Generate, Solver, TaskState, solver

from inspect_rubricblind.records import (
    CONTROL_SHAPES,
    ControlShape,
    Trial,
    Variant,
    stream,
)
from inspect_rubricblind.solvers.conversation import passage_of
from inspect_rubricblind.solvers.injection import Attempt, Target, first_accepted
from inspect_rubricblind.solvers.rules import Passage, Rule
from inspect_rubricblind.solvers.rules.controls import CONTROLS
from inspect_rubricblind.taxonomy.model import EditLimits

MAX_SENTENCES = 2
"""A control stays within the size of a small injection."""


@solver
def add_controls(seed: int = 0) -> Solver:
    """Add a control for each edit shape among the case's injections.

    Reads `Trial.answer` and `Trial.injections`, fills `Trial.controls`, and adds to
    `Trial.discarded`. Controls are made by rules whoever injects.

    Args:
        seed: Fixes the choice among possible edits, together with the case's id.
    """

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        trial = state.store_as(Trial)
        if (answer := trial.answer) is None:
            return state
        attempts = control_by_rules(
            passage_of(state, answer),
            shapes_of(trial.injections),
            str(state.sample_id),
            seed,
        )
        trial.controls = tuple(a.accepted for a in attempts if a.accepted)
        failed = tuple(d for a in attempts for d in a.discarded)
        trial.discarded = (*trial.discarded, *failed)
        return state

    return solve


def shapes_of(injections: Iterable[Variant]) -> tuple[ControlShape, ...]:
    """The shapes to control for; a minor addition is controlled as an addition."""
    used = {injection.size.shape for injection in injections}
    if "additive minor" in used:
        used.add("additive")
    return tuple(shape for shape in CONTROL_SHAPES if shape in used)


def control_by_rules(
    passage: Passage,
    shapes: Sequence[ControlShape],
    case_id: str,
    seed: int,
    rules: Mapping[ControlShape, Rule] = CONTROLS,
) -> list[Attempt]:
    """For each shape the first candidate that has it and passes the checks."""
    attempts = []
    for shape in shapes:
        limits = EditLimits(
            shape=shape,
            destroy=None,
            write=None,
            sentences=MAX_SENTENCES,
            length_min=-MAX_SENTENCES,
            length_max=MAX_SENTENCES,
        )
        rng = stream(seed, case_id, f"control:{shape}")
        target = Target("control", shape, None, limits)
        candidates = rules[shape].candidates(passage, rng)
        attempts.append(first_accepted(passage.answer, candidates, target))
    return attempts
