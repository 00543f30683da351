"""Blindness by severity: clinicians' word first, then harm levels, then an index."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from inspect_rubricblind.logs.outcomes.figures import FEW_PAIRS, Row, absent, figure
from inspect_rubricblind.logs.outcomes.rows import coverage_row, outcome_row
from inspect_rubricblind.logs.outcomes.strata import harm_row
from inspect_rubricblind.logs.outcomes.table import Cell, Pairs, PairTable, cells
from inspect_rubricblind.logs.outcomes.table import prepare as prepare_pairs
from inspect_rubricblind.logs.ratings import (
    MANAGEMENT,
    Opinion,
    PairName,
    Rating,
    opinions,
    pair_name,
)
from inspect_rubricblind.logs.statistics.severity import (
    DANGEROUS,
    MILD,
    harm_weighted_net,
)

NO_GRADER = "no_grader"
INDEX = "all, weighted by harm"
NOT_INDEX = "an index over all errors; see the last row"
STRATA = ("clinicians: yes", "clinicians: split", "clinicians: no")


@dataclass(frozen=True)
class Severity:
    """Rows by stratum, and what of the ratings could not be joined, in words."""

    rows: tuple[Row, ...] = ()
    incomplete: tuple[str, ...] = ()


def rate_pairs(
    ratings: Sequence[Rating], pairs: pd.DataFrame, variants: pd.DataFrame
) -> Severity:
    """Join ratings to the pairs of logs.

    Args:
        ratings: What clinicians said.
        pairs: The pair table; its outcomes count where anything was graded.
        variants: One row per variant; coverage alone counts without a grader.
    """
    if pairs["outcome"].notna().any():
        return severity(ratings, prepare_pairs(pairs, frozenset(), "logs"))
    # Outcomes are not known, so any may be; only coverage is read from these rows.
    unknown = variants.assign(outcome="ungraded")
    return severity(ratings, prepare_pairs(unknown, frozenset(), "logs"), graded=False)


def severity(
    ratings: Sequence[Rating], table: PairTable, *, graded: bool = True
) -> Severity:
    """Outcomes and coverage by severity, pooled over answer models and injectors.

    Args:
        ratings: What clinicians said.
        table: The pairs.
        graded: Whether outcomes are known.
    """
    said = opinions(ratings)
    known = {name: opinion for name, (opinion, _) in said.items()}
    rows = table.rows
    errors = rows["kind"] == "error"
    names = [
        _name(dict(zip(rows.columns, values, strict=True)))
        for values in rows.to_numpy(dtype=object)
    ]
    joined = {name for name, is_error in zip(names, errors, strict=True) if is_error}
    stale = _stale(said, names, rows)
    usable = {n: o for n, o in known.items() if n in joined and n not in stale}
    opinion = pd.Series([usable.get(n) for n in names], index=rows.index, dtype=object)
    marked = rows.assign(clinicians=opinion)
    found = PairTable(marked, table.absent, table.source)
    lost = len(known) - len(usable) - len(stale)
    return Severity(
        tuple(row for pool in _pools(found) for row in _rows(pool, graded)),
        tuple(_gaps(lost, len(stale), len(known))),
    )


def _name(row: Row) -> PairName:
    epoch = row["epoch"]
    return pair_name({**row, "epoch": 1 if pd.isna(epoch) else int(epoch)})


def _stale(
    said: Mapping[PairName, tuple[Opinion, str]],
    names: Sequence[PairName],
    rows: pd.DataFrame,
) -> set[PairName]:
    """Rated pairs whose answer or edit is another one by now."""
    if "content" not in rows:
        return set()
    return {
        name
        for name, content in zip(names, rows["content"], strict=True)
        if name in said and said[name][1] and content != said[name][1]
    }


def _gaps(lost: int, stale: int, known: int) -> Iterator[str]:
    if not known:
        yield f"no rating of an error answers the question {MANAGEMENT}"
    if lost:
        yield f"{lost} of {known} errors that clinicians rated are not among the pairs"
    if stale:
        yield (
            f"{stale} of {known} errors that clinicians rated have another answer or "
            "edit in these logs; their ratings are left out"
        )


def _pools(table: PairTable) -> Iterator[Cell]:
    """Cells of one grading together, whoever answered and injected."""
    parts: defaultdict[tuple[object, ...], list[Cell]] = defaultdict(list)
    for cell in cells(table):
        key = {**cell.key, "answer_model": None, "injector": None}
        parts[tuple(key.values())].append(cell)
    for same in parts.values():
        key = {**same[0].key, "answer_model": None, "injector": None}
        errors = pd.concat([cell.errors.rows for cell in same])
        pairs = Pairs(errors, table.absent)
        nothing = pairs.where(_none(pairs))
        yield Cell(key, pairs, nothing, nothing)


def _rows(cell: Cell, graded: bool) -> Iterator[Row]:
    """One row per stratum that has pairs, then the index."""
    said = cell.errors.rows["clinicians"].to_numpy(dtype=object)
    harm = cell.errors.numbers("harm")
    chosen: dict[str, NDArray[np.bool_]] = {
        **{name: said == name.removeprefix("clinicians: ") for name in STRATA},
        "harm 4-5": harm >= DANGEROUS,
        "harm 1-2": harm <= MILD,
    }
    for stratum, mask in chosen.items():
        if np.any(mask):
            yield _row(cell, stratum, cell.errors.where(mask), graded)
    yield _row(cell, INDEX, cell.errors, graded)


def _row(cell: Cell, stratum: str, pairs: Pairs, graded: bool) -> Row:
    outcomes = outcome_row(pairs if graded else pairs.where(_none(pairs)), "question")
    if not graded:
        outcomes = {
            key: NO_GRADER if key.endswith("_reason") else value
            for key, value in outcomes.items()
        }
    n = len(pairs)
    return {
        **cell.key,
        "stratum": stratum,
        "n_pairs": n,
        "flags": [f"n < {FEW_PAIRS}"] if n < FEW_PAIRS else [],
        **outcomes,
        "n_questions": int(pairs.rows["question"].nunique()),
        "coverage_kind": _kind(pairs),
        **coverage_row(pairs, "question"),
        **_index(pairs, graded, stratum == INDEX),
    }


def _kind(pairs: Pairs) -> str | None:
    """Rules or model; rules too where some coverage is an estimate; None without."""
    kinds = set(pairs.rows["coverage_kind"].dropna())
    return next((kind for kind in ("rules", "model") if kind in kinds), None)


def _none(pairs: Pairs) -> list[bool]:
    return [False] * len(pairs)


def _index(pairs: Pairs, graded: bool, wanted: bool) -> Row:
    """Net and uncovered share with pairs weighted by harm."""
    if not wanted:
        return absent("harm_weighted_net", NOT_INDEX) | absent(
            "harm_weighted_uncovered", NOT_INDEX
        )
    net = harm_row(pairs) if graded else absent("harm_weighted_net", NO_GRADER)
    if (reason := pairs.lacks("covered", "harm")) is not None:
        return net | absent("harm_weighted_uncovered", reason)
    known = pairs.having("covered", "harm")
    found = harm_weighted_net(
        1 - known.numbers("covered"), known.numbers("harm"), known.question
    )
    return net | figure("harm_weighted_uncovered", found)
