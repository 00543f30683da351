import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspect_rubricblind.logs.escape import csv_cell, cut, markdown, visible


@given(st.text())
def test_no_control_character_survives(text: str):
    shown = visible(text)
    assert "\x1b" not in shown
    assert len(shown.splitlines()) <= 1
    assert not any(c in shown for c in "\u202e\u2066\u0007")


@pytest.mark.parametrize("text", ["می‌خواهم", "👨‍👩‍👧", "naïve — 50 µg", "क्‍ष"])
def test_ordinary_text_of_any_script_is_left_alone(text: str):
    assert visible(text) == text


@given(st.text())
def test_no_cell_starts_a_formula(text: str):
    assert not csv_cell(text).lstrip().startswith(("=", "+", "-", "@"))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a|b", "a\\|b"),
        ("<img src=x onerror=alert(1)>", "&lt;img src=x onerror=alert(1)&gt;"),
        ("[click](http://evil)", "\\[click\\](http:&#47;/evil)"),
        ("WWW.evil.com", "www&#46;evil.com"),
        ("`code` *b* _i_ ~s~ $x$", "\\`code\\` \\*b\\* \\_i\\_ \\~s\\~ \\$x\\$"),
        ("a\n# heading", "a\\\\n# heading"),
        ("&lt;", "&amp;lt;"),
        ("me@example.org", "me&#64;example.org"),
    ],
)
def test_markdown_shows_text_as_it_is(text: str, shown: str):
    assert markdown(text) == shown


def test_cut_keeps_one_line_within_the_limit():
    assert cut("a  b\n c", 10) == "a b c"
    assert cut("abcdefgh", 5) == "abcd…"
