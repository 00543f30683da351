"""Units of clinical text: spellings, families, and conversion between them.

A canonical unit is a simple one (`mg`, `IU`, `tablet`, `hour`) or simple ones
joined by slashes (`mg/kg/day`); `/day` counts times per day. Conversions are
pint's, on explicit names: pint alone reads `unit` as a measure of luminance and
knows neither IU nor tablets.
"""

import unicodedata
from functools import cache
from typing import Any, Literal, NamedTuple

import regex

Family = Literal[
    "mass",
    "volume",
    "activity",
    "amount",
    "form",
    "time",
    "temperature",
    "pressure",
    "percent",
    "body weight",
    "length",
    "energy",
    "rate",
    "lab",
]


class Unit(NamedTuple):
    """A simple unit: its canonical name, its spellings, and pint's name for it."""

    name: str
    family: Family
    spelling: str
    pint: str


def _own(name: str, family: Family, spelling: str) -> Unit:
    return Unit(name, family, spelling, f"rubricblind_{name.replace(' ', '_')}")


UNITS: tuple[Unit, ...] = (
    Unit("mcg", "mass", r"mcgs?|[µμu]g|micrograms?|microgrammes?", "microgram"),
    Unit("mg", "mass", r"mgs?|milligrams?|milligrammes?", "milligram"),
    Unit("ng", "mass", r"ng|nanograms?", "nanogram"),
    Unit("g", "mass", r"g|gm|gms|grams?|grammes?", "gram"),
    Unit("mL", "volume", r"mls?|cc|millilit(?:er|re)s?", "milliliter"),
    Unit("uL", "volume", r"[µμu]l|microlit(?:er|re)s?", "microliter"),
    Unit("dL", "volume", r"dl|decilit(?:er|re)s?", "deciliter"),
    Unit("L", "volume", r"l|lit(?:er|re)s?", "liter"),
    _own("teaspoon", "volume", r"teaspoon(?:ful)?s?|tsps?"),
    _own("tablespoon", "volume", r"tablespoon(?:ful)?s?|tbsps?"),
    Unit("ounce", "volume", r"(?:fl\.?\s?)?oz|(?:fluid\s)?ounces?", "fluid_ounce"),
    _own("IU", "activity", r"I\.?U\.?|international\s+units?"),
    _own("mIU", "activity", r"(?-i:mI?U)"),
    _own("mcIU", "activity", r"(?:[µμu]|mc)(?-i:I?U)"),
    _own("MU", "activity", r"(?-i:MU)|mega\s?units?"),
    _own("unit", "activity", r"units?|(?-i:U)"),
    _own("mEq", "amount", r"meqs?|milliequivalents?"),
    Unit("mmol", "amount", r"mmols?|millimoles?", "millimole"),
    Unit("mcmol", "amount", r"[µμu]mols?|micromoles?", "micromole"),
    Unit("nmol", "amount", r"nmols?|nanomoles?", "nanomole"),
    Unit("pmol", "amount", r"pmols?|picomoles?", "picomole"),
    _own("tablet", "form", r"tab(?:let)?s?|pills?|caplets?"),
    _own("capsule", "form", r"cap(?:sule)?s?"),
    _own("puff", "form", r"puffs?|inhalations?|actuations?"),
    _own("spray", "form", r"sprays?"),
    _own("drop", "form", r"drops?|gtts?"),
    _own("dose", "form", r"doses?"),
    _own("patch", "form", r"patch(?:es)?"),
    _own("sachet", "form", r"sachets?|packets?"),
    _own("lozenge", "form", r"lozenges?"),
    _own("suppository", "form", r"suppositor(?:y|ies)"),
    _own("vial", "form", r"vials?|amp(?:oule|ule)s?"),
    _own("injection", "form", r"injections?"),
    _own("application", "form", r"applications?"),
    _own("cup", "form", r"cups?|glass(?:es)?"),
    Unit("ms", "lab", r"ms|msecs?|milliseconds?", "millisecond"),
    Unit("second", "time", r"s|secs?|seconds?", "second"),
    Unit("minute", "time", r"mins?|minutes?", "minute"),
    Unit("hour", "time", r"h|hrs?|hours?", "hour"),
    Unit("day", "time", r"d|days?|nights?", "day"),
    Unit("week", "time", r"wks?|weeks?", "week"),
    Unit("month", "time", r"mos?|months?|mths?", "month"),
    Unit("year", "time", r"y|yrs?|years?|y\.?/?o\.?", "year"),
    Unit(
        "°C",
        "temperature",
        r"°\s?C|℃|degrees?\s+(?:C|celsius|centigrade)|(?-i:C)",
        "degC",
    ),
    Unit("°F", "temperature", r"°\s?F|℉|degrees?\s+(?:F|fahrenheit)|(?-i:F)", "degF"),
    Unit("°", "temperature", r"°|degrees?", "degree"),
    Unit("mmHg", "pressure", r"mm\s?Hg|millimet(?:er|re)s\s+of\s+mercury", "mmHg"),
    Unit("kPa", "lab", r"kPa", "kilopascal"),
    Unit("%", "percent", r"[%％]|per\s?cent", "percent"),
    Unit("kg", "body weight", r"kgs?|kilos?|kilograms?", "kilogram"),
    Unit("lb", "body weight", r"lbs?|pounds?", "pound"),
    Unit("stone", "body weight", r"stones?|(?-i:st)", "stone"),
    Unit("mm", "length", r"mm|millimet(?:er|re)s?", "millimeter"),
    Unit("cm", "length", r"cm|centimet(?:er|re)s?", "centimeter"),
    Unit("m", "length", r"(?-i:m)|met(?:er|re)s?", "meter"),
    Unit("km", "length", r"km|kilomet(?:er|re)s?", "kilometer"),
    Unit("inch", "length", r"inch(?:es)?", "inch"),
    Unit("foot", "length", r"ft|feet|foot", "foot"),
    Unit("mile", "length", r"miles?", "mile"),
    Unit("kcal", "energy", r"k?cals?|(?:kilo)?calories?", "kilocalorie"),
    _own("bpm", "rate", r"bpm|beats?(?:\s+per\s+|\s?/\s?)min(?:ute)?"),
    _own("breaths", "rate", r"breaths?(?:\s+(?:per|a)\s+|\s?/\s?)min(?:ute)?"),
)
_BY_NAME = {unit.name: unit for unit in UNITS}

# In a quotient these are standard; body weight (`/kg`) is none of the masses.
_BASES: dict[Family, str] = {
    "mass": "mg",
    "volume": "mL",
    "activity": "unit",
    "amount": "mmol",
    "time": "day",
    "temperature": "°C",
    "body weight": "kg",
    "length": "cm",
}


def family_of(unit: str) -> Family | None:
    """The family of a canonical unit, of a quotient that of its numerator."""
    known = _BY_NAME.get(unit.split("/")[0])
    return known.family if known else None


_PER = regex.compile(
    r"\s*/\s*|\s+per\s+|\s+(?:in|over|within|during)\s+(?:an?y?\s+)?|\s+an?\s+",
    regex.IGNORECASE,
)
_COUNTED = regex.compile(r"[x×]?10(\d+)")


@cache
def read_unit(spelling: str) -> str:
    """The canonical form of a unit as it is spelled, `` for none.

    Parts that the table does not know stay, without spaces.
    """
    whole = spelling.strip()
    if known := _read_simple(whole):
        return known
    return "/".join(_read_part(part) for part in _PER.split(whole) if part)


def _read_simple(spelling: str) -> str | None:
    for unit, pattern in _patterns():
        if pattern.fullmatch(spelling):
            return unit.name
    return None


def _read_part(part: str) -> str:
    if known := _read_simple(part):
        return known
    plain = unicodedata.normalize("NFKC", part.lower())
    plain = plain.replace(" ", "").replace("^", "").replace(",", ".")
    if plain.startswith("24"):
        return "day"
    if plain.startswith(("kilogram", "bodyweight")):
        return "kg"
    power = _COUNTED.fullmatch(plain)
    return f"10^{power[1]}" if power else plain


def convert_values(
    values: tuple[float, ...], unit: str, target: str
) -> tuple[float, ...]:
    """Express values in another canonical unit.

    Raises:
        ValueError: A unit is unknown or the two do not measure the same.
    """
    import pint

    try:
        source = _registry().Quantity(list(values), _pint_name(unit))
        converted = source.to(_pint_name(target)).magnitude
    except (pint.UndefinedUnitError, pint.DimensionalityError) as error:
        raise ValueError(
            f"units must measure the same, but got {unit!r} and {target!r}: {error}"
        ) from None
    return tuple(float(f"{value:.10g}") for value in converted)


@cache
def base_unit(unit: str) -> str:
    """The unit in which quantities like this one are compared.

    Of a quotient each part is turned into its base; a unit without one stays.
    """
    top, *below = unit.split("/")
    return "/".join([_base_of(top), *map(_base_below, below)])


def _base_below(name: str) -> str:
    known = _BY_NAME.get(name)
    return "L" if known and known.family == "volume" else _base_of(name)


def _base_of(name: str) -> str:
    known = _BY_NAME.get(name)
    return _BASES.get(known.family, name) if known else name


@cache
def _patterns() -> tuple[tuple[Unit, Any], ...]:
    return tuple((u, regex.compile(u.spelling, regex.IGNORECASE)) for u in UNITS)


def _pint_name(unit: str) -> str:
    top, *below = unit.split("/")
    names = [_BY_NAME[part].pint if part in _BY_NAME else part for part in below]
    first = _BY_NAME[top].pint if top in _BY_NAME else top or "1"
    return "/".join([first, *names])


@cache
def _registry() -> Any:
    import pint

    registry = pint.UnitRegistry()
    relations = {
        "teaspoon": "5 * milliliter",
        "tablespoon": "15 * milliliter",
        "IU": "rubricblind_unit",
        "MU": "1e6 * rubricblind_unit",
        "mIU": "1e-3 * rubricblind_unit",
        "mcIU": "1e-6 * rubricblind_unit",
    }
    own = [unit for unit in UNITS if unit.pint.startswith("rubricblind_")]
    for unit in sorted(own, key=lambda unit: unit.name in relations):
        meaning = relations.get(unit.name, f"[{unit.pint}]")
        registry.define(f"{unit.pint} = {meaning}")
    return registry
