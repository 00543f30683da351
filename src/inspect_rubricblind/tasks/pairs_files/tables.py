"""Rows of a table: CSV, TSV, JSON Lines, a JSON list, or parquet."""

import csv
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from inspect_rubricblind.records.rows import Line, read_json_list, read_jsonl

LONGEST_CELL = 20_000_000
BATCH = 256


def read_table(path: Path) -> Iterator[Line]:
    """The rows of a table, one in memory at a time where the format allows it.

    Raises:
        ValueError: The ending is unknown, or the file is not what it says.
    """
    read = READERS.get(path.suffix.lower())
    if read is None:
        raise ValueError(
            f"pairs must be in a file that ends in {', '.join(READERS)}, but got {path}"
        )
    return read(path)


def _read_csv(path: Path) -> Iterator[Line]:
    yield from _separated(path, ",")


def _read_tsv(path: Path) -> Iterator[Line]:
    yield from _separated(path, "\t")


def _separated(path: Path, separator: str) -> Iterator[Line]:
    csv.field_size_limit(LONGEST_CELL)
    try:
        with path.open(encoding="utf-8-sig", newline="") as stream:
            reader = csv.DictReader(stream, delimiter=separator, strict=True)
            for number, row in enumerate(reader, start=1):
                if None in row or None in row.values():
                    wanted = len(reader.fieldnames or [])
                    raise ValueError(
                        f"{path}, row {number}: must have {wanted} cells as its header "
                        "has, but has more or fewer"
                    )
                # An empty cell of CSV says that there is nothing.
                known = {name: cell for name, cell in row.items() if cell != ""}
                yield Line(path, number, known, "row")
    except UnicodeDecodeError as error:
        raise ValueError(f"{path}: must be UTF-8, but {error}") from None
    except csv.Error as error:
        raise ValueError(f"{path}: must be CSV, but {error}") from None


def _read_parquet(path: Path) -> Iterator[Line]:
    from pyarrow import ArrowException
    from pyarrow.parquet import ParquetFile

    number = 0
    try:
        with ParquetFile(path) as table:
            for batch in table.iter_batches(batch_size=BATCH):
                for row in batch.to_pylist():
                    number += 1
                    known = {k: v for k, v in row.items() if v is not None}
                    yield Line(path, number, known, "row")
    except (ArrowException, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: must be parquet, but {error}") from None


READERS: Mapping[str, Callable[[Path], Iterator[Line]]] = {
    ".csv": _read_csv,
    ".tsv": _read_tsv,
    ".jsonl": read_jsonl,
    ".json": read_json_list,
    ".parquet": _read_parquet,
}
