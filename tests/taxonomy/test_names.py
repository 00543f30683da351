import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspect_rubricblind.taxonomy.names import (
    NameIndex,
    article,
    is_abbreviation,
    plural,
)

INDEX = NameIndex(
    {
        "uti": ("urinary tract infection", "UTI"),
        "infection": ("infection",),
        "eclampsia": ("pre-eclampsia", "preeclampsia"),
        "alzheimer": ("Alzheimer's disease",),
        "pe": ("pulmonary embolism", "PE"),
    }
)


def found(text):
    return [(m.id, m.text, m.plural) for m in INDEX.find(text)]


def test_the_longest_name_counts():
    assert found("a urinary tract infection") == [
        ("uti", "urinary tract infection", False)
    ]


@pytest.mark.parametrize(
    "text", ["Pre-eclampsia", "preeclampsia", "pre‑eclampsia", "pre eclampsia"]
)
def test_hyphens_and_capitals_make_no_difference(text):
    assert [m.id for m in INDEX.find(text)] == ["eclampsia"]


def test_a_curly_apostrophe_is_an_apostrophe():
    assert [m.id for m in INDEX.find("Alzheimer’s disease")] == ["alzheimer"]


def test_plurals_are_found_and_said_to_be_plural():
    assert found("UTIs and urinary tract infections") == [
        ("uti", "UTIs", True),
        ("uti", "urinary tract infections", True),
    ]


@pytest.mark.parametrize(
    "text", ["pe", "hope", "PEG", "open", "reinfection", "PE-like"]
)
def test_parts_of_words_and_small_abbreviations_are_no_names(text):
    assert found(text) == []


def test_an_empty_index_finds_nothing():
    assert NameIndex({}).find("anything at all") == ()


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("kidney stone", "kidney stones"),
        ("head injury", "head injuries"),
        ("blood clot", "blood clots"),
        ("UTI", "UTIs"),
        ("dental abscess", "dental abscesses"),
        ("diabetes", "diabetes"),
        ("rash", "rashes"),
    ],
)
def test_plurals(one, many):
    assert plural(one) == many


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("ulcer", "an"),
        ("urinary tract infection", "a"),
        ("ankle sprain", "an"),
        ("MRI", "an"),
        ("UTI", "a"),
        ("heart attack", "a"),
        ("**ear infection**", "an"),
    ],
)
def test_articles_follow_the_sound(name, word):
    assert article(name) == word


def test_only_short_words_in_capitals_are_abbreviations():
    assert is_abbreviation("COPD")
    assert not is_abbreviation("Ebola")
    assert not is_abbreviation("12")


@given(st.text(max_size=80))
def test_mentions_are_places_without_overlap(text):
    mentions = INDEX.find(text)
    assert all(text[m.start : m.end] == m.text for m in mentions)
    ends = [m.end for m in mentions]
    assert all(m.start >= end for m, end in zip(mentions[1:], ends, strict=False))
