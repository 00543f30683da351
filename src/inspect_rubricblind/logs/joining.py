"""Rows of graded pairs and rows of coverage, joined into one row each.

What belongs to the same benchmark, answer model and injector stands in one row;
without a grader its outcomes are null and say so.
"""

from collections.abc import Sequence
from dataclasses import asdict
from functools import cache
from typing import Any

from inspect_rubricblind.logs.kinds import kind_of
from inspect_rubricblind.logs.outcomes.figures import Row, absent, figure
from inspect_rubricblind.logs.outcomes.study import NO_GRADER, blank_rows
from inspect_rubricblind.logs.outcomes.table import CELL_KEY
from inspect_rubricblind.logs.statistics.funnel import funnel
from inspect_rubricblind.logs.summary import Coverage, Figure, Group, TypeRow

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
    **{
        key: value
        for name in ("applicable_share", "accepted_share", "graded_share")
        for key, value in absent(name, "a pairs file holds no funnel").items()
    },
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
        **_figure("covered_specific_equal_weight", group.covered_specific_equal_weight),
        **_figure("bound_auroc_equal_weight", group.bound_equal_weight),
        **_figure("covered_corrected", group.corrected),
    }
    return _joined(group, own, graded, _blank(_reason(group))[0])


def _type_row(group: Group, row: TypeRow, graded: Row | None, key: Row) -> Row:
    own = {k: v for k, v in flat(row).items() if k not in ("coverage", "verdict")}
    own |= _coverage(row.coverage)
    blank = _blank("no pair" if key else _reason(group))[1]
    if key and graded is None:
        own |= {"n": 0, "n_questions": 0}
    own |= _graded_share(row.accepted, graded)
    return _joined(group, own, graded, blank) | key


def _graded_share(accepted: int, graded: Row | None) -> Row:
    """The last stage of the funnel: of the accepted pairs, those that were graded."""
    if not accepted:
        return absent("graded_share", "nothing entered this stage")
    n_graded = 0 if graded is None else min(graded["n_graded"], accepted)
    stage = funnel((("accepted", accepted), ("graded", n_graded)))[1]
    return figure("graded_share", stage.kept)


def _joined(group: Group, own: Row, graded: Row | None, blank: Row) -> Row:
    """Outcomes win over coverage where both hold a figure: they know the grading."""
    own["flags"] = list(own.get("flags", ()))
    if graded is not None:
        return group_key(group) | own | graded
    return {**blank, **group_key(group), **own}


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
    known = kind_of(code)
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


def group_key(group: Group) -> Row:
    """The key of a group as that of a cell without a grading."""
    known = {name: getattr(group, name) for name in _SHARED_KEY}
    return {**dict.fromkeys(CELL_KEY), **known}


def _coverage(coverage: Coverage) -> Row:
    return {
        "n": coverage.n,
        "n_questions": coverage.n_questions,
        "unscored": coverage.unscored,
        **_figure("covered", coverage.covered),
        **_figure("covered_specific", coverage.covered_specific),
        **_figure("bound_auroc", coverage.bound_auroc),
        "causes": asdict(coverage.causes),
    }


def _figure(name: str, figure: Figure) -> Row:
    """`name`, `name_low`, `name_high`, and how they were made."""
    own = {f"{name}_{k}": v for k, v in asdict(figure).items() if k != "value"}
    return {name: figure.value, **own}


def flat(row: Any) -> Row:
    """The fields of a row, its figures spread out."""
    found: Row = {}
    for name, value in vars(row).items():
        found |= _figure(name, value) if isinstance(value, Figure) else {name: value}
    return found
