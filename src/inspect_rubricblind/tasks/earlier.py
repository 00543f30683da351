"""Answers out of an earlier Inspect log, of this suite or of any other task."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile

from inspect_rubricblind.logs.archive import Archive, SampleKey, open_archive
from inspect_rubricblind.records import SuppliedAnswer

FRAGMENT = re.compile(r"(?P<path>.+\.eval)#(?P<rest>[^/]*)")
EPOCH = re.compile(r"epoch=0*(?P<epoch>[1-9][0-9]{0,8})")
LOG_SUFFIX = ".eval"


class Earlier(NamedTuple):
    """What a log holds: answers by case id, and the cases whose sample failed."""

    answers: dict[str, SuppliedAnswer]
    failed: frozenset[str]


def split_epoch(value: str) -> tuple[str, int | None]:
    """Take `#epoch=N` off the path of a log; None where no epoch is named.

    Raises:
        ValueError: Something else follows the path of the log.
    """
    found = FRAGMENT.fullmatch(value)
    if found is None:
        return value, None
    named = EPOCH.fullmatch(found["rest"])
    if named is None:
        raise ValueError(
            f"answers must be a log, or a log and its epoch as in "
            f"`{found['path']}#epoch=1` (counted from 1), but got {value!r}"
        )
    return found["path"], int(named["epoch"])


def read_earlier(path: Path, epoch: int | None) -> Earlier:
    """The answers of one epoch of a log.

    The answer under study of a log of this suite, the reply of any other log. An
    empty reply or a refusal is an answer here; the run that takes it over excludes
    and counts it as it would one of its own.

    Args:
        path: An `.eval` file.
        epoch: Which epoch; None if the log has only one.

    Raises:
        ValueError: The log cannot be read, holds no sample, or has no such epoch.
    """
    answers: dict[str, SuppliedAnswer] = {}
    failed = set()
    with open_archive(path) as archive:
        model = str(archive.header["eval"].get("model", ""))
        for key in _of_epoch(path, archive.sample_keys, epoch):
            sample = _usable(archive, key)
            if sample is None:
                failed.add(key[0])
            elif answer := _answer_of(sample, model):
                answers[str(sample["id"])] = answer
    return Earlier(answers, frozenset(failed))


def _of_epoch(
    path: Path, keys: Iterable[SampleKey], epoch: int | None
) -> list[SampleKey]:
    held = sorted({number for _, number in keys})
    if not held:
        raise ValueError(f"answers must be a log with samples, but {path} has none")
    if epoch is None and len(held) > 1:
        raise ValueError(
            f"answers must name one epoch, since {path} holds the epochs "
            f"{', '.join(map(str, held))}: pass `-T answers={path}#epoch={held[0]}`"
        )
    if epoch is not None and epoch not in held:
        raise ValueError(
            f"answers must name an epoch of {path}, which holds "
            f"{', '.join(map(str, held))}, but got {epoch}"
        )
    wanted = held[0] if epoch is None else epoch
    return sorted(key for key in keys if key[1] == wanted)


def _usable(archive: Archive, key: SampleKey) -> dict[str, Any] | None:
    """The sample, None if it ended in an error, was invalidated or is damaged."""
    try:
        sample = archive.sample(key)
    except BadZipFile:
        return None
    return None if sample.get("error") or sample.get("invalidation") else sample


def _answer_of(sample: Mapping[str, Any], model: str) -> SuppliedAnswer | None:
    """The answer of a sample, None where nobody was there to give one."""
    store = sample["store"]
    if own := store.get("Trial:answer"):
        return SuppliedAnswer(
            text=own["text"], answer_model=own["answer_model"], kind="log"
        )
    if store.get("Trial:no_answer") == "no_reference_answer":
        return None
    output = sample.get("output") or {}
    choices = output.get("choices") or [{}]
    return SuppliedAnswer(
        text=output.get("completion") or "",
        answer_model=model,
        kind="log",
        stop_reason=choices[0].get("stop_reason") or "stop",
    )
