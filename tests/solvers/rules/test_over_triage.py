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
        "Washing helps against acne. Acne is usually harmless.",
        "For acne, it's a good idea to see a dermatologist for advice.",
        "Acne often clears up on its own within a few months.",
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
        "For acne, it's wise to see a dermatologist who can give guidance. They can "
        "also find out what makes it worse."
    )
    copy = first("R2", ACNE_QUESTION, padded(text))
    assert "who can give" not in copy
    assert "makes it worse" not in copy


def test_what_has_nothing_to_do_with_it_stays():
    text = "For acne, it's wise to see a dermatologist. Wash well."
    assert first("R2", ACNE_QUESTION, padded(text)).endswith("Wash well.")


@pytest.mark.parametrize(
    "text",
    [
        "There is no reason to worry.\n\nIt's wise to see a dermatologist.",
        "Use a gel for 6 to 8 weeks.\n\nIt's wise to see a dermatologist.",
        "A pharmacist can recommend a gel.\n\nIt's wise to see a dermatologist.",
        "- Wash well.\n- It's wise to see a dermatologist.\n- Use a mild soap.",
    ],
)
def test_no_alarm_beside_reassurance_or_among_tips(text):
    assert copies("R2", ACNE_QUESTION, padded(f"Acne is common.\n\n{text}")) == []


def test_warning_signs_in_the_answer_do_not_hide_the_routine_part():
    assert is_urgent(first("R2", HEADACHE_QUESTION, HEADACHE))


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("If your acne persists, consider consulting a dermatologist.", "persists"),
        ("If acne persists, it's best to see a doctor for advice.", "best to"),
        ("**Monitor Your Skin:** If acne gets worse, see a doctor.", "Monitor"),
    ],
)
def test_the_condition_is_not_repeated(text, gone):
    copy = first("R2", ACNE_QUESTION, padded(f"Acne is common.\n\n{text}"))
    assert is_urgent(copy)
    assert gone not in copy


@pytest.mark.parametrize(
    "text",
    [
        "For acne, it's best to see a doctor about these points:\n- diet\n- stress",
        "You can try soap against acne. If acne persists, see a dermatologist.",
        "None of the red flags apply to acne. It's wise to see a dermatologist.",
        "For acne, it's wise to see a doctor.\n\n### When to see a doctor sooner"
        "\n- fever",
    ],
)
def test_next_to_self_care_or_another_urgency_nothing_is_turned_up(text):
    assert copies("R2", ACNE_QUESTION, padded(text)) == []


def test_only_one_urgency_is_left():
    text = (
        "If your acne persists, consider consulting a dermatologist.\n\n"
        "- Wash the acne twice a day.\n\n"
        "If your acne gets worse, it's best to see a doctor. They can prescribe a gel."
    )
    copy = first("R2", ACNE_QUESTION, padded(text))
    assert copy.count("your acne") == 1
    assert "dermatologist" not in copy
    assert "They can" not in copy


def test_answers_to_one_question_differ_in_their_wording():
    texts = [
        f"Acne is common{'!' * n} If acne persists, see a doctor." for n in range(9)
    ]
    endings = {first("R2", ACNE_QUESTION, padded(t)).split("! ")[-1] for t in texts}
    assert len(endings) > 2


def test_only_tips_are_something_to_try():
    causes = "- Acne can come from oily skin.\n- Stress can add to it."
    text = f"{causes}\n\nIf your acne persists, consider consulting a dermatologist."
    for seed in range(6):
        copy = first("R2", ACNE_QUESTION, padded(text), seed)
        assert "Before you try" not in copy
        assert is_urgent(copy)
