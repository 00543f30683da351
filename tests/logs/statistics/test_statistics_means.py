import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statistics_published import steady

from inspect_rubricblind.logs.statistics.means import (
    Counts,
    clustered_mean,
    ratio_difference,
)


def test_one_value_per_question_is_the_t_interval_of_a_mean():
    values = [0.3, 0.9, -0.2, 0.4, 0.1]
    oracle = stats.ttest_1samp(values, 0).confidence_interval(0.95)
    for weighting in ("question", "pair"):
        found = clustered_mean(values, list("abcde"), weighting)
        assert (found.low, found.high) == pytest.approx((oracle.low, oracle.high))


def test_copying_values_within_their_question_adds_no_evidence():
    values, question = np.array([0.3, 0.9, -0.2]), np.array(list("abc"))
    once = clustered_mean(values, question)
    twice = clustered_mean(np.tile(values, 2), np.tile(question, 2), "pair")
    assert (twice.low, twice.high) == pytest.approx((once.low, once.high))


@pytest.mark.parametrize(
    ("values", "question", "reason"),
    [
        ([0.1, 0.2], "aa", "needs at least two questions"),
        ([0.2, 0.2, 0.2], "abc", "all questions agree exactly"),
    ],
)
def test_an_interval_without_spread_is_none_with_a_reason(values, question, reason):
    found = clustered_mean(values, list(question))
    assert (found.low, found.high) == (None, None)
    assert found.reason.startswith(reason)


def test_a_difference_of_shares_on_the_same_cases_is_the_paired_t_test():
    first, second = [1, 0, 1, 1, 0, 1], [0, 0, 1, 0, 1, 0]
    found = ratio_difference(
        Counts(first, np.ones(6)), Counts(second, np.ones(6)), np.arange(6)
    )
    oracle = stats.ttest_rel(first, second)
    assert found.p == pytest.approx(oracle.pvalue)
    ends = oracle.confidence_interval(0.95)
    assert (found.interval.low, found.interval.high) == pytest.approx(tuple(ends))


def test_a_difference_of_ratios_is_linearised_by_hand():
    # r1 = 3/5, r2 = 1/4; influences (1 - .6*2)/5 - (0 - .25*2)/4, (2 - .6*3)/5 - ...
    found = ratio_difference(Counts([1, 2], [2, 3]), Counts([0, 1], [2, 2]), ["a", "b"])
    u = np.array([(1 - 1.2) / 5 - (0 - 0.5) / 4, (2 - 1.8) / 5 - (1 - 0.5) / 4])
    half = stats.t.ppf(0.975, 1) * np.sqrt(2 * (u**2).sum())
    assert found.interval.high - found.interval.estimate == pytest.approx(half)
    assert (found.first, found.second) == pytest.approx((0.6, 0.25))


def test_equal_ratios_everywhere_have_no_interval():
    counts = Counts([1, 2], [2, 4])
    found = ratio_difference(counts, counts, ["a", "b"])
    assert (found.interval.estimate, found.interval.low, found.p) == (0, None, None)


@steady
@given(
    st.lists(
        st.tuples(st.floats(-1, 1, width=16), st.integers(0, 4)),
        min_size=2,
        max_size=20,
    ),
    st.randoms(use_true_random=False),
)
def test_order_of_rows_changes_nothing(rows, random):
    shuffled = list(rows)
    random.shuffle(shuffled)
    first, second = (
        clustered_mean(*map(list, zip(*part, strict=True)), "pair")
        for part in (rows, shuffled)
    )
    assert first == second


def test_counts_without_a_denominator_are_refused():
    with pytest.raises(ValueError, match="positive sum"):
        ratio_difference(Counts([0], [0]), Counts([0], [1]), ["a"])
