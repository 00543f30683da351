"""Solver `prepare_rubric`: gives a question without a rubric the one of a scheme."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from string import Template

from inspect_ai.model import Model
from inspect_ai.solver import Generate, Solver, TaskState, solver

from inspect_rubricblind.calls.ask import Caller
from inspect_rubricblind.calls.breaker import Breaker
from inspect_rubricblind.calls.conversation import question_of
from inspect_rubricblind.calls.roles import role_models
from inspect_rubricblind.records import (
    Case,
    Prepared,
    RubricFacts,
    Trial,
)
from inspect_rubricblind.records.rows import find_file, sha256_of
from inspect_rubricblind.solvers.rubrics.generic import GENERIC, generic_rubric
from inspect_rubricblind.solvers.rubrics.openrubrics import (
    OPENRUBRICS,
    write_openrubrics,
)
from inspect_rubricblind.solvers.rubrics.rubrichub import RUBRICHUB, Pipeline
from inspect_rubricblind.solvers.rubrics.saved import SavedRubric, read_saved

ROLE = "rubric_writer"
SCHEMES = (GENERIC, OPENRUBRICS, RUBRICHUB)


@solver
def prepare_rubric(
    scheme: str = GENERIC,
    rubrics: str | None = None,
    draw: int = 0,
    prompt: str | None = None,
    background: bool = True,
) -> Solver:
    """Put a rubric into the metadata of the case, and where it is from into `Prepared`.

    A case for which no rubric could be written ends without an answer, is counted, and
    is not graded. Cases that ended before are left alone.

    Args:
        scheme: `generic`, `openrubrics` or `rubrichub`.
        rubrics: JSON Lines of rubrics written before.
        draw: Number of an independent re-run of the writing.
        prompt: Text file with another prompt for `openrubrics`, with `$question` in it.
        background: Whether `rubrichub` sees the background of the case.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: A file cannot be used, or is of another scheme.
    """
    if scheme not in SCHEMES:
        raise ValueError(f"scheme must be among {', '.join(SCHEMES)}, got {scheme!r}")
    saved = None if rubrics is None else read_saved(rubrics)
    if saved is not None and scheme != GENERIC:
        _check_scheme(saved[next(iter(saved))], scheme)
    sha256 = "" if rubrics is None else sha256_of(Path(rubrics).expanduser())
    own_prompt = None if prompt is None else read_prompt(prompt)
    breaker = Breaker("rubric")

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        trial = state.store_as(Trial)
        if trial.answer is None:
            return state
        if sha256:
            trial.components = {**trial.components, "rubrics_sha256": sha256}
        if saved is not None:
            row = _saved_row(saved, str(state.sample_id))
            criteria, facts, no_rubric = row.rubric(), row.facts(), row.no_rubric
        elif scheme == GENERIC:
            criteria, no_rubric = generic_rubric(), None
            n = len(criteria)
            facts = RubricFacts(scheme=GENERIC, origin="built in", n_criteria=n)
        else:
            callers = [Caller(m, breaker, state.epoch) for m in _writers(scheme)]
            passages = state.metadata_as(Case).background if background else ()
            question = question_of(state)
            written = await (
                write_openrubrics(callers[0], question, draw, own_prompt)
                if scheme == OPENRUBRICS
                else Pipeline(callers, question, passages, draw).write()
            )
            criteria, facts = written.criteria, written.facts()
            no_rubric = written.no_rubric
        case = state.metadata_as(Case)
        state.metadata = case.model_copy(update={"criteria": criteria}).model_dump(
            mode="json"
        )
        prepared = state.store_as(Prepared)
        prepared.rubric, prepared.no_rubric = facts, no_rubric
        if no_rubric is not None:
            trial.answer, trial.injections = None, ()
            trial.no_answer = "no_rubric"
        return state

    return solve


def read_prompt(name: str) -> Template:
    """A prompt from a file.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: It is not UTF-8, or has no place for the question.
    """
    path = find_file(name, "prompt", "absent")
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(f"prompt {path} must be UTF-8, but {error}") from None
    if "$question" not in text and "${question}" not in text:
        raise ValueError(f"prompt must hold $question, but {name} does not")
    return Template(text)


def _writers(scheme: str) -> Sequence[Model]:
    """The models of the role.

    Raises:
        ValueError: None is bound, or several for a scheme that takes one.
    """
    models = role_models(ROLE)
    if not models:
        raise ValueError(
            f"scheme={scheme} needs a model for the role {ROLE}, but got none; bind it "
            f"with `--model-role {ROLE}=PROVIDER/MODEL`, or pass rubrics written "
            "before with `-T rubrics=FILE`"
        )
    if scheme == OPENRUBRICS and len(models) > 1:
        names = ", ".join(map(str, models))
        raise ValueError(
            f"scheme={scheme} takes one model as {ROLE}, but got {names}; rubrichub "
            "takes several"
        )
    return models


def _saved_row(saved: Mapping[str, SavedRubric], case_id: str) -> SavedRubric:
    row = saved.get(case_id)
    if row is None:
        raise ValueError(
            f"rubrics must have a row for every case, but got none for {case_id!r}; "
            "write them for the same questions, or leave out the rest with `ids=FILE`"
        )
    return row


def _check_scheme(row: SavedRubric, scheme: str) -> None:
    if row.scheme != scheme:
        raise ValueError(
            f"scheme must be that of the file of rubrics ({row.scheme}) or be left at "
            f"its default, but got {scheme!r}"
        )
