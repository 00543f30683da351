"""One sample of a log as typed records, and how its copies are joined."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError

from inspect_rubricblind.logs.archive import SampleKey
from inspect_rubricblind.logs.recovered import RECOVERED
from inspect_rubricblind.logs.results import (
    check_records_version,
    results_of,
)
from inspect_rubricblind.records import (
    Answer,
    Applicability,
    CalibrationResult,
    Case,
    ClassResult,
    CoverageResult,
    Discarded,
    FactCheckResult,
    GradingResult,
    LeakageResult,
    NoAnswer,
    QualificationResult,
    Record,
    TrapResult,
    Variant,
)
from inspect_rubricblind.records.autorating import AutoratingResult


class ReadTrial(Record):
    """`records.Trial` as read back: the same fields, without a store behind them.

    Reading through the store model validates every field on every access, which takes
    more time than everything else together. A test keeps the two in step.
    """

    records_version: str
    answer: Answer | None = None
    no_answer: NoAnswer | None = None
    applicability: tuple[Applicability, ...] = ()
    injections: tuple[Variant, ...] = ()
    controls: tuple[Variant, ...] = ()
    discarded: tuple[Discarded, ...] = ()
    components: dict[str, str] = Field(default_factory=dict)

    @property
    def variants(self) -> tuple[Variant, ...]:
        """All accepted copies of the answer: injections, then controls."""
        return self.injections + self.controls


@dataclass(frozen=True)
class Run:
    """What the header of one log says about its run.

    `args` are all arguments of the task, `given` those that were not left at their
    default. `skipped` counts rows of the data that got no sample, by reason.
    `dataset_kind` is what the run said of its data, for when no sample is left to ask.
    `expected` is every (sample id, epoch) that was planned; empty where the log does
    not list them.
    """

    path: Path
    status: str
    eval_id: str
    task_id: str
    task: str
    registry_name: str
    task_version: str
    created: str
    model: str
    args: Mapping[str, Any]
    given: Mapping[str, Any]
    packages: Mapping[str, str]
    skipped: Mapping[str, int]
    dataset_kind: str
    expected: frozenset[SampleKey]

    @property
    def label(self) -> str:
        """Task, model and given arguments but the shard: shards of a run share it."""
        args = {k: v for k, v in sorted(self.given.items()) if k != "shard"}
        return " ".join([self.task, self.model, *(f"{k}={v}" for k, v in args.items())])


@dataclass(frozen=True)
class SampleCopy:
    """One sample as one log holds it; `coverage` may hold several results.

    `sample_id` names the question; several samples of a log may be about the same one,
    and then `key` is the sample's own id. `recovered`: Inspect rebuilt the sample after
    a crash, and its trial was taken from the events.
    """

    run: Run
    sample_id: str
    key: str
    epoch: int
    question: str
    case: Case
    trial: ReadTrial
    coverage: tuple[CoverageResult, ...]
    gradings: tuple[GradingResult, ...]
    qualifications: tuple[QualificationResult, ...] = ()
    calibrations: tuple[CalibrationResult, ...] = ()
    recovered: bool = False
    leakage: tuple[LeakageResult, ...] = ()
    classified: tuple[ClassResult, ...] = ()
    fact_checks: tuple[FactCheckResult, ...] = ()
    traps: tuple[TrapResult, ...] = ()
    autoratings: tuple[AutoratingResult, ...] = ()


@dataclass(frozen=True)
class LogSample:
    """One sample, joined over all copies; `coverage` is None where none was scored.

    `qualifications` are of graders on pairs with known truth, `calibrations` of
    graders on rows that physicians labelled; both are no results of a benchmark.
    `leakage` is what tells the answers of a ready-made pair apart without a rubric,
    `classified` the classes of criteria.
    """

    run: Run
    sample_id: str
    key: str
    epoch: int
    question: str
    case: Case
    trial: ReadTrial
    coverage: CoverageResult | None
    gradings: tuple[GradingResult, ...]
    copies: int
    qualifications: tuple[QualificationResult, ...] = ()
    calibrations: tuple[CalibrationResult, ...] = ()
    recovered: bool = False
    leakage: tuple[LeakageResult, ...] = ()
    classified: tuple[ClassResult, ...] = ()
    fact_checks: tuple[FactCheckResult, ...] = ()
    traps: tuple[TrapResult, ...] = ()
    autoratings: tuple[AutoratingResult, ...] = ()


def run_of(path: Path, header: Mapping[str, Any]) -> Run:
    """Take from a log header what pooling, dedupe and the signature line need."""
    spec = header["eval"]
    ids = (spec.get("dataset") or {}).get("sample_ids") or []
    epochs = (spec.get("config") or {}).get("epochs") or 1
    said = spec.get("metadata") or {}
    return Run(
        path=path,
        status=str(header.get("status", "started")),
        eval_id=spec["eval_id"],
        task_id=spec["task_id"],
        task=spec["task"],
        registry_name=spec.get("task_registry_name") or "",
        task_version=str(spec.get("task_version", "")),
        created=spec["created"],
        model=spec.get("model") or "",
        args=spec.get("task_args") or {},
        given=spec.get("task_args_passed") or {},
        packages=spec.get("packages") or {},
        skipped=said.get("skipped") or {},
        dataset_kind=said.get("dataset_kind") or "",
        expected=frozenset((str(i), e + 1) for i in ids for e in range(epochs)),
    )


def parse_copy(run: Run, sample: Mapping[str, Any]) -> SampleCopy:
    """Turn the JSON of a sample into records.

    Raises:
        ValueError: The sample was written with other records than this version reads.
    """
    where = f"sample {sample['id']!r} of {run.path.name}"
    fields = {
        name.removeprefix("Trial:"): value
        for name, value in sample["store"].items()
        if name.startswith("Trial:") and name != "Trial:instance"
    }
    check_records_version(fields.get("records_version"), where)
    try:
        return SampleCopy(
            run=run,
            sample_id=str(sample["metadata"].get("question_id") or sample["id"]),
            key=str(sample["id"]),
            epoch=sample["epoch"],
            question=question_text(sample["input"]),
            case=Case.model_validate(sample["metadata"]),
            trial=ReadTrial.model_validate(fields),
            coverage=tuple(results_of(sample, CoverageResult, where)),
            gradings=tuple(results_of(sample, GradingResult, where)),
            qualifications=tuple(results_of(sample, QualificationResult, where)),
            calibrations=tuple(results_of(sample, CalibrationResult, where)),
            recovered=bool(sample.get(RECOVERED)),
            leakage=tuple(results_of(sample, LeakageResult, where)),
            classified=tuple(results_of(sample, ClassResult, where)),
            fact_checks=tuple(results_of(sample, FactCheckResult, where)),
            traps=tuple(results_of(sample, TrapResult, where)),
            autoratings=tuple(results_of(sample, AutoratingResult, where)),
        )
    except ValidationError as error:
        raise ValueError(f"{where} does not fit the records: {error}") from error


def question_text(turns: str | Sequence[Mapping[str, Any]]) -> str:
    """The user's side of a conversation; text parts only, turns apart by a line."""
    if isinstance(turns, str):
        return turns
    return "\n".join(
        _content_text(turn["content"]) for turn in turns if turn.get("role") == "user"
    )


def _content_text(content: str | Sequence[Mapping[str, Any]]) -> str:
    if isinstance(content, str):
        return content
    return "\n".join(part["text"] for part in content if part.get("type") == "text")
