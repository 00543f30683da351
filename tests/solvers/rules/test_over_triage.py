import pytest

from rule_texts import HEADACHE, HEADACHE_QUESTION, copies, first, padded, trigger

ACNE_QUESTION = "What helps against acne and pimples?"
URGENT = ("emergency", "ambulance")


def is_urgent(text: str) -> bool:
    return any(word in text.lower() for word in URGENT)


@pytest.mark.parametrize(
    "text",
    [
        "Acne is common. If your acne persists, consider consulting a dermatologist.",
        "Acne is usually harmless, and washing helps against acne.",
        "For acne, it's a good idea to see a dermatologist for advice.",
        "Acne often clears up on its own within a few months, so wait.",
        "Acne is a nuisance. Consult a dermatologist for personalized advice.",
    ],
)
def test_routine_care_becomes_emergency_care(text):
    assert not is_urgent(text)
    assert is_urgent(first("R2", ACNE_QUESTION, padded(text)))


def test_waiting_for_an_appointment_is_no_longer_allowed():
    text = "If the toothache is mild, it's okay to wait for your dentist's appointment."
    copy = first("R2", "I have a dull toothache. Can I wait?", padded(text))
    assert is_urgent(copy)
    assert "okay to wait" not in copy


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("I have chest pain", "If the pain persists, it's best to see a doctor."),
        ("I'm pregnant and bleeding", "It's a good idea to see a doctor for advice."),
        (ACNE_QUESTION, "This is a medical emergency. Acne is harmless, see a doctor."),
        (ACNE_QUESTION, "Wash your face with mild soap against acne."),
        (ACNE_QUESTION, "### When to see a dermatologist about acne"),
        (
            "write a letter",
            "Dear Dr. Smith,\n\nplease see the patient.\n\nSincerely,\nA",
        ),
        ("what is a protein", "Consider speaking with a dietitian for advice."),
    ],
)
def test_where_haste_is_right_or_nobody_is_ill_nothing_is_turned_up(question, text):
    assert trigger("R2", question, padded(text)) is None
    assert copies("R2", question, padded(text)) == []


def test_a_warning_sign_that_is_denied_is_none():
    question = "I have a mild headache but no chest pain and no fever."
    assert trigger("R2", question, HEADACHE) is not None


def test_what_hangs_on_the_advice_goes_with_it():
    text = (
        "For acne, it's wise to see a dermatologist who can give guidance. Wash well."
    )
    copy = first("R2", ACNE_QUESTION, padded(text))
    assert "who can give" not in copy
    assert copy.endswith("Wash well.")


def test_warning_signs_in_the_answer_do_not_hide_the_routine_part():
    assert is_urgent(first("R2", HEADACHE_QUESTION, HEADACHE))
