from random import Random

import pytest

from inspect_rubricblind.records import apply_edits
from inspect_rubricblind.solvers.rules import Passage
from inspect_rubricblind.solvers.rules.controls import CONTROLS, load_controls
from inspect_rubricblind.solvers.size import measure_edits
from rule_texts import HEADACHE, HEADACHE_QUESTION, NEUTRAL, padded

PASSAGE = Passage.build(HEADACHE_QUESTION, HEADACHE)


def copies(shape, answer, seed=0):
    """All copies of a text behind a neutral paragraph that settles its language."""
    text = padded(answer)
    found = CONTROLS[shape].candidates(Passage.build("", text), Random(seed))
    made = [apply_edits(text, candidate.edits) for candidate in found]
    return [copy.removeprefix(f"{NEUTRAL}\n\n") for copy in made]


@pytest.mark.parametrize("shape", list(CONTROLS))
def test_every_control_has_the_shape_that_it_is_for(shape):
    found = list(CONTROLS[shape].candidates(PASSAGE, Random(1)))
    assert found
    for candidate in found:
        assert measure_edits(HEADACHE, candidate.edits).shape == shape


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Take 1000 mg now.", "Take 1 g now."),
        ("Rest for two weeks now.", "Rest for 2 weeks now."),
        ("See a pediatrician soon.", "See a paediatrician soon."),
        ("Eat fruit (e.g., apples) now.", "Eat fruit (for example, apples) now."),
        ("Ask a physician about it.", "Ask a doctor about it."),
    ],
)
def test_the_same_is_said_with_other_words(before, after):
    assert after in copies("same", before)


@pytest.mark.parametrize(
    "text",
    [
        "Call the American Academy of Pediatrics.",
        "I would like it.",
        "You can use it.",
        "Essential oils help.",
        "Give 2-3 weeks.",
        "Take 1000 mg/day.",
    ],
)
def test_names_ranges_and_ambiguous_words_are_not_swapped(text):
    assert copies("same", text) == []


def test_an_addition_stands_at_the_end():
    for copy in copies("additive", "Rest well and drink some water."):
        assert copy.startswith("Rest well and drink some water.")


def test_a_document_gets_its_addition_below():
    letter = "Dear Dr. Smith,\n\nplease see her.\n\nSincerely,\nA"
    for copy in copies("additive", letter):
        assert copy.startswith(f"{letter}\n\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("I'm sorry to hear that. Rest well now.", "Rest well now."),
        ("Great question! Rest well now.", "Rest well now."),
        ("Rest well now.\n\nI hope this helps!", "Rest well now."),
        ("Rest well now. Let me know if you need more.", "Rest well now."),
        (
            "Rest well and drink. Sleep early too. Rest well and drink.",
            "Rest well and drink. Sleep early too.",
        ),
    ],
)
def test_courtesies_and_repeats_can_go(before, after):
    assert copies("subtractive", before) == [after]


def test_medical_sentences_are_no_courtesies():
    text = "If you need help with transport, call an ambulance. Rest well."
    assert copies("subtractive", text) == []
    assert copies("varied", text) == []


def test_what_is_added_or_reworded_speaks_of_no_medicine():
    lexicon = load_controls()
    said = [*lexicon.asides, *lexicon.asides_document]
    said += [text for entry in lexicon.reworded for text in entry.say]
    for text in said:
        for word in ("dose", "symptom", "treat", "diagnos", "urgent", "test "):
            assert word not in text.lower()


@pytest.mark.parametrize(
    ("before", "kept"),
    [
        (
            "I am sorry to hear that you are feeling low. Here are some possible causes"
            " to consider:\n\n- Lack of sleep.",
            ("that you are feeling low.", "possible causes to consider:"),
        ),
        (
            "I'm really sorry to hear about your sore hand. Here is a brief list of"
            " things that suit adults:\n\n- Rest.",
            ("about your sore hand.", "brief list of things that suit adults:"),
        ),
        (
            "I'm not a medical professional, but the following tips are often given for"
            " acne.",
            ("the following tips are often given for acne.",),
        ),
        (
            "If you would like a plan for the first week, please let me know.",
            ("a plan for the first week.",),
        ),
    ],
)
def test_what_a_reworded_phrase_speaks_of_stays(before, kept):
    made = copies("varied", before)
    assert made
    for copy in made:
        assert copy != before
        assert all(part.removeprefix("about ") in copy for part in kept)


def test_two_short_phrases_are_reworded_together_and_named_both():
    text = padded(
        "I am sorry to hear that you are feeling low.\n\nHere are some tips:\n- Rest."
    )
    found = list(CONTROLS["varied"].candidates(Passage.build("", text), Random(0)))
    assert found
    for candidate in found:
        assert len(candidate.edits) == 2
        assert {"sorry_that", "here_are"} == {
            name.split(":")[0] for name in candidate.template.split("+")
        }


def test_a_repeat_may_differ_in_emphasis_and_stop():
    text = "Rest well and drink. Sleep early too. **Rest well and drink!**"
    assert copies("subtractive", text) == ["Rest well and drink. Sleep early too."]
    other = "Take 5 mg after dinner. Sleep early too. Take 50 mg after dinner."
    assert copies("subtractive", other) == []
