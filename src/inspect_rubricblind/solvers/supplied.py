"""Stages for runs whose texts come from a file: nothing is answered or injected."""

from inspect_ai.solver import Generate, Solver, TaskState, solver

from inspect_rubricblind import __version__
from inspect_rubricblind.records import Case, SuppliedVariant, Trial, Variant
from inspect_rubricblind.solvers.answer import describe_answer
from inspect_rubricblind.solvers.checks import measure_edits
from inspect_rubricblind.taxonomy.load import load_taxonomy

SUPPLIED = "supplied"


@solver
def take_texts(hashes: dict[str, str] | None = None) -> Solver:
    """Freeze the answer of the case and its edited copies, as the file has them.

    Fills `Trial.answer`, `Trial.injections`, `Trial.controls` and `Trial.components`.
    No limit on the size of edits applies: whoever made the pairs accepted them.

    Args:
        hashes: The sha256 of each file that the run read.
    """
    taxonomy = load_taxonomy()
    harm: dict[str, int] = {error.code: error.harm for error in taxonomy.types}

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        trial, case = state.store_as(Trial), state.metadata_as(Case)
        trial.components = {
            "package": __version__,
            "taxonomy": taxonomy.version,
            "injector": case.variants[0].injector if case.variants else SUPPLIED,
            **(hashes or {}),
        }
        if case.answer is None:
            raise ValueError(f"case {state.sample_id!r} must bring its answer along")
        answer = case.answer
        trial.answer = describe_answer(answer.text, answer.answer_model, answer.kind)
        made = [_variant(answer.text, v, harm.get(v.error_type)) for v in case.variants]
        trial.injections = tuple(v for v in made if v.kind == "error")
        trial.controls = tuple(v for v in made if v.kind == "control")
        return state

    return solve


@solver
def freeze_files(hashes: dict[str, str]) -> Solver:
    """Note which files a run read, where it has no answer under study.

    Args:
        hashes: The sha256 of each.
    """

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        state.store_as(Trial).components = {"package": __version__, **hashes}
        return state

    return solve


def _variant(answer: str, given: SuppliedVariant, harm: int | None) -> Variant:
    return Variant(
        kind=given.kind,
        error_type=given.error_type,
        edits=given.edits,
        claim=given.claim,
        injector=given.injector,
        trigger="",
        template="",
        harm=harm if given.kind == "error" else None,
        size=measure_edits(answer, given.edits),
    )
