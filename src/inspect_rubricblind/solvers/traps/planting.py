"""Solver `plant_traps`: one trap per sample, planted now or taken from a file."""

from collections.abc import Mapping, Sequence
from logging import getLogger
from pathlib import Path

from inspect_ai.model import Model
from inspect_ai.solver import Generate, Solver, TaskState, solver

from inspect_rubricblind import __version__
from inspect_rubricblind.calls.breaker import Breaker
from inspect_rubricblind.calls.prompts import prompt_hash
from inspect_rubricblind.calls.roles import (
    DISSENT_ROLES,
    JUDGE_ROLES,
    TRAP_WRITER_ROLES,
    VALIDATOR_ROLES,
    bound_roles,
    evaluated_model,
    shared_models,
    stage_kind,
)
from inspect_rubricblind.records import (
    Case,
    PlantedTrap,
    StageKind,
    Trap,
    TrapOrigin,
    TrapTask,
    TrapTrial,
    Trial,
    digest,
)
from inspect_rubricblind.solvers.traps.planted_file import read_planted
from inspect_rubricblind.solvers.traps.rounds import (
    Planted,
    Planter,
    draw_subtypes,
    plant_by_model,
    plant_by_rules,
)
from inspect_rubricblind.solvers.traps.source import source_of
from inspect_rubricblind.solvers.traps.tagging import origin_of
from inspect_rubricblind.solvers.traps.writing import PACKAGE, PROMPTS
from inspect_rubricblind.taxonomy.load import load_taxonomy
from inspect_rubricblind.taxonomy.trap_model import TrapTaxonomy, load_traps

logger = getLogger(__name__)

TRAP_RULES = "1"
"""Raised whenever rules plant something else into the same source."""


@solver
def plant_traps(
    task: str,
    planting: str = "auto",
    validation: str = "auto",
    coverage: str = "auto",
    subtypes: list[str] | None = None,
    rounds: int = 3,
    seed: int = 0,
    traps: str | None = None,
    hashes: dict[str, str] | None = None,
) -> Solver:
    """Plant a trap into the conversation or behind the report of a sample.

    Fills `TrapTrial` with the trap or the reason why there is none, `Trial.components`,
    and the criteria of the case. Checks the roles before any call is paid.

    Args:
        task: `dialogue` or `report`.
        planting: `auto`, `rules` or `model`; the role is `trap_writer`.
        validation: `auto`, `rules` or `model`; the roles are `validator_a` and
            `validator_b`, and `validator_c` and `validator_d` where these dissent.
        coverage: Only checked here, since the scorer decides anew.
        subtypes: Codes to choose from; None is all.
        rounds: How often a writer may try.
        seed: Fixes every choice.
        traps: A planted set to take the traps from; nothing is planted then.
        hashes: The sha256 of each file that the run read.
    """
    taxonomy = load_traps()
    codes = [entry.code for entry in taxonomy.select(subtypes)]
    writing, validating = Breaker("trap planting"), Breaker("trap validation")
    warned: set[str] = set()

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        bound = bound_roles()
        kinds = _kinds(planting, validation, coverage, bound, traps)
        _warn_once(shared_models(bound, evaluated_model()), warned)
        state.store_as(Trial).components = _components(
            taxonomy, kinds, bound, seed, hashes
        )
        trial, case = state.store_as(TrapTrial), state.metadata_as(Case)
        if traps is not None:
            _take(state, read_planted(Path(traps))[str(state.sample_id)])
            return state
        source = source_of(state, _task(task))
        validated = kinds["validation"] == "model"
        planter = Planter(bound, writing, validating, state.epoch, rounds, validated)
        question, place = origin_of(case)
        drawn = draw_subtypes(taxonomy, codes, source, question, place, seed)
        if kinds["planting"] == "model":
            planted = await plant_by_model(planter, source, drawn)
        else:
            planted = await plant_by_rules(planter, source, drawn, taxonomy, seed)
        kind = kinds["planting"]
        origin = _origin(source.task, kind, bound, question, seed, hashes or {})
        trial.origin = origin.model_copy(update={"template": planted.template})
        trial.validated_by = kinds["validation"]
        _freeze(state, planted)
        return state

    return solve


def freeze_trap(state: TaskState, trap: Trap) -> None:
    """Let the trap stand in the place of the source, for every later stage."""
    trial = state.store_as(TrapTrial)
    trial.trap = trap
    trial.turns = [turn.model_dump() for turn in trap.turns]
    state.metadata["criteria"] = [
        line.model_dump(mode="json", exclude_defaults=True) | {"index": line.index}
        for line in trap.criteria
    ]


def _take(state: TaskState, planted: PlantedTrap) -> None:
    trial = state.store_as(TrapTrial)
    trial.origin, trial.attempts = planted.origin, planted.attempts
    trial.validated_by = planted.validated_by
    freeze_trap(state, planted.trap)


def _freeze(state: TaskState, planted: Planted) -> None:
    trial = state.store_as(TrapTrial)
    trial.attempts = planted.attempts
    if planted.trap is not None:
        freeze_trap(state, planted.trap)
        return
    trial.dropped = planted.dropped
    state.store_as(Trial).no_answer = "no_trap"
    state.completed = True


def _warn_once(shared: Sequence[str], warned: set[str]) -> None:
    """A model that meets its own traps, or judges its own answers, is no stranger."""
    for said in shared:
        if said not in warned:
            warned.add(said)
            logger.warning("The same model serves as %s", said)


def _kinds(
    planting: str,
    validation: str,
    coverage: str,
    bound: Mapping[str, Model],
    traps: str | None,
) -> dict[str, StageKind]:
    stage_kind("coverage", coverage, JUDGE_ROLES, bound)
    stage_kind("dissent", "auto", DISSENT_ROLES, bound)
    if traps is not None:
        return {"planting": "rules", "validation": "rules"}
    return {
        "planting": stage_kind("planting", planting, TRAP_WRITER_ROLES, bound),
        "validation": stage_kind("validation", validation, VALIDATOR_ROLES, bound),
    }


def _components(
    taxonomy: TrapTaxonomy,
    kinds: Mapping[str, StageKind],
    bound: Mapping[str, Model],
    seed: int,
    hashes: Mapping[str, str] | None,
) -> dict[str, str]:
    return {
        "package": __version__,
        "taxonomy": load_taxonomy().version,
        "traps": taxonomy.version,
        "trap rules": TRAP_RULES,
        "seed": str(seed),
        **{f"trap {stage}": kind for stage, kind in kinds.items()},
        "trap prompts": digest(
            " ".join(prompt_hash(PACKAGE, name) for name in PROMPTS)
        )[:12],
        **{f"role {role}": str(model) for role, model in sorted(bound.items())},
        **{k: v for k, v in (hashes or {}).items() if "sha256" in k},
    }


def _origin(
    task: TrapTask,
    kind: StageKind,
    bound: Mapping[str, Model],
    question: str,
    seed: int,
    files: Mapping[str, str],
) -> TrapOrigin:
    return TrapOrigin(
        task=task,
        source_file=files.get("dataset_file", ""),
        source_sha256=files.get("dataset_sha256", ""),
        source_id=question,
        planter="rules" if kind == "rules" else str(bound[TRAP_WRITER_ROLES[0]]),
        kind=kind,
        seed=seed,
        taxonomy=load_traps().version,
        suite=__version__,
    )


def _task(value: str) -> TrapTask:
    if value == "dialogue":
        return "dialogue"
    if value == "report":
        return "report"
    raise ValueError(f"task must be 'dialogue' or 'report', but got {value!r}")


def known_subtypes(codes: Sequence[str] | None) -> list[str]:
    """Codes of subtypes, clusters written out.

    Raises:
        ValueError: A code is unknown.
    """
    return [entry.code for entry in load_traps().select(codes)]
