"""Run calls at the same time, and let one clear error out if they fail."""

from collections.abc import Awaitable
from typing import TypeVar

from inspect_ai.util import collect

T = TypeVar("T")


async def together(*calls: Awaitable[T]) -> list[T]:
    """The results of all calls, in order.

    Inspect's `collect` raises a group if several calls fail before the others are
    cancelled, whose message ("unhandled errors in a TaskGroup") says nothing. Calls
    that fail together fail for the same reason: the first one speaks for all.
    """
    try:
        return await collect(*calls)
    except ExceptionGroup as group:
        raise _first(group) from None


def _first(error: Exception) -> Exception:
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
    return error
