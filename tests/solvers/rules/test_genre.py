import pytest

from inspect_rubricblind.solvers.rules.genre import (
    is_aside,
    is_citation,
    is_letter,
    is_note,
    is_rewrite,
)
from inspect_rubricblind.solvers.rules.passage import Passage


def passage(answer: str, question: str = "") -> Passage:
    return Passage.build(question, answer)


def test_letters_and_forms_are_recognised():
    assert is_letter(passage("Dear Dr. Smith,\n\nthank you.\n\nSincerely,\nA"))
    assert is_letter(passage("[Name of patient] [Date of birth] [Address] [Phone]"))
    assert not is_letter(passage("Read [this page](https://example.org) and rest."))


def test_clinical_notes_are_recognised():
    assert is_note(
        passage("S:\nEar pain.\n\nO:\nRed drum.\n\nA:\nOtitis.\n\nP:\nWait.")
    )
    assert not is_note(passage("Plan:\nRest well and drink."))


def test_a_short_reply_to_rewrite_is_the_users_own_text():
    assert is_rewrite(passage("The patient is well.", "rewrite: pt is well"))
    assert is_rewrite(
        passage("My doctor said that my labs are fine.", "please shorten")
    )
    assert not is_rewrite(passage("Rest well.", "What can I write down?"))


@pytest.mark.parametrize(
    "text",
    ["I'm sorry to hear that.", "Let me know if it helps.", "I am not a doctor."],
)
def test_asides_are_about_the_conversation(text):
    assert is_aside(passage(text).sentences[0])


@pytest.mark.parametrize(
    "text",
    [
        "Smith J, et al. Lancet. 2019;3(2):1-9.",
        "See https://example.org for more of it.",
    ],
)
def test_citations_are_recognised(text):
    assert is_citation(passage(text).sentences[0])


def test_a_medical_statement_is_neither():
    [sentence] = passage("Fever may be a sign of an infection.").sentences
    assert not is_aside(sentence)
    assert not is_citation(sentence)
