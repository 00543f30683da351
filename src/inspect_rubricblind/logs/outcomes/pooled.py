"""Errors pooled over what else separates cells: over injectors, over answer models.

The same questions then stand several times, so every interval and test is clustered by
question. Pooled rows get no verdict: the family of a verdict is one cell.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

import pandas as pd

from inspect_rubricblind.logs.outcomes.deciding import tests_row
from inspect_rubricblind.logs.outcomes.figures import FEW_PAIRS, Row
from inspect_rubricblind.logs.outcomes.rows import coverage_row, drop_row, outcome_row
from inspect_rubricblind.logs.outcomes.table import CELL_KEY, Cell, Pairs

POOLED_OVER = ("injector", "answer_model")


def pooled_rows(cells: Sequence[Cell]) -> list[Row]:
    """One row for all errors, then one per type, of cells that differ in one thing.

    `error_type` is null and questions weigh the same in the first; pairs weigh the
    same in the others.
    """
    rows: list[Row] = []
    for over in POOLED_OVER:
        for group in _groups(cells, over):
            rows += _pooled(group, over)
    return rows


def _groups(cells: Sequence[Cell], over: str) -> Iterator[list[Cell]]:
    together: defaultdict[tuple[Any, ...], list[Cell]] = defaultdict(list)
    for cell in cells:
        if cell.key[over] is not None:
            together[tuple(cell.key[n] for n in CELL_KEY if n != over)].append(cell)
    for group in together.values():
        if len({cell.key[over] for cell in group}) > 1:
            yield group


def _pooled(group: Sequence[Cell], over: str) -> Iterator[Row]:
    key = {
        **group[0].key,
        over: None,
        "pooled_over": over,
        "values": sorted({str(cell.key[over]) for cell in group}),
    }
    absent = group[0].errors.absent
    errors = Pairs(pd.concat([cell.errors.rows for cell in group]), absent)
    yield _row(key, None, errors)
    for code in sorted(errors.rows["error_type"].unique()):
        yield _row(key, str(code), errors.where(errors.rows["error_type"] == code))


def _row(key: Row, error_type: str | None, pairs: Pairs) -> Row:
    weighting: Any = "question" if error_type is None else "pair"
    few = error_type is not None and len(pairs.decided()) < FEW_PAIRS
    return {
        **key,
        "error_type": error_type,
        **outcome_row(pairs, weighting),
        **drop_row(pairs, weighting),
        **coverage_row(pairs, weighting),
        **tests_row(pairs, weighting),
        "flags": [f"n < {FEW_PAIRS}"] if few else [],
    }
