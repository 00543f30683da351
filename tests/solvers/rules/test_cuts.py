import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspect_rubricblind.records import apply_edits
from inspect_rubricblind.solvers.rules.cuts import (
    cut,
    leans_back,
    merge,
    reads_on,
    whole_item,
)
from inspect_rubricblind.solvers.rules.passage import Passage


def without(text: str, *starts: str) -> str:
    """The text without the sentences that start like this, and what hangs on them."""
    passage = Passage.build("", text)
    chosen = [s for s in passage.sentences if s.text.startswith(starts)]
    assert len(chosen) == len(starts)
    edits = cut(passage, [whole_item(passage, s) for s in chosen])
    assert edits is not None
    return apply_edits(text, edits)


def test_a_sentence_takes_the_space_behind_it():
    text = "Rest the ankle today. Drink some water. Sleep well tonight."
    assert without(text, "Drink") == "Rest the ankle today. Sleep well tonight."


def test_the_last_sentence_takes_the_space_before_it():
    assert without("Rest the ankle. Sleep well.", "Sleep") == "Rest the ankle."


def test_an_item_takes_its_line_and_the_next_numbers_move_up():
    text = "1. Rest well.\n2. Drink water.\n3. Sleep early.\n4. Eat fruit."
    assert without(text, "Drink") == "1. Rest well.\n2. Sleep early.\n3. Eat fruit."


def test_an_item_takes_what_is_indented_below_it():
    text = "- Rest.\n- Call if:\n  - you faint\n  - you fall\n- Sleep."
    assert without(text, "Call") == "- Rest.\n- Sleep."


def test_a_labelled_item_goes_as_a_whole():
    text = "- **Rest:** Lie down. Put the leg up.\n- **Drink:** Have some water."
    assert without(text, "**Rest") == "- **Drink:** Have some water."


def test_a_labelled_item_without_gaps_goes_as_a_whole():
    text = "Imaging:\n-CT angiography (CTA):The standard. Use with care.\n-X-ray:Helps."
    assert without(text, "CT") == "Imaging:\n-X-ray:Helps."


def test_a_later_sentence_of_a_labelled_item_goes_alone():
    text = "- **Rest:** Lie down. Put the leg up.\n- **Drink:** Have some water."
    assert (
        without(text, "Put") == "- **Rest:** Lie down.\n- **Drink:** Have some water."
    )


def test_a_lead_in_takes_its_list():
    text = "Rest well.\n\nSee a doctor if:\n- it bleeds\n- it swells\n\nSleep early."
    assert without(text, "See") == "Rest well.\n\nSleep early."


def test_a_heading_over_nothing_goes_too():
    text = (
        "Rest well.\n\n### When to call\nCall if it bleeds.\n\n### Sleep\nSleep early."
    )
    assert without(text, "Call if") == "Rest well.\n\n### Sleep\nSleep early."


def test_a_heading_with_something_left_stays():
    text = "### When to call\nCall if it bleeds.\nCome back in a week.\n\nSleep early."
    assert without(text, "Call if").startswith("### When to call\nCome back")


def test_a_title_without_a_colon_takes_its_paragraph():
    text = "Rest well.\n\nWhen to seek help\nIf it bleeds\nIf it swells\n\nSleep early."
    assert without(text, "When to") == "Rest well.\n\nSleep early."


def test_a_sentence_wrapped_by_hand_goes_as_a_whole():
    text = "Rest well today.\nCount the breaths for a\nfull minute.\nSleep early."
    assert without(text, "Count") == "Rest well today.\nSleep early."


def test_nothing_is_declared_if_nothing_would_remain():
    passage = Passage.build("", "Rest well.")
    assert cut(passage, [(0, 10)]) is None


def test_windows_line_ends_survive():
    text = "- Rest well.\r\n- Drink water.\r\n- Sleep early.\r\n"
    assert without(text, "Drink") == "- Rest well.\r\n- Sleep early.\r\n"


@pytest.mark.parametrize(
    "text", ["They can help.", "However, rest.", "This is why.", "If so, call."]
)
def test_a_sentence_that_refers_back_is_recognised(text):
    assert leans_back(text)


@pytest.mark.parametrize("text", ["Theory says so.", "Rest.", "Thistle tea helps."])
def test_a_sentence_that_only_looks_like_it_is_not(text):
    assert not leans_back(text)


def test_a_cut_before_a_sentence_that_refers_back_does_not_read_on():
    text = "Rest well. See a doctor. They can help. Sleep early."
    passage = Passage.build("", text)
    assert not reads_on(passage, [(11, 24)])
    assert reads_on(passage, [(11, 39)])
    assert reads_on(passage, [(0, 10)])


def test_spans_that_meet_become_one():
    assert merge("abc def ghi", [(4, 7), (0, 3)]) == [(0, 7)]
    assert merge("abc def ghi", [(8, 11), (0, 3)]) == [(0, 3), (8, 11)]


LINES = st.lists(
    st.sampled_from(
        [
            "Rest well.",
            "- Drink water.",
            "1. Eat fruit.",
            "",
            "# Care",
            "Call if:",
            "---",
        ]
    ),
    min_size=1,
    max_size=8,
)


@given(LINES, st.integers(0, 7))
def test_a_cut_removes_only_and_never_doubles_a_gap(lines, index):
    text = "\n".join(lines)
    passage = Passage.build("", text)
    if not passage.sentences:
        return
    sentence = passage.sentences[index % len(passage.sentences)]
    edits = cut(passage, [whole_item(passage, sentence)])
    if edits is None:
        return
    copy = apply_edits(text, edits)
    assert len(copy) < len(text)
    assert "\n\n\n" not in copy or "\n\n\n" in text
