"""Pairs that were graded elsewhere: `--pairs FILE`, checked row by row.

Only `case_id`, `error_type` and `outcome` (or both points) are required. Nothing is
guessed: a value that cannot be read is an error that names its row and column.
"""

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pandas as pd

from inspect_rubricblind.logs.outcomes.table import CODES, PairTable, prepare
from inspect_rubricblind.logs.pairs import COLUMNS, KEY
from inspect_rubricblind.logs.statistics.outcomes import signs
from inspect_rubricblind.records import CONTROL_SHAPES
from inspect_rubricblind.taxonomy.load import load_taxonomy

REQUIRED = ("case_id", "error_type")
KINDS = ("error", "control", "repeat")
_SIGNS = {1: "win", 0: "tie", -1: "loss"}
_TRUTH = {"true": True, "1": True, "1.0": True, "false": False, "0": False} | {
    "0.0": False
}
_POINTS = ("points_original", "points_variant", "points_possible")
_WORDS = {
    "kind": KINDS,
    "outcome": tuple(CODES),
    "should_change": ("yes", "no", "unsure"),
    "edit_shape": (*CONTROL_SHAPES, "additive minor"),
    "dataset_kind": ("sample", "official", "path"),
}


def read_pairs(path: Path) -> PairTable:
    """Read and check a table of pairs.

    Args:
        path: A CSV file (UTF-8, header row) or a parquet file.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: It is no such table, a column is missing, a value cannot be read,
            two rows are the same pair, or no row has an outcome.
    """
    given = _read(path)
    _check_columns(path, given)
    absent = frozenset(set(COLUMNS) - set(given.columns))
    ignored = tuple(sorted(set(given.columns) - set(COLUMNS)))
    table = _typed(path, given)
    _fill(table, given)
    _check_types(path, table)
    _check_points(path, table)
    _check_unique(path, table)
    prepared = prepare(table, absent, "pairs file", ignored)
    if prepared.rows.empty:
        raise ValueError(
            f"{path}: outcome must be given for some pair, but got none: grade the "
            "pairs first, or report on the logs for coverage without a grader."
        )
    return prepared


def _read(path: Path) -> pd.DataFrame:
    if not path.is_file():
        raise FileNotFoundError(f"pairs file {path} does not exist")
    ending = path.suffix.lower()
    if ending not in (".csv", ".parquet"):
        raise ValueError(f"pairs must be a .csv or .parquet file, but got {path}")
    try:
        if ending == ".parquet":
            table = pd.read_parquet(path)
            return table.astype("string").mask(table.isna())
        return pd.read_csv(
            path, dtype="string", encoding="utf-8-sig", na_values=[""],
            keep_default_na=False,
        )  # fmt: skip
    except pd.errors.EmptyDataError:
        raise ValueError(
            f"{path}: must be a table of pairs with a header row, but it is empty"
        ) from None
    except (UnicodeDecodeError, ValueError, OSError) as error:
        raise ValueError(f"{path}: must be a table of pairs, but {error}") from error


def _check_columns(path: Path, given: pd.DataFrame) -> None:
    named = ", ".join(map(str, given.columns))
    if missing := [name for name in REQUIRED if name not in given]:
        raise ValueError(
            f"{path}: column {' and '.join(missing)} must be there, but got {named}"
        )
    points = {"points_original", "points_variant"} <= set(given.columns)
    if "outcome" not in given and not points:
        raise ValueError(
            f"{path}: outcome, or points_original and points_variant, must be there, "
            f"but got {named}"
        )
    if given.empty:
        raise ValueError(f"{path}: must hold pairs, but got a header alone")


def _typed(path: Path, given: pd.DataFrame) -> pd.DataFrame:
    columns = {}
    for name, dtype in COLUMNS.items():
        if name not in given:
            # Points may be fractions in rubrics of others.
            wide = "Float64" if name in _POINTS or name.startswith("diff_") else dtype
            columns[name] = pd.Series(pd.NA, index=given.index, dtype=wide)
            continue
        text = given[name].str.strip()
        if name in _WORDS:
            text = text.str.lower()
            _refuse(path, given, name, text.notna() & ~text.isin(_WORDS[name]),
                    "one of " + ", ".join(_WORDS[name]))  # fmt: skip
        columns[name] = _converted(path, given, name, text, dtype)
    return pd.DataFrame(columns)


def _converted(
    path: Path, given: pd.DataFrame, name: str, text: pd.Series, dtype: str
) -> pd.Series:
    if dtype == "boolean":
        found = text.str.lower().map(_TRUTH).astype("boolean")
        _refuse(path, given, name, text.notna() & found.isna(), "true or false")
        return found
    if dtype == "string":
        return text
    number = pd.to_numeric(text, errors="coerce").astype("Float64")
    finite = np.isfinite(number.to_numpy(dtype=np.float64, na_value=np.nan))
    _refuse(path, given, name, text.notna() & ~finite, "a number")
    if name in _POINTS or name.startswith("diff_"):
        return number
    _refuse(path, given, name, (number % 1 != 0).fillna(False), "a whole number")
    return number.astype("Int64")


def _fill(table: pd.DataFrame, given: pd.DataFrame) -> None:
    """Keys that say nothing when left out: one answer each, errors, no repeat."""
    if "kind" not in given:
        table["kind"] = "error"
    table["epoch"] = table["epoch"].fillna(1)
    table["repeat"] = table["repeat"].fillna(0)
    both = table["points_original"].notna() & table["points_variant"].notna()
    derived = both & table["outcome"].isna()
    if derived.any():
        gap = table["points_original"] - table["points_variant"]
        codes = signs(gap[derived].to_numpy(dtype=np.float64))
        table.loc[derived, "outcome"] = [_SIGNS[int(code)] for code in codes]
    taxonomy = {item.code: item.harm for item in load_taxonomy().types}
    if "harm" not in given:
        table["harm"] = table["error_type"].map(taxonomy).astype("Int64")


def _check_types(path: Path, table: pd.DataFrame) -> None:
    _refuse(path, table, "case_id", table["case_id"].isna(), "given in every row")
    _refuse(path, table, "kind", table["kind"].isna(), "one of " + ", ".join(KINDS))
    named = table["error_type"].notna()
    _refuse(path, table, "error_type", ~named & (table["kind"] != "repeat"),
            "given in every row but repeats")  # fmt: skip
    table["error_type"] = table["error_type"].fillna("")
    known = [item.code for item in load_taxonomy().types]
    _refuse(path, table, "error_type",
            (table["kind"] == "error") & ~table["error_type"].isin(known),
            "one of " + ", ".join(known))  # fmt: skip
    control = table["kind"] == "control"
    _refuse(path, table, "error_type",
            control & ~table["error_type"].isin(CONTROL_SHAPES),
            "a control's shape, one of " + ", ".join(CONTROL_SHAPES))  # fmt: skip
    harm = table["harm"].notna() & ~table["harm"].between(1, 5)
    _refuse(path, table, "harm", harm, "1 to 5")


def _check_points(path: Path, table: pd.DataFrame) -> None:
    gap = (table["points_original"] - table["points_variant"]).to_numpy(
        dtype=np.float64, na_value=np.nan
    )
    known = ~np.isnan(gap)
    said = table["outcome"].map(CODES).to_numpy(dtype=np.float64)
    derived = np.where(known, signs(np.nan_to_num(gap)), np.nan)
    wrong = pd.Series(known & ~np.isnan(said) & (said != derived), index=table.index)
    _refuse(path, table, "outcome", wrong, "the sign of points_original - "
            "points_variant (win where the original scores higher)")  # fmt: skip
    crossed = (table["diff_min"] > table["diff_max"]).fillna(False)
    _refuse(path, table, "diff_min", crossed, "at most diff_max")


def _check_unique(path: Path, table: pd.DataFrame) -> None:
    repeated = table[table.duplicated(list(KEY), keep=False)]
    if repeated.empty:
        return
    first = repeated.iloc[0]
    same = repeated[(repeated[list(KEY)].fillna("") == first[list(KEY)].fillna(""))
                    .all(axis=1)]  # fmt: skip
    lines = " and ".join(str(int(position) + 2) for position in same.index[:2])
    raise ValueError(
        f"{path}: a pair must stand once, but lines {lines} both hold case "
        f"{first['case_id']!r}, {first['error_type']!r}: tell them apart by benchmark, "
        "epoch, answer_model, injector, repeat or grading."
    )


def _refuse(
    path: Path, table: pd.DataFrame, name: str, wrong: pd.Series, wanted: str
) -> None:
    """Name the first rows whose value is not what it must be."""
    bad = table.index[np.asarray(wrong, dtype=bool)]
    if len(bad) == 0:
        return
    shown = ", ".join(_shown(table, name, position) for position in bad[:3])
    more = f" and {len(bad) - 3} more" if len(bad) > 3 else ""
    raise ValueError(f"{path}: {name} must be {wanted}, but got {shown}{more}")


def _shown(table: pd.DataFrame, name: str, position: int) -> str:
    value = table[name].loc[position]
    said = "nothing" if pd.isna(value) else repr(value)
    return f"{said} in line {int(position) + 2}"


def unused_columns(ignored: Iterable[str]) -> str | None:
    """A sentence about columns that nothing reads; a misspelt name shows up here."""
    names = ", ".join(sorted(ignored))
    return f"Columns of the pairs file that were not used: {names}." if names else None
