"""Samples by key, joined over all copies of their log."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

from inspect_rubricblind.logs.archive import SampleKey, open_archive
from inspect_rubricblind.logs.copies import join_copies
from inspect_rubricblind.logs.read import has_trial
from inspect_rubricblind.logs.samples import LogSample, Run, parse_copy

Source = tuple[Path, SampleKey]


def read_joined(
    runs: Sequence[Run], sources: Iterable[Source]
) -> Iterator[tuple[Source, LogSample]]:
    """Read samples, each log once however many samples of it are asked for.

    Args:
        runs: All logs of the study, which hold the copies.
        sources: Log and key of each sample; any copy's log will do.
    """
    task_of = {run.path: run.task_id for run in runs}
    wanted: defaultdict[str, set[Source]] = defaultdict(set)
    for path, key in sources:
        wanted[task_of[path]].add((path, key))
    for task_id, found in sorted(wanted.items()):
        same = [run for run in runs if run.task_id == task_id]
        with ExitStack() as stack:
            opened = [
                (run, stack.enter_context(open_archive(run.path))) for run in same
            ]
            for path, key in sorted(found, key=str):
                samples = [
                    (run, archive.sample(key))
                    for run, archive in opened
                    if key in archive.sample_keys
                ]
                copies = [
                    parse_copy(run, sample)
                    for run, sample in samples
                    if not sample.get("error")
                    and not sample.get("invalidation")
                    and has_trial(sample)
                ]
                yield (path, key), join_copies(copies)
