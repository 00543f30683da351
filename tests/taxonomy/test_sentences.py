from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspect_rubricblind.taxonomy.sentences import split_sentences


def texts(text, language="en"):
    return [span.text.strip() for span in split_sentences(text, language)]


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("Rest. Drink enough!", ["Rest.", "Drink enough!"]),
        ("Give 0.5 mg now. Wait.", ["Give 0.5 mg now.", "Wait."]),
        ("Max. dose is 4 g. Use 5 mg.", ["Max. dose is 4 g.", "Use 5 mg."]),
        ("About approx. 5 mg. Stop.", ["About approx. 5 mg.", "Stop."]),
        ("See Dr. Who today. Go.", ["See Dr. Who today.", "Go."]),
        ("Use e.g. Aspirin. Or not?", ["Use e.g. Aspirin.", "Or not?"]),
        ("**Stop.** Then go.", ["**Stop.**", "Then go."]),
        ("He said “stop.” Then left.", ["He said “stop.”", "Then left."]),
        ("Plan: 1. Rest. 2. Ice.", ["Plan: 1. Rest.", "2. Ice."]),
        ("Signs:\n- fever\n- rash\n", ["Signs:", "- fever", "- rash"]),
        ("1. One.\r\n2. Two. Three.", ["1. One.", "2. Two.", "Three."]),
        ("| a | b |\n|---|---|\n| 1 | 2 |", ["| a | b |", "|---|---|", "| 1 | 2 |"]),
        ("One\u2028Two\u0085Three", ["One", "Two", "Three"]),
        ("It is fine. It is fine.", ["It is fine.", "It is fine."]),
        ("Stop 🚑! Now.", ["Stop 🚑!", "Now."]),
        ("", []),
    ],
)
def test_a_text_has_these_sentences(text, sentences):
    assert texts(text) == sentences


def test_other_languages_end_sentences_their_way():
    assert texts("每天服用。不要停！", "zh") == ["每天服用。", "不要停！"]
    assert texts("बुखार है। दवा लें।", "hi") == ["बुखार है।", "दवा लें।"]
    assert texts("Hola. ¿Qué tal?", "es") == ["Hola.", "¿Qué tal?"]


def test_an_unknown_language_is_cut_like_english():
    assert texts("One. Two.", "und") == ["One.", "Two."]


PIECES = st.sampled_from(
    [
        "Rest. ",
        "e.g. ",
        "1. ",
        "- ",
        "**b.** ",
        "\r\n",
        "\n\n",
        "\u2028",
        "\x85",
        "药。",
        "Dr. ",
        " ",
        "5 g. ",
        "| x |",
        "🙂",
    ]
)


@given(st.one_of(st.text(), st.lists(PIECES).map("".join)))
def test_spans_cover_the_text_without_gap_or_overlap(text):
    spans = split_sentences(text)
    assert "".join(span.text for span in spans) == text
    assert all(text[span.start : span.end] == span.text != "" for span in spans)
    assert all(a.end == b.start for a, b in pairwise(spans))
    if text:
        assert (spans[0].start, spans[-1].end) == (0, len(text))


@given(st.lists(PIECES).map("".join))
def test_a_span_without_words_is_never_white_space_only(text):
    spans = split_sentences(text)
    assert all(span.text.strip() for span in spans) or len(spans) == 1
