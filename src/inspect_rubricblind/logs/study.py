"""All logs of a report as one study: pairs, attempts, and what is missing."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, NamedTuple

import pandas as pd

from inspect_rubricblind.logs.outcomes.assay import Qualified
from inspect_rubricblind.logs.outcomes.calibrated import (
    Calibrated,
    calibration_rows,
    grader_f1,
)
from inspect_rubricblind.logs.pairs import (
    VariantName,
    injector_of,
    pair_rows,
    pair_table,
    variant_rows,
)
from inspect_rubricblind.logs.read import LogSet, Lost, missing_shards, read_logs
from inspect_rubricblind.logs.samples import LogSample, Run
from inspect_rubricblind.records import Discarded, Variant

_NOT_ASKED = (
    "known_issue",
    "not_drawn",
    "not_in_ids",
    "not_in_subset",
    "other_language",
    "other_shard",
)


class Cell(NamedTuple):
    """What is pooled in one row of a table: never two benchmarks or two injectors."""

    benchmark: str
    dataset_kind: str
    answer_model: str
    injector: str


@dataclass(frozen=True)
class Attempt:
    """What became of one error type, or one control shape, in one answer.

    `applicable` is None where it could not be decided, and for controls, which are
    always tried. `failed` holds the broken rules of every discarded try.
    """

    cell: Cell
    case_id: str
    epoch: int
    kind: Literal["error", "control"]
    error_type: str
    applicable: bool | None
    accepted: bool
    failed: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Study:
    """Everything a report is made of.

    `pairs` is the exported table; `variants` has one row per injection and control,
    also where several graders graded it, and no grader's columns.
    `answers` counts the answers per cell; `unanswered` cases without one by reason;
    `unscored` the answers without a coverage score. `components` maps the name of
    each part that shaped the results to all values met. `incomplete` says in words
    what a reader has to know is missing. `qualified` is what graders made of pairs
    with known truth, which are in no table.
    """

    logs: LogSet
    pairs: pd.DataFrame
    variants: pd.DataFrame
    attempts: tuple[Attempt, ...]
    answers: dict[Cell, int]
    unanswered: dict[str, int]
    unscored: int
    duplicates: int
    estimators: tuple[str, ...]
    components: dict[str, tuple[str, ...]]
    incomplete: tuple[str, ...]
    qualified: tuple[Qualified, ...] = ()
    calibrated: tuple[Calibrated, ...] = ()


@dataclass
class _Tally:
    """What is gathered while samples stream by; nothing here holds a sample."""

    pairs: list[dict[str, Any]] = field(default_factory=list)
    variants: list[dict[str, Any]] = field(default_factory=list)
    attempts: dict[tuple[object, ...], Attempt] = field(default_factory=dict)
    answers: defaultdict[Cell, set[tuple[str, int]]] = field(
        default_factory=lambda: defaultdict(set)
    )
    unanswered: dict[tuple[str, str, str, int], str] = field(default_factory=dict)
    unscored: set[tuple[str, ...]] = field(default_factory=set)
    duplicates: int = 0
    estimators: set[str] = field(default_factory=set)
    components: defaultdict[str, set[str]] = field(
        default_factory=lambda: defaultdict(set)
    )
    files: dict[tuple[str, str], str] = field(default_factory=dict)
    lost: list[Lost] = field(default_factory=list)
    qualified: list[Qualified] = field(default_factory=list)
    calibrated: list[Calibrated] = field(default_factory=list)


def read_study(paths: Sequence[Path]) -> Study:
    """Read, deduplicate and pool logs.

    Args:
        paths: `.eval` files, or folders that hold some at any depth.

    Raises:
        FileNotFoundError: A path does not exist, or a folder holds no log.
        ValueError: No log can be used, or logs do not belong together (two versions
            of a task, of the taxonomy or of the records; the same pair with two
            results).
    """
    logs = read_logs(paths)
    tally = _Tally()
    for item in logs.samples():
        if isinstance(item, Lost):
            tally.lost.append(item)
        else:
            _add_sample(tally, item)
    _check_taxonomy(tally.components.get("taxonomy", ()))
    return Study(
        logs=logs,
        pairs=_with_grader_f1(pair_table(tally.pairs), tally.calibrated),
        variants=pair_table(tally.variants),
        attempts=tuple(sorted(tally.attempts.values(), key=_attempt_order)),
        answers={cell: len(keys) for cell, keys in sorted(tally.answers.items())},
        unanswered=_unanswered(logs, tally),
        unscored=len(tally.unscored),
        duplicates=tally.duplicates,
        estimators=tuple(sorted(tally.estimators)),
        components={k: tuple(sorted(v)) for k, v in sorted(tally.components.items())},
        incomplete=tuple(_incomplete(logs, tally)),
        qualified=tuple(tally.qualified),
        calibrated=tuple(tally.calibrated),
    )


def _with_grader_f1(
    pairs: pd.DataFrame, calibrated: Sequence[Calibrated]
) -> pd.DataFrame:
    """How far the grader of each row agrees with physicians, where that is known."""
    known = grader_f1(calibration_rows(calibrated))
    return pairs.assign(grader_f1=pairs["grader"].map(known).astype("Float64"))


def _add_sample(tally: _Tally, sample: LogSample) -> None:
    tally.duplicates += sample.copies - 1
    for name, value in sample.trial.components.items():
        tally.components[name].add(value)
        if name.endswith("sha256"):
            _check_file(tally, sample.run, name, value)
    if sample.qualifications:
        tally.qualified += [
            Qualified(sample.sample_id, sample.epoch, item)
            for item in sample.qualifications
        ]
        return
    if sample.calibrations:
        kind = sample.case.dataset_kind
        tally.calibrated += [
            Calibrated(sample.sample_id, sample.epoch, kind, item)
            for item in sample.calibrations
        ]
        return
    case, answer = sample.case, sample.trial.answer
    if answer is None:
        key = (case.benchmark, case.dataset_kind, sample.sample_id, sample.epoch)
        tally.unanswered[key] = sample.trial.no_answer or "no_answer"
        return
    cell = Cell(
        case.benchmark, case.dataset_kind, answer.answer_model, injector_of(sample)
    )
    if (sample.sample_id, sample.epoch) in tally.answers[cell]:
        tally.duplicates += 1
    tally.answers[cell].add((sample.sample_id, sample.epoch))
    if sample.coverage is None:
        tally.unscored.add((*cell, sample.sample_id, str(sample.epoch)))
    else:
        tally.estimators.add(sample.coverage.estimator)
    tally.pairs.extend(pair_rows(sample))
    tally.variants.extend(variant_rows(sample))
    for attempt in _attempts(sample, cell):
        _add_attempt(tally, attempt, sample.run)


def _attempts(sample: LogSample, cell: Cell) -> Iterable[Attempt]:
    trial = sample.trial
    votes = {item.error_type: item.applicable for item in trial.applicability}
    tried: list[Variant | Discarded] = [*trial.variants, *trial.discarded]
    names: set[VariantName] = {(item.kind, item.error_type) for item in tried}
    names |= {("error", code) for code in votes}
    accepted = {(variant.kind, variant.error_type) for variant in trial.variants}
    for kind, error_type in sorted(names):
        yield Attempt(
            cell=cell,
            case_id=sample.sample_id,
            epoch=sample.epoch,
            kind=kind,
            error_type=error_type,
            applicable=votes.get(error_type) if kind == "error" else None,  # type: ignore[call-overload]
            accepted=(kind, error_type) in accepted,
            failed=tuple(
                tuple(sorted({rejection.rule for rejection in item.rejections}))
                for item in trial.discarded
                if (item.kind, item.error_type) == (kind, error_type)
            ),
        )


def _attempt_order(attempt: Attempt) -> tuple[object, ...]:
    return (*attempt.cell, attempt.case_id, attempt.epoch, *_name(attempt))


def _name(attempt: Attempt) -> VariantName:
    return attempt.kind, attempt.error_type


def _add_attempt(tally: _Tally, attempt: Attempt, run: Run) -> None:
    known = tally.attempts.setdefault(_attempt_order(attempt), attempt)
    if known != attempt:
        raise ValueError(
            f"a run must be pooled with runs like it, but case {attempt.case_id!r} "
            f"({attempt.cell.answer_model}, {attempt.error_type}) has two results, one "
            f"of them in {run.path}: report runs with other seeds or arguments apart."
        )


def _check_file(tally: _Tally, run: Run, name: str, sha256: str) -> None:
    """A retry takes over finished samples, so its files must not have changed."""
    known = tally.files.setdefault((run.task_id, name), sha256)
    if known != sha256:
        raise ValueError(
            f"{name} must be the same in all samples of one run, but got {known[:12]} "
            f"and {sha256[:12]} in {run.path.name}: run it anew with the changed file."
        )


def _check_taxonomy(versions: Iterable[str]) -> None:
    if len(found := sorted(versions)) > 1:
        raise ValueError(
            f"logs must come from one taxonomy version, but got {', '.join(found)}: "
            "report them apart."
        )


def _unanswered(logs: LogSet, tally: _Tally) -> dict[str, int]:
    """Cases without an answer, and rows left out before they became cases.

    Rows of another shard or subset are not missing: they were not asked for.
    """
    counts = Counter(tally.unanswered.values())
    for run in {run.task_id: run for run in logs.runs}.values():
        counts.update({k: n for k, n in run.skipped.items() if k not in _NOT_ASKED})
    return dict(sorted(counts.items()))


def _incomplete(logs: LogSet, tally: _Tally) -> Iterable[str]:
    for item in logs.left_out:
        if item.broken:
            yield f"{item.path.name} was left out: {item.reason}"
    lost = Counter((item.run.label, item.reason) for item in tally.lost)
    detail = {(item.run.label, item.reason): item.detail for item in tally.lost}
    for key, count in sorted(lost.items()):
        said = f"{key[1]}: {detail[key]}" if detail[key] else key[1]
        yield f"{key[0]}: {count} sample(s) without a result ({said})"
    for run in logs.runs:
        if not run.expected and run.status != "success":
            yield f"{run.path.name} ended as {run.status!r} without a list of samples"
    yield from missing_shards(logs.runs)
    if tally.unscored:
        yield f"{len(tally.unscored)} answer(s) carry no coverage score"
