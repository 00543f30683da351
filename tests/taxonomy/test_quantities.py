from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspect_rubricblind.taxonomy.quantities import (
    convert,
    find_quantities,
    normalise,
)


def found(text):
    return [(q.kind, q.text) for q in find_quantities(text)]


def only(text):
    (quantity,) = find_quantities(text)
    return quantity


@pytest.mark.parametrize(
    ("text", "quantities"),
    [
        # Doses in all spellings
        ("Take 500 mg", [("dose", "500 mg")]),
        ("a 500-mg tablet", [("dose", "500-mg")]),
        ("**500** mg or 500mg", [("dose", "500** mg"), ("dose", "500mg")]),
        ("½ tsp; 1½ tablets", [("dose", "½ tsp"), ("dose", "1½ tablets")]),
        ("half a tablet", [("dose", "half a tablet")]),
        ("one to two puffs", [("dose", "one to two puffs")]),
        ("0.1 mL/kg IM", [("dose", "0.1 mL/kg")]),
        ("10 units of insulin", [("dose", "10 units")]),
        ("250 mg/5 mL syrup", [("dose", "250 mg/5 mL")]),
        ("2 L/min of oxygen", [("dose", "2 L/min")]),
        ("hydrocortisone 1% cream", [("dose", "1%")]),
        ("0.9% saline", [("dose", "0.9%")]),
        ("5 mg or 3 tablets", [("dose", "5 mg"), ("dose", "3 tablets")]),
        ("5 mg or 10 mg", [("dose", "5 mg"), ("dose", "10 mg")]),
        ("1 or 2 tablets", [("dose", "1 or 2 tablets")]),
        ("between 5 and 10 mg", [("dose", "5 and 10 mg")]),
        ("8 tablets in 24 hours", [("dose", "8 tablets in 24 hours")]),
        # Frequencies
        ("every 4–6 hours", [("frequency", "every 4–6 hours")]),
        ("every other day", [("frequency", "every other day")]),
        ("b.i.d. or TDS", [("frequency", "b.i.d"), ("frequency", "TDS")]),
        ("q6h, q4-6h", [("frequency", "q6h"), ("frequency", "q4-6h")]),
        ("two to three times a day", [("frequency", "two to three times a day")]),
        ("6-hourly", [("frequency", "6-hourly")]),
        ("avoid daily life stress", []),
        # Durations
        ("for 7 days", [("duration", "7 days")]),
        ("a 7‑day course", [("duration", "7‑day")]),
        ("for a week", [("duration", "a week")]),
        ("over 2 weeks", [("duration", "2 weeks")]),
        # What must never be taken for a dose
        ("a 45-year-old man", [("age", "45-year")]),
        ("aged 2 to 5 years", [("age", "2 to 5 years")]),
        ("45yo, 6 months old", [("age", "45yo"), ("age", "6 months")]),
        ("children under 12 years", [("age", "12 years")]),
        ("adults 65 and older", [("age", "65")]),
        ("at 28 weeks' gestation", [("age", "28 weeks")]),
        ("in 2019, on 3 May 2020", [("year", "2019"), ("year", "3 May 2020")]),
        ("since 12/05/2024", [("year", "12/05/2024")]),
        ("2000 mg in 2000", [("dose", "2000 mg"), ("year", "2000")]),
        ("call 911 or 112", [("phone", "911"), ("phone", "112")]),
        ("1-800-222-1222", [("phone", "1-800-222-1222")]),
        ("ring 020 7946 0958", [("phone", "020 7946 0958")]),
        ("LDL 112 mg/dL", [("lab_value", "112 mg/dL")]),
        ("heart rate 112", [("lab_value", "112")]),
        ("INR of 2.5", [("lab_value", "2.5")]),
        ("once the eGFR slips to 30", [("lab_value", "30")]),
        ("potassium 5.5 mmol/L", [("lab_value", "5.5 mmol/L")]),
        ("potassium chloride 20 mmol", [("dose", "20 mmol")]),
        ("eGFR 30 mL/min/1.73 m²", [("lab_value", "30 mL/min/1.73 m²")]),
        ("WBC 1.5×10⁹/L", [("lab_value", "1.5×10⁹/L")]),
        ("QTc 500 ms; SpO2 88%", [("lab_value", "500 ms"), ("lab_value", "88%")]),
        ("BMI 30 kg/m2", [("lab_value", "30 kg/m2")]),
        ("weighs 82 kg", [("weight", "82 kg")]),
        ("a birth weight of 2500 g", [("weight", "2500 g")]),
        ("38.5 °C (101.3°F)", [("temperature", "38.5 °C"), ("temperature", "101.3°F")]),
        ("101°F/38.3°C", [("temperature", "101°F"), ("temperature", "38.3°C")]),
        ("raise the head by 30 degrees", [("other", "30 degrees")]),
        ("25% of patients", [("percent", "25%")]),
        ("at 8 am or 20:30", [("other", "8 am"), ("other", "20:30")]),
        ("pain 7/10, 1:1000", [("other", "7/10"), ("other", "1:1000")]),
        # Numbers that are part of a name
        ("type 2 diabetes, stage 3, vitamin B12, COVID-19", []),
        ("1. Rest\n2) Ice", []),
        ("see [12] and doi:10.1000/182", []),
    ],
)
def test_a_text_has_these_quantities(text, quantities):
    assert found(text) == quantities


def test_a_blood_pressure_is_one_quantity_with_two_values():
    quantity = only("BP is 120/80 mmHg")
    assert (quantity.kind, quantity.text) == ("blood_pressure", "120/80 mmHg")
    assert (quantity.values, quantity.unit) == ((120.0, 80.0), "mmHg")


def test_a_blood_pressure_needs_no_unit_where_the_text_names_it():
    assert only("keep the blood pressure below 130/80").values == (130.0, 80.0)
    assert found("24/7 support, ward 12/14") == []


@pytest.mark.parametrize(
    ("text", "measure", "comparator", "values"),
    [
        ("fever above 38.5 °C", "temperature", ">", (38.5,)),
        ("SpO2 < 90%", "lab_value", "<", (90.0,)),
        ("LDL ≥ 190 mg/dL", "lab_value", ">=", (190.0,)),
        ("HbA1c of 7% or higher", "lab_value", ">=", (7.0,)),
        ("systolic pressure under 90 mmHg", "blood_pressure", "<", (90.0,)),
        ("blood pressure over 180/120", "blood_pressure", ">", (180.0, 120.0)),
        ("children lighter than 40 kg", "weight", "<", (40.0,)),
        ("if it lasts more than 3 days", "duration", ">", (3.0,)),
        ("fever for over 2 days", "duration", ">", (2.0,)),
        ("3 days or more", "duration", ">=", (3.0,)),
        ("platelets <50,000", "lab_value", "<", (50000.0,)),
        ("weight loss >5%", "percent", ">", (5.0,)),
        ("a score of at least 4", "lab_value", ">=", (4.0,)),
        ("more than 3 episodes", "other", ">", (3.0,)),
    ],
)
def test_a_comparison_makes_a_threshold(text, measure, comparator, values):
    quantity = only(text)
    assert quantity.kind == "threshold"
    assert (quantity.measure, quantity.comparator) == (measure, comparator)
    assert quantity.values == values


@pytest.mark.parametrize(
    ("text", "kind", "comparator"),
    [
        ("no more than 4 g per day", "dose", "<="),
        ("do not exceed 8 tablets", "dose", "<="),
        ("a maximum dose of 4 g", "dose", "<="),
        ("for at least 7 days", "duration", ">="),
        ("for up to 7 days", "duration", "<="),
        ("infused over 2 hours", "duration", ""),
        ("about 5 mg", "dose", "~"),
        ("about 38 °C", "temperature", "~"),
        ("women over 50", "age", ">"),
        ("up to 80% of new mothers", "percent", "<="),
    ],
)
def test_a_bound_on_a_dose_course_or_age_is_no_threshold(text, kind, comparator):
    quantity = only(text)
    assert (quantity.kind, quantity.comparator) == (kind, comparator)
    assert quantity.measure == kind


def test_the_comparison_is_placed_in_the_text():
    text = "Go in if the fever is above 38.5 °C today."
    start, end = only(text).comparator_span
    assert text[start:end] == "above"
    text = "Screen adults aged 45 or older."
    start, end = only(text).comparator_span
    assert text[start:end] == "or older"


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("once daily", (1,)),
        ("twice a day", (2,)),
        ("BID", (2,)),
        ("t.i.d", (3,)),
        ("qid", (4,)),
        ("qod", (0.5,)),
        ("every 6 hours", (4,)),
        ("q8h", (3,)),
        ("6-hourly", (4,)),
        ("every 4 to 6 hours", (4, 6)),
        ("every other day", (0.5,)),
        ("every 2 days", (0.5,)),
        ("once every 12 hours", (2,)),
        ("three times a day", (3,)),
        ("2-3 times per day", (2, 3)),
        ("3x/day", (3,)),
        ("twice in 24 hours", (2,)),
        ("once a week", (1 / 7,)),
        ("weekly", (1 / 7,)),
        ("monthly", (12 / 365.25,)),
        ("every 30 minutes", (48,)),
        ("every morning", (1,)),
        ("nightly", (1,)),
    ],
)
def test_a_frequency_is_times_per_day_whatever_the_wording(text, times):
    quantity = only(text)
    assert (quantity.kind, quantity.unit) == ("frequency", "/day")
    assert quantity.values == pytest.approx(times, rel=1e-9)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("1 g", "1000 mg"),
        ("50 mcg", "0.05 mg"),
        ("4 g per day", "4000 mg in 24 hours"),
        ("1 teaspoon", "5 mL"),
        ("1,000 IU", "1000 units"),
        ("500 mg to 1 g", "0.5-1 g"),
        ("every 8 hours", "three times daily"),
        ("for 14 days", "for two weeks"),
        ("98.6 °F", "37 °C"),
        ("2–3 million units", "2,000,000 to 3,000,000 units"),
        ("1.26 g/L of glucose", "glucose 126 mg/dL"),
        ("10 mg/kg/day", "10 mg per kg per day"),
        ("half a tablet", "0.5 tablets"),
    ],
)
def test_the_same_amount_in_other_words_is_equal(one, other):
    assert normalise(only(one)) == normalise(only(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("500 mg", "500 mcg"),
        ("10 mg/kg", "10 mg"),
        ("4 g", "4 g per day"),
        ("twice daily", "twice weekly"),
        ("7 days", "7 weeks"),
        ("120/80 mmHg", "120/90 mmHg"),
    ],
)
def test_what_differs_clinically_is_not_equal(one, other):
    assert normalise(only(one)) != normalise(only(other))


def test_a_range_converts_at_both_ends():
    assert convert(only("10–15 mg/kg"), "mcg/kg") == (10_000.0, 15_000.0)


def test_a_conversion_to_another_kind_of_unit_is_an_error():
    with pytest.raises(ValueError, match="units must measure the same"):
        convert(only("5 mg"), "mL")


def test_written_numbers_can_be_replaced_in_place():
    text = "Give 10–15 mg/kg every 4 to 6 hours, then twice daily."
    numbers = [n for q in find_quantities(text) for n in q.numbers]
    assert [text[n.start : n.end] for n in numbers] == ["10", "15", "4", "6"]
    assert [n.value for n in numbers] == [10.0, 15.0, 4.0, 6.0]


def test_a_whole_prescription_reads_in_order():
    text = (
        "Amoxicillin 80–90 mg/kg/day divided twice daily for 10 days (max. 4 g per "
        "day) in a 3-year-old; see a doctor if 39 °C or more lasts beyond 48 hours."
    )
    assert [(q.kind, q.text) for q in find_quantities(text)] == [
        ("dose", "80–90 mg/kg/day"),
        ("frequency", "twice daily"),
        ("duration", "10 days"),
        ("dose", "4 g per day"),
        ("age", "3-year"),
        ("threshold", "39 °C"),
        ("threshold", "48 hours"),
    ]


NEAR_MISSES = """5 mg|5|mg|/|kg|every |hours|120/80|°C|2019|911|half a |tablet|-|–| to
 or |.|,| or more|below |**|½|1,000| twice daily|药|x10^9/L|(|[1]|q6h|1:1000|month|old
°F| million|between | and |\t"""
PIECES = st.sampled_from([*NEAR_MISSES.replace("\n", "|").split("|"), "\n"])


@given(st.one_of(st.text(max_size=60), st.lists(PIECES, max_size=14).map("".join)))
def test_any_text_is_read_without_error_and_spans_fit(text):
    quantities = find_quantities(text)
    for quantity in quantities:
        assert text[quantity.start : quantity.end] == quantity.text != ""
        assert all(
            quantity.start <= n.start < n.end <= quantity.end for n in quantity.numbers
        )
        assert len(normalise(quantity).values) == len(quantity.values)
    assert all(a.end <= b.start for a, b in pairwise(quantities))
