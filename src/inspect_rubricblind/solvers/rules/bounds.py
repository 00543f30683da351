"""Cut-offs that are written twice, and times that are no cut-offs."""

import re

from inspect_rubricblind.solvers.rules.amounts import change_numbers
from inspect_rubricblind.solvers.rules.passage import Change
from inspect_rubricblind.taxonomy.quantities import Quantity

CELSIUS, FAHRENHEIT = 41.0, 106.0
"""The same dangerous temperature on both scales (41 °C is 105.8 °F)."""

# How long something is kept up, not how long it may last before a step is due.
_KEPT_UP = re.compile(
    r"\b(?:monitor\w*|follow\w*|surveillance|contracepti\w*|treatment|therapy|dose)\b"
    r"[^.;:\n]{0,40}\Z",
    re.IGNORECASE,
)
_TWIN = re.compile(
    r"\s?(?:°|º|degrees)?\s?[FC]?\s?[/(≈=]{1,2}\s?(?:about |or |>|≥)?\s?"
    r"(?P<n>\d{2,3}(?:\.\d)?)\s?(?:°|º)\s?[FC]\b",
    re.IGNORECASE,
)


def is_kept_up(before: str) -> bool:
    """Whether the words before a time say what is done for so long."""
    return _KEPT_UP.search(before) is not None


def dangerous_fever(answer: str, quantity: Quantity) -> list[Change]:
    """A dangerous temperature, also on the other scale that stands behind it."""

    def high(value: float) -> float:
        return CELSIUS if value < 50 else FAHRENHEIT

    changes = change_numbers(answer, quantity, high)
    last = quantity.numbers[-1] if quantity.numbers else None
    twin = _TWIN.match(answer, last.end) if last else None
    if twin and all(change.start != twin.start("n") for change in changes):
        text = f"{high(float(twin['n'])):g}"
        changes.append(Change(twin.start("n"), twin.end("n"), text))
    return changes
