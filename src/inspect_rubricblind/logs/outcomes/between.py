"""Cells beside each other: AUROC with equal type weights, and rank agreement.

Only cells that differ in one thing are compared: the benchmark, the answer model, the
injector or the grading.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from inspect_rubricblind.logs.outcomes.figures import FEW_PAIRS, Row, absent, figure
from inspect_rubricblind.logs.outcomes.table import CELL_KEY, Cell
from inspect_rubricblind.logs.statistics.clusters import IntArray
from inspect_rubricblind.logs.statistics.intervals import Interval
from inspect_rubricblind.logs.statistics.rank_resampling import (
    ResamplingRange,
    joint_resampling_range,
    noise_ceiling,
    resampling_range,
)
from inspect_rubricblind.logs.statistics.ranks import rank_agreement
from inspect_rubricblind.logs.statistics.standardise import Side, compare

RANGE = "resampling range, not a 95 % interval"
_GRADING = ("grader", "draw", "rubric_scheme", "setup")


def compared(cells: Sequence[Cell]) -> Iterator[tuple[Cell, Cell, str, list[str]]]:
    """Pairs of cells that differ in one thing, its name, and the types to compare.

    The types are those with enough pairs on both sides.
    """
    for first, second in combinations(cells, 2):
        differ = {name for name in CELL_KEY if first.key[name] != second.key[name]}
        differ = {"grading" if name in _GRADING else name for name in differ}
        # Rows of a benchmark are compared with those of another, whatever their kind.
        if "benchmark" in differ:
            differ.discard("dataset_kind")
        if len(differ) == 1:
            yield first, second, differ.pop(), _common_types(first, second)


def _common_types(first: Cell, second: Cell) -> list[str]:
    enough = []
    for cell in (first, second):
        counts = cell.errors.decided().rows["error_type"].value_counts()
        enough.append(set(counts[counts >= FEW_PAIRS].index))
    return sorted(enough[0] & enough[1])


def comparison_row(
    first: Cell,
    second: Cell,
    differ: str,
    types: list[str],
    *,
    resamples: int,
    seed: int,
) -> Row:
    """Difference of the AUROCs with equal type weights.

    Args:
        first: A cell.
        second: A cell that differs from it in one thing.
        differ: That thing.
        types: Error types with enough pairs in both.
        resamples: Number of resamples of questions.
        seed: Seed of the joint bootstrap.
    """
    row = {**_sides(first, second), "differ": differ, "types": types}
    names = ("auroc_first", "auroc_second", "difference")
    if not types:
        reason = f"no error type has {FEW_PAIRS} pairs on both sides"
        blank = [absent(name, reason) for name in names]
        return row | {k: v for item in blank for k, v in item.items()} | {"p": None}
    found = compare(_side(first), _side(second), resamples=resamples, seed=seed)
    shown = (found.first, found.second, found.difference)
    for name, interval in zip(names, shown, strict=True):
        row |= figure(name, interval, seed=seed)
    return row | {"p": found.p}


def rank_row(
    first: Cell,
    second: Cell,
    differ: str,
    types: list[str],
    *,
    resamples: int,
    seed: int,
) -> Row:
    """tau-b and rho of the AUROCs by type; ranges are of resamples, no intervals."""
    row = {**_sides(first, second), "differ": differ, "types": types}
    counts = [_counts(cell, types) for cell in (first, second)]
    reason = _no_ranks(counts)
    if reason is not None:
        blank = absent("tau_b", reason) | absent("rho", reason)
        names = ("tau_p", "tau_permutation_p", "rho_p", "rho_permutation_p")
        return row | blank | dict.fromkeys((*names, "noise_ceiling", "shared"))
    shared = _share_questions(first, second)
    vectors = [(c[:, 0] + c[:, 1] / 2) / c.sum(axis=1) for c in counts]
    found = rank_agreement(*vectors, shared_questions=shared, seed=seed)
    span = _span(first, second, types, shared, resamples, seed)
    ceilings = [noise_ceiling(c, seed=seed) for c in counts]
    known = [c for c in ceilings if c is not None]
    return {
        **row,
        "shared": shared,
        **_ranged("tau_b", found.tau_b, span, len(types), seed),
        **_ranged("rho", found.rho, span, len(types), seed),
        "tau_p": found.tau_p,
        "tau_permutation_p": found.tau_permutation_p,
        "rho_p": found.rho_p,
        "rho_permutation_p": found.rho_permutation_p,
        "noise_ceiling": float(np.mean(known)) if known else None,
    }


def _ranged(name: str, value: float, span: ResamplingRange, n: int, seed: int) -> Row:
    ends = (span.tau_low, span.tau_high) if name == "tau_b" else (
        span.rho_low, span.rho_high
    )  # fmt: skip
    return figure(name, Interval(value, *ends, RANGE, n), seed=seed)


def _span(
    first: Cell, second: Cell, types: list[str], shared: bool, resamples: int, seed: int
) -> ResamplingRange:
    if not shared:
        counts = [_counts(cell, types) for cell in (first, second)]
        return resampling_range(*counts, resamples=resamples, seed=seed)
    sides = [
        cell.errors.decided().where(
            cell.errors.decided().rows["error_type"].isin(types)
        )
        for cell in (first, second)
    ]
    return joint_resampling_range(
        np.concatenate([side.code for side in sides]),
        np.repeat([0, 1], [len(side) for side in sides]),
        np.concatenate([side.rows["error_type"].to_numpy(dtype=str) for side in sides]),
        np.concatenate([side.question for side in sides]),
        resamples=resamples,
        seed=seed,
    )


def _no_ranks(counts: Sequence[IntArray]) -> str | None:
    if len(counts[0]) < 3:
        return f"fewer than three types have {FEW_PAIRS} pairs on both sides"
    aurocs = [(c[:, 0] + c[:, 1] / 2) / c.sum(axis=1) for c in counts]
    if any(np.ptp(values) == 0 for values in aurocs):
        return "all types have the same AUROC on one side"
    return None


def _counts(cell: Cell, types: list[str]) -> IntArray:
    """Wins, ties and losses per type, shape (k, 3)."""
    rows = []
    for code in types:
        values = cell.of_type(code).decided().code
        rows.append([int((values == sign).sum()) for sign in (1, 0, -1)])
    return np.asarray(rows, dtype=np.intp).reshape(-1, 3)


def _share_questions(first: Cell, second: Cell) -> bool:
    shared = set(first.errors.question.tolist()) & set(second.errors.question.tolist())
    return bool(shared)


def _side(cell: Cell) -> Side:
    pairs = cell.errors.decided()
    types = pairs.rows["error_type"].to_numpy(dtype=str)
    return Side(pairs.code, types, pairs.question)


def _sides(first: Cell, second: Cell) -> dict[str, Any]:
    return {"first": first.key, "second": second.key}
