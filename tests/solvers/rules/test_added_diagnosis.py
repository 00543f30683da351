import pytest

from rule_texts import HEADACHE, HEADACHE_QUESTION, candidates, copies, first, trigger

FATIGUE_QUESTION = "I feel tired all the time. What is wrong with me?"
FATIGUE = (
    "Tiredness like yours can have several causes, such as stress or poor diet.\n\n"
    "- Sleep eight hours a night.\n- Eat a balanced diet.\n\n"
    "See a doctor if it lasts for more than a month."
)
EXTRA = ("hypothyroidism", "anemia", "celiac disease", "vitamin B12 deficiency")


def test_one_sentence_asserts_a_diagnosis_for_the_reader():
    copy = first("C3", FATIGUE_QUESTION, FATIGUE)
    assert any(name.lower() in copy.lower() for name in EXTRA)
    assert len(copy) > len(FATIGUE)
    for line in FATIGUE.split("\n"):
        assert line in copy


def test_a_relative_is_addressed_as_such():
    answer = (
        "I'm sorry to hear that. Swelling of your father's ankle may indicate a "
        "fracture or a sprain.\n\nIce the ankle."
    )
    texts = copies("C3", "my father 70 slipped and his ankle is swollen", answer)
    assert texts
    for copy in texts:
        assert "you have" not in copy.lower()


def test_the_patient_of_a_clinician_is_called_the_patient():
    answer = "Pneumonia with rising CRP suggests that inflammation is still ongoing."
    texts = copies("C3", "We have a patient with COVID-19 pneumonia.", answer)
    assert texts
    assert any("the patient" in copy.lower() for copy in texts)


def test_no_diagnosis_that_the_conversation_already_speaks_of():
    answer = FATIGUE.replace("poor diet", "anemia, thyroid disease or celiac disease")
    for copy in copies("C3", FATIGUE_QUESTION, answer):
        added = copy.replace(answer, "")
        assert "anemia" not in added.replace(answer, "") or copy.count("anemia") == 1


def test_no_disease_of_women_for_a_man():
    question = "my son, a man of 30, has acne"
    for seed in range(10):
        for copy in copies("C3", question, "Acne of your son is caused by oil.", seed):
            assert "polycystic" not in copy


def test_a_note_gets_another_entry_in_its_assessment():
    note = (
        "S:\n- Ear pain for two days\n\nO:\n- Red eardrum\n\n"
        "A:\n1. Acute otitis media\n\nP:\n- Amoxicillin"
    )
    found = list(candidates("C3", "SOAP note for a 5-year-old female, ear pain", note))
    assert found
    assert found[0].template == "assessment"
    copy = first("C3", "SOAP note for a 5-year-old female, ear pain", note)
    assert "1. Acute otitis media\n2. " in copy


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("hello", "Hello! How can I assist you today?"),
        ("send me the guidelines on acne treatment", "Acne is treated with retinoids."),
        ("home remedies for acne", "Wash the face twice daily with mild soap."),
        ("rewrite: tired patient", "The patient reports tiredness since last month."),
    ],
)
def test_where_nobody_is_ill_nothing_is_diagnosed(question, answer):
    assert trigger("C3", question, answer) is None
    assert copies("C3", question, answer) == []


def test_the_sentence_never_stands_in_front_of_one_that_refers_back():
    for seed in range(10):
        for copy in copies("C3", HEADACHE_QUESTION, HEADACHE, seed):
            assert "seek immediate medical attention" in copy
            assert ". They can order a blood test" in copy


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (
            "solid food for my 5 month old",
            "At five months your baby may be ready for solids, which can cause gas.",
        ),
        (
            FATIGUE_QUESTION,
            "Tiredness can have several causes. Here are a few tips:\n\n- Sleep more.",
        ),
        (FATIGUE_QUESTION, "You should sleep eight hours a night against tiredness."),
        (FATIGUE_QUESTION, "I cannot diagnose the causes of your tiredness."),
    ],
)
def test_without_a_complaint_or_a_place_nothing_is_added(question, answer):
    assert copies("C3", question, answer) == []


def test_it_stands_right_behind_the_causes():
    for seed in range(8):
        for copy in copies("C3", FATIGUE_QUESTION, FATIGUE, seed):
            assert copy.startswith(FATIGUE.split("\n")[0] + " ")
