from hypothesis import given
from hypothesis import strategies as st

from inspect_rubricblind.evidence.claims import chunks, place_claims, split_claims
from inspect_rubricblind.evidence.edited import (
    claims_at,
    edited_places,
    sentences_at,
)
from inspect_rubricblind.records import Edit, apply_edits

ANSWER = (
    "I'm sorry to hear that.\n\n"
    "## What to take\n"
    "- **Paracetamol** 500 mg every 6 hours.\n"
    "- Avoid ibuprofen with kidney disease.\n\n"
    "See a doctor within 2 days. Most coughs are viral. Do you smoke?"
)


def texts(claims):
    return [claim.text for claim in claims]


def test_each_checkable_sentence_or_list_item_is_one_claim():
    assert texts(split_claims(ANSWER)) == [
        "Paracetamol 500 mg every 6 hours.",
        "Avoid ibuprofen with kidney disease.",
        "See a doctor within 2 days.",
        "Most coughs are viral.",
    ]


def test_a_claim_knows_where_it_stands():
    for claim in split_claims(ANSWER):
        assert ANSWER[claim.start : claim.end].strip() == claim.sentence


def test_chinese_sentences_are_claims():
    found = split_claims("家庭自测血压平均达到135/85为偏高。每天食盐少于5克。", "zh")
    assert len(found) == 2


def test_a_claim_that_a_model_wrote_gets_the_sentence_that_shares_most_words():
    [first, second, nowhere] = place_claims(
        ["Adults may take 500 mg of paracetamol", "Coughs are mostly viral", "zzz"],
        ANSWER,
    )
    assert first.sentence == "- **Paracetamol** 500 mg every 6 hours."
    assert second.sentence == "Most coughs are viral."
    assert (nowhere.sentence, nowhere.start, nowhere.end) == ("", 0, 0)


def at_edit(text, edits):
    """The claims of the original and of the copy at the edits, by hand's rules."""
    before, after = edited_places(text, edits)
    copy = apply_edits(text, edits)
    found = []
    for side, places in ((text, before), (copy, after)):
        claims = split_claims(side)
        found.append([claims[n].text for n in claims_at(claims, places)])
    return found


def test_the_claims_at_an_edit_are_those_of_the_changed_sentence():
    edit = Edit(
        find="500 mg every 6 hours.\n- Avoid", replace="5000 mg every 6 hours.\n- Avoid"
    )
    assert at_edit(ANSWER, [edit]) == [
        ["Paracetamol 500 mg every 6 hours."],
        ["Paracetamol 5000 mg every 6 hours."],
    ]


def test_what_is_added_is_held_against_the_sentence_before_it():
    edit = Edit(
        find="Most coughs are viral.",
        replace="Most coughs are viral. A trial of 2019 showed it in 900 children.",
    )
    assert at_edit(ANSWER, [edit]) == [
        ["Most coughs are viral."],
        ["A trial of 2019 showed it in 900 children."],
    ]


def test_several_edits_are_found_together_with_their_shifted_places():
    edits = [
        Edit(find="2 days", replace="20 days"),
        Edit(find="500 mg", replace="1 g"),
    ]
    assert at_edit(ANSWER, edits)[1] == [
        "Paracetamol 1 g every 6 hours.",
        "See a doctor within 20 days.",
    ]


def test_of_several_claims_of_one_sentence_those_with_a_changed_word_are_meant():
    text = "Take aspirin 300 mg once and call an ambulance."
    edits = [Edit(find="300 mg", replace="900 mg")]
    _, after = edited_places(text, edits)
    claims = place_claims(
        ["Aspirin is taken as 900 mg once", "An ambulance should be called"],
        apply_edits(text, edits),
    )
    assert claims_at(claims, after) == (0,)


def test_the_sentences_around_an_edit_are_a_stretch_of_the_text():
    edits = [Edit(find="500 mg", replace="1 g")]
    before, _ = edited_places(ANSWER, edits)
    span = sentences_at(ANSWER, before)
    assert ANSWER[span.start : span.end] == span.text
    assert span.text.strip() == "- **Paracetamol** 500 mg every 6 hours."


@given(st.text(alphabet="ab. \n?!1-", max_size=300), st.integers(1, 80))
def test_chunks_are_the_text_in_order(text, size):
    parts = list(chunks(text, size=size))
    assert "".join(part.text for part in parts) == text
    assert all(text[part.start : part.end] == part.text for part in parts)


@given(st.text(alphabet="abc d. \n", min_size=3, max_size=120), st.data())
def test_the_places_of_an_edit_hold_all_of_its_change(text, data):
    start = data.draw(st.integers(0, len(text) - 1))
    find = text[start : data.draw(st.integers(start + 1, len(text)))]
    if text.count(find) != 1:
        return
    edit = Edit(find=find, replace=data.draw(st.text(alphabet="xb. ", max_size=20)))
    before, after = edited_places(text, [edit])
    copy = apply_edits(text, [edit])
    [(a, b)], [(c, d)] = before.spans, after.spans
    made = text[:a] + copy[c:d] + text[b:]
    assert "".join(made.split()) == "".join(copy.split())
