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
    assert any(w in copy for w in ("no need", "not necessary", "do not have to"))


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
