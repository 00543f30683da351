import pytest
import regex

from inspect_rubricblind.taxonomy.numerals import NUMBER, parse_number

FULL = regex.compile(NUMBER, regex.IGNORECASE | regex.V1)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("7", 7),
        ("0.5", 0.5),
        (".5", 0.5),
        ("0,5", 0.5),
        ("1,000", 1000),
        ("1,234.5", 1234.5),
        ("10\u202f000", 10000),
        ("½", 0.5),
        ("1½", 1.5),
        ("1/2", 0.5),
        ("1 1/2", 1.5),
        ("2/3", 2 / 3),
        ("half", 0.5),
        ("half a", 0.5),
        ("one-half", 0.5),
        ("Half of the", 0.5),
        ("a quarter", 0.25),
        ("one third", 1 / 3),
        ("two", 2),
        ("Two and a half", 2.5),
        ("twelve", 12),
        ("2.4 million", 2.4e6),
        ("5 x 10^9", 5e9),
        ("1.5×10⁹", 1.5e9),
    ],
)
def test_a_number_is_read_whole_and_has_this_value(text, value):
    assert FULL.fullmatch(text)
    assert parse_number(text) == pytest.approx(value, rel=1e-12)


@pytest.mark.parametrize("text", ["7/10", "120/80", "second", "a", "few"])
def test_what_is_no_single_number_is_not_read_as_one(text):
    assert not FULL.fullmatch(text)
