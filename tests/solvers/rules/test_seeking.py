import pytest

from rule_texts import candidates, copies, first, padded, trigger

QUESTION = "Why is my father confused?"
LIST = (
    "Confusion has many causes, and some of them are easy to treat once found.\n\n"
    "A few questions that might help:\n"
    "- How old is your father?\n"
    "- How long has the confusion been going on?\n"
    "- Is he on any medications?\n\n"
    "With that in mind, a doctor will look for infections first of all. Treatment then "
    "follows the cause, and most people recover well from it in the end."
)


def test_all_questions_go_with_their_lead_in():
    copy = first("O1", QUESTION, LIST)
    assert "?" not in copy
    assert "few questions" not in copy
    assert copy.startswith("Confusion has many causes")
    assert "\n\nWith that in mind" in copy
    assert "\n\n\n" not in copy


@pytest.mark.parametrize(
    ("text", "test"),
    [
        ("He likely needs an X-ray to rule out a fracture. Rest the leg.", "X-ray"),
        ("Rest well. Obtain a blood count and a urine culture. Drink water.", "blood"),
        (
            "Rest the arm. Get a urine culture and a urine test today. Drink.",
            "urine test",
        ),
        ("- Rest well.\n- Check his blood pressure twice daily.\n- Drink.", "pressure"),
        ("1. Rest well.\n2. Listen for wheezing in the lungs.\n3. Drink.", "wheezing"),
    ],
)
def test_a_test_that_is_asked_for_goes(text, test):
    copy = first("O1", QUESTION, padded(text))
    assert test in text
    assert test not in copy
    assert "Rest" in copy


def test_a_test_goes_everywhere_or_nowhere():
    twice = (
        "Get an MRI soon. Rest the back in between, and keep warm at night. "
        "Walk a little. In summary, an MRI is recommended. Stay calm and eat well."
    )
    for copy in copies("O1", QUESTION, padded(twice)):
        assert "MRI" not in copy
    told = twice.replace(
        "In summary, an MRI is recommended.", "Your last MRI was fine."
    )
    assert all("Get an MRI" in copy for copy in copies("O1", QUESTION, padded(told)))


@pytest.mark.parametrize(
    "text",
    [
        "Rest well. Would you like more tips on sleep and medication?",
        "How can I assist you today? Drink water and rest well.",
        "The X-ray showed no fracture. Rest the leg for a week.",
        "Rest well. Imaging is not routinely required for this.",
        'He asked: "Are you in pain?" and left the room then.',
        "Drink water. Sleep well. Eat fruit and rest the leg.",
    ],
)
def test_what_is_not_asked_for_stays(text):
    assert trigger("O1", QUESTION, padded(text)) is None
    assert copies("O1", QUESTION, padded(text)) == []


def test_the_claim_names_what_is_missing():
    found = next(candidates("O1", QUESTION, LIST))
    assert found.claim.startswith("No longer says: ")
    assert "How old is your father?" in found.claim


def test_a_line_that_waits_for_the_answers_goes_with_the_questions():
    text = f"{LIST}\n\nYour answers will show which of the causes fits best."
    copy = first("O1", QUESTION, text)
    assert "?" not in copy
    assert "Your answers" not in copy
    one_left = [c for c in copies("O1", QUESTION, text) if "?" in c]
    assert all("Your answers" in c for c in one_left)
