"""Writes the rubrics of `medhallu` apart from any grading.

`rubricblind rubrics make` runs this task and puts its rubrics into a file.
"""

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset

from inspect_rubricblind.scorers.written import count_criteria
from inspect_rubricblind.solvers.rubrics.openrubrics import OPENRUBRICS
from inspect_rubricblind.solvers.rubrics.preparing import SCHEMES, prepare_rubric
from inspect_rubricblind.solvers.supplied import take_texts
from inspect_rubricblind.tasks.arguments import (
    count,
    flag,
    one_of,
    refuse_unknown,
    word,
)
from inspect_rubricblind.tasks.medhallu_questions import (
    VERSION,
    describe_questions,
    find_questions,
    question_sample,
)

BENCHMARK = "medhallu_rubrics"


@task
def medhallu_rubrics(
    dataset: str = "official",
    subset: str = "pqa_labeled",
    difficulty: str = "all",
    scheme: str = OPENRUBRICS,
    prompt: str | None = None,
    background: bool = True,
    draw: int = 0,
    ids: str | None = None,
    shard: str | None = None,
    **unknown: object,
) -> Task:
    """Rubrics for MedHallu's questions, written by the role `rubric_writer`.

    Args:
        dataset: As in `medhallu`.
        subset: As in `medhallu`.
        difficulty: As in `medhallu`.
        scheme: `openrubrics`, `rubrichub`, or `generic`, which needs no model.
        prompt: Text file with another prompt for `openrubrics`, with `$question` in it:
            the one that a fine-tuned writer was trained with.
        background: Whether `rubrichub` sees `Knowledge`.
        draw: Number of an independent re-run.
        ids: A file with the ids of the questions to run.
        shard: `"i/n"`, the i-th of n parts by id, counted from 0.
        **unknown: Refused by name.
    """
    given = {name: value for name, value in locals().items() if name != "unknown"}
    refuse_unknown(BENCHMARK, given, unknown)
    files: dict[str, str] = {}
    found = find_questions(dataset, subset, difficulty, ids, shard, files)
    hashes = {name: value for name, value in files.items() if "sha256" in name}
    return Task(
        dataset=MemoryDataset(
            [question_sample(q, found.source, BENCHMARK) for q in found.kept],
            name=BENCHMARK,
            location=str(found.source.path),
        ),
        solver=[
            take_texts(hashes),
            prepare_rubric(
                one_of("scheme", scheme, SCHEMES),
                draw=count("draw", draw),
                prompt=None if prompt is None else word("prompt", prompt),
                background=flag("background", background),
            ),
        ],
        scorer=count_criteria(),
        display_name="MedHallu: rubrics",
        version=VERSION,
        metadata=describe_questions(BENCHMARK, found, files),
    )
