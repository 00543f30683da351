from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from own_pairs import BACK, PAIRS

from inspect_rubricblind.records import ERROR_CODES, Edit
from inspect_rubricblind.scorers.criteria import read_criterion
from inspect_rubricblind.scorers.evidence import Change, Evidence, gather

NOTHING = Evidence(0, 0, 0, 0, 0, 0, 0, 0)
TEXTS = st.text(max_size=80) | st.sampled_from(
    [criterion.criterion for pair in PAIRS for criterion in pair.criteria]
)


def change_of(error_type="F1", find="20 minutes", replace="90 minutes", claim=""):
    variant = SimpleNamespace(
        error_type=error_type, edits=(Edit(find=find, replace=replace),), claim=claim
    )
    return Change.read(BACK, variant)


def evidence(criterion, **edit):
    return gather(change_of(**edit), read_criterion(criterion))


@given(criterion=TEXTS, claim=TEXTS, error_type=st.sampled_from([*ERROR_CODES, "same"]))
def test_every_feature_lies_between_0_and_1(criterion, claim, error_type):
    found = evidence(criterion, claim=claim, error_type=error_type)
    assert all(0 <= value <= 1 for value in found)


def test_the_changed_words_are_those_that_differ():
    change = change_of(
        find="use heat for 20 minutes", replace="use heat for 90 minutes"
    )
    assert {"=20", "=90"} <= change.changed
    assert "heat" not in change.changed


def test_the_touched_sentence_stands_in_one_text_only():
    change = change_of()
    assert len(change.touched) == 2
    assert all("heat" in sentence for sentence in change.touched)


def test_without_a_word_in_common_there_is_no_evidence():
    assert evidence("Thanks the reader.") == NOTHING


def test_the_claim_speaks_for_an_answer_in_another_language():
    variant = SimpleNamespace(
        error_type="F1",
        edits=(Edit(find="500 мг", replace="5000 мг"),),
        claim="The dose of metformin is given as 5000 mg instead of 500 mg.",
    )
    change = Change.read("Принимайте метформин 500 мг дважды в день.", variant)
    assert gather(change, read_criterion("States the metformin dose.")).subject > 0.5


def test_a_criterion_without_a_quantity_does_not_ask_about_one():
    assert evidence("Recommends heat.", claim="Heat for 90 minutes.") == NOTHING
    assert evidence("Recommends 20 minutes of heat.").subject > 0


def test_an_invented_source_leaves_the_fact_as_it_was():
    edit = {
        "error_type": "F4",
        "find": "use heat",
        "replace": "use heat, as the HOTBACK trial showed,",
    }
    assert evidence("Recommends heat.", **edit) == NOTHING
    assert evidence("Cites a trial on heat.", **edit).subject > 0


def test_a_list_of_examples_is_satisfied_by_any_one():
    edit = {
        "error_type": "F3",
        "find": "take paracetamol",
        "replace": "take amoxicillin",
    }
    open_list = evidence(
        "Suggests a painkiller such as paracetamol, naproxen, metamizole, ketoprofen, "
        "diclofenac or celecoxib.",
        **edit,
    )
    all_of = evidence(
        "Suggests a painkiller: paracetamol, naproxen, metamizole, ketoprofen, "
        "diclofenac and celecoxib.",
        **edit,
    )
    assert open_list.share > 1.5 * all_of.share


def test_the_best_supporting_sentence_is_the_one_that_counts():
    touched = evidence("Advises heat for 20 minutes.")
    elsewhere = evidence("Warns of numbness around the groin for 20 minutes.")
    assert touched.aligned == 1
    assert elsewhere.aligned < 0.5


def test_support_that_vanishes_shows_as_a_shift():
    gone = {
        "error_type": "O2",
        "find": "Gentle walking helps most people with a strain.",
    }
    removed = evidence("Recommends gentle walking.", replace="", **gone)
    reworded = evidence(
        "Recommends gentle walking.", replace="Gentle walking helps everybody.", **gone
    )
    assert removed.shift > 0.5 > reworded.shift


@pytest.mark.parametrize(("error_type", "expected"), [("F3", 1.0), ("O1", 0.0)])
def test_wanting_a_question_counts_against_changed_statements_only(
    error_type, expected
):
    found = evidence(
        "Asks whether the user has used heat for 20 minutes.", error_type=error_type
    )
    assert found.asks_user == expected


def test_words_on_the_kind_of_change_strengthen_the_evidence():
    urgent = {
        "error_type": "R1",
        "find": "needs emergency care at once",
        "replace": "can wait",
    }
    asks = evidence("Advises emergency care for loss of bladder control.", **urgent)
    names = evidence("Explains loss of bladder control.", **urgent)
    assert asks.aspect_subject > names.aspect_subject == 0


def test_the_same_word_twice_is_one_match_and_a_synonym_is_nearly_one():
    edit = {
        "error_type": "C1",
        "find": "ibuprofen is best avoided",
        "replace": "ibuprofen is fine",
        "claim": "Ibuprofen is called fine.",
    }
    same = evidence("Warns against ibuprofen.", **edit).subject
    synonym = evidence("Warns against NSAIDs.", **edit).subject
    assert 0.8 * same < synonym < same
