"""Logs -> samples, each once: typed, deduplicated, with every loss named.

Copies of a log (re-scored, retried, moved) share the task id, so a sample is known by
(task id, sample id, epoch) and what its copies hold is joined. Neither the order of the
logs nor that of their samples changes anything.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from json import JSONDecodeError
from pathlib import Path
from typing import Any, Literal
from zipfile import BadZipFile

from inspect_rubricblind.logs.archive import (
    PART_SUFFIX,
    Archive,
    SampleKey,
    open_archive,
)
from inspect_rubricblind.logs.copies import join_copies
from inspect_rubricblind.logs.escape import cut
from inspect_rubricblind.logs.samples import (
    LogSample,
    Run,
    SampleCopy,
    parse_copy,
    run_of,
)
from inspect_rubricblind.logs.sources import find_sources

_OWN_TASKS = "inspect_rubricblind/"
_ERROR_LENGTH = 160

LossReason = Literal["missing", "error", "invalidated", "unreadable", "no trial"]


@dataclass(frozen=True)
class Loss:
    """Why one log holds no usable form of a sample; `detail` quotes its error."""

    reason: LossReason
    detail: str = ""


@dataclass(frozen=True)
class Lost:
    """A sample that the run planned and no log holds in usable form."""

    run: Run
    key: SampleKey
    reason: LossReason
    detail: str


@dataclass(frozen=True)
class LeftOut:
    """A file that was given and not used. Broken ones make a report incomplete."""

    path: Path
    reason: str
    broken: bool


@dataclass(frozen=True)
class LogSet:
    """Logs that belong together: `runs` are used, `left_out` are not."""

    runs: tuple[Run, ...]
    left_out: tuple[LeftOut, ...]

    @property
    def has_text(self) -> bool:
        """Whether questions and answers can be read; an export leaves them out."""
        return all(run.path.suffix != PART_SUFFIX for run in self.runs)

    def samples(self) -> Iterator[LogSample | Lost]:
        """Every planned sample once, one in memory at a time, sorted by key.

        Raises:
            ValueError: A log was written with other records than this version reads,
                or a sample carries two coverage results that cannot be told apart.
        """
        for copies in self.groups():
            yield from run_samples(copies)

    def groups(self) -> list[tuple[Run, ...]]:
        """The logs of each run together: its copies, retries and re-scored forms."""
        groups: defaultdict[str, list[Run]] = defaultdict(list)
        for run in self.runs:
            groups[run.task_id].append(run)
        return [tuple(copies) for _, copies in sorted(groups.items())]


def run_samples(copies: Sequence[Run]) -> Iterator[LogSample | Lost]:
    """The samples of one run, joined over the logs that are copies of it.

    Raises:
        ValueError: As `LogSet.samples`.
    """
    with ExitStack() as stack:
        opened = [(run, stack.enter_context(open_archive(run.path))) for run in copies]
        yield from _group_samples(opened)


def read_logs(paths: Sequence[Path]) -> LogSet:
    """Open the headers of all `.eval` files in `paths` (files or folders), or exports.

    Raises:
        FileNotFoundError: A path does not exist, or a folder holds no log.
        ValueError: A file is no `.eval` file, no log can be used, or the logs come from
            different versions of one task.
    """
    runs, left_out = [], []
    for path in find_sources(paths):
        try:
            with open_archive(path) as archive:
                run = run_of(path, archive.header)
                ours = _is_ours(run, archive)
        except ValueError as error:
            left_out.append(LeftOut(path, str(error), broken=True))
            continue
        if ours:
            runs.append(run)
        else:
            reason = f"task {run.task} left no trial of this suite"
            left_out.append(LeftOut(path, reason, broken=False))
    if not runs:
        why = "; ".join(f"{item.path}: {item.reason}" for item in left_out)
        raise ValueError(f"no log can be used: {why}")
    _check_task_versions(runs)
    runs.sort(key=lambda run: (run.created, run.eval_id, str(run.path)))
    return LogSet(tuple(runs), tuple(left_out))


def read_sample(path: Path, key: SampleKey) -> LogSample:
    """One sample of one log, without the rest.

    Raises:
        ValueError: The log holds no usable sample of this key.
    """
    with open_archive(path) as archive:
        copy = _read_copy(run_of(path, archive.header), archive, key)
    if not isinstance(copy, SampleCopy):
        raise ValueError(
            f"sample {key!r} of {path} must be usable, but got: {copy.reason}"
        )
    return join_copies([copy])


def missing_shards(runs: Iterable[Run]) -> list[str]:
    """Say which parts of sharded runs (`shard="i/n"`) no log covers."""
    seen: defaultdict[tuple[str, str], set[int]] = defaultdict(set)
    for run in runs:
        index, _, total = str(run.args.get("shard") or "").partition("/")
        if index.isdigit() and total.isdigit():
            seen[(run.label, total)].add(int(index))
    gaps = []
    for (label, total), present in sorted(seen.items()):
        absent = [f"{i}/{total}" for i in range(int(total)) if i not in present]
        if absent:
            gaps.append(f"{label}: no log for shard {', '.join(absent)}")
    return gaps


def _is_ours(run: Run, archive: Archive) -> bool:
    if run.registry_name.startswith(_OWN_TASKS):
        return True
    return any(has_trial(archive.sample(key)) for key in sorted(archive.sample_keys))


def has_trial(sample: Mapping[str, Any]) -> bool:
    """Whether the solvers of this suite left anything in a sample."""
    return any(name.startswith("Trial:") for name in sample["store"])


def _check_task_versions(runs: Sequence[Run]) -> None:
    first: dict[str, Run] = {}
    for run in sorted(runs, key=lambda run: str(run.path)):
        known = first.setdefault(run.task, run)
        if known.task_version != run.task_version:
            raise ValueError(
                f"logs must come from one version of task {run.task}, but got "
                f"{known.task_version} ({known.path.name}) and {run.task_version} "
                f"({run.path.name}): their results are not comparable; report them "
                "apart."
            )


def _group_samples(
    opened: Sequence[tuple[Run, Archive]],
) -> Iterator[LogSample | Lost]:
    """Join the logs of one task id (all copies and retries of one run)."""
    latest = opened[-1][0]
    planned = (run.expected | archive.sample_keys for run, archive in opened)
    for key in sorted(frozenset[SampleKey]().union(*planned)):
        read = [
            _read_copy(run, archive, key)
            for run, archive in opened
            if key in archive.sample_keys
        ]
        if copies := [item for item in read if isinstance(item, SampleCopy)]:
            yield join_copies(copies)
        else:
            losses = [item for item in read if isinstance(item, Loss)]
            loss = losses[-1] if losses else Loss("missing")
            yield Lost(latest, key, loss.reason, loss.detail)


def _read_copy(run: Run, archive: Archive, key: SampleKey) -> SampleCopy | Loss:
    try:
        sample = archive.sample(key)
    except (BadZipFile, JSONDecodeError, UnicodeDecodeError):
        return Loss("unreadable")
    if sample.get("invalidation"):
        return Loss("invalidated")
    if error := sample.get("error"):
        return Loss("error", cut(error.get("message") or "", _ERROR_LENGTH))
    return parse_copy(run, sample) if has_trial(sample) else Loss("no trial")
