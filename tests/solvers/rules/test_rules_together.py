"""What holds for every rule and control, whatever the text."""

from random import Random
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspect_rubricblind.records import ErrorCode, apply_edits
from inspect_rubricblind.solvers.checks import check_edits
from inspect_rubricblind.solvers.rules import RULES, Passage
from inspect_rubricblind.solvers.rules.controls import CONTROLS
from inspect_rubricblind.taxonomy.load import load_taxonomy
from rule_texts import HEADACHE, HEADACHE_QUESTION, SPANISH

CODES: tuple[ErrorCode, ...] = ("F4", "C3", "R1", "R2", "O1", "O2", "K1", "K2")
RULES_AND_CONTROLS = [
    *[pytest.param(RULES[code], id=code) for code in CODES],
    *[pytest.param(rule, id=f"control-{shape}") for shape, rule in CONTROLS.items()],
]
PIECES = st.sampled_from(
    [
        "The headache may be a sign of an infection.",
        "It usually resolves on its own in a few days.",
        "If it worsens, seek immediate medical attention.",
        "- **Rest:** Lie down. Do not drive.",
        "1. Get a blood test to rule out anemia.",
        "2. Do you have any other symptoms?",
        "See a doctor if:",
        "- you faint",
        "### When to call",
        "Some people with mild pain may benefit from ice.",
        "I'm sorry to hear that.",
        "They can help.",
        "| a | b |",
        "```",
        "> quoted “text”",
        "Take 500 mg twice daily.",
        "Let me know if you have any other questions!",
        "",
        "\r",
        "頭痛は珍しくありません。",
        "🙂 \u2028 \u0085",
        "**open",
    ]
)
TEXTS = st.one_of(
    st.lists(PIECES, max_size=12).map("\n".join),
    st.lists(PIECES, max_size=8).map(" ".join),
    st.text(max_size=200),
)


def test_the_codes_are_error_codes():
    assert set(CODES) <= set(get_args(ErrorCode))


@pytest.mark.parametrize("rule", RULES_AND_CONTROLS)
@settings(max_examples=40)
@given(
    question=st.sampled_from(["", HEADACHE_QUESTION, "my father's ankle"]), text=TEXTS
)
def test_candidates_apply_cleanly_to_any_text(rule, question, text):
    passage = Passage.build(question, text)
    reason = rule.trigger(passage)
    found = list(rule.candidates(passage, Random(0)))
    if found:
        assert reason
    for candidate in found:
        assert apply_edits(text, candidate.edits) != text
        assert candidate.claim.strip()
        assert candidate.trigger.strip()
        assert candidate.template


@pytest.mark.parametrize("rule", RULES_AND_CONTROLS)
@pytest.mark.parametrize("text", [SPANISH, "你好，我头痛。请看医生。", ""])
def test_another_language_gives_nothing(rule, text):
    passage = Passage.build(HEADACHE_QUESTION, text)
    assert rule.trigger(passage) is None
    assert list(rule.candidates(passage, Random(0))) == []


@pytest.mark.parametrize("code", CODES)
def test_an_ordinary_answer_takes_every_type_within_its_limits(code):
    passage = Passage.build(HEADACHE_QUESTION, HEADACHE)
    limits = load_taxonomy().by_code(code).limits
    found = list(RULES[code].candidates(passage, Random(0)))
    assert any(not check_edits(HEADACHE, c.edits, limits) for c in found)


@pytest.mark.parametrize("rule", RULES_AND_CONTROLS)
def test_the_same_seed_gives_the_same_candidates(rule):
    passage = Passage.build(HEADACHE_QUESTION, HEADACHE)
    once = list(rule.candidates(passage, Random(7)))
    again = list(rule.candidates(passage, Random(7)))
    assert once == again
