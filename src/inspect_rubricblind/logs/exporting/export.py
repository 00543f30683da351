"""Logs -> parquet parts, one set per log; what is there and unchanged stays."""

import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from json import JSONDecodeError
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

from inspect_rubricblind.logs.archive import Archive, open_archive
from inspect_rubricblind.logs.copies import join_copies
from inspect_rubricblind.logs.exporting.parts import (
    FOLDERS,
    SAMPLES,
    PartWriter,
    about_part,
    fingerprint,
    part_name,
    start_export,
)
from inspect_rubricblind.logs.exporting.rows import criterion_rows, explanation_rows
from inspect_rubricblind.logs.exporting.slim import slim_sample
from inspect_rubricblind.logs.pairs import COLUMNS, pair_rows, pair_table
from inspect_rubricblind.logs.parallel import Advance, each
from inspect_rubricblind.logs.read import has_trial
from inspect_rubricblind.logs.samples import Run, parse_copy, run_of
from inspect_rubricblind.logs.sources import find_logs

_SLICE = 20_000
_SAMPLE_SLICE = 128


@dataclass(frozen=True)
class Exported:
    """What became of one log.

    `planned` counts the samples that its run set out to do, `samples` those that are
    exported, `failed` those of them that ended in an error. `left_out` says why a
    log was not exported; `broken` whether that makes the export incomplete.
    """

    path: Path
    skipped: bool = False
    planned: int = 0
    samples: int = 0
    failed: int = 0
    pairs: int = 0
    left_out: str | None = None
    broken: bool = False

    @property
    def incomplete(self) -> str | None:
        """What is missing, in words; None if nothing is."""
        if self.left_out:
            return f"{self.path.name}: {self.left_out}" if self.broken else None
        done = self.samples - self.failed
        if done >= self.planned and not self.failed:
            return None
        return f"{self.path.name}: {done} of {self.planned} planned samples"


def export_logs(
    paths: Sequence[Path], folder: Path, advance: Advance | None = None
) -> tuple[Exported, ...]:
    """Export logs that are new or changed.

    Args:
        paths: `.eval` files, or folders that hold some at any depth.
        folder: Where to; made if it is not there.
        advance: Told (done, total) after each log.

    Returns:
        What became of each log, in the order of their paths.

    Raises:
        FileNotFoundError: A path does not exist, or a folder holds no log.
        ValueError: No log can be used, or the folder is no export.
    """
    logs = find_logs(paths)
    start_export(folder)
    sizes = [log.stat().st_size for log in logs]
    found = tuple(each(partial(export_log, folder), logs, sizes, advance))
    if all(item.left_out for item in found):
        why = "; ".join(f"{item.path}: {item.left_out}" for item in found)
        raise ValueError(f"no log can be used: {why}")
    return found


def export_log(folder: Path, log: Path) -> Exported:
    """Export one log unless its parts are there and it did not change."""
    sha256, name = fingerprint(log), part_name(log)
    part = folder / SAMPLES / name
    if part.is_file() and (known := _known(part, sha256)):
        return Exported(log, skipped=True, **known)
    try:
        with open_archive(log) as archive:
            run = run_of(log, archive.header)
            if not _is_ours(run, archive):
                reason = f"task {run.task} left no trial of this suite"
                return Exported(log, left_out=reason)
            counts: dict[str, Any] = _write(folder, name, run, archive, sha256)
    except ValueError as error:
        return Exported(log, left_out=str(error), broken=True)
    return Exported(log, **counts)


def _known(part: Path, sha256: str) -> dict[str, Any] | None:
    try:
        about = about_part(part)
    except ValueError:
        return None
    whole = all((part.parents[1] / name / part.name).is_file() for name in FOLDERS)
    counts: dict[str, Any] = about["counts"]
    return counts if whole and about["fingerprint"] == sha256 else None


def _is_ours(run: Run, archive: Archive) -> bool:
    if run.registry_name.startswith("inspect_rubricblind/"):
        return True
    return any(has_trial(archive.sample(key)) for key in sorted(archive.sample_keys))


def _write(
    folder: Path, name: str, run: Run, archive: Archive, sha256: str
) -> dict[str, int]:
    from inspect_rubricblind.logs.exporting import schemas

    about: dict[str, Any] = {"log": run.path.name, "fingerprint": sha256}
    pairs, slim, failed = _stream(folder, name, run, archive, about)
    counts = {
        "planned": max(len(run.expected), len(archive.sample_keys)),
        "samples": len(slim),
        "failed": failed,
        "pairs": len(pairs),
    }
    known = about | {"header": _header(archive), "counts": counts}
    for kind, schema, note, rows in (
        ("pairs", schemas.PAIR_SCHEMA, about, _pair_rows(pairs)),
        ("runs", schemas.RUN_SCHEMA, about, [_run_row(run, counts, sha256)]),
        (SAMPLES, schemas.SAMPLE_SCHEMA, known, slim),
    ):
        size = _SAMPLE_SLICE if kind == SAMPLES else _SLICE
        with PartWriter(folder / kind / name, schema, note, size) as writer:
            writer.add(rows)
    return counts


def _stream(
    folder: Path, name: str, run: Run, archive: Archive, about: dict[str, Any]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]], int]:
    """Write criteria and explanations as samples go by; keep pairs and slim samples."""
    from inspect_rubricblind.logs.exporting import schemas

    pairs: list[dict[str, Any]] = []
    slim: list[dict[str, Any]] = []
    failed = 0
    with ExitStack() as stack:
        criteria, explanations = (
            stack.enter_context(PartWriter(folder / kind / name, schema, about, _SLICE))
            for kind, schema in (
                ("criteria", schemas.CRITERION_SCHEMA),
                ("explanations", schemas.EXPLANATION_SCHEMA),
            )
        )
        for raw in _samples(archive):
            slim.append(_slim_row(raw))
            if raw.get("error") or raw.get("invalidation") or not has_trial(raw):
                failed += 1
                continue
            sample = join_copies([parse_copy(run, raw)])
            pairs += pair_rows(sample)
            criteria.add(criterion_rows(sample))
            explanations.add(explanation_rows(sample))
    return pairs, slim, failed


def _pair_rows(pairs: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Typed, sorted, and without the columns that only pooling needs."""
    table = pair_table(pairs)[list(COLUMNS)]
    plain = table.astype(object).where(table.notna(), None)
    return [dict(zip(COLUMNS, row, strict=True)) for row in plain.to_numpy().tolist()]


def _samples(archive: Archive) -> Iterator[dict[str, Any]]:
    """Samples that can be read; a damaged one is missing from the export."""
    for key in sorted(archive.sample_keys):
        try:
            yield archive.sample(key)
        except (BadZipFile, JSONDecodeError, UnicodeDecodeError):
            continue


def _slim_row(raw: dict[str, Any]) -> dict[str, Any]:
    sample = slim_sample(raw)
    return {
        "id": str(raw["id"]),
        "epoch": raw["epoch"],
        "sample": json.dumps(sample, ensure_ascii=False),
    }


def _header(archive: Archive) -> dict[str, Any]:
    return {name: archive.header.get(name) for name in ("status", "eval")}


def _run_row(run: Run, counts: dict[str, int], sha256: str) -> dict[str, Any]:
    return {
        "log_id": run.eval_id,
        "task_id": run.task_id,
        "task": run.task,
        "task_version": run.task_version,
        "model": run.model,
        "created": run.created,
        "status": run.status,
        "planned": counts["planned"],
        "exported": counts["samples"],
        "sha256": sha256.split()[0],
    }
