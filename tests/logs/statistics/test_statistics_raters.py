from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspect_rubricblind.logs.statistics.raters import (
    RaterPairs,
    agreement_difference,
    macro_agreement,
    pairwise_agreement,
    weighted_rater_mean,
)

LABELS = st.lists(st.tuples(st.booleans(), st.booleans()), min_size=4, max_size=40)


def pairs(rater, other, prompt=None, stratum=None):
    n = len(rater)
    return RaterPairs.of(
        rater, other, prompt or [str(i) for i in range(n)], stratum or ["x"] * n
    )


def by_precision_and_recall(rater, other):
    """The published way: precision by the rater's label, recall by the other's."""
    found = []
    for label in (1, 0):
        said = [o == label for r, o in zip(rater, other, strict=True) if r == label]
        true = [r == label for r, o in zip(rater, other, strict=True) if o == label]
        if not said or not true:
            return None
        precision, recall = np.mean(said), np.mean(true)
        both = precision + recall
        found.append(0.0 if both == 0 else 2 * precision * recall / both)
    return np.mean(found)


def test_a_table_worked_by_hand():
    # 6 both met, 2 grader alone, 3 physician alone, 4 neither:
    # F1 met 12/(12+5) = 12/17, not met 8/(8+5) = 8/13, balanced 146/221... by hand
    rater = [1] * 8 + [0] * 7
    other = [1] * 6 + [0] * 2 + [1] * 3 + [0] * 4
    found = pairwise_agreement(pairs(rater, other))
    assert found.table == (6, 2, 3, 4)
    assert found.met.estimate == pytest.approx(12 / 17)
    assert found.not_met.estimate == pytest.approx(8 / 13)
    assert found.balanced.estimate == pytest.approx((12 / 17 + 8 / 13) / 2)
    assert found.balanced.low < found.balanced.estimate < found.balanced.high


@given(LABELS)
def test_it_is_the_published_figure_wherever_that_exists(labels):
    rater, other = ([float(x) for x in side] for side in zip(*labels, strict=True))
    published = by_precision_and_recall(rater, other)
    found = pairwise_agreement(pairs(rater, other)).balanced
    if published is not None:
        assert found.estimate == pytest.approx(published)


def test_a_rater_with_one_label_scores_nothing_for_the_other():
    # Always met against half met: F1 met = 2/3, F1 not met = 0.
    found = pairwise_agreement(pairs([1, 1, 1, 1], [1, 1, 0, 0]))
    assert found.balanced.estimate == pytest.approx(1 / 3)
    assert found.not_met.estimate == 0


def test_without_one_class_among_the_others_there_is_no_figure():
    found = pairwise_agreement(pairs([1, 0], [1, 1]))
    assert (found.balanced, found.not_met) == (None, None)
    assert found.met.estimate == pytest.approx(2 / 3)


def test_one_prompt_has_no_interval_and_says_why():
    found = pairwise_agreement(pairs([1, 1, 0], [1, 0, 0], prompt=["a"] * 3)).balanced
    assert (found.low, found.high, found.reason) == (
        None,
        None,
        "fewer than two prompts",
    )


def test_order_and_copies_within_a_prompt_add_no_evidence():
    rater, other = [1, 1, 0, 0, 1, 0], [1, 0, 0, 1, 1, 0]
    prompt = list("aabbcc")
    once = pairwise_agreement(pairs(rater, other, prompt)).balanced
    twice = pairwise_agreement(pairs(rater * 2, other * 2, prompt * 2)).balanced
    assert (twice.low, twice.high) == pytest.approx((once.low, once.high))
    for order in list(permutations(range(6)))[::131]:
        mixed = [[v[i] for i in order] for v in (rater, other, prompt)]
        assert pairwise_agreement(pairs(*mixed)).balanced.low == pytest.approx(once.low)


def test_the_interval_is_as_wide_as_the_bootstrap_of_prompts():
    rng = np.random.default_rng(0)
    prompt = np.repeat(np.arange(300), 3)
    truth = rng.random(900) < 0.65
    rater = (truth ^ (rng.random(900) < 0.25)).astype(float)
    other = (truth ^ (rng.random(900) < 0.2)).astype(float)
    found = pairwise_agreement(pairs(rater, other, prompt.tolist())).balanced
    drawn = []
    for _ in range(2000):
        rows = (rng.integers(0, 300, 300)[:, None] * 3 + np.arange(3)).ravel()
        drawn.append(by_precision_and_recall(rater[rows], other[rows]))
    ends = np.quantile(drawn, (0.025, 0.975))
    assert (found.low, found.high) == pytest.approx(ends, abs=0.006)


def test_the_mean_over_strata_weighs_them_alike():
    # Stratum a: perfect on 8 pairs; b: 2 of 4 right in each class.
    rater = [1, 1, 1, 1, 0, 0, 0, 0, 1, 0, 1, 0]
    other = [1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0]
    stratum = ["a"] * 8 + ["b"] * 4
    found = macro_agreement(pairs(rater, other, stratum=stratum))
    assert found.estimate == pytest.approx((1 + 0.5) / 2)
    assert macro_agreement(pairs([1, 1], [1, 1])) is None


def test_a_difference_with_itself_is_nothing():
    same = pairs([1, 1, 0, 0], [1, 0, 0, 1])
    found = agreement_difference(same, same)
    assert found.estimate == 0
    assert found.reason == "prompts show no spread"


def test_shared_prompts_narrow_a_difference():
    rng = np.random.default_rng(1)
    truth = rng.random(400) < 0.6
    one = (truth ^ (rng.random(400) < 0.2)).astype(float)
    other = (truth ^ (rng.random(400) < 0.2)).astype(float)
    near = one.copy()
    near[:20] = 1 - near[:20]
    shared = agreement_difference(pairs(one, other), pairs(near, other))
    names = [f"z{i}" for i in range(400)]
    apart = agreement_difference(pairs(one, other), pairs(near, other, names))
    assert shared.estimate == pytest.approx(apart.estimate)
    assert shared.high - shared.low < 0.6 * (apart.high - apart.low)


def test_raters_are_weighted_by_what_stands_behind_their_figures():
    # u: table (1, 1, 1, 1) -> F1 .5, weight 6; v: (2, 0, 0, 2) -> 1, weight 4.
    rater = [1, 1, 0, 0, 1, 1, 0, 0]
    other = [1, 0, 1, 0, 1, 1, 0, 0]
    found = weighted_rater_mean(pairs(rater, other), list("uuuuvvvv"))
    assert found == pytest.approx((6 * 0.5 + 4 * 1) / 10)
    assert weighted_rater_mean(pairs([1], [1]), ["u"]) is None


@pytest.mark.parametrize(
    ("rater", "other", "message"),
    [
        ([], [], "not empty"),
        ([1], [1, 0], "equally long"),
        ([0.5], [1], "0 and 1 only"),
        ([2], [1], r"in \[0, 1\]"),
    ],
)
def test_what_are_no_labels_is_refused(rater, other, message):
    with pytest.raises(ValueError, match=message):
        pairs(rater, other)
