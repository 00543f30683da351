"""Stage 0: which stages ask models, and the versions that made a trial."""

from logging import getLogger

from inspect_ai.solver import Generate, Solver, TaskState, solver

from inspect_rubricblind import __version__
from inspect_rubricblind.calls.prompts import prompt_hash
from inspect_rubricblind.calls.roles import (
    APPLICABILITY_ROLES,
    INJECTOR_ROLES,
    JUDGE_ROLES,
    bound_roles,
    evaluated_model,
    shared_models,
    stage_kind,
)
from inspect_rubricblind.records import Trial, digest
from inspect_rubricblind.solvers.rules import RULES_VERSION
from inspect_rubricblind.taxonomy.load import load_taxonomy

PACKAGE = "inspect_rubricblind.solvers"

logger = getLogger(__name__)


@solver
def resolve_stages(
    applicability: str = "auto",
    injector: str = "auto",
    coverage: str = "auto",
    seed: int = 0,
    hashes: dict[str, str] | None = None,
) -> Solver:
    """Check the roles before any call is paid; fill `Trial.components`.

    Args:
        applicability: `auto`, `rules` or `model`.
        injector: `auto`, `rules` or `model`.
        coverage: `auto`, `rules` or `model`; only checked, since the scorer decides
            anew whenever a log is scored.
        seed: The seed of later stages, to be kept with their results.
        hashes: The sha256 of each file that the run read. A retried run takes over
            finished samples, so a file that was changed in between shows here.
    """
    warned: set[str] = set()

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        bound = bound_roles()
        components = {
            "package": __version__,
            "taxonomy": load_taxonomy().version,
            "rules": RULES_VERSION,
            "seed": str(seed),
            "applicability": stage_kind(
                "applicability", applicability, APPLICABILITY_ROLES, bound
            ),
            "injector": stage_kind("injector", injector, INJECTOR_ROLES, bound),
            "judge": str(bound.get("judge", "none")),
            "prompts": prompts_hash(),
            **{f"role {role}": str(model) for role, model in sorted(bound.items())},
            **(hashes or {}),
        }
        stage_kind("coverage", coverage, JUDGE_ROLES, bound)
        for shared in shared_models(bound, evaluated_model()):
            if shared not in warned:
                warned.add(shared)
                logger.warning("The same model serves as %s", shared)
        state.store_as(Trial).components = components
        return state

    return solve


def prompts_hash() -> str:
    """Short hash over all prompts of the solver stages."""
    names = ("applicability", "control", "control_judge", "injection", "judge")
    return digest(" ".join(prompt_hash(PACKAGE, name) for name in names))[:12]
