"""Where the parts of an export lie, and how one is written: whole or not at all."""

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from inspect_rubricblind import __version__
from inspect_rubricblind.records import RECORDS_VERSION

if TYPE_CHECKING:
    import pyarrow

EXPORT_VERSION = "1"
MARKER = "export.json"
SAMPLES = "samples"
FOLDERS = ("runs", "pairs", "criteria", "explanations", SAMPLES)
"""`samples` is written last: a log counts as exported once that part is there."""

_KEY = b"inspect_rubricblind"


def is_export(folder: Path) -> bool:
    """Whether a folder was made by `rubricblind export`."""
    return (folder / MARKER).is_file()


def start_export(folder: Path) -> None:
    """Make the folders of an export, or go on with one of the same version.

    Raises:
        ValueError: The folder holds an export of another version, or other files.
    """
    marker = folder / MARKER
    if marker.is_file():
        check_version(folder)
        return
    if folder.is_dir() and any(folder.iterdir()):
        raise ValueError(
            f"export folder must be empty or an earlier export, but {folder} holds "
            "other files: give another folder."
        )
    for name in FOLDERS:
        (folder / name).mkdir(parents=True, exist_ok=True)
    note = "Rows of medical texts with deliberate errors; see docs/export.md."
    content = {"export_version": EXPORT_VERSION, "note": note}
    write_whole(marker, (json.dumps(content, indent=1) + "\n").encode())


def check_version(folder: Path) -> None:
    """Refuse exports that this version does not read.

    Raises:
        ValueError: It was made by another version of the export.
    """
    try:
        found = json.loads((folder / MARKER).read_text("utf-8"))["export_version"]
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(
            f"{folder / MARKER} must name an export_version, but {error!r}: export "
            "the logs anew into another folder."
        ) from error
    if found != EXPORT_VERSION:
        raise ValueError(
            f"export_version must be {EXPORT_VERSION!r}, but got {found!r} in "
            f"{folder}: export the logs anew into another folder."
        )


def part_name(log: Path) -> str:
    """A file name for the parts of a log: its own, and a hash of where it lies."""
    place = hashlib.sha256(str(log.resolve()).encode()).hexdigest()
    return f"{log.stem}-{place[:10]}.parquet"


def fingerprint(log: Path) -> str:
    """What has to be the same for a log to count as exported: content and versions."""
    with log.open("rb") as stream:
        sha256 = hashlib.file_digest(stream, "sha256").hexdigest()
    return f"{sha256} {__version__} {RECORDS_VERSION} {EXPORT_VERSION}"


class PartWriter:
    """Writes one part in slices; a reader sees it whole, once it is closed.

    A context manager: nothing is left behind if what it encloses fails.
    """

    def __init__(
        self, path: Path, schema: "pyarrow.Schema", about: Mapping[str, Any], size: int
    ) -> None:
        import pyarrow.parquet

        kept = {**(schema.metadata or {}), _KEY: json.dumps(about).encode()}
        self._schema = schema.with_metadata(kept)
        self._path, self._size = path, size
        self._waiting = path.with_name(f".{path.name}.{os.getpid()}")
        self._writer = pyarrow.parquet.ParquetWriter(self._waiting, self._schema)
        self._rows: list[Mapping[str, Any]] = []
        self.n = 0

    def add(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Add rows; every `size` of them become a row group."""
        for row in rows:
            self._rows.append(row)
            self.n += 1
            if len(self._rows) == self._size:
                self._flush()

    def _flush(self) -> None:
        import pyarrow

        self._writer.write_table(
            pyarrow.Table.from_pylist(self._rows, schema=self._schema)
        )
        self._rows = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if kind is None and (self._rows or not self.n):
                self._flush()
            self._writer.close()
            if kind is None:
                os.replace(self._waiting, self._path)
        finally:
            self._waiting.unlink(missing_ok=True)


def about_part(path: Path) -> dict[str, Any]:
    """The note that `write_part` left.

    Raises:
        ValueError: The file is no part of an export.
    """
    import pyarrow
    import pyarrow.parquet

    try:
        found = pyarrow.parquet.read_schema(path).metadata or {}
        about: dict[str, Any] = json.loads(found[_KEY])
    except (pyarrow.ArrowException, KeyError, ValueError, OSError) as error:
        raise ValueError(
            f"{path} must be a part of an export, but {error!r}: delete it and export "
            "the logs again."
        ) from error
    return about


def find_parts(folder: Path) -> Iterable[Path]:
    """The parts that hold samples, sorted.

    Raises:
        ValueError: It is an export of another version.
        FileNotFoundError: No log was exported into it yet.
    """
    check_version(folder)
    found = sorted((folder / SAMPLES).glob("[!.]*.parquet"))
    if not found:
        raise FileNotFoundError(f"export {folder} holds no exported log")
    return found


def write_whole(path: Path, content: bytes) -> None:
    """Write a small file so that it is never seen half."""
    waiting = path.with_name(f".{path.name}.{os.getpid()}")
    waiting.write_bytes(content)
    os.replace(waiting, path)
