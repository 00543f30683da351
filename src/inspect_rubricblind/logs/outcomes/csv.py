"""`tables/*.csv`: the lists of `summary.json` as flat tables, cells made safe."""

import csv
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from inspect_rubricblind.logs.escape import csv_cell


def write_tables(summary: Mapping[str, Any], folder: Path) -> list[Path]:
    """Write one CSV file per list of rows that is not empty.

    Args:
        summary: The content of `summary.json`.
        folder: Where to; made if it is not there. Tables of an earlier report that
            this one does not have are removed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    lists = {
        name: rows
        for name, rows in summary.items()
        if isinstance(rows, list) and rows and isinstance(rows[0], dict)
    }
    for old in folder.glob("*.csv"):
        if old.stem in summary and old.stem not in lists:
            old.unlink()
    return [_write(folder / f"{name}.csv", rows) for name, rows in lists.items()]


def _write(path: Path, rows: Sequence[Mapping[str, Any]]) -> Path:
    flat = [_flat(row) for row in rows]
    columns = list(dict.fromkeys(name for row in flat for name in row))
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(flat)
    return path


def _flat(row: Mapping[str, Any]) -> dict[str, Any]:
    """Nested keys joined by a dot, lists as JSON."""
    flat: dict[str, Any] = {}
    for name, value in row.items():
        if isinstance(value, dict):
            flat |= {f"{name}.{k}": v for k, v in _flat(value).items()}
        elif isinstance(value, list):
            flat[name] = csv_cell(json.dumps(value, ensure_ascii=False))
        else:
            flat[name] = csv_cell(value) if isinstance(value, str) else value
    return flat
