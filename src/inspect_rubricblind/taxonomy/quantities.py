"""Medical quantities in English text, each with its kind and place.

General unit parsers misread clinical text (120/80 mmHg becomes 1.5 mmHg), so this
is a closed grammar: what it does not know stays of kind `other`. Kinds keep apart
what may be edited as a dose and what must never be taken for one: ages, years and
dates, phone numbers, laboratory values.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from inspect_rubricblind.taxonomy.comparisons import (
    Comparator,
    Comparison,
    find_comparison,
)
from inspect_rubricblind.taxonomy.frequencies import FREQUENCY_NUMBERS, times_per_day
from inspect_rubricblind.taxonomy.numerals import Number, numbers_in, scale_like
from inspect_rubricblind.taxonomy.quantity_context import (
    Context,
    Kind,
    classify,
    neighbourhood,
)
from inspect_rubricblind.taxonomy.quantity_patterns import (
    AMOUNT,
    FREQUENCY,
    PRESSURE,
    PROTECTED,
)
from inspect_rubricblind.taxonomy.units import (
    base_unit,
    convert_values,
    family_of,
    read_unit,
)


@dataclass(frozen=True)
class Quantity:
    """One quantity: `text` is what stands from `start` to `end`.

    `values` holds one number, the two ends of a range, or both parts of a blood
    pressure; of a frequency the times per day, whatever the wording (unit
    `/day`); of a date, phone number or ratio nothing. `kind` is `threshold` where
    a comparison makes a cut-off, and `measure` is then what is compared; else both
    are the same. `numbers` are the written numbers with their places (none in
    `twice daily`). The comparison stands outside the span, at `comparator_span`.
    """

    kind: Kind
    measure: Kind
    text: str
    start: int
    end: int
    values: tuple[float, ...] = ()
    unit: str = ""
    numbers: tuple[Number, ...] = ()
    comparator: Comparator = ""
    comparator_span: tuple[int, int] | None = None


class Normal(NamedTuple):
    """A quantity in comparable form: 1 g and 1000 mg have the same."""

    unit: str
    values: tuple[float, ...]


def find_quantities(text: str) -> tuple[Quantity, ...]:
    """All quantities of a text in reading order, without overlaps."""
    found: list[Quantity] = []
    masked = text
    for find in (_find_protected, _find_frequencies, _find_pressures, _find_amounts):
        for start, end, quantity in list(find(text, masked)):
            masked = masked[:start] + "\0" * (end - start) + masked[end:]
            if quantity is not None:
                found.append(quantity)
    return tuple(sorted(found, key=lambda quantity: quantity.start))


def convert(quantity: Quantity, unit: str) -> tuple[float, ...]:
    """The values of a quantity in another canonical unit (`taxonomy.units`).

    Raises:
        ValueError: The unit does not measure the same, or is not known.
    """
    return convert_values(quantity.values, quantity.unit, unit)


def normalise(quantity: Quantity) -> Normal:
    """The form in which two quantities are compared: base units, 6 digits."""
    target, values = base_unit(quantity.unit), quantity.values
    if target != quantity.unit:
        try:
            values = convert_values(values, quantity.unit, target)
        except ValueError:
            target = quantity.unit
    return Normal(target, tuple(float(f"{value:.6g}") for value in values))


_Found = Iterator[tuple[int, int, Quantity | None]]


def _find_protected(text: str, masked: str) -> _Found:
    kinds: dict[str, Kind] = {"year": "year", "phone": "phone"}
    for match in PROTECTED.finditer(masked):
        name = next(name for name, part in match.groupdict().items() if part)
        kind = kinds.get(name, "other")
        start, end = match.span(name)
        quantity = Quantity(kind, kind, text[start:end], start, end)
        yield start, end, None if name == "skip" else quantity


def _find_frequencies(text: str, masked: str) -> _Found:
    for match in FREQUENCY.finditer(masked):
        numbers = numbers_in(match, *FREQUENCY_NUMBERS)
        start, end = match.span()
        times = times_per_day(match)
        kind: Kind = "frequency"
        quantity = Quantity(kind, kind, match[0], start, end, times, "/day", numbers)
        yield start, end, quantity


_PRESSURE_NEAR = ("blood pressure", "bp", "systolic", "hypertens", "hypotens", "mmhg")


def _find_pressures(text: str, masked: str) -> _Found:
    for match in PRESSURE.finditer(masked):
        start, end = match.span()
        numbers = numbers_in(match, "s1", "d1", "s2", "d2")
        around = text[max(0, start - 100) : end + 40].lower()
        named = any(word in around for word in _PRESSURE_NEAR)
        if named and numbers[0].value > numbers[1].value >= 20:
            yield start, end, _quantity(text, start, end, numbers, "mmHg", "mmHg")


def _find_amounts(text: str, masked: str) -> _Found:
    at = 0
    while match := AMOUNT.search(masked, at):
        at = match.end()
        spelling, numbers = match["unit"] or "", numbers_in(match, "only")
        if not numbers:
            numbers, spelling = _read_range(match)
            at = match.end() if len(numbers) > 1 else match.end("unit1")
        unit = read_unit(spelling)
        # Words are numbers only with a unit: "one tablet", but not "one of them".
        if not unit and not text[numbers[0].start].isnumeric():
            continue
        if match["sign"] and (not unit or unit.startswith("°")):
            numbers = (numbers[0]._replace(value=-numbers[0].value), *numbers[1:])
        start = numbers[0].start
        yield start, at, _quantity(text, start, at, numbers, unit, spelling)


def _read_range(match: Any) -> tuple[tuple[Number, ...], str]:
    """Both ends and the unit; only the first where two amounts stand side by side.

    `1 or 2 tablets` is a range; `5 mg or 10 mg` and `5 mg to 3 tablets` are two
    amounts.
    """
    low, high = scale_like(*numbers_in(match, "first", "second"))
    first, last = match["unit1"] or "", match["unit"] or ""
    unit, target = read_unit(first), read_unit(last)
    if unit and match["to"].strip().lower() == "or":
        return (low,), first
    if unit and target and unit != target:
        try:
            (value,) = convert_values((low.value,), unit, target.split("/")[0])
        except ValueError:
            return (low,), first
        low = low._replace(value=value)
    return (low, high), last or first


def _quantity(
    text: str,
    start: int,
    end: int,
    numbers: tuple[Number, ...],
    unit: str,
    spelling: str,
) -> Quantity:
    before, after = neighbourhood(text, start, end)
    context = Context(numbers[0].value, unit, spelling, before, after)
    is_time = family_of(unit) == "time"
    comparison = find_comparison(before, after, is_time=is_time)
    kind, measure = classify(context, comparison)
    if unit == "°" and measure == "temperature":
        unit = "°C" if context.value < 60 else "°F"
    return Quantity(
        kind=kind,
        measure=measure,
        text=text[start:end],
        start=start,
        end=end,
        values=tuple(number.value for number in numbers),
        unit=unit,
        numbers=numbers,
        comparator=comparison.sign if comparison else "",
        comparator_span=_place(comparison, start - len(before), end),
    )


def _place(
    comparison: Comparison | None, before_at: int, after_at: int
) -> tuple[int, int] | None:
    if comparison is None:
        return None
    shift = after_at if comparison.follows else before_at
    return comparison.start + shift, comparison.end + shift
