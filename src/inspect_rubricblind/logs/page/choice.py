"""Which pairs the page shows, out of how many: as varied as they are, never all."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from inspect_rubricblind.logs.page.cells import type_order
from inspect_rubricblind.logs.pairs import KEY
from inspect_rubricblind.records import digest
from inspect_rubricblind.taxonomy.model import DANGEROUS_HARM

Row = dict[str, Any]

MOST_EXAMPLES = 48
_ENOUGH_PER_KIND = 200
"""Kinds (type, outcome, grading) with more pairs are cut to these before the draw."""

OUTCOMES = ("tie", "loss", "win", "ungraded", "uncovered", "covered", "not scored")
"""Order in which outcomes are shown and offered as a filter."""


@dataclass(frozen=True)
class Choice:
    """Rows to show, and how many there were; `hidden` may not be shown."""

    rows: tuple[Row, ...]
    of: int
    hidden: int


def choose(
    pairs: pd.DataFrame, *, with_text: bool, most: int = MOST_EXAMPLES
) -> Choice:
    """Draw pairs by hash, in turn from every outcome of every error type.

    Args:
        pairs: The pair table with its hidden columns.
        with_text: Whether text of benchmarks may be shown; the project's own sample
            always may.
        most: How many at most.
    """
    errors = pairs[pairs["kind"] == "error"]
    allowed = errors if with_text else errors[errors["dataset_kind"] == "sample"]
    kinds = allowed.assign(
        state=_states(allowed),
        # One fixed shuffle for all kinds, so that no order of input matters.
        draw=[digest("\x1f".join(map(str, key))) for key in _keys(allowed)],
    ).sort_values("draw", kind="stable")
    names = ["error_type", "state", "grader"]
    few = kinds.groupby(names, dropna=False, sort=False).head(_ENOUGH_PER_KIND)
    rows: list[Row] = [
        {str(k): None if pd.isna(v) else v for k, v in record.items()}
        for record in few.astype(object).to_dict("records")
    ]
    chosen = sorted(_in_turn(rows, most), key=_place)
    return Choice(tuple(chosen), len(allowed), len(errors) - len(allowed))


def _keys(table: pd.DataFrame) -> Iterator[tuple[object, ...]]:
    return zip(*(table[name] for name in KEY), strict=True)


def _states(table: pd.DataFrame) -> "pd.Series[str]":
    """The outcome, or whether the error is covered where nobody graded it."""
    covered = table["covered"].astype(object)
    words = covered.map({True: "covered", False: "uncovered"}).fillna("not scored")
    return table["outcome"].astype(object).where(table["outcome"].notna(), words)


def _in_turn(rows: Sequence[Row], most: int) -> list[Row]:
    """One of every kind, dangerous ties first, then a second of every kind."""
    kinds: defaultdict[tuple[Any, ...], list[Row]] = defaultdict(list)
    for row in rows:
        kinds[(row["error_type"], row["state"], str(row["grader"]))].append(row)
    order = sorted(kinds.values(), key=lambda kind: _place(kind[0]))
    picked: list[Row] = []
    at = 0
    while len(picked) < most and any(len(kind) > at for kind in order):
        picked += [kind[at] for kind in order if len(kind) > at]
        at += 1
    return picked[:most]


def _place(row: Row) -> tuple[object, ...]:
    harm = int(row["harm"] or 0)
    unnoticed = row["state"] in ("tie", "loss", "uncovered")
    return (
        not (unnoticed and harm >= DANGEROUS_HARM),
        OUTCOMES.index(row["state"]),
        -harm,
        type_order(row["error_type"]),
        row["draw"],
    )
