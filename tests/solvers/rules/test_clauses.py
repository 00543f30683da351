import pytest

from inspect_rubricblind.solvers.rules.clauses import (
    agree,
    is_plural,
    shares_subject,
    third_person,
)


@pytest.mark.parametrize(
    ("before", "plural"),
    [
        ("Swelling", False),
        ("It", False),
        ("These", True),
        ("However, the symptoms", True),
        ("Persistent changes in the skin", True),
        ("A burning in the eyes", False),
        ("Swallowing larger amounts", False),
        ("Diabetes", False),
        ("A rash and a fever", True),
        ("People with asthma", True),
        ("If you rest, you", True),
        ("Some common factors that", True),
        ("an irregular pattern, which", False),
        ("It sounds like he feels a strong emotion or stress, which", False),
        ("He may have a rash and a fever, which", True),
        ("conditions with a rash, which", True),
        ("The **doctor**", False),
        ("Pain in the lower back is common, but numbness", False),
        ("bacteria", True),
        ("For relief, several over-the-counter options", True),
        ("If it hurts, some of the causes that", True),
        ("", False),
    ],
)
def test_the_number_of_a_subject(before, plural):
    assert is_plural(before) is plural


@pytest.mark.parametrize(
    ("verb", "form"),
    [
        ("cause", "causes"),
        ("lead to", "leads to"),
        ("worry", "worries"),
        ("pass", "passes"),
        ("have", "has"),
        ("play", "plays"),
    ],
)
def test_the_third_person_singular(verb, form):
    assert third_person(verb) == form


def test_verbs_agree():
    assert agree("be", plural=True) == "are"
    assert agree("be", plural=False) == "is"
    assert agree("signal", plural=True) == "signal"
    assert agree("signal", plural=False) == "signals"


def test_a_verb_may_go_on_with_the_subject_before():
    assert shares_subject("Antibodies reduce deaths but")
    assert not shares_subject("Antibodies reduce deaths but they")
