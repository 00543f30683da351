import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspect_rubricblind.records import apply_edits
from inspect_rubricblind.solvers.rules.passage import (
    Change,
    Passage,
    edit_at,
    edits_at,
    removal_span,
)

TEXT = (
    "Here is what to do:\n"
    "1. **Rest:** Rest the ankle for two days. Do not run.\n"
    "2. Apply ice for 20 minutes.\n"
    "- Apply ice for 20 minutes again.\n"
    "Take 0.5 mg twice daily. See a doctor."
)


def sentence(passage: Passage, start: str):
    return next(s for s in passage.sentences if s.text.startswith(start))


def test_sentences_are_places_in_the_answer():
    passage = Passage.build("", TEXT)
    assert all(TEXT[s.start : s.end] == s.text for s in passage.sentences)
    assert passage.is_english


def test_list_marks_are_not_part_of_the_sentence():
    passage = Passage.build("", TEXT)
    assert sentence(passage, "Apply ice for 20 minutes.").is_list_item
    assert not sentence(passage, "Take 0.5 mg").is_list_item
    assert not sentence(passage, "Do not run").is_list_item


@pytest.mark.parametrize(
    "line",
    ["# Care", "**What to do**", "**Plan:**", "What to do now:", "2. **Safety**"],
)
def test_titles_and_lead_ins_are_headings(line):
    passage = Passage.build("", f"{line}\nTake the tablets with water and rest.")
    assert passage.sentences[0].is_heading
    assert passage.prose[0].text.startswith("Take")


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("-5 °C is too cold for the vaccine.", "-5 °C is"),
        ("1.5 mg is the dose for you.", "1.5 mg"),
        ("**Bold** words start the line here.", "**Bold**"),
        ("-Rest well and drink.", "Rest well"),
        ("1.Rest well and drink.", "Rest well"),
    ],
)
def test_a_mark_is_told_from_a_number_and_from_emphasis(line, text):
    assert Passage.build("", line).sentences[0].text.startswith(text)


def test_a_repeated_word_is_widened_until_it_is_unique():
    start = TEXT.index("20 minutes again")
    edit = edit_at(TEXT, start, start + 2, "200")
    assert edit is not None
    assert TEXT.count(edit.find) == 1
    changed = apply_edits(TEXT, [edit])
    assert "ice for 20 minutes.\n- Apply ice for 200 minutes again" in changed


def test_an_edit_covers_whole_words():
    edit = edit_at("the tablets", 4, 10, "pill")
    assert edit is not None
    assert (edit.find, edit.replace) == ("tablets", "pills")


@pytest.mark.parametrize(("start", "end", "text"), [(0, 4, "Here"), (3, 3, "")])
def test_no_change_is_no_edit(start, end, text):
    assert edit_at(TEXT, start, end, text) is None


def test_overlapping_changes_are_refused():
    assert edits_at(TEXT, [Change(0, 6, "a"), Change(4, 9, "b")]) is None


def test_changes_that_meet_become_one_edit():
    answer = "a a a a"
    edits = edits_at(answer, [Change(0, 1, "b"), Change(2, 3, "c")])
    assert edits is not None
    assert apply_edits(answer, edits) == "b c a a"


def test_what_can_never_be_unique_is_refused():
    assert edit_at("x " * 900, 800, 801, "y") is None


@pytest.mark.parametrize(
    ("start", "rest"),
    [
        ("Do not run", "Rest the ankle for two days.\n2."),
        ("See a doctor", "Take 0.5 mg twice daily."),
        ("Apply ice for 20 minutes again", "2. Apply ice for 20 minutes.\nTake"),
    ],
)
def test_removing_a_sentence_leaves_no_gap(start, rest):
    passage = Passage.build("", TEXT)
    a, b = removal_span(TEXT, sentence(passage, start))
    remaining = TEXT[:a] + TEXT[b:]
    assert rest in remaining
    assert "\n\n" not in remaining
    assert "  " not in remaining


@given(st.text(alphabet="ab 1.\n-*é", max_size=60), st.data())
def test_an_edit_does_what_the_change_says(answer, data):
    start = data.draw(st.integers(0, len(answer)))
    end = data.draw(st.integers(start, len(answer)))
    text = data.draw(st.text(alphabet="xy ", max_size=5))
    edit = edit_at(answer, start, end, text)
    if edit is not None:
        assert apply_edits(answer, [edit]) == answer[:start] + text + answer[end:]


@given(st.text(max_size=200))
def test_any_text_is_cut_into_its_own_places(answer):
    passage = Passage.build("", answer)
    assert all(answer[s.start : s.end] == s.text for s in passage.sentences)
    assert all(
        a.end <= b.start
        for a, b in zip(passage.sentences, passage.sentences[1:], strict=False)
    )


@pytest.mark.parametrize("run", [" " * 3000, "\n" * 3000, "*" * 3000, "1" * 3000])
def test_long_runs_of_one_character_are_read(run):
    passage = Passage.build("", f"Take the tablets. {run}Then rest.")
    assert passage.sentences[0].text.startswith("Take the tablets.")
