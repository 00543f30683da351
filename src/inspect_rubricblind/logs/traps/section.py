"""The section of the report on traps, as numbers."""

from typing import Any

from inspect_rubricblind.logs.outcomes.figures import Row
from inspect_rubricblind.logs.traps.planting import planting_rows
from inspect_rubricblind.logs.traps.published import published_rows
from inspect_rubricblind.logs.traps.rates import (
    comparison_rows,
    rank_rows,
    rate_rows,
)
from inspect_rubricblind.logs.traps.reading import Traps

TrapSection = dict[str, list[Row]]


def trap_section(found: Traps, seed: int = 0) -> TrapSection | None:
    """All rows of the section; None without a trap.

    Args:
        found: What the logs hold.
        seed: Of the bootstrap behind the ranks.
    """
    if not found.rows:
        return None
    rates = list(rate_rows(found.rows))
    return {
        "planting": list(planting_rows(found.rows)),
        "rates": rates,
        "comparisons": list(comparison_rows(found.rows)),
        "ranks": list(rank_rows(found.rows, seed)),
        # Published rates stand beside own ones, never alone.
        "published": published_rows() if rates else [],
    }


def flat_traps(section: TrapSection | None) -> dict[str, Any]:
    """The lists under names of their own, for `tables/*.csv`."""
    return {f"traps_{name}": rows for name, rows in (section or {}).items()}
