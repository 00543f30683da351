"""One Inspect log file, read sample by sample.

An `.eval` file is a zip with one JSON member per sample. Reading members straight
from the zip costs a thirtieth of the CPU of Inspect's sample iterator and holds one
sample in memory at a time. Where the file does not look as expected, Inspect's own
public reader takes over; both give the same dictionaries.
"""

import importlib
import json
import zipfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self

from pydantic_core import from_json

from inspect_rubricblind.logs.exporting.archive import ExportArchive
from inspect_rubricblind.logs.recovered import with_store

# Before Python 3.14 this import teaches the standard zipfile zstd (method 93).
with suppress(ImportError):
    importlib.import_module("zipfile_zstd")

SampleKey = tuple[str, int]
PART_SUFFIX = ".parquet"

_EVAL_KEYS = {"eval_id", "task_id", "task", "created"}
_SAMPLE_KEYS = {"id", "epoch", "input", "metadata", "store"}


class Archive(Protocol):
    """A log opened for reading: a context manager.

    `header` holds at least `status` and `eval`; `sample_keys` the id and epoch of
    every sample in the file.
    """

    header: dict[str, Any]
    sample_keys: frozenset[SampleKey]

    def sample(self, key: SampleKey) -> dict[str, Any]:
        """One sample as plain JSON values; messages may be left out.

        The store is there also if Inspect recovered the sample after a crash.
        """

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


class ZipArchive:
    """The narrow reader: only the members that are asked for are unpacked."""

    def __init__(self, path: Path) -> None:
        self._zip = zipfile.ZipFile(path)
        try:
            self.header = _zip_header(self._zip)
            self._members = _sample_members(self._zip)
            self.sample_keys = frozenset(self._members)
            self._check_layout()
        except BaseException:
            self._zip.close()
            raise

    def sample(self, key: SampleKey) -> dict[str, Any]:
        """One sample as plain JSON values.

        Raises:
            BadZipFile: The member is damaged.
        """
        name = self._members[key]
        try:
            content = self._zip.read(name)
        except Exception as error:  # each compression method raises its own kind
            raise zipfile.BadZipFile(f"{name} is damaged: {error}") from error
        return with_store(_parsed(content))

    def _check_layout(self) -> None:
        # A damaged first sample is that sample's loss, not the file's.
        with suppress(zipfile.BadZipFile):
            for key in sorted(self._members)[:1]:
                _require(self.sample(key), _SAMPLE_KEYS, "sample")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._zip.close()


class ApiArchive:
    """The fallback: the whole log through `inspect_ai.log.read_eval_log`."""

    def __init__(self, path: Path) -> None:
        # Imported here: a reader that never needs it starts in half the time.
        from inspect_ai.log import read_eval_log

        log = read_eval_log(str(path))
        self._samples = {(str(s.id), s.epoch): s for s in log.samples or []}
        self.sample_keys = frozenset(self._samples)
        self.header = {
            "status": log.status,
            "eval": log.eval.model_dump(mode="json"),
            "stats": log.stats.model_dump(mode="json"),
        }

    def sample(self, key: SampleKey) -> dict[str, Any]:
        """One sample as plain JSON values."""
        sample = self._samples[key]
        return with_store(
            sample.model_dump(mode="json", exclude={"messages", "timelines"})
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._samples = {}


def open_archive(path: Path) -> Archive:
    """Open a log with the narrow reader, or with Inspect's own where that fails.

    A part of an export opens likewise; its samples come without text.

    Raises:
        ValueError: Neither reader can make sense of the file.
    """
    if path.suffix == PART_SUFFIX:
        return ExportArchive(path)
    try:
        return ZipArchive(path)
    except (zipfile.BadZipFile, KeyError, ValueError, NotImplementedError, OSError):
        pass  # not the layout this reader knows: Inspect's own decides
    try:
        return ApiArchive(path)
    except Exception as error:
        raise ValueError(
            f"log must be a readable Inspect .eval file, but {path} is not "
            f"({type(error).__name__}). An unfinished file may be saved with "
            "`inspect log recover`."
        ) from error


def _parsed(content: bytes) -> dict[str, Any]:
    """A JSON object; the fast parser refuses some strings that the other one takes."""
    try:
        parsed: dict[str, Any] = from_json(content)
    except ValueError:
        parsed = json.loads(content)
    return parsed


def _zip_header(archive: zipfile.ZipFile) -> dict[str, Any]:
    """The header, or what was written at the start of a run that never ended."""
    names = set(archive.namelist())
    finished = "header.json" in names
    name = "header.json" if finished else "_journal/start.json"
    header: dict[str, Any] = json.loads(archive.read(name))
    _require(header.get("eval"), _EVAL_KEYS, name)
    return header if finished else {**header, "status": "started", "stats": {}}


def _sample_members(archive: zipfile.ZipFile) -> dict[SampleKey, str]:
    members = {}
    for name in archive.namelist():
        if name.startswith("samples/") and name.endswith(".json"):
            stem, _, epoch = name[len("samples/") : -len(".json")].rpartition("_epoch_")
            members[(stem, int(epoch))] = name
    return members


def _require(value: object, keys: set[str], name: str) -> None:
    if not isinstance(value, Mapping) or not keys <= value.keys():
        raise ValueError(f"{name} must hold {sorted(keys)}, got another layout")
