"""Every number of the report, computed once: `summary.json` is this and nothing else.

Its shape is `schema/summary.schema.json`. Rows of graded pairs and rows of coverage
that belong to the same benchmark, answer model and injector are one row; without a
grader the outcomes in it are null and say so.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from typing import Any

from inspect_rubricblind.logs.outcomes.figures import Row
from inspect_rubricblind.logs.outcomes.study import (
    NO_GRADER,
    RESAMPLES,
    Outcomes,
    blank_rows,
)
from inspect_rubricblind.logs.outcomes.table import CELL_KEY, Source
from inspect_rubricblind.logs.statistics.equivalence import MARGIN
from inspect_rubricblind.logs.summary import (
    Coverage,
    EstimatorError,
    Figure,
    Group,
    TypeRow,
)
from inspect_rubricblind.taxonomy.load import load_taxonomy

SUMMARY_VERSION = "1"
LEVEL = 0.95

# Counts and shares of coverage that graded rows bring themselves.
_SHARED_KEY = ("benchmark", "dataset_kind", "answer_model", "injector")
_POOLED = "answer models are pooled in this row: see theirs"
_FUNNEL = {
    "considered": None,
    "applicable": None,
    "undecided": None,
    "accepted": None,
    "not_injected": None,
    "failed_checks": None,
    "unscored": None,
    "causes": None,
}


@dataclass(frozen=True)
class Summary:
    """All of it. `sample` is true if any pair comes from the bundled sample.

    `graders` names who graded pairs. `signature` says how the numbers were made:
    versions, seeds, components, counts. `ignored_columns` are those of a pairs file
    that nothing reads. `unanswered` counts cases that had no answer, by reason.
    """

    sample: bool
    graders: tuple[str, ...]
    groups: tuple[Group, ...]
    estimators: tuple[EstimatorError, ...]
    incomplete: tuple[str, ...]
    signature: Mapping[str, str]
    outcomes: Outcomes = field(default_factory=Outcomes)
    source: Source = "logs"
    seed: int = 0
    ignored_columns: tuple[str, ...] = ()
    unanswered: Mapping[str, int] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Plain values: rows keyed by benchmark, answer model, injector and grader."""
        outcomes = self.outcomes
        return {
            "summary_version": SUMMARY_VERSION,
            "source": self.source,
            "sample": self.sample,
            "graders": list(self.graders),
            "not_graded_reason": None if outcomes.by_benchmark else NO_GRADER,
            "settings": {
                "level": LEVEL,
                "margin": MARGIN,
                "resamples": RESAMPLES,
                "seed": self.seed,
            },
            "by_benchmark": benchmark_rows(self.groups, outcomes.by_benchmark),
            "by_error_type": type_rows(self.groups, outcomes.by_error_type),
            "controls": [
                {**_key(group), **_flat(row)}
                for group in self.groups
                for row in group.controls
            ],
            "placebo": outcomes.placebo,
            "flips": outcomes.flips,
            "strata": outcomes.strata,
            "density": outcomes.density,
            "density_bins": outcomes.density_bins,
            "comparisons": outcomes.comparisons,
            "rank_agreement": outcomes.rank_agreement,
            "answer_models": outcomes.answer_models,
            "assay": outcomes.assay,
            "estimators": [_flat(item) for item in self.estimators],
            "unanswered": dict(self.unanswered),
            "incomplete": list(self.incomplete),
            "ignored_columns": list(self.ignored_columns),
            "signature": dict(self.signature),
        }


def benchmark_rows(groups: Sequence[Group], graded: Sequence[Row]) -> list[Row]:
    """One row per group and grading; groups without a grading have null outcomes."""
    rows: list[Row] = []
    for group in groups:
        own: list[Row | None] = [row for row in graded if _same(row, group)]
        rows += [_benchmark_row(group, row) for row in own or [None]]
    known = [row for row in graded if any(_same(row, group) for group in groups)]
    rows += [_ungrouped(row) for row in graded if row not in known]
    return rows


def type_rows(groups: Sequence[Group], graded: Sequence[Row]) -> list[Row]:
    """One row per error type of each group and grading."""
    by_cell: dict[tuple[Any, ...], dict[str, Row]] = {}
    for row in graded:
        cell = tuple(row[name] for name in CELL_KEY)
        by_cell.setdefault(cell, {})[row["error_type"]] = row
    rows: list[Row] = []
    used: set[tuple[Any, ...]] = set()
    for group in groups:
        keys = {c: dict(zip(CELL_KEY, c, strict=True)) for c in by_cell}
        keys = {c: key for c, key in keys.items() if _same(key, group)}
        used |= set(keys)
        for cell, key in (keys or {(): {}}).items():
            found = by_cell.get(cell, {})
            rows += [
                _type_row(group, t, found.get(t.error_type), key) for t in group.types
            ]
    for cell, found in by_cell.items():
        if cell not in used:
            rows += [_named(code) | _FUNNEL | found[code] for code in sorted(found)]
    return rows


def _same(row: Row, group: Group) -> bool:
    return all(row[name] == getattr(group, name) for name in _SHARED_KEY)


def _benchmark_row(group: Group, graded: Row | None) -> Row:
    own = {
        "answers": group.answers,
        "coverage_kind": list(group.coverage_kind),
        "n_accepted": group.coverage.n,
        **_coverage(group.coverage),
        **_figure("covered_equal_weight", group.covered_equal_weight),
        **_figure("bound_auroc_equal_weight", group.bound_equal_weight),
        **_figure("covered_corrected", group.corrected),
    }
    return _joined(group, own, graded, _blank(_reason(group))[0])


def _type_row(group: Group, row: TypeRow, graded: Row | None, key: Row) -> Row:
    own = {k: v for k, v in _flat(row).items() if k not in ("coverage", "verdict")}
    own |= _coverage(row.coverage)
    blank = _blank("no pair" if key else _reason(group))[1]
    if key and graded is None:
        own |= {"n": 0, "n_questions": 0}
    return _joined(group, own, graded, blank) | key


def _joined(group: Group, own: Row, graded: Row | None, blank: Row) -> Row:
    """Outcomes win over coverage where both hold a figure: they know the grading."""
    own["flags"] = list(own.get("flags", ()))
    if graded is not None:
        return _key(group) | own | graded
    return {**blank, **_key(group), **own}


def _ungrouped(row: Row) -> Row:
    """A benchmark's row from a pairs file: no log says what the answers were."""
    reason = "a pairs file holds no labelled pairs"
    return {
        "answers": None,
        "coverage_kind": [],
        "n_accepted": row["n_graded"],
        "unscored": None,
        "causes": None,
        **_figure("covered_corrected", Figure(None, reason=reason)),
        "flags": [],
        **row,
    }


def _named(code: str) -> Row:
    known = next((t for t in load_taxonomy().types if t.code == code), None)
    return {
        "error_type": code,
        "name": known.name if known else code,
        "harm": known.harm if known else None,
    }


@cache
def _blank(reason: str) -> tuple[Row, Row]:
    return blank_rows(reason)


def _reason(group: Group) -> str:
    return NO_GRADER if group.answer_model is not None else _POOLED


def _key(group: Group) -> Row:
    known = {name: getattr(group, name) for name in _SHARED_KEY}
    return {**dict.fromkeys(CELL_KEY), **known}


def _coverage(coverage: Coverage) -> Row:
    return {
        "n": coverage.n,
        "n_questions": coverage.n_questions,
        "unscored": coverage.unscored,
        **_figure("covered", coverage.covered),
        **_figure("bound_auroc", coverage.bound_auroc),
        "causes": asdict(coverage.causes),
    }


def _figure(name: str, figure: Figure) -> Row:
    """`name`, `name_low`, `name_high`, and how they were made."""
    own = {f"{name}_{k}": v for k, v in asdict(figure).items() if k != "value"}
    return {name: figure.value, **own}


def _flat(row: Any) -> Row:
    """The fields of a row, its figures spread out."""
    flat: Row = {}
    for name, value in vars(row).items():
        flat |= _figure(name, value) if isinstance(value, Figure) else {name: value}
    return flat
