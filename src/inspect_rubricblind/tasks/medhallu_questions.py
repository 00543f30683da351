"""Which of MedHallu's questions a run is about, as samples, and what its log says."""

from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from inspect_ai.dataset import Sample
from inspect_ai.model import ChatMessageUser

from inspect_rubricblind import __version__
from inspect_rubricblind.records import (
    Case,
    Edit,
    SuppliedAnswer,
    SuppliedVariant,
)
from inspect_rubricblind.tasks.arguments import one_of, word
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

HALLUCINATION = "hallucination"
VERSION, INTERFACE = 1, "A"
SHOWN_ISSUES = "known_issue:"


class Questions(NamedTuple):
    """The questions of a run; `skipped` counts the other rows by reason."""

    source: Source
    kept: list[Question]
    rows: int
    skipped: dict[str, int]


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


def question_sample(question: Question, source: Source, benchmark: str) -> Sample:
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
