"""HealthBench: multi-turn health conversations with physician-written rubrics.

Row format: the official `oss_eval.jsonl` and its hard and consensus files.
"""

from pathlib import Path
from typing import Annotated

from inspect_ai import Task, task
from pydantic import AfterValidator, Field

from inspect_rubricblind.records import Criterion
from inspect_rubricblind.records.rows import Line, Points, Row, Text, must, parse_row
from inspect_rubricblind.tasks.arguments import check_arguments, one_of
from inspect_rubricblind.tasks.benchmark import Benchmark, build_task
from inspect_rubricblind.tasks.items import Item, Turn
from inspect_rubricblind.tasks.known_issues import (
    DROP,
    KEEP,
    choose_by_issues,
    tag_issues,
)
from inspect_rubricblind.tasks.sources import PinnedFile

HERE = Path(__file__).parent
SAMPLE = HERE / "samples" / "healthbench.jsonl"
CONSENSUS_TAG = "level:cluster"
THEME = "theme:"

BASE = "https://openaipublic.blob.core.windows.net/simple-evals/healthbench/"
# Names and hashes as published; the files have not changed since May 2025.
OFFICIAL = {
    subset: PinnedFile(name, BASE + name, sha256)
    for subset, name, sha256 in [
        (
            "full",
            "2025-05-07-06-14-12_oss_eval.jsonl",
            "e99dd3c6372c10d6fcc5e385c5fae69d0dd40392dae56836ef9493ae324ecd2f",
        ),
        (
            "hard",
            "hard_2025-05-08-21-00-10.jsonl",
            "b0320430e5cd974e746585594c1dd10b5a3fc2aff9c72b26106c2c4a069d74e9",
        ),
        (
            "consensus",
            "consensus_2025-05-09-20-00-46.jsonl",
            "fabe37553327238928b05357d8b309737b5d426d6dee432a3376da618d0969d6",
        ),
    ]
}


@task
def healthbench(
    dataset: str = "official",
    subset: str = "full",
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
    known_issues: str = "keep",
    grader_prompt: str = "healthbench",
    fact_check: str = "off",
    **unknown: object,
) -> Task:
    """Whether HealthBench's rubrics notice one clinical error in a good answer.

    One sample is one conversation. Its answer gets one copy per error type that
    fits, each with a single error, and controls that keep the meaning. The scorer
    `coverage` says which criteria ask about what was changed.

    Args:
        dataset: `official` (downloaded once, pinned by hash), `sample` (a few
            bundled cases) or the path of a file in the official format.
        subset: `full`, `hard` or `consensus`.
        answers: `auto` (the evaluated model, or the reference answers if there is
            none), `reference`, or a file: JSON Lines `{id, answer, answer_model?}`
            or an earlier `.eval` log, with `#epoch=N` if it has several epochs.
        verdicts: JSON Lines `{id, index, met}`, known verdicts on the given answers.
        applicability: `auto`, `rules` or `model`; auto is `model` if the roles
            `applicability_a` and `applicability_b` are bound.
        injector: `auto`, `rules` or `model`; the role is `injector`.
        coverage: `auto`, `rules` or `model`; the role is `judge`.
        error_types: Codes to inject, such as `F1,K1`; None is all.
        controls: Whether to add a control per edit shape of the case's injections.
        repeats: How often the grader, if bound, grades the original again: the noise
            floor.
        seed: Fixes every choice among possible edits.
        shard: `"i/n"`, the i-th of n parts by case id, counted from 0, of the cases
            that the other arguments leave.
        ids: A file with the ids of the cases to run: one per line, or a JSON list.
        known_issues: `keep` or `drop` cases whose row has a known fault; they carry
            a tag `known_issue:...` in any case.
        grader_prompt: `healthbench`, or `official`, which is the same here.
        fact_check: `off`, or where evidence comes from: `corpus` (the notes that ship),
            a file of `rubricblind corpus build`, `pubmed`, `serper` or `inspect`.
        **unknown: Refused by name.
    """
    given = {name: value for name, value in locals().items() if name != "unknown"}
    arguments = check_arguments("healthbench", tuple(OFFICIAL), given, unknown)
    chosen = one_of("known_issues", known_issues, (KEEP, DROP))
    return build_task(
        HEALTHBENCH, arguments, lambda items: choose_by_issues(items, chosen)
    )


def _nonzero(points: int) -> int:
    if points == 0:
        raise must("must be a whole number other than 0")
    return points


NonzeroPoints = Annotated[Points, AfterValidator(_nonzero)]
"""Points of a criterion, which never are 0."""


def ends_with_user(turns: list[Turn]) -> list[Turn]:
    """Refuse a conversation that an answer cannot follow."""
    if not any(turn.role == "user" for turn in turns):
        raise must("must have a user turn")
    if turns[-1].role != "user":
        raise must("must end with a user turn, since the answer follows it")
    return turns


def _some_positive(rubrics: list["RubricItem"]) -> list["RubricItem"]:
    if not any(item.points > 0 for item in rubrics):
        raise must("must have a criterion with positive points, or no score exists")
    return rubrics


class RubricItem(Row):
    """One criterion of a row."""

    criterion: Text
    points: NonzeroPoints
    tags: list[str] = Field(default_factory=list)


class Ideal(Row):
    """The physicians' answer of a row."""

    ideal_completion: Text


class HealthBenchRow(Row):
    """A row of the official files; what a run can do without is optional."""

    prompt_id: Text
    prompt: Annotated[list[Turn], Field(min_length=1), AfterValidator(ends_with_user)]
    rubrics: Annotated[
        list[RubricItem], Field(min_length=1), AfterValidator(_some_positive)
    ]
    example_tags: list[str] = Field(default_factory=list)
    ideal_completions_data: Ideal | None = None
    canary: str = ""


def read_row(line: Line) -> Item:
    """Map a row to a case: `Item.reference` is the physicians' answer."""
    row = parse_row(HealthBenchRow, line, "prompt_id")
    ideal = row.ideal_completions_data
    themes = [tag.removeprefix(THEME) for tag in row.example_tags if THEME in tag]
    return Item(
        id=row.prompt_id,
        turns=tuple(row.prompt),
        criteria=tuple(
            Criterion(
                index=index,
                criterion=item.criterion,
                points=item.points,
                tags=tuple(item.tags),
            )
            for index, item in enumerate(row.rubrics)
        ),
        tags=tuple(row.example_tags),
        theme=themes[0] if themes else "",
        canary=row.canary,
        reference=ideal.ideal_completion if ideal else None,
    )


def select_subset(item: Item, subset: str) -> Item | None:
    """The case as it stands in a subset, None if it is not in it; issues are tagged.

    `consensus` holds the rows with criteria that physicians agreed on, and only these
    criteria. `hard` is a file of whole rows, see `find_source`.
    """
    if subset == "consensus":
        agreed = tuple(c for c in item.criteria if CONSENSUS_TAG in c.tags)
        return tag_issues(item._replace(criteria=agreed)) if agreed else None
    return tag_issues(item)


HEALTHBENCH = Benchmark(
    name="healthbench",
    title="HealthBench",
    version=1,
    interface="A",
    official=OFFICIAL,
    sample=SAMPLE,
    read_row=read_row,
    select=select_subset,
    file_subsets=("hard",),
)
