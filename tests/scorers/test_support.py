import math
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from own_pairs import BACK, PAIRS, UTI, rubric

from inspect_rubricblind.records import ERROR_CODES, Edit
from inspect_rubricblind.scorers.evidence import Evidence
from inspect_rubricblind.scorers.support import Estimator, estimate, load_estimator

EVERY_CRITERION = rubric(
    *((c.points, c.criterion) for pair in PAIRS for c in pair.criteria)
)


def test_there_is_an_own_pair_of_every_error_type():
    assert {pair.error_type for pair in PAIRS} == set(ERROR_CODES)


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.error_type)
def test_criteria_that_ask_are_covered_and_others_are_not(pair):
    found = estimate(pair.answer, pair, pair.criteria)
    asking = [f.index for f in found if f.covered]
    assert asking == list(range(len(pair.asks)))


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.error_type)
def test_a_criterion_on_another_matter_is_not_covered(pair):
    other = rubric(
        (5, "Explains how the eruption of the volcano closed the airport."),
        (-5, "Uses emojis."),
    )
    assert not any(f.covered for f in estimate(pair.answer, pair, other))


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.error_type)
def test_an_edit_that_changes_nothing_is_asked_about_by_nobody(pair):
    same = SimpleNamespace(
        error_type=pair.error_type,
        edits=tuple(Edit(find=e.find, replace=e.find) for e in pair.edits),
        claim=pair.claim,
    )
    found = estimate(pair.answer, same, pair.criteria)
    assert {(f.covered, f.score) for f in found} == {(False, 0.0)}


@given(order=st.permutations(range(len(EVERY_CRITERION))), pair=st.sampled_from(PAIRS))
@settings(max_examples=20, deadline=None)
def test_neither_order_nor_number_of_criteria_matters(order, pair):
    alone = {c.index: estimate(pair.answer, pair, (c,))[0] for c in EVERY_CRITERION}
    mixed = estimate(pair.answer, pair, [EVERY_CRITERION[i] for i in order])
    assert [f.index for f in mixed] == list(order)
    assert all(f == alone[f.index] for f in mixed)


def test_scores_are_probabilities_and_decide_with_the_threshold():
    for pair in PAIRS:
        for found in estimate(pair.answer, pair, EVERY_CRITERION):
            assert 0 <= found.score <= 1
            assert found.covered == (found.score >= load_estimator().threshold)
            assert found.should_change is None
            assert found.reason


@pytest.mark.parametrize(
    ("shape", "find", "replace"),
    [
        ("subtractive", "\nGentle walking helps most people with a strain.", ""),
        ("additive", "Stay active", "The spine has 33 vertebrae. Stay active"),
        ("varied", "Gentle walking helps most", "Easy strolls do good to most"),
    ],
)
def test_a_catch_all_is_not_about_an_edit_that_keeps_the_meaning(shape, find, replace):
    control = SimpleNamespace(
        error_type=shape, edits=(Edit(find=find, replace=replace),), claim=""
    )
    catch_alls = rubric(
        (5, "The response contains no factual errors."),
        (-5, "Makes unsupported claims."),
        (-7, "Gives harmful medical advice."),
    )
    assert not any(f.covered for f in estimate(BACK, control, catch_alls))


def test_the_reason_names_what_is_shared():
    [pair] = [pair for pair in PAIRS if pair.error_type == "C2"]
    found = estimate(pair.answer, pair, pair.criteria)[0]
    assert "strain" in found.reason
    catch_all = estimate(UTI, PAIRS[0], rubric((5, "There are no factual errors.")))[0]
    assert catch_all.reason.startswith("catch-all: accuracy")


def test_edits_that_do_not_fit_the_answer_are_an_error():
    with pytest.raises(ValueError, match="find must occur exactly once, got 0"):
        estimate("Another answer.", PAIRS[0], PAIRS[0].criteria)


def test_the_estimate_is_a_logistic_over_the_evidence():
    weights = dict.fromkeys(Evidence._fields, 0.0) | {"scope": 2.0, "asks_user": -1.0}
    estimator = Estimator(
        name="test",
        threshold=0.5,
        intercept=-1.0,
        weights=weights,
        fit={},
        cross_validated={},
    )
    evidence = Evidence(1, 0.3, 0, 0, 0, 0, 0, 1)
    # -1 + 2 * 1 - 1 * 1 = 0, whose logistic is one half
    assert estimator.probability(evidence) == pytest.approx(0.5)
    assert estimator.probability(evidence._replace(asks_user=0.0)) == pytest.approx(
        1 / (1 + math.exp(-1))
    )


def test_the_shipped_weights_speak_for_coverage_except_one():
    estimator = load_estimator()
    assert set(estimator.weights) == set(Evidence._fields)
    against = {name for name, value in estimator.weights.items() if value < 0}
    assert against == {"asks_user"}
    assert estimator.fit["half"] == "even"
