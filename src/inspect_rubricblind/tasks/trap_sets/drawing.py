"""Sources of traps, and which of them a run takes."""

from collections.abc import Callable, Iterable
from heapq import nsmallest
from pathlib import Path
from typing import NamedTuple

from inspect_rubricblind.records import digest
from inspect_rubricblind.tasks.sources import Source


class Origin(NamedTuple):
    """A source of a trap: turns that end with a user's, and an id."""

    id: str
    turns: tuple[tuple[str, str], ...]
    theme: str = ""
    canary: str = ""


class TrapBench(NamedTuple):
    """What sets one trap task apart."""

    name: str
    title: str
    task: str
    version: int
    interface: str
    find: Callable[[str], Source]
    read: Callable[[Path], Iterable[Origin]]


def draw_origins(
    origins: Iterable[Origin], cases: int | None, seed: int
) -> list[Origin]:
    """All sources, or as many as asked for: a draw by seed and id, never by order."""
    if cases is None:
        return list(origins)
    return nsmallest(cases, origins, key=lambda o: (digest(f"{seed}\x1f{o.id}"), o.id))
