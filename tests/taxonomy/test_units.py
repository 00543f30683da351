import pytest

from inspect_rubricblind.taxonomy.units import (
    UNITS,
    base_unit,
    convert_values,
    family_of,
    read_unit,
)


@pytest.mark.parametrize(
    ("spelling", "unit"),
    [
        ("MG", "mg"),
        ("µg", "mcg"),
        ("μg", "mcg"),
        ("micrograms", "mcg"),
        ("millilitres", "mL"),
        ("ml", "mL"),
        ("IU", "IU"),
        ("international units", "IU"),
        ("U", "unit"),
        ("mg/kg/day", "mg/kg/day"),
        ("mg per kg per day", "mg/kg/day"),
        ("mg per kilogram of body weight per day", "mg/kg/day"),
        ("g in 24 hours", "g/day"),
        ("tablets a day", "tablet/day"),
        ("beats per minute", "bpm"),
        ("mL/min/1.73 m²", "mL/minute/1.73m2"),
        ("x 10⁹/L", "10^9/L"),
        ("10^9/L", "10^9/L"),
        ("cells/µL", "cells/uL"),
        ("mm Hg", "mmHg"),
        ("degrees Celsius", "°C"),
        ("", ""),
    ],
)
def test_a_spelling_has_this_canonical_unit(spelling, unit):
    assert read_unit(spelling) == unit


@pytest.mark.parametrize(
    ("value", "unit", "target", "expected"),
    [
        (1, "g", "mg", 1000),
        (50, "mcg", "mg", 0.05),
        (1, "teaspoon", "mL", 5),
        (2, "tablespoon", "mL", 30),
        (1000, "IU", "unit", 1000),
        (4.5, "mIU/L", "unit/L", 0.0045),
        (10, "mg/kg/hour", "mg/kg/day", 240),
        (98.6, "°F", "°C", 37),
        (126, "mg/dL", "g/L", 1.26),
        (150, "lb", "kg", 68.0388555),
        (2, "week", "day", 14),
        (3, "/day", "/week", 21),
        (16, "kPa", "mmHg", 120.0098521),
        (140, "mcmol/L", "mmol/L", 0.14),
    ],
)
def test_a_conversion_gives_the_known_value(value, unit, target, expected):
    (converted,) = convert_values((value,), unit, target)
    assert converted == pytest.approx(expected, rel=1e-8)


@pytest.mark.parametrize(
    ("unit", "target"), [("mg", "mL"), ("tablet", "mg"), ("mg", "foo"), ("mg", "mg/kg")]
)
def test_what_does_not_measure_the_same_is_an_error(unit, target):
    with pytest.raises(ValueError, match=f"but got '{unit}' and '{target}'"):
        convert_values((1.0,), unit, target)


def test_body_weight_in_a_quotient_stays():
    assert base_unit("mcg/kg/hour") == "mg/kg/day"
    assert base_unit("g/dL") == "mg/L"
    assert family_of("mg/kg/day") == "mass"
    assert family_of("") is None


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_every_unit_reads_its_own_name_and_converts_to_itself(unit):
    assert read_unit(unit.name) == unit.name
    assert convert_values((3.0,), unit.name, unit.name) == (3.0,)
