import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statistics_published import pairs, steady
from statsmodels.stats.contingency_tables import mcnemar

from inspect_rubricblind.logs.statistics.detection import (
    detection_test,
    sign_flip_test,
    sign_test,
    signed_rank_p,
)


@pytest.mark.parametrize(("w", "lost"), [(0, 0), (6, 0), (9, 4), (82, 68), (3, 30)])
def test_the_sign_test_is_the_binomial_test_and_exact_mcnemar(w, lost):
    expected = stats.binomtest(w, w + lost).pvalue if w + lost else 1.0
    assert sign_test(w, lost) == pytest.approx(expected)
    if w + lost:
        oracle = mcnemar([[0, w], [lost, 0]], exact=True).pvalue
        assert sign_test(w, lost) == pytest.approx(oracle)


def test_six_wins_and_no_loss_are_the_fewest_that_reach_five_percent():
    # 2 / 2^5 = .0625, 2 / 2^6 = .03125
    assert sign_test([5, 6], [0, 0]).tolist() == [0.0625, 0.03125]


clustered = st.lists(
    st.tuples(st.sampled_from([-1, -0.5, 0, 1]), st.integers(0, 7)),
    min_size=1,
    max_size=20,
)


@steady
@given(clustered)
def test_the_flip_test_counts_all_flips(rows):
    values, question = (np.array(column) for column in zip(*rows, strict=True))
    sums = [values[question == q].sum() for q in np.unique(question)]
    flips = [
        abs(np.dot(signs, sums)) >= abs(sum(sums))
        for signs in itertools.product((1, -1), repeat=len(sums))
    ]
    assert sign_flip_test(values, question) == pytest.approx(np.mean(flips))


def test_the_flip_test_of_single_pairs_is_the_sign_test():
    outcome = pairs(82, 286, 68)
    expected = float(sign_test(82, 68))
    assert sign_flip_test(outcome, np.arange(436)) == pytest.approx(expected)


def test_a_large_flip_test_agrees_with_simulated_flips():
    rng = np.random.default_rng(1)
    outcome = rng.choice([-1, 0, 1], 900, p=[0.2, 0.55, 0.25])
    question = np.repeat(np.arange(150), 6)
    sums = outcome.reshape(150, 6).sum(axis=1)
    flipped = rng.choice([-1, 1], (40_000, 150)) @ sums
    simulated = (np.abs(flipped) >= abs(sums.sum())).mean()
    assert sign_flip_test(outcome, question) == pytest.approx(simulated, abs=0.008)


def test_the_flip_test_reaches_p_values_that_10000_flips_cannot():
    outcome, question = np.ones(200), np.repeat(np.arange(50), 4)
    assert sign_flip_test(outcome, question) == pytest.approx(2 * 0.5**50)


def test_copying_pairs_within_questions_adds_no_evidence():
    outcome, question = np.array([1, 1, -1, 1, 0, 1]), np.array(list("aabcde"))
    once = sign_flip_test(outcome, question)
    assert sign_flip_test(np.tile(outcome, 3), np.tile(question, 3)) == once


def test_the_test_fits_the_number_of_pairs_per_question():
    single = detection_test([1, 1, 0, -1], list("abcd"))
    assert (single.method, single.wins, single.losses) == ("sign test", 2, 1)
    assert single.p == 1.0
    pooled = detection_test([1, 1, 1, 1], list("aabb"))
    assert pooled.method == "sign flips by question"
    assert pooled.p == 0.5


def test_drops_are_no_outcomes():
    with pytest.raises(ValueError, match=r"multiples of 0\.5"):
        sign_flip_test([0.3], ["a"])
    with pytest.raises(ValueError, match="must not be negative"):
        sign_test(-1, 2)


def test_wilcoxon_leaves_zeros_out():
    difference = [0.0, 0.0, 1.0, 2.0, 3.0, -0.5, 4.0, 5.0]
    expected = stats.wilcoxon([d for d in difference if d]).pvalue
    assert signed_rank_p(difference, np.arange(8)) == pytest.approx(expected)
    assert signed_rank_p([0.0, 0.0], ["a", "b"]) == 1.0


def test_wilcoxon_refuses_several_pairs_of_a_question():
    with pytest.raises(ValueError, match="several pairs of one"):
        signed_rank_p([1.0, 2.0], ["a", "a"])
