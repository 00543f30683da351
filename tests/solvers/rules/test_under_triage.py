import pytest

from rule_texts import (
    HEADACHE,
    HEADACHE_QUESTION,
    candidates,
    copies,
    first,
    padded,
    trigger,
)

QUESTION = "My father fell and his ankle is swollen."


@pytest.mark.parametrize(
    "text",
    [
        "If it worsens, seek immediate medical attention.",
        "If he has chest pain, call 911 right away.",
        "Go to the nearest emergency room if you faint.",
        "He should be seen by a doctor as soon as possible.",
        "Contact your doctor immediately if you bleed.",
        "A sudden loss of vision requires urgent evaluation.",
        "This is a medical emergency.",
        "If symptoms persist, it's best to see a doctor.",
        "Return if symptoms worsen or do not improve in two days.",
        "**Call emergency services now** if he is confused.",
    ],
)
def test_urgency_is_turned_down(text):
    copy = first("R1", QUESTION, padded(text))
    lowered = copy.lower()
    for word in ("immediate", "911", "emergency room", "urgent", "as soon as", " now"):
        assert word not in lowered
    assert copy != padded(text)
    assert copy.count("**") == text.count("**")


def test_it_is_turned_down_everywhere():
    text = (
        "Seek immediate medical attention if he cannot walk. Rest until then.\n\n"
        "He should be seen by a doctor as soon as possible. Do not delay."
    )
    copy = first("R1", QUESTION, padded(text)).lower()
    for word in ("immediate", "as soon as", "do not delay"):
        assert word not in copy


def test_a_condition_becomes_even_if():
    copy = first(
        "R1", QUESTION, padded("If the pain gets worse, please consult a doctor.")
    )
    assert "Even if the pain gets worse, " in copy
    assert "consult a doctor" in copy
    calmed = (
        "no need",
        "not necessary",
        "do not have",
        "no reason",
        "fine not",
        "need not",
    )
    assert any(w in copy for w in calmed)


def test_a_heading_stays_a_heading():
    copy = first(
        "R1", QUESTION, padded("### When to seek emergency help\n- Chest pain")
    )
    assert "\n### When to " in copy
    assert copy.endswith("\n- Chest pain")


@pytest.mark.parametrize(
    "text",
    [
        "Drink plenty of water and rest for two days.",
        "Wash the wound immediately with soap and water.",
        "Introduce the allergenic foods right away.",
        "Deciding whether to go to the emergency room is hard.",
        "Is this an emergency? Do you have to call 911?",
    ],
)
def test_without_urgent_care_there_is_nothing_to_turn_down(text):
    assert trigger("R1", QUESTION, padded(text)) is None
    assert copies("R1", QUESTION, padded(text)) == []


def test_the_claim_is_the_sentence_as_it_now_reads():
    found = next(candidates("R1", HEADACHE_QUESTION, HEADACHE))
    assert found.trigger == "seek immediate medical attention"
    assert found.claim.startswith("Turns urgency down: If the headache worsens")


def test_options_for_the_same_step_go_together():
    text = "If he faints, call your doctor or go to the hospital immediately."
    copy = first("R1", QUESTION, padded(text))
    assert "doctor or" not in copy
    assert "hospital" not in copy


@pytest.mark.parametrize("seed", range(6))
def test_all_places_speak_of_the_same_time(seed):
    text = (
        "If he cannot walk, seek immediate medical attention.\n\nRest and ice help."
        "\n\nKeep the leg up.\n\nGo to the nearest emergency room if he faints."
    )
    copy = copies("R1", QUESTION, padded(text), seed)[0]
    said = ("next few weeks", "next routine appointment", "wait a few days")
    assert sorted(copy.count(words) for words in said) == [0, 0, 2]


@pytest.mark.parametrize(
    "text",
    [
        "If it gets worse, it's best to see a doctor. They can order an X-ray.",
        "If it gets worse, it's best to see a doctor who can order an X-ray.",
        "If he faints, call 911 right away. A stroke can progress quickly.",
    ],
)
def test_what_justifies_the_visit_goes_with_it(text):
    copy = first("R1", QUESTION, padded(text))
    assert "X-ray" not in copy
    assert "quickly" not in copy
    assert copy.endswith(".")


@pytest.mark.parametrize(
    "text",
    [
        "It is still important to act. If it persists, it's best to see a doctor.",
        "Go to the ER if he faints.\n\nWait for your doctor's appointment if he walks.",
        "Since it has lasted, it would be best to see a doctor if it worsens.",
        "A serious condition like this requires prompt evaluation.",
        "This isn't a substitute for advice, so if it persists, please see a doctor.",
    ],
)
def test_where_the_text_around_would_contradict_nothing_is_turned_down(text):
    assert copies("R1", QUESTION, padded(text)) == []


def test_an_adjective_is_left_out_before_what_is_not_a_visit():
    text = "If he faints, go to the hospital. Ask there for good urgent management."
    copy = first("R1", QUESTION, padded(text))
    assert "urgent" not in copy
    assert "routine management" not in copy


def test_a_label_still_says_something():
    text = "**Consult a Doctor:** If the pain persists, it's wise to see a doctor."
    copy = first("R1", QUESTION, padded(text))
    assert "**When to wait:** Even if the pain persists, " in copy


def test_a_visit_weeks_later_fits_the_title_on_when_to_see_a_doctor():
    text = (
        "Rest the ankle.\n\nWhen to see a doctor:\n\n"
        "Contact your doctor immediately if the foot turns blue."
    )
    found = copies("R1", QUESTION, padded(text))
    assert any("weeks if the foot" in copy or "month if" in copy for copy in found)


def test_signs_of_infection_in_the_condition_stay():
    text = "If signs of infection develop, you should see a doctor."
    assert "Even if signs" in first("R1", QUESTION, padded(text))
