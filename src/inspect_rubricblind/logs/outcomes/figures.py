"""Figures as they stand in a row: value, limits, method, n, seed, or why not."""

from typing import Any

from inspect_rubricblind.logs.statistics.agreement import Coefficient
from inspect_rubricblind.logs.statistics.intervals import Interval
from inspect_rubricblind.logs.statistics.ungraded import Range

Row = dict[str, Any]

FEW_PAIRS = 30
"""Below this N a share of one error type is a count, not a claim."""


def figure(
    name: str,
    interval: Interval | None,
    reason: str | None = None,
    *,
    s1: Interval | None = None,
    seed: int | None = None,
) -> Row:
    """The keys of one figure.

    Args:
        name: Key of the value; limits and the rest are named after it.
        interval: The estimate; None gives nulls, with `reason`.
        reason: Why there is no estimate.
        s1: S1's own interval, adds `_s1_low` and `_s1_high`.
        seed: Of the resamples behind the limits, where there are any.
    """
    row: Row = {
        name: None if interval is None else interval.estimate,
        f"{name}_low": None if interval is None else interval.low,
        f"{name}_high": None if interval is None else interval.high,
        f"{name}_method": None if interval is None else interval.method,
        f"{name}_n": None if interval is None else float(interval.n),
        f"{name}_reason": reason if interval is None else interval.reason,
        f"{name}_seed": seed,
    }
    if s1 is not None:
        row |= {f"{name}_s1_low": s1.low, f"{name}_s1_high": s1.high}
    return row


def absent(name: str, reason: str, *, with_s1: bool = False) -> Row:
    """The keys of a figure that cannot be computed."""
    row = figure(name, None, reason)
    return row | ({f"{name}_s1_low": None, f"{name}_s1_high": None} if with_s1 else {})


def coefficient(name: str, found: Coefficient, seed: int) -> Row:
    """The keys of a correlation or kappa with percentile limits."""
    if found.estimate is None:
        return figure(name, None, found.reason)
    made = Interval(
        found.estimate, found.low, found.high, "percentile bootstrap", found.n
    )
    return figure(name, made, seed=seed)


def ends(span: Range) -> list[float]:
    """A range as a list."""
    return [span.low, span.high]
