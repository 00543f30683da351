"""Split a task over several runs, stably by case id."""

import re
from dataclasses import dataclass

from inspect_rubricblind.records import digest

SHARD = re.compile(r"(\d+)/(\d+)", re.ASCII)


@dataclass(frozen=True)
class Shard:
    """The cases whose id falls to `index` of `count`; `index` counts from 0."""

    index: int
    count: int

    def holds(self, case_id: str) -> bool:
        """Whether this shard runs the case; exactly one of its siblings does."""
        return int(digest(case_id), 16) % self.count == self.index


WHOLE = Shard(0, 1)


def parse_shard(value: object) -> Shard:
    """Read `"i/n"`; None is the whole task."""
    if value is None:
        return WHOLE
    found = SHARD.fullmatch(value) if isinstance(value, str) else None
    shard = Shard(*map(int, found.groups())) if found else None
    if shard is None or not shard.index < shard.count:
        raise ValueError(
            'shard must be "i/n" with i from 0 to n - 1 (such as "0/4"), '
            f"but got {value!r}"
        )
    return shard
