"""Many logs at once: in processes where that pays, here where it does not."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

Advance = Callable[[int, int], None]
ItemT = TypeVar("ItemT")
FoundT = TypeVar("FoundT")

# A process takes about a second to start, which is the time for so many bytes of log.
WORTH_A_PROCESS = 20_000_000


def each(
    work: Callable[[ItemT], FoundT],
    items: Sequence[ItemT],
    sizes: Sequence[int],
    advance: Advance | None = None,
) -> Iterator[FoundT]:
    """Do the same work on each item, in as many processes as it is worth.

    Args:
        work: A function of a module, or a partial of one; its results travel between
            processes.
        items: What to work on.
        sizes: Bytes of log behind each item.
        advance: Told (done, total) after each item.

    Yields:
        Results in the order of the items, whatever finishes first.
    """
    total = len(items)
    workers = min(_cores(), total, 1 + sum(sizes) // WORTH_A_PROCESS)
    if workers < 2:
        for done, item in enumerate(items, start=1):
            found = work(item)
            if advance:
                advance(done, total)
            yield found
        return
    # A fresh interpreter: forking one with threads (as Inspect's) can hang.
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for done, found in enumerate(pool.map(work, items), start=1):
            if advance:
                advance(done, total)
            yield found


def _cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
