"""The table of graded pairs, and its cells: what may be pooled and what may not."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np
import pandas as pd

from inspect_rubricblind.logs.outcomes.labels import cell_injector, setup
from inspect_rubricblind.logs.statistics.clusters import FloatArray, IntArray
from inspect_rubricblind.logs.statistics.outcomes import reachable

Source = Literal["logs", "pairs file"]

CODES = {"win": 1.0, "tie": 0.0, "loss": -1.0, "ungraded": np.nan}

CELL_KEY = (
    "benchmark",
    "dataset_kind",
    "answer_model",
    "injector",
    "grader",
    "draw",
    "rubric_scheme",
    "setup",
)


@dataclass(frozen=True)
class PairTable:
    """Graded pairs, prepared for the estimators.

    What gradings of different cases have in common is their `setup`: the signature
    that names a grading covers the rubric, so it differs from case to case.

    `rows` has the columns of `pairs.csv` and `code` (1, 0, -1; NaN ungraded), `low` and
    `high` (worst and best code in reach) and `question` (a number per benchmark and
    case). `absent` names columns that the input did not have, `ignored` those it had
    and nothing reads. `not_graded` counts the rows without an outcome.
    """

    rows: pd.DataFrame
    absent: frozenset[str]
    source: Source
    ignored: tuple[str, ...] = ()
    not_graded: int = 0


@dataclass(frozen=True)
class Pairs:
    """Some pairs of one cell, as columns; `lacks` says why a figure cannot be had."""

    rows: pd.DataFrame
    absent: frozenset[str]

    def __len__(self) -> int:
        return len(self.rows)

    def where(self, mask: Any) -> "Pairs":
        """The pairs for which `mask`, an array of booleans, holds."""
        return Pairs(self.rows[np.asarray(mask, dtype=bool)], self.absent)

    def decided(self) -> "Pairs":
        """The pairs whose outcome no ungraded verdict leaves open."""
        return self._decided

    @cached_property
    def _decided(self) -> "Pairs":
        known = self.rows["code"].notna()
        return self if known.all() else self.where(known)

    def having(self, *columns: str) -> "Pairs":
        """The pairs with a value in every one of `columns`."""
        return self.where(self.rows[list(columns)].notna().all(axis=1))

    def lacks(self, *columns: str) -> str | None:
        """Why these columns are of no use here: not in the input, or always empty."""
        for name in columns:
            if name in self.absent:
                return f"column {name} is absent"
            if self.rows[name].isna().all():
                return "no pair" if self.rows.empty else f"no pair has {name}"
        return None

    def numbers(self, column: str) -> FloatArray:
        """A column as floats, NaN where empty."""
        return self.rows[column].to_numpy(dtype=np.float64)

    @property
    def code(self) -> FloatArray:
        """Outcomes as 1, 0, -1."""
        return self.numbers("code")

    @property
    def question(self) -> IntArray:
        """The question of each pair."""
        return self.rows["question"].to_numpy(dtype=np.intp)


@dataclass(frozen=True)
class Cell:
    """All graded pairs of one benchmark, answer model, injector and grading."""

    key: dict[str, Any]
    errors: Pairs
    controls: Pairs
    repeats: Pairs

    def types(self) -> list[str]:
        """Error types of the cell, sorted."""
        return sorted(self.errors.rows["error_type"].unique())

    def of_type(self, code: str) -> Pairs:
        """The errors of one type."""
        return self._by_type[code]

    @cached_property
    def _by_type(self) -> dict[str, Pairs]:
        groups = self.errors.rows.groupby("error_type", sort=True)
        return {str(k): Pairs(rows, self.errors.absent) for k, rows in groups}


def prepare(
    table: pd.DataFrame,
    absent: frozenset[str],
    source: Source,
    ignored: tuple[str, ...] = (),
) -> PairTable:
    """Add what the estimators need; rows without an outcome are counted and left out.

    Args:
        table: All columns of `pairs.csv`; `cell_injector` too where it is known.
        absent: Columns that the input did not have.
        source: Where the rows are from.
        ignored: Columns of the input that nothing reads.

    Raises:
        ValueError: Two rows are the same pair under gradings that nothing tells apart.
    """
    rows = _plain_columns(table[table["outcome"].notna()])
    rows["code"] = rows["outcome"].map(CODES).astype(np.float64)
    open_ = rows["code"].isna()
    rows["low"], rows["high"] = rows["code"], rows["code"]
    if open_.any():
        ends = rows.loc[open_, ["diff_min", "diff_max"]].astype(np.float64)
        # Where nothing is known of the lost verdicts, any outcome may be.
        reach = reachable(
            ends["diff_min"].fillna(-np.inf).clip(lower=-1e9),
            ends["diff_max"].fillna(np.inf).clip(upper=1e9),
        )
        rows.loc[open_, "low"] = reach.low.astype(np.float64)
        rows.loc[open_, "high"] = reach.high.astype(np.float64)
    label = rows["benchmark"].fillna("") + "\x1f" + rows["case_id"]
    rows["question"] = pd.factorize(label, sort=True)[0]
    if "cell_injector" not in rows:
        rows["cell_injector"] = cell_injector(rows)
    if "setup" not in rows:
        rows["setup"] = setup(rows)
    _check_cells(rows)
    not_graded = len(table) - len(rows)
    return PairTable(rows, absent, source, ignored, not_graded)


def _plain_columns(table: pd.DataFrame) -> pd.DataFrame:
    """Text as objects, everything else as floats: few blocks, so parts are fast."""
    columns: dict[str, Any] = {}
    for name in table.columns:
        if pd.api.types.is_string_dtype(table[name].dtype):
            columns[name] = table[name].astype(object).where(table[name].notna(), None)
        else:
            columns[name] = (
                table[name]
                .astype("Float64")
                .to_numpy(dtype=np.float64, na_value=np.nan)
            )
    return pd.DataFrame(columns, index=table.index)


def cells(table: PairTable) -> Iterator[Cell]:
    """The cells in sorted order of their keys; those without an error are left out."""
    rows = table.rows
    names = [c if c != "injector" else "cell_injector" for c in CELL_KEY]
    for _, part in rows.groupby(names, sort=True, dropna=False):
        errors = _of_kind(part, "error", table.absent)
        if len(errors) == 0:
            continue
        first = part.iloc[0]
        key = {
            column: _plain(first[name])
            for column, name in zip(CELL_KEY, names, strict=True)
        }
        yield Cell(
            key,
            errors,
            _of_kind(part, "control", table.absent),
            _of_kind(part, "repeat", table.absent),
        )


def _of_kind(part: pd.DataFrame, kind: str, absent: frozenset[str]) -> Pairs:
    chosen = part[part["kind"] == kind]
    order = ["question", "epoch", "error_type", "repeat"]
    return Pairs(chosen.sort_values(order, kind="stable"), absent)


def _plain(value: Any) -> Any:
    if pd.isna(value) or value == "":
        return None
    return int(value) if isinstance(value, float) else str(value)


def _check_cells(rows: pd.DataFrame) -> None:
    names = [c if c != "injector" else "cell_injector" for c in CELL_KEY]
    pair = [*names, "question", "epoch", "kind", "error_type", "repeat"]
    twice = rows[rows.duplicated(pair, keep="first")]
    if len(twice):
        row = twice.iloc[0]
        raise ValueError(
            "a pair must have one outcome per grading, but got several for case "
            f"{row['case_id']!r}, {row['error_type']!r} by grader {row['grader']!r}: "
            "report them apart, or tell them apart by draw or rubric_scheme."
        )
