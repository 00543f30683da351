"""How many errors survive each stage: applicable, accepted, graded."""

from collections.abc import Sequence
from dataclasses import dataclass

from inspect_rubricblind.logs.statistics.intervals import Interval
from inspect_rubricblind.logs.statistics.proportions import proportion


@dataclass(frozen=True)
class FunnelStage:
    """What is left after a stage, and its share of what entered.

    `kept` has a Wilson interval over cases of one error type (one row per case); it
    is None for the first stage and where nothing entered.
    """

    name: str
    n: int
    kept: Interval | None


def funnel(
    stages: Sequence[tuple[str, int]], level: float = 0.95
) -> tuple[FunnelStage, ...]:
    """Shares kept from stage to stage.

    Args:
        stages: Names and counts in order, e.g. asked, applicable, accepted, graded.
        level: Confidence level.

    Raises:
        ValueError: A stage holds more than the one before it.
    """
    found: list[FunnelStage] = []
    for name, n in stages:
        before = found[-1].n if found else None
        if n < 0 or (before is not None and n > before):
            raise ValueError(
                f"stages must not grow, but got {n!r} at {name!r} after {before!r}"
            )
        kept = proportion(n, before, level) if before else None
        found.append(FunnelStage(name, n, kept))
    return tuple(found)
