"""The bound grader against physicians: HealthBench's meta-evaluation.

One row is one answer, one criterion, and the verdicts of two or more physicians. A
blind spot can be the rubric's or the grader's; how far the grader agrees with
physicians, and they with each other, says how much of it may be the grader's.
"""

import ast
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Self

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessage
from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from inspect_rubricblind import __version__
from inspect_rubricblind.records import (
    Case,
    Criterion,
    SuppliedAnswer,
    digest,
)
from inspect_rubricblind.records.rows import Row, Text, must, parse_row, read_jsonl
from inspect_rubricblind.scorers.calibration import calibrate_grader, describe_label
from inspect_rubricblind.solvers.supplied import take_texts
from inspect_rubricblind.tasks.arguments import refuse_unknown
from inspect_rubricblind.tasks.benchmark import SAMPLE_NOTICE
from inspect_rubricblind.tasks.cases import MESSAGES
from inspect_rubricblind.tasks.healthbench import BASE, SAMPLE
from inspect_rubricblind.tasks.items import Turn
from inspect_rubricblind.tasks.shards import Shard, parse_shard
from inspect_rubricblind.tasks.sources import PinnedFile, Source, find_source

BENCHMARK = "grader_calibration"
VERSION, INTERFACE = 1, "A"
META_SAMPLE = SAMPLE.with_name("healthbench_meta.jsonl")
CLUSTER = "cluster:"
META = PinnedFile(
    "2025-05-07-06-14-12_oss_meta_eval.jsonl",
    BASE + "2025-05-07-06-14-12_oss_meta_eval.jsonl",
    "6a343ed3fcb6f28353c2c6c157ae30ddf2db874c947b27ba474ad54da9c5dbac",
    136_224_466,
    "MIT",
)
OFFICIAL = {"full": META}


@task
def grader_calibration(
    dataset: str = "official",
    hide_points: bool = True,
    structured: bool = False,
    draw: int = 0,
    shard: str | None = None,
    **unknown: object,
) -> Task:
    """Whether the role `grader` gives the verdicts that physicians give.

    Args:
        dataset: `official` (fetched once, pinned by hash), `sample` (a few bundled
            rows) or the path of a file in the official format.
        hide_points: Show the grader the bare criterion, as HealthBench does here.
        structured: Offer the reply format as a response schema.
        draw: Number of an independent re-run.
        shard: `"i/n"`, the i-th of n parts by conversation, counted from 0.
        **unknown: Refused by name.
    """
    given = {name: value for name, value in locals().items() if name != "unknown"}
    refuse_unknown(BENCHMARK, given, unknown)
    part = parse_shard(shard)
    source = find_source(dataset, "full", OFFICIAL, META_SAMPLE)
    counts: Counter[str] = Counter()
    samples = list(read_samples(source, part, counts))
    if not samples:
        raise ValueError(
            f"{source.path} must hold at least one row to grade, but holds "
            f"{counts['rows']}, and {counts['other_shard']} are in other shards"
        )
    return Task(
        dataset=MemoryDataset(samples, name=BENCHMARK, location=str(source.path)),
        solver=take_texts({"dataset_sha256": source.sha256}),
        scorer=calibrate_grader(hide_points, structured, draw),
        display_name="Grader calibration against physicians",
        version=VERSION,
        metadata=_describe(source, counts, len(samples)),
    )


def _literal(value: object) -> object:
    """Some copies of the file hold lists as text."""
    if not isinstance(value, str):
        return value
    try:
        return ast.literal_eval(value)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        raise must("must be a list") from None


def _some_user(turns: list[Turn]) -> list[Turn]:
    if not any(turn.role == "user" for turn in turns):
        raise must("must have a user turn")
    return turns


class MetaRow(Row):
    """A row of the official file."""

    prompt: Annotated[
        list[Turn],
        Field(min_length=1),
        BeforeValidator(_literal),
        AfterValidator(_some_user),
    ]
    prompt_id: Text
    completion: Text
    completion_id: Text
    rubric: Text
    category: Text
    binary_labels: Annotated[list[bool], Field(min_length=1), BeforeValidator(_literal)]
    anonymized_physician_ids: Annotated[list[Text], BeforeValidator(_literal)]
    canary: str = ""

    @model_validator(mode="after")
    def _one_label_each(self) -> Self:
        ids = self.anonymized_physician_ids
        if len(ids) != len(self.binary_labels):
            raise must(
                f"must have as many anonymized_physician_ids ({len(ids)}) as "
                f"binary_labels ({len(self.binary_labels)})"
            )
        if len(set(ids)) != len(ids):
            raise must("must have one label per physician in binary_labels")
        return self


def read_samples(source: Source, part: Shard, counts: Counter[str]) -> Iterator[Sample]:
    """The rows of a file, one by one; what rows share is held once.

    Args:
        source: The file.
        part: Which conversations.
        counts: Filled with `rows`, `other_shard` and `repeated` (rows with answer and
            criterion of an earlier one, which are kept).

    Raises:
        ValueError: A row is malformed.
    """
    shared, about = _Shared(), _metadata(source)
    seen: Counter[str] = Counter()
    for line in read_jsonl(source.path):
        counts["rows"] += 1
        row = parse_row(MetaRow, line, "completion_id")
        if not part.holds(row.prompt_id):
            counts["other_shard"] += 1
            continue
        name = f"{row.completion_id}#{digest(row.rubric)[:8]}"
        seen[name] += 1
        if seen[name] > 1:
            counts["repeated"] += 1
            name = f"{name}.{seen[name]}"
        yield _sample(name, row, about, shared)


class _Shared:
    """Texts that many rows repeat: conversations, answers, criteria."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}
        self._chats: dict[tuple[tuple[str, str], ...], list[ChatMessage]] = {}

    def text(self, value: str) -> str:
        return self._texts.setdefault(value, value)

    def chat(self, turns: Sequence[Turn]) -> list[ChatMessage]:
        key = tuple((turn.role, turn.content) for turn in turns)
        if key not in self._chats:
            self._chats[key] = [MESSAGES[role](content=text) for role, text in key]
        return self._chats[key]


def _metadata(source: Source) -> dict[str, Any]:
    """What all rows of a file have in common, as the metadata of a sample."""
    case = Case(
        benchmark=BENCHMARK,
        dataset_kind=source.kind,
        # The points are shown to no grader by default, and nothing is added up.
        criteria=(Criterion(index=0, criterion="", points=1),),
        answer=SuppliedAnswer(text="", answer_model="not said", kind="file"),
    )
    return case.model_dump(mode="json")


def _sample(
    name: str, row: MetaRow, about: Mapping[str, Any], shared: _Shared
) -> Sample:
    """A row as a sample; `about` is what all rows share, and the row is checked."""
    text = shared.text
    return Sample(
        id=name,
        input=shared.chat(row.prompt),
        target=[
            text(f"{physician}: {describe_label(met)}")
            for physician, met in zip(
                row.anonymized_physician_ids, row.binary_labels, strict=True
            )
        ],
        metadata={
            **about,
            "criteria": [{**about["criteria"][0], "criterion": text(row.rubric)}],
            "tags": [text(row.category)],
            "theme": text(row.category.removeprefix(CLUSTER)),
            "canary": text(row.canary),
            "answer": {**about["answer"], "text": text(row.completion)},
            "question_id": row.prompt_id,
        },
    )


def _describe(source: Source, counts: Mapping[str, int], cases: int) -> dict[str, Any]:
    return {
        "suite": "inspect_rubricblind",
        "suite_version": __version__,
        "full_task_version": f"{VERSION}-{INTERFACE}",
        "task_comparability_version": VERSION,
        "task_interface_version": INTERFACE,
        "benchmark": BENCHMARK,
        "dataset_kind": source.kind,
        **({"notice": SAMPLE_NOTICE} if source.kind == "sample" else {}),
        "dataset_file": source.path.name,
        "dataset_sha256": source.sha256,
        "rows": counts["rows"],
        "cases": cases,
        "repeated_rows": counts["repeated"],
        "skipped": {"other_shard": counts["other_shard"]},
    }
