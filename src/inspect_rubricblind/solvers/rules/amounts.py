"""Write changed numbers and units the way the answer writes them."""

import re
from collections.abc import Callable
from typing import Literal

import regex

from inspect_rubricblind.solvers.rules.passage import Change
from inspect_rubricblind.taxonomy.numerals import NUMBER, parse_number
from inspect_rubricblind.taxonomy.quantities import Quantity

TimeUnit = Literal["second", "minute", "hour", "day", "week", "month", "year"]

TIME_UNITS: tuple[TimeUnit, ...] = (
    "second",
    "minute",
    "hour",
    "day",
    "week",
    "month",
    "year",
)
_WORDS = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]
_SPELLINGS: dict[TimeUnit, str] = {
    "second": r"s|secs?|seconds?",
    "minute": r"mins?|minutes?",
    "hour": r"h|hrs?|hours?",
    "day": r"d|days?|nights?",
    "week": r"wks?|weeks?",
    "month": r"mos?|months?",
    "year": r"y|yrs?|years?",
}
_TIME = re.compile(
    r"(?<![A-Za-z])(?:"
    + "|".join(f"(?P<{unit}>{words})" for unit, words in _SPELLINGS.items())
    + r")(?![A-Za-z])",
    re.IGNORECASE,
)
_LITERAL = regex.compile(NUMBER, regex.IGNORECASE)
_SHORT = frozenset(("s", "sec", "min", "h", "hr", "d", "wk", "mo", "y", "yr"))
# The unit right behind a number, spelled out, which a larger number makes plural.
_SINGULAR_UNIT = re.compile(
    r"\s(?:tablet|capsule|puff|spray|drop|dose|sachet|lozenge|cup|teaspoon|tablespoon"
    r"|gram|unit|liter|litre|ounce|pill|ampoule|vial|second|minute|hour|day|week|month"
    r"|year)(?![A-Za-z])",
    re.IGNORECASE,
)

# How often a short measure is repeated: it must end before it starts again.
_REPEATED = re.compile(r"[^.;\n]{0,25}\bevery\b", re.IGNORECASE)
_HOURLY = re.compile(
    r"[^.;\n]{0,25}\b(?:every (?:1\b|hour|one|\d+ ?min|half)|hourly"
    r"|(?:per|an|each) hour)",
    re.IGNORECASE,
)


def write_number(value: float, like: str) -> str:
    """A number in the manner of another: as a word, with separators, or plain."""
    if like[:1].isalpha() and value == int(value) and 0 < value < len(_WORDS):
        word = _WORDS[int(value)]
        return word.capitalize() if like[:1].isupper() else word
    rounded = float(f"{value:.3g}")
    if rounded == int(rounded):
        return f"{int(rounded):,}" if rounded >= 1000 else str(int(rounded))
    return f"{rounded:g}"


def change_numbers(
    answer: str, quantity: Quantity, new: Callable[[float], float]
) -> list[Change]:
    """Replace the numbers of a quantity, and make its unit plural where needed.

    Args:
        answer: The text.
        quantity: One of its quantities, with written numbers.
        new: The number to write for each written one.
    """
    changes, last = [], 0.0
    for number in quantity.numbers:
        literal = _LITERAL.match(answer, number.start, number.end)
        if literal is None:
            return []
        last = new(parse_number(literal[0]))
        text = write_number(last, literal[0])
        changes.append(Change(literal.start(), literal.end(), text))
    end = quantity.numbers[-1].end
    unit = _SINGULAR_UNIT.match(answer, end, quantity.end)
    if unit and last > 1:
        changes.append(Change(unit.end(), unit.end(), "s"))
    return changes


def longer_by(answer: str, quantity: Quantity) -> float | None:
    """How many times longer some minutes can get; None if they come every hour."""
    if _HOURLY.match(answer, quantity.end):
        return None
    return 3.0 if _REPEATED.match(answer, quantity.end) else 6.0


def time_unit(answer: str, quantity: Quantity) -> TimeUnit | None:
    """The single unit of time that a quantity is written with."""
    found = _times(answer, quantity)
    return _unit_of(found[0]) if len(found) == 1 else None


def set_time_unit(
    answer: str, quantity: Quantity, unit: TimeUnit, last: float | None = None
) -> list[Change]:
    """Replace the unit of a duration, in the same number and capitals.

    Args:
        answer: The text.
        quantity: One of its durations.
        unit: The new unit.
        last: The number that will stand before the unit, if that changes too.
    """
    found = _times(answer, quantity)
    if len(found) != 1:
        return []
    start, end, old = found[0].start(), found[0].end(), found[0][0]
    before = answer[start - 1 : start]
    short = old.lower() in _SHORT
    value = quantity.values[-1] if last is None else last
    plural = (old.lower().endswith("s") and old.lower() != "s") or short
    many = plural and value != 1 and before not in ("-", "‑")
    new = f"{unit}s" if many else unit
    new = new.capitalize() if old[:1].isupper() and not short else new
    return [Change(start, end, f" {new}" if before.isdigit() else new)]


def later(answer: str, quantity: Quantity) -> list[Change]:
    """The same number of the next longer units; two days become two weeks."""
    unit = time_unit(answer, quantity)
    longer: dict[TimeUnit, TimeUnit] = {
        "minute": "hour",
        "hour": "day",
        "day": "week",
        "week": "month",
        "month": "year",
    }
    if unit is None or unit not in longer:
        return []
    numbers = [n.value for n in quantity.numbers]
    if unit == "hour" and all(n % 24 == 0 for n in numbers):
        return [
            *change_numbers(answer, quantity, lambda value: value / 24),
            *set_time_unit(answer, quantity, "week", last=numbers[-1] / 24),
        ]
    return set_time_unit(answer, quantity, longer[unit])


def shift(unit: TimeUnit, by: int) -> TimeUnit | None:
    """The unit of time so many steps longer (or, if negative, shorter)."""
    at = TIME_UNITS.index(unit) + by
    return TIME_UNITS[at] if 0 <= at < len(TIME_UNITS) else None


def _times(answer: str, quantity: Quantity) -> list[re.Match[str]]:
    return list(_TIME.finditer(answer, quantity.start, quantity.end))


def _unit_of(match: re.Match[str]) -> TimeUnit:
    return next(unit for unit in TIME_UNITS if match[unit])
