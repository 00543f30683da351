"""MedHallu: ready-made pairs of a correct and a hallucinated answer, and a rubric.

Nothing is answered or injected. The rubric does not come with the data: it is general
(`generic`), written for the question (`openrubrics`), or written from reference answer
and background (`rubrichub`). What tells the answers apart without any rubric stands
beside every result.
"""

from collections import Counter
from logging import getLogger
from typing import Any, NamedTuple

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessageUser
from inspect_ai.scorer import Scorer

from inspect_rubricblind import __version__
from inspect_rubricblind.records import (
    Case,
    Edit,
    SuppliedAnswer,
    SuppliedVariant,
)
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
from inspect_rubricblind.tasks.benchmark import SAMPLE_NOTICE
from inspect_rubricblind.tasks.cases import describe_skipped
from inspect_rubricblind.tasks.ids import read_ids
from inspect_rubricblind.tasks.medhallu_rows import (
    DIFFICULTIES,
    SUBSETS,
    Question,
    find_rows,
    read_questions,
    refuse_empty,
)
from inspect_rubricblind.tasks.shards import parse_shard
from inspect_rubricblind.tasks.sources import Source
from inspect_rubricblind.taxonomy.model import CANARY

BENCHMARK = "medhallu"
HALLUCINATION = "hallucination"
VERSION, INTERFACE = 1, "A"
KEEP = ("all", "self-contained")
SHOWN_ISSUES = "known_issue:"

logger = getLogger(__name__)


def _nli(name: str) -> Scorer:
    return nli_scorer() if name == "default" else nli_scorer(name)


class Questions(NamedTuple):
    """The questions of a run; `skipped` counts the other rows by reason."""

    source: Source
    kept: list[Question]
    rows: int
    skipped: dict[str, int]


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
            [question_sample(question, found.source) for question in found.kept],
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
    )


def find_questions(
    dataset: str,
    subset: str,
    difficulty: str,
    ids: str | None,
    shard: object,
    files: dict[str, str],
) -> Questions:
    """The questions of a run; names and hashes of what was read go into `files`.

    Raises:
        FileNotFoundError: A file cannot be had.
        ValueError: A row or an argument is malformed, or no question is left.
    """
    source = find_rows(word("dataset", dataset), one_of("subset", subset, SUBSETS))
    wanted = one_of("difficulty", difficulty, ("all", *DIFFICULTIES))
    files |= {"dataset_file": source.path.name, "dataset_sha256": source.sha256}
    questions = list(read_questions(source))
    refuse_empty(source, questions)
    chosen = None
    if ids is not None:
        from pathlib import Path

        chosen = read_ids(Path(ids), {question.id: 1 for question in questions})
    part = parse_shard(shard)
    skipped: Counter[str] = Counter()
    kept: list[Question] = []
    seen: set[str] = set()
    for question in questions:
        reason = None
        if question.id in seen:
            reason = "duplicate_id"
        elif wanted not in ("all", question.row.difficulty):
            reason = "not_in_subset"
        elif chosen is not None and question.id not in chosen:
            reason = "not_in_ids"
        elif not part.holds(question.id):
            reason = "other_shard"
        seen.add(question.id)
        if reason:
            skipped[reason] += 1
        else:
            kept.append(question)
    if not kept:
        raise ValueError(
            f"{source.path} must hold at least one question to run, but all of its "
            f"{len(questions)} rows are skipped: {describe_skipped(skipped)}"
        )
    return Questions(source, kept, len(questions), dict(skipped))


def question_sample(
    question: Question, source: Source, benchmark: str = BENCHMARK
) -> Sample:
    """The sample of a question."""
    return Sample(
        id=question.id,
        input=[ChatMessageUser(content=question.row.question)],
        metadata=case_of(question, source, benchmark).model_dump(mode="json"),
    )


def case_of(question: Question, source: Source, benchmark: str) -> Case:
    """The pair as a case: the whole answer is one edit, and there is no rubric yet."""
    row = question.row
    return Case(
        benchmark=benchmark,
        dataset_kind=source.kind,
        criteria=(),
        tags=question.tags,
        theme=row.category,
        difficulty=row.difficulty,
        canary=CANARY,
        answer=SuppliedAnswer(
            text=row.correct, answer_model="ground truth", kind="reference"
        ),
        variants=(
            SuppliedVariant(
                kind="error",
                error_type=HALLUCINATION,
                edits=(Edit(find=row.correct, replace=row.hallucinated),),
                injector="MedHallu",
            ),
        ),
        background=tuple(row.knowledge),
    )


def describe_questions(
    benchmark: str, found: Questions, files: dict[str, str]
) -> dict[str, Any]:
    """What a log says about its run beside the arguments."""
    kind = found.source.kind
    issues = Counter(tag for q in found.kept for tag in q.tags)
    return {
        "suite": "inspect_rubricblind",
        "suite_version": __version__,
        "full_task_version": f"{VERSION}-{INTERFACE}",
        "task_comparability_version": VERSION,
        "task_interface_version": INTERFACE,
        "benchmark": benchmark,
        "dataset_kind": kind,
        **({"notice": SAMPLE_NOTICE} if kind == "sample" else {}),
        **files,
        "rows": found.rows,
        "cases": len(found.kept),
        "skipped": found.skipped,
        "known_issues": {
            tag.removeprefix(SHOWN_ISSUES): n for tag, n in sorted(issues.items())
        },
        "outcomes": "points met, neither clipped nor adjusted",
    }
