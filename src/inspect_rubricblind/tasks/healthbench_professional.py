"""HealthBench Professional: tasks of clinicians with physician-written rubrics.

Row format: the official `healthbench_professional_eval.jsonl`. Its names differ from
HealthBench's, its criteria carry no tags, and its own score has a length adjustment.
"""

from pathlib import Path
from typing import Annotated, Any

from inspect_ai import Task, task
from pydantic import AfterValidator, BeforeValidator, Field

from inspect_rubricblind.records import Criterion, Scoring
from inspect_rubricblind.records.rows import Line, Row, Text, parse_row
from inspect_rubricblind.tasks.arguments import check_arguments
from inspect_rubricblind.tasks.benchmark import Benchmark, build_task
from inspect_rubricblind.tasks.healthbench import (
    NonzeroPoints,
    ends_with_user,
)
from inspect_rubricblind.tasks.items import Item, Turn
from inspect_rubricblind.tasks.sources import PinnedFile

SAMPLE = Path(__file__).parent / "samples" / "healthbench_professional.jsonl"
REVISION = "371b4ec5b622470faf375d3e3018a617cb164a94"
OFFICIAL = {
    "full": PinnedFile(
        "healthbench_professional_eval.jsonl",
        f"hf://datasets/openai/healthbench-professional@{REVISION}"
        "/healthbench_professional_eval.jsonl",
        "d44b08e6e952e04c945e2c406f02533d9e7a989a84e35820ee7efdff20c9e4e2",
    )
}
# Of the publishers' options for this benchmark (simple-evals, April 2026).
SCORING = Scoring(length_centre=2000, length_penalty=0.0147)


@task
def healthbench_professional(
    dataset: str = "official",
    answers: str = "auto",
    verdicts: str | None = None,
    applicability: str = "auto",
    injector: str = "auto",
    coverage: str = "auto",
    error_types: str | list[str] | None = None,
    controls: bool | int = True,
    repeats: int = 1,
    seed: int = 0,
    shard: str | None = None,
    ids: str | None = None,
    grader_prompt: str = "healthbench",
    fact_check: str = "off",
    **unknown: object,
) -> Task:
    """Whether HealthBench Professional's rubrics notice one clinical error.

    One sample is one task of a clinician. The score that is reported is adjusted for
    length as the publishers do; outcomes of pairs compare unadjusted points. Answers
    that only refuse are left out and counted.

    Args:
        dataset: `official` (fetched once, pinned by hash), `sample` (a few bundled
            cases) or the path of a file in the official format.
        answers: `auto` (the evaluated model, or the physicians' responses if there is
            none), `reference`, or a file: JSON Lines `{id, answer, answer_model?}` or
            an earlier `.eval` log.
        verdicts: JSON Lines `{id, index, met}`, known verdicts on the given answers.
        applicability: `auto`, `rules` or `model`; auto is `model` if the roles
            `applicability_a` and `applicability_b` are bound.
        injector: `auto`, `rules` or `model`; the role is `injector`.
        coverage: `auto`, `rules` or `model`; the role is `judge`.
        error_types: Codes to inject, such as `F1,K1`; None is all.
        controls: Whether to add a control per edit shape of the case's injections.
        repeats: How often the grader, if bound, grades the original again.
        seed: Fixes every choice among possible edits.
        shard: `"i/n"`, the i-th of n parts by case id, counted from 0, of the cases
            that the other arguments leave.
        ids: A file with the ids of the cases to run: one per line, or a JSON list.
        grader_prompt: `healthbench`, or `official`, which is the same here.
        fact_check: `off`, or where evidence comes from: `corpus` (the notes that ship),
            a file of `rubricblind corpus build`, `pubmed`, `serper` or `inspect`.
        **unknown: Refused by name.
    """
    given = {name: value for name, value in locals().items() if name != "unknown"}
    arguments = check_arguments(PROFESSIONAL.name, tuple(OFFICIAL), given, unknown)
    return build_task(PROFESSIONAL, arguments)


class RubricItem(Row):
    """One criterion of a row."""

    criterion_text: Text
    points: NonzeroPoints


class Conversation(Row):
    """The messages before the answer."""

    messages: Annotated[list[Turn], Field(min_length=1), AfterValidator(ends_with_user)]


def _with_messages(value: Any) -> Any:
    """The hub's viewer shows the messages bare; the file has them in an object."""
    return {"messages": value} if isinstance(value, list) else value


class ProfessionalRow(Row):
    """A row of the official file; what a run can do without is optional."""

    id: Text
    conversation: Annotated[Conversation, BeforeValidator(_with_messages)]
    rubric_items: Annotated[list[RubricItem], Field(min_length=1)]
    use_case: str | None = None
    type: str | None = None
    difficulty: str | None = None
    specialty: str | None = None
    physician_response: str | None = None
    canary_string: str | None = None


def read_row(line: Line) -> Item:
    """Map a row to a case: `Item.reference` is the physician's response.

    The use case stands as theme, and each of the four labels as a tag `name:value`. A
    task whose criteria are all negative has no score; it is skipped.
    """
    row = parse_row(ProfessionalRow, line, "id")
    labels = {
        "use_case": row.use_case,
        "type": row.type,
        "difficulty": row.difficulty,
        "specialty": row.specialty,
    }
    response = row.physician_response or ""
    has_positive = any(item.points > 0 for item in row.rubric_items)
    return Item(
        id=row.id,
        turns=tuple(row.conversation.messages),
        criteria=tuple(
            Criterion(index=index, criterion=item.criterion_text, points=item.points)
            for index, item in enumerate(row.rubric_items)
        ),
        tags=tuple(f"{name}:{value}" for name, value in labels.items() if value),
        theme=row.use_case or "",
        canary=row.canary_string or "",
        reference=response if response.strip() else None,
        difficulty=row.difficulty or "",
        skip=None if has_positive else "no_positive_points",
    )


PROFESSIONAL = Benchmark(
    name="healthbench_professional",
    title="HealthBench Professional",
    version=1,
    interface="A",
    official=OFFICIAL,
    sample=SAMPLE,
    read_row=read_row,
    select=lambda item, subset: item,
    scoring=SCORING,
)
