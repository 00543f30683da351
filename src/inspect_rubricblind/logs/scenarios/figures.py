"""Figures whose limits may be absent although there is an estimate."""

from inspect_rubricblind.logs.outcomes.figures import Row, coefficient
from inspect_rubricblind.logs.statistics.agreement import Coefficient


def few_coefficient(name: str, found: Coefficient, seed: int) -> Row:
    """The keys of a coefficient, with the reason why it has no limits, if it has none.

    Args:
        name: Key of the value; limits and the rest are named after it.
        found: The coefficient.
        seed: Of the resamples.
    """
    row = coefficient(name, found, seed)
    if found.estimate is not None and found.low is None:
        row |= {f"{name}_reason": found.reason, f"{name}_seed": None}
    return row
