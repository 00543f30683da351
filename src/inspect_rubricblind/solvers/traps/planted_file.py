"""Planted sets as JSON Lines: planted once, used for many models."""

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path

from pydantic import ValidationError

from inspect_rubricblind.records import PlantedTrap
from inspect_rubricblind.records.rows import (
    Line,
    describe_fault,
    read_jsonl,
    refuse_duplicates,
)
from inspect_rubricblind.taxonomy.model import CANARY
from inspect_rubricblind.taxonomy.trap_model import load_traps

WARNING = "This file contains deliberate medical errors; never show it to a patient."


@lru_cache(maxsize=8)
def read_planted(path: Path) -> Mapping[str, PlantedTrap]:
    """The traps of a planted set by id, in the order of the file.

    Raises:
        ValueError: A line breaks the format, an id stands twice, or there is none.
    """
    found: dict[str, PlantedTrap] = {}
    keys: list[tuple[object, Line]] = []
    known = {entry.code for entry in load_traps().subtypes}
    for line in read_jsonl(path):
        planted = _read(line)
        if planted.trap.subtype not in known:
            raise ValueError(
                f"{line.place}: subtype must be one of {', '.join(sorted(known))}, but "
                f"got {planted.trap.subtype!r}"
            )
        found[planted.id] = planted
        keys.append((planted.id, line._replace(value={})))
    refuse_duplicates(keys, "id")
    if not found:
        raise ValueError(f"{path} must hold at least one planted trap, but is empty")
    return found


def write_planted(traps: Iterable[PlantedTrap], path: Path) -> int:
    """Write a planted set, sorted by id; returns how many traps it holds."""
    lines = [
        json.dumps(trap.model_dump(mode="json"), ensure_ascii=False, sort_keys=True)
        for trap in sorted(traps, key=lambda trap: trap.id)
    ]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return len(lines)


def _read(line: Line) -> PlantedTrap:
    try:
        planted = PlantedTrap.model_validate(line.value)
    except ValidationError as error:
        fault = describe_fault(error.errors()[0])
        raise ValueError(f"{line.place}: {fault}") from None
    if planted.canary != CANARY:
        raise ValueError(
            f"{line.place}: canary must be {CANARY!r}, but got {planted.canary!r:.80}"
        )
    return planted
