"""All logs of a report as one study: pairs, attempts, and what is missing."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pandas as pd

from inspect_rubricblind.logs.attempts import Attempt, Cell, attempt_order
from inspect_rubricblind.logs.fact_checking.reading import FactChecks
from inspect_rubricblind.logs.medhallu.reading import MedHallu
from inspect_rubricblind.logs.outcomes.assay import Qualified
from inspect_rubricblind.logs.outcomes.calibrated import (
    Calibrated,
    calibration_rows,
    grader_f1,
)
from inspect_rubricblind.logs.outcomes.official import Scores
from inspect_rubricblind.logs.pairs import pair_table
from inspect_rubricblind.logs.parallel import Advance, each
from inspect_rubricblind.logs.read import LogSet, missing_shards, read_logs
from inspect_rubricblind.logs.scenarios.reading import Scenarios
from inspect_rubricblind.logs.tally import Tally, merge, tally_run
from inspect_rubricblind.logs.traps.reading import Traps

_NOT_ASKED = (
    "known_issue",
    "not_drawn",
    "not_in_ids",
    "not_in_subset",
    "other_language",
    "other_shard",
)


@dataclass(frozen=True)
class Study:
    """Everything a report is made of.

    `pairs` is the exported table; `variants` has one row per injection and control,
    also where several graders graded it, and no grader's columns.
    `answers` counts the answers per cell; `unanswered` cases without one by reason;
    `unscored` the answers without a coverage score. `components` maps the name of
    each part that shaped the results to all values met. `incomplete` says in words
    what a reader has to know is missing. `qualified` is what graders made of pairs
    with known truth, which are in no table. `recovered` counts the samples that Inspect
    rebuilt after a crash and whose trials were taken from their events.
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
    official: Scores = field(default_factory=dict)
    recovered: int = 0
    medhallu: MedHallu = field(default_factory=MedHallu)
    fact_checks: FactChecks = field(default_factory=FactChecks)
    scenarios: Scenarios = field(default_factory=Scenarios)
    traps: Traps = field(default_factory=Traps)


def read_study(paths: Sequence[Path], advance: Advance | None = None) -> Study:
    """Read, deduplicate and pool logs.

    Args:
        paths: `.eval` files, folders that hold some at any depth, or exports.
        advance: Told (done, total) after each run.

    Raises:
        FileNotFoundError: A path does not exist, or a folder holds no log.
        ValueError: No log can be used, or logs do not belong together (two versions
            of a task, of the taxonomy or of the records; the same pair with two
            results).
    """
    logs = read_logs(paths)
    groups = logs.groups()
    sizes = [sum(run.path.stat().st_size for run in group) for group in groups]
    tally = merge(each(tally_run, groups, sizes, advance))
    _check_taxonomy(tally.components.get("taxonomy", ()))
    return Study(
        logs=logs,
        pairs=_with_grader_f1(pair_table(tally.pairs), tally.calibrated),
        variants=pair_table(tally.variants),
        attempts=tuple(
            sorted((a for a, _ in tally.attempts.values()), key=attempt_order)
        ),
        answers={cell: len(keys) for cell, keys in sorted(tally.answers.items())},
        unanswered=_unanswered(logs, tally),
        unscored=len(tally.unscored),
        duplicates=tally.duplicates,
        estimators=tuple(sorted(tally.estimators)),
        components={k: tuple(sorted(v)) for k, v in sorted(tally.components.items())},
        incomplete=tuple(_incomplete(logs, tally)),
        qualified=tuple(tally.qualified),
        calibrated=tuple(tally.calibrated),
        official=tally.official,
        recovered=tally.recovered,
        medhallu=tally.medhallu,
        fact_checks=tally.fact_checks,
        scenarios=tally.scenarios,
        traps=tally.traps,
    )


def _with_grader_f1(
    pairs: pd.DataFrame, calibrated: Sequence[Calibrated]
) -> pd.DataFrame:
    """How far the grader of each row agrees with physicians, where that is known."""
    known = grader_f1(calibration_rows(calibrated))
    return pairs.assign(grader_f1=pairs["grader"].map(known).astype("Float64"))


def _check_taxonomy(versions: Iterable[str]) -> None:
    if len(found := sorted(versions)) > 1:
        raise ValueError(
            f"logs must come from one taxonomy version, but got {', '.join(found)}: "
            "report them apart."
        )


def _unanswered(logs: LogSet, tally: Tally) -> dict[str, int]:
    """Cases without an answer, and rows left out before they became cases.

    Rows of another shard or subset are not missing: they were not asked for.
    """
    counts = Counter(tally.unanswered.values())
    for run in {run.task_id: run for run in logs.runs}.values():
        counts.update({k: n for k, n in run.skipped.items() if k not in _NOT_ASKED})
    return dict(sorted(counts.items()))


def _incomplete(logs: LogSet, tally: Tally) -> Iterable[str]:
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
