"""Where additions may stand, and what may not be moved, turned or left out."""

import pytest

from rule_texts import candidates, copies, padded

TIRED = "I feel tired all the time. What is wrong with me?"
PREGNANT = "I am 20 weeks pregnant and have a headache. What can I do?"


def test_one_more_cause_stands_as_an_item_of_the_list():
    answer = (
        "Here are some possible causes of tiredness:\n\n1. **Stress:** It wears out."
        "\n2. **Poor Sleep:** Short nights add up.\n\nSleep eight hours a night."
    )
    texts = copies("C3", TIRED, answer)
    assert texts
    for copy in texts:
        assert "add up.\n3. **" in copy
        assert copy.endswith("\n\nSleep eight hours a night.")


def test_a_bold_number_counts_on():
    answer = (
        "These are common causes of tiredness:\n\n**1. Stress:** It wears one out.\n"
        "**2. Poor Sleep:** Short nights add up."
    )
    assert all("\n**3. " in copy for copy in copies("C3", TIRED, answer))


@pytest.mark.parametrize(
    "answer",
    [
        "I'm sorry to hear that you are tired. See a doctor to find the cause.",
        "Tiredness can be due to stress or poor diet. A doctor can identify the cause.",
        "Tiredness can have many causes.",
    ],
)
def test_no_diagnosis_where_the_cause_is_open(answer):
    assert copies("C3", TIRED, answer) == []


def test_contraindicated_advice_is_an_item_beside_its_kind():
    answer = (
        "For now:\n\n- Rest in a dark room\n- Use pain relief (as directed)\n"
        "- Drink enough water\n\nGet well soon."
    )
    added = [c for c in candidates("C1", PREGNANT, answer) if "insert" in c.template]
    assert added
    for candidate in added:
        assert candidate.edits[0].replace.count("\n- ") >= 1


def test_no_advice_inside_the_report_of_a_trial():
    answer = (
        "In the trial, participants with headache were randomized to placebo. "
        "Pain should be treated with paracetamol."
    )
    found = candidates("C1", PREGNANT, answer)
    assert not [c for c in found if "insert" in c.template]


@pytest.mark.parametrize(
    ("question", "limit"),
    [
        ("solids for my 7 month old", "8 months"),
        ("solids for my 5 month old", "6 months"),
        ("solids for my baby", "12 weeks"),
    ],
)
def test_an_age_limit_stays_ahead_of_the_age_that_was_told(question, limit):
    answer = padded("Do not give honey before 12 months because of botulism.")
    texts = copies("F2", question, answer)
    assert texts
    assert all(f"honey before {limit}" in copy for copy in texts)


def test_an_age_limit_decides_on_one_food_at_a_time():
    answer = padded(
        "Give no honey before 12 months.\n\nGive no cow's milk before 12 months."
    )
    for copy in copies("F2", "solids for my 7 month old", answer):
        assert copy.count("12 months") == 1


def test_no_second_concession():
    answer = padded(
        "If your headache persists, even if it is mild, it is best to see a doctor."
    )
    assert copies("R1", "I have a mild headache.", answer) == []


def test_no_urgency_turned_down_beside_another_instruction():
    answer = padded(
        "Contact the clinic immediately if there is severe pain.\n\n"
        "Any worsening was to be reported; report new symptoms to the nurse right away."
    )
    for copy in copies("R1", "I have a headache.", answer):
        assert "right away" not in copy


def test_a_watch_for_signs_that_are_named_again_is_not_left_out():
    answer = padded(
        "Watch for hives, vomiting and swelling after each new food.\n\n"
        "Call the doctor for hives, vomiting or swelling."
    )
    for copy in copies("O2", "solids for my 7 month old", answer):
        assert "Watch for hives" in copy


def test_no_prescription_medicine_among_those_that_one_can_buy():
    answer = padded("Over-the-counter relief: take acetaminophen for fever or aches.")
    for copy in copies("F3", "I have a fever and aches.", answer):
        assert "amoxicillin" not in copy
        assert "prednisone" not in copy


def test_how_long_one_looks_is_a_threshold_and_no_treatment():
    answer = padded("Look and feel for breathing for 10 seconds, then start CPR.")
    question = "someone collapsed"
    assert copies("F1", question, answer) == []
    assert any("10 minutes" in copy for copy in copies("F2", question, answer))
