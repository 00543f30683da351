"""The same figures by theme, difficulty, language and harm."""

from collections.abc import Iterator

import numpy as np

from inspect_rubricblind.logs.outcomes.figures import FEW_PAIRS, Row, absent, figure
from inspect_rubricblind.logs.outcomes.rows import drop_row, outcome_row
from inspect_rubricblind.logs.outcomes.table import Cell, Pairs
from inspect_rubricblind.logs.statistics.severity import (
    DANGEROUS,
    MILD,
    harm_weighted_net,
)

DIMENSIONS = ("theme", "difficulty", "language")


def stratum_rows(cell: Cell) -> list[Row]:
    """One row per value of each dimension, then harm 4-5 and harm 1-2."""
    return [
        {
            **cell.key,
            "dimension": dimension,
            "value": value,
            "flags": [f"n < {FEW_PAIRS}"] if len(pairs.decided()) < FEW_PAIRS else [],
            **outcome_row(pairs, "question"),
            **drop_row(pairs, "question"),
        }
        for dimension, value, pairs in _strata(cell)
    ]


def _strata(cell: Cell) -> Iterator[tuple[str, str, Pairs]]:
    for name in DIMENSIONS:
        for value in sorted(cell.errors.rows[name].dropna().unique()):
            same = cell.errors.rows[name] == value
            yield name, str(value), cell.errors.where(same)
    harm = cell.errors.numbers("harm")
    for value, chosen in (("4-5", harm >= DANGEROUS), ("1-2", harm <= MILD)):
        if chosen.any():
            yield "harm", value, cell.errors.where(chosen)


def harm_row(pairs: Pairs) -> Row:
    """Net with pairs weighted by harm: an index, since its unit is a choice."""
    known = pairs.decided()
    known = known.where(~np.isnan(known.numbers("harm")))
    if len(known) == 0:
        return absent("harm_weighted_net", "no decided pair has harm")
    found = harm_weighted_net(known.code, known.numbers("harm"), known.question)
    return figure("harm_weighted_net", found)
