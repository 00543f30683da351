from collections import defaultdict
from random import Random

import pytest

from inspect_rubricblind.solvers.rules.fabrication import (
    invent_study,
    load_inventions,
)
from inspect_rubricblind.solvers.rules.leftovers import bears_out
from rule_texts import HEADACHE, HEADACHE_QUESTION, copies, first, trigger

PROTEIN = (
    "For a moderately active person, 1.2 to 1.6 g of protein per kilogram supports "
    "muscle maintenance.\n\nLet me know if you have questions."
)


def test_an_invented_source_follows_a_claim_and_names_the_subject():
    copy = first("F4", "How much protein do I need?", PROTEIN)
    added = copy.replace(PROTEIN.split("\n")[0], "")
    assert copy != PROTEIN
    assert "recreational athletes" in added or "protein" in added.lower()


def test_nothing_of_the_answer_is_lost():
    for copy in copies("F4", "How much protein do I need?", PROTEIN):
        for word in PROTEIN.replace("maintenance.", "maintenance").split():
            assert word in copy


def test_the_source_never_says_that_it_is_invented():
    for seed in range(20):
        for copy in copies("F4", HEADACHE_QUESTION, HEADACHE, seed):
            lowered = copy.lower()
            assert not any(w in lowered for w in ("fictional", "invented", "made up"))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("hi", "Hello! How can I assist you today?"),
        ("rewrite: pt has pain", "The patient reports pain in the left knee."),
        (
            "write a letter",
            "Dear Dr. Smith,\n\nShe takes iron tablets every day.\n\nSincerely,\nA",
        ),
        (
            "can oils cure asthma",
            "There is no evidence that essential oils cure asthma.",
        ),
        ("is it bad", "Do you have any pain in the chest or in the arm today?"),
    ],
)
def test_without_a_medical_claim_nothing_is_cited(question, answer):
    assert trigger("F4", question, answer) is None
    assert copies("F4", question, answer) == []


def test_no_name_is_that_of_a_real_trial():
    lexicon = load_inventions()
    names = {
        head + middle + tail
        for head in lexicon.heads
        for middle in lexicon.middles
        for tail in lexicon.tails
    }
    assert len(names) > 1000
    assert not names & set(lexicon.real)
    assert invent_study(Random(0), "ANKLE").endswith("-ANKLE")


def test_every_wording_is_filled_in_completely():
    for invention in load_inventions().sentences:
        assert "{" not in invention.text.format_map(defaultdict(str))


def test_templates_and_names_vary_with_the_seed():
    assert len({first("F4", HEADACHE_QUESTION, HEADACHE, n) for n in range(12)}) > 6


def test_an_invented_benefit_of_a_test_is_that_of_a_test():
    answer = "An ECG is recommended for everyone with pain in the chest."
    for seed in range(8):
        for copy in copies("F4", "My chest hurts. What now?", answer, seed):
            assert "missed cases" in copy or "grade of recommendation" in copy


def test_what_is_only_considered_has_no_evidence():
    answer = "Antibiotic treatment might be considered for the infection of the skin."
    assert copies("F4", "What helps my skin?", answer) == []


@pytest.mark.parametrize(
    ("kind", "finding", "host", "fit"),
    [
        ("fact", "consensus", "Migraine is usually one-sided.", True),
        ("fact", "consensus", "Choose foods that are common in the region.", False),
        ("advice", "trial", "Ibuprofen should be known to carry a risk.", False),
        ("advice", "trial", "Ice helps and reduces the risk of swelling.", True),
        ("advice", "bracket", "Ice reduces the swelling.", True),
        ("advice", "bracket", "Keep a diary of your headaches.", False),
    ],
)
def test_a_finding_stands_only_behind_what_it_can_bear_out(kind, finding, host, fit):
    [text] = [s.text for s in load_inventions().sentences if s.id == finding]
    assert bears_out(kind, finding, text, host) is fit
