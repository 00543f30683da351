"""MedHallu: ready-made pairs of a correct and a hallucinated answer, and a rubric.

Nothing is answered or injected. The rubric does not come with the data: it is general
(`generic`), written for the question (`openrubrics`), or written from reference answer
and background (`rubrichub`). What tells the answers apart without any rubric stands
beside every result.
"""

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset
from inspect_ai.scorer import Scorer

from inspect_rubricblind.scorers.leakage import leakage
from inspect_rubricblind.scorers.nli import nli as nli_scorer
from inspect_rubricblind.scorers.paired_rubric import paired_rubric
from inspect_rubricblind.solvers.rubrics.preparing import SCHEMES, prepare_rubric
from inspect_rubricblind.solvers.self_contained import label_answers
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
from inspect_rubricblind.tasks.viewer import pair_view

BENCHMARK = "medhallu"
KEEP = ("all", "self-contained")


def _nli(name: str) -> Scorer:
    return nli_scorer() if name == "default" else nli_scorer(name)


@task
def medhallu(
    dataset: str = "official",
    subset: str = "pqa_labeled",
    difficulty: str = "all",
    scheme: str = "generic",
    rubrics: str | None = None,
    labels: str = "auto",
    label_hallucinated: bool = False,
    keep: str = "all",
    repeats: int = 1,
    hide_points: bool = False,
    structured: bool = False,
    nli: str | None = None,
    draw: int = 0,
    ids: str | None = None,
    shard: str | None = None,
    **unknown: object,
) -> Task:
    """Whether rubrics of three kinds tell hallucinated answers from correct ones.

    Args:
        dataset: `official`, `sample`, or a parquet, JSON Lines, JSON, CSV or TSV file.
        subset: `pqa_labeled` (1,000 questions) or `pqa_artificial` (9,000).
        difficulty: `all`, `easy`, `medium` or `hard`.
        scheme: `generic`, `openrubrics` or `rubrichub`; the latter two are written by
            the role `rubric_writer`.
        rubrics: JSON Lines of rubrics written before, in place of writing them.
        labels: Which answers make sense on their own: `auto`, `none`, `rules`, `model`
            (role `panel`), or a JSON Lines file of labels made before.
        label_hallucinated: Also label the hallucinated answers.
        keep: `all`, or `self-contained`: grade only pairs whose correct answer is
            labelled so.
        repeats: How often the grader grades the correct answer again: the noise floor.
        hide_points: Show the grader the bare criterion.
        structured: Offer the grader's reply format as a response schema.
        nli: A cross-encoder (`default`, or its name) that tells the answers apart by
            their background; needs the extra `[nli]`.
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
    kept_labels = one_of("keep", keep, KEEP)
    return Task(
        dataset=MemoryDataset(
            [question_sample(q, found.source, BENCHMARK) for q in found.kept],
            name=BENCHMARK,
            location=str(found.source.path),
        ),
        solver=[
            take_texts(hashes),
            label_answers(
                word("labels", labels),
                hallucinated=flag("label_hallucinated", label_hallucinated),
                keep=kept_labels,
            ),
            prepare_rubric(
                one_of("scheme", scheme, SCHEMES),
                rubrics=None if rubrics is None else word("rubrics", rubrics),
                draw=count("draw", draw),
            ),
        ],
        scorer=[
            leakage(),
            *([] if nli is None else [_nli(word("nli", nli))]),
            paired_rubric(
                count("repeats", repeats),
                hide_points=flag("hide_points", hide_points),
                structured=flag("structured", structured),
                draw=count("draw", draw),
            ),
        ],
        display_name="MedHallu: ready-made pairs",
        version=VERSION,
        metadata=describe_questions(BENCHMARK, found, files),
        viewer=pair_view(),
    )
