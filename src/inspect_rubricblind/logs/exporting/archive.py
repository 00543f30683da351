"""Reading a part of an export the way a log is read."""

import json
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from inspect_rubricblind.logs.exporting.parts import about_part

SampleKey = tuple[str, int]


class ExportArchive:
    """One log's part of an export, as a `logs.archive.Archive`.

    Samples come without their texts; one row group is in memory at a time.
    """

    def __init__(self, path: Path) -> None:
        import pyarrow.parquet

        self.header: dict[str, Any] = about_part(path)["header"]
        self._file = pyarrow.parquet.ParquetFile(path)
        self._place: dict[SampleKey, tuple[int, int]] = {}
        for group in range(self._file.num_row_groups):
            rows = self._file.read_row_group(group, columns=["id", "epoch"])
            pairs = zip(rows["id"].to_pylist(), rows["epoch"].to_pylist(), strict=True)
            for offset, key in enumerate(pairs):
                self._place[key] = (group, offset)
        self.sample_keys = frozenset(self._place)
        self._group = -1
        self._samples: list[str] = []

    def sample(self, key: SampleKey) -> dict[str, Any]:
        """One sample as plain JSON values, its texts replaced by digests."""
        group, offset = self._place[key]
        if group != self._group:
            rows = self._file.read_row_group(group, columns=["sample"])
            self._group, self._samples = group, rows["sample"].to_pylist()
        found: dict[str, Any] = json.loads(self._samples[offset])
        return found

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()
