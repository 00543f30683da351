from collections import defaultdict
from random import Random

import pytest

from inspect_rubricblind.solvers.rules.fabrication import (
    invent_study,
    load_inventions,
)
from inspect_rubricblind.solvers.rules.hosts import kind_of
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


def test_a_test_gets_a_grade_and_no_benefit_in_figures():
    answer = "An ECG is recommended for everyone with pain in the chest."
    found = [
        copy
        for seed in range(8)
        for copy in copies("F4", "My chest hurts. What now?", answer, seed)
    ]
    assert found
    assert not any("%" in copy for copy in found)


def test_what_is_only_considered_has_no_evidence():
    answer = "Antibiotic treatment might be considered for the infection of the skin."
    assert copies("F4", "What helps my skin?", answer) == []


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Ice reduces the swelling of a joint.", "measure"),
        ("**Rest:** Keep the ankle on a pillow.", "measure"),
        ("Keep an eye on the swelling.", "advice"),
        ("Monitor the blood pressure each week.", "advice"),
        ("Nobody with asthma should smoke, and a scan is recommended.", "advice"),
        ("Migraine is usually one-sided.", "usual"),
        ("Dehydration can cause a headache.", "fact"),
        ("Ibuprofen is known to carry a risk of bleeding.", None),
        ("**Drugs:** Especially those that can affect the heart.", None),
        ("They can help determine the cause of the pain.", None),
        ("This could mean that your brother is under stress.", None),
        ("Anything that is a sign of infection deserves a visit.", None),
        ("**Brand** - A liquid antacid which provides fast relief.", None),
        ("Colds often improve quickly with rest.", None),
        ("Family history is important for the heart.", None),
    ],
)
def test_a_sentence_gets_only_the_source_that_it_can_bear(text, kind):
    assert kind_of(text) == kind


def test_no_source_parts_a_sentence_from_its_example_or_its_list():
    example = "Ice reduces the swelling. For example, a cold pack reduces pain."
    assert all("swelling. For" in c for c in copies("F4", "My ankle hurts", example))
    lead = "The following steps help with a swollen ankle.\n\n- Ice\n- Rest"
    assert copies("F4", "My ankle is swollen", lead) == []
