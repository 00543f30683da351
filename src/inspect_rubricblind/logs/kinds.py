"""Kinds of injected error: the 13 of the taxonomy, and subtypes of traps."""

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from inspect_rubricblind.records import TRAP_PREFIX
from inspect_rubricblind.taxonomy.load import load_taxonomy
from inspect_rubricblind.taxonomy.trap_model import load_traps


class ErrorKind(NamedTuple):
    """A kind of error by its name in `error_type`; `harm` is None where none is set."""

    code: str
    name: str
    harm: int | None


def kinds_of(found: Iterable[str]) -> tuple[ErrorKind, ...]:
    """The kinds that a table of these errors shows.

    Args:
        found: Every error type that occurs. Where traps were planted, their subtypes
            stand in the place of the taxonomy's types, which nobody tried to inject.
    """
    present = set(found)
    traps = tuple(k for k in _kinds().values() if _is_trap(k) and k.code in present)
    return traps or tuple(k for k in _kinds().values() if not _is_trap(k))


def kind_of(code: str) -> ErrorKind | None:
    """The kind of this name, None if it is none that we know."""
    return _kinds().get(code)


def _is_trap(kind: ErrorKind) -> bool:
    return kind.code.startswith(TRAP_PREFIX)


@cache
def _kinds() -> dict[str, ErrorKind]:
    own = [ErrorKind(e.code, e.name, e.harm) for e in load_taxonomy().types]
    traps = [
        ErrorKind(f"{TRAP_PREFIX}{entry.code}", entry.name, None)
        for entry in load_traps().subtypes
    ]
    return {kind.code: kind for kind in (*own, *traps)}
