import pytest

from inspect_rubricblind.solvers.rules.audience import audience


@pytest.mark.parametrize(
    ("question", "answer", "reader", "subject"),
    [
        ("I have a cough. What can I do?", "Rest.", "patient", "you"),
        ("my father 70 slipped in the bathroom", "Ice.", "carer", "your father"),
        ("father confusion reasons", "Many.", "carer", "your father"),
        ("Solids for my 5 month old", "Your baby decides.", "carer", "your baby"),
        (
            "Should I take her to the ER?",
            "Your daughter is well.",
            "carer",
            "your daughter",
        ),
        (
            "We have a patient with T2DM and CKD",
            "Lower it.",
            "clinician",
            "the patient",
        ),
        (
            "i'm a nurse checking a newborn",
            "The baby is fine.",
            "clinician",
            "the baby",
        ),
        (
            "HPI for a 55-year-old male, father had CAD",
            "Add.",
            "clinician",
            "the patient",
        ),
        ("someone collapsed at the party", "Call.", "carer", "the person"),
        ("home remedies for acne", "Wash.", "unknown", "you"),
    ],
)
def test_reader_and_subject_are_read_from_question_and_answer(
    question, answer, reader, subject
):
    found = audience(question, answer)
    assert (found.reader, found.subject) == (reader, subject)


def test_the_last_turn_decides_over_earlier_ones():
    question = "write a note for a patient\n\nI just pricked myself with a needle"
    assert audience(question, "Wash.").subject == "you"


def test_a_new_mother_asks_about_herself_though_the_baby_is_named():
    found = audience(
        "baby blues postpartum, is it normal?", "Rest when your baby does."
    )
    assert (found.subject, found.sex) == ("you", "female")


def test_a_partner_in_the_answer_alone_is_not_the_patient():
    found = audience("I can't sleep", "Reach out to your partner.")
    assert found.subject == "you"


def test_a_weight_is_not_an_age():
    assert audience("I'm 70 kg and jog", "Fine.").age == "adult"
    assert audience("I'm 74 and jog", "Fine.").age == "elder"


def test_diagnoses_fit_age_and_sex():
    father = audience("my father, 80 years, is confused", "Your father needs care.")
    assert father.fits("elder")
    assert father.fits("adult")
    assert father.fits("male")
    assert not father.fits("female")
    assert not father.fits("child")
    assert father.fits("any")
    baby = audience("my 7 month old eats", "Your baby is fine.")
    assert baby.fits("infant")
    assert not baby.fits("adult")


def test_grammar_follows_the_subject():
    you, father = audience("I cough", ""), audience("my father coughs", "")
    assert (you.has, you.possessive) == ("have", "your")
    assert (father.has, father.possessive) == ("has", "your father's")
