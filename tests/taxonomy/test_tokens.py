from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspect_rubricblind.taxonomy.tokens import count_tokens, token_texts, tokenize


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        (
            "Don't stop; the patient’s well.",
            ["Don't", "stop", "the", "patient’s", "well"],
        ),
        ("follow-up of COVID-19", ["follow-up", "of", "COVID-19"]),
        ("6-hourly, 5-10 days", ["6-hourly", "5", "10", "days"]),
        ("0.5 g or 1,000 mg", ["0.5", "g", "or", "1,000", "mg"]),
        ("500mg at 37.5°C, 5% or 5 %", ["500mg", "at", "37.5°C", "5%", "or", "5", "%"]),
        ("80 mg/kg/day", ["80", "mg/kg/day"]),
        ("30 mL/min/1.73 m²", ["30", "mL/min/1.73 m²"]),
        ("2 tablets/day and/or", ["2", "tablets/day", "and", "or"]),
        ("120/80 mmHg at 08:30, 1:1000", ["120/80", "mmHg", "at", "08:30", "1:1000"]),
        ("1.5×10^9/L", ["1.5", "10^9/L"]),
        ("b.i.d. after e.g. food", ["b.i.d", "after", "e.g", "food"]),
        ("SpO2 < 90 or >= 92", ["SpO2", "<", "90", "or", ">=", "92"]),
        ("a > b", ["a", "b"]),
        ("T-score −2.5, 5 -10", ["T-score", "−2.5", "5", "10"]),
        (".5 mg, ½ or 1½", [".5", "mg", "½", "or", "1½"]),
        ("服用500毫克", ["服", "用", "500", "毫", "克"]),
        ("コーヒー 한국", ["コ", "ー", "ヒ", "ー", "한", "국"]),
        ("बुखार के लिए", ["बुखार", "के", "लिए"]),
        ("حمى ٣٫٥", ["حمى", "٣٫٥"]),
        ("при боли", ["при", "боли"]),
        ("ผู้ป่วย ไป", ["ผู้ป่วย", "ไป"]),
        ("⚠️ 🚑 👩‍⚕️", []),
        ("### **Stop** _now_ `x`", ["Stop", "now", "x"]),
        ("| a | 5mg |\r\n|---|---|", ["a", "5mg"]),
        ("> quoted", ["quoted"]),
        ("1. One\n2) Two\n10 mg", ["One", "Two", "10", "mg"]),
        ("", []),
    ],
)
def test_a_text_has_these_tokens(text, tokens):
    assert token_texts(text) == tokens


@given(st.text())
def test_tokens_stand_where_they_say_and_do_not_overlap(text):
    tokens = tokenize(text)
    assert all(text[token.start : token.end] == token.text != "" for token in tokens)
    assert all(a.end <= b.start for a, b in pairwise(tokens))
    assert count_tokens(text) == len(tokens)


@given(st.lists(st.sampled_from(["take", "500mg", "b.i.d", "药", "5%", "до"])))
def test_white_space_and_punctuation_do_not_change_the_count(words):
    assert count_tokens(" ".join(words)) == count_tokens(",\r\n ".join(words))


@given(st.text(alphabet=" \t\r\n\u2028\u0085.,;:!?*_#|()[]…“”—🙂"))
def test_punctuation_alone_has_no_tokens(text):
    assert count_tokens(text) == 0
