"""What is gathered while samples stream by, run by run; tallies add up.

A run is one task id: all copies, retries and re-scored forms of one log. Tallies of
different runs are made apart, in other processes too, and merged.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from inspect_rubricblind.logs.attempts import (
    Attempt,
    Cell,
    attempt_order,
    attempts_of,
)
from inspect_rubricblind.logs.fact_checking.reading import (
    FactChecks,
    add_fact_checks,
)
from inspect_rubricblind.logs.medhallu.reading import MedHallu, add_medhallu
from inspect_rubricblind.logs.outcomes.assay import Qualified
from inspect_rubricblind.logs.outcomes.calibrated import Calibrated
from inspect_rubricblind.logs.outcomes.official import Graded, official_scores
from inspect_rubricblind.logs.pairs import (
    injector_of,
    pair_rows,
    variant_rows,
)
from inspect_rubricblind.logs.read import Lost, run_samples
from inspect_rubricblind.logs.samples import LogSample, Run
from inspect_rubricblind.logs.scenarios.reading import Scenarios, add_scenarios
from inspect_rubricblind.logs.traps.reading import Traps, add_traps


@dataclass
class Tally:
    """Rows and counts; nothing here holds a sample.

    `attempts` come with the log that they are from, for messages.
    """

    pairs: list[dict[str, Any]] = field(default_factory=list)
    variants: list[dict[str, Any]] = field(default_factory=list)
    attempts: dict[tuple[object, ...], tuple[Attempt, Path]] = field(
        default_factory=dict
    )
    answers: defaultdict[Cell, set[tuple[str, int]]] = field(
        default_factory=lambda: defaultdict(set)
    )
    unanswered: dict[tuple[str, str, str, int], str] = field(default_factory=dict)
    unscored: set[tuple[str, ...]] = field(default_factory=set)
    duplicates: int = 0
    recovered: int = 0
    estimators: set[str] = field(default_factory=set)
    components: defaultdict[str, set[str]] = field(
        default_factory=lambda: defaultdict(set)
    )
    files: dict[tuple[str, str], str] = field(default_factory=dict)
    lost: list[Lost] = field(default_factory=list)
    qualified: list[Qualified] = field(default_factory=list)
    calibrated: list[Calibrated] = field(default_factory=list)
    official: dict[Graded, float | None] = field(default_factory=dict)
    medhallu: MedHallu = field(default_factory=MedHallu)
    fact_checks: FactChecks = field(default_factory=FactChecks)
    scenarios: Scenarios = field(default_factory=Scenarios)
    traps: Traps = field(default_factory=Traps)


def tally_run(copies: Sequence[Run]) -> Tally:
    """Read all copies of one run.

    Raises:
        ValueError: A log was written with other records than this version reads, or
            copies contradict each other.
    """
    tally = Tally()
    for item in run_samples(copies):
        if isinstance(item, Lost):
            tally.lost.append(item)
        else:
            _add_sample(tally, item)
    return tally


def merge(tallies: Iterable[Tally]) -> Tally:
    """Add up the tallies of different runs.

    Raises:
        ValueError: Two runs hold different results under one name.
    """
    parts = iter(tallies)
    whole = next(parts, Tally())  # often the only one
    for part in parts:
        whole.pairs += part.pairs
        whole.variants += part.variants
        for key, (attempt, path) in part.attempts.items():
            _add_attempt(whole, key, attempt, path)
        for cell, keys in part.answers.items():
            whole.duplicates += len(whole.answers[cell] & keys)
            whole.answers[cell] |= keys
        for name, values in part.components.items():
            whole.components[name] |= values
        whole.unanswered |= part.unanswered
        whole.unscored |= part.unscored
        whole.estimators |= part.estimators
        whole.duplicates += part.duplicates
        whole.recovered += part.recovered
        whole.lost += part.lost
        whole.qualified += part.qualified
        whole.calibrated += part.calibrated
        whole.official |= part.official
        whole.medhallu.add(part.medhallu)
        whole.fact_checks.add(part.fact_checks)
        whole.scenarios.add(part.scenarios)
        whole.traps.add(part.traps)
    return whole


def _add_sample(tally: Tally, sample: LogSample) -> None:
    tally.duplicates += sample.copies - 1
    tally.recovered += sample.recovered
    for name, value in sample.trial.components.items():
        tally.components[name].add(value)
        if name.endswith("sha256"):
            _check_file(tally, sample.run, name, value)
    add_fact_checks(tally.fact_checks, sample)
    add_scenarios(tally.scenarios, sample)
    add_traps(tally.traps, sample)
    if add_medhallu(tally.medhallu, sample):
        return
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
    tally.official.update(official_scores(sample))
    rows = variant_rows(sample)
    tally.variants.extend(rows)
    tally.pairs.extend(pair_rows(sample, rows))
    for attempt in attempts_of(sample, cell):
        _add_attempt(tally, attempt_order(attempt), attempt, sample.run.path)


def _add_attempt(
    tally: Tally, key: tuple[object, ...], attempt: Attempt, path: Path
) -> None:
    known, _ = tally.attempts.setdefault(key, (attempt, path))
    if known is not attempt and known != attempt:
        raise ValueError(
            f"a run must be pooled with runs like it, but case {attempt.case_id!r} "
            f"({attempt.cell.answer_model}, {attempt.error_type}) has two results, one "
            f"of them in {path}: report runs with other seeds or arguments apart."
        )


def _check_file(tally: Tally, run: Run, name: str, sha256: str) -> None:
    """A retry takes over finished samples, so its files must not have changed."""
    known = tally.files.setdefault((run.task_id, name), sha256)
    if known != sha256:
        raise ValueError(
            f"{name} must be the same in all samples of one run, but got {known[:12]} "
            f"and {sha256[:12]} in {run.path.name}: run it anew with the changed file."
        )
