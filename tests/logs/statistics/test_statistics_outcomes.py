import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statistics_published import steady

from inspect_rubricblind.logs.statistics.outcomes import (
    difference_range,
    outcomes,
    reachable,
    signs,
)


def test_the_outcome_is_the_sign_of_raw_points():
    # 7 - 4 > 0, -3 - -3 = 0, 2 - 5 < 0
    assert outcomes([7, -3, 2], [4, -3, 5]).tolist() == [1, 0, -1]


def test_two_sums_of_the_same_weights_in_another_order_are_a_tie():
    assert 0.1 + 0.2 + 0.3 != 0.3 + 0.2 + 0.1
    assert outcomes([0.1 + 0.2 + 0.3], [0.3 + 0.2 + 0.1]).tolist() == [0]


def test_a_nan_score_is_an_error_not_a_tie():
    with pytest.raises(ValueError, match="1 of 2 values that are not"):
        outcomes([1.0, np.nan], [1.0, 1.0])


def test_shapes_that_differ_are_refused():
    with pytest.raises(ValueError, match="one value per pair"):
        outcomes([1, 2], [1])


def test_a_pair_is_decided_if_the_sign_is_fixed():
    found = reachable([-2, 1, 0, -3], [3, 4, 0, -1])
    assert found.low.tolist() == [-1, 1, 0, -1]
    assert found.high.tolist() == [1, 1, 0, -1]
    assert found.decided.tolist() == [False, True, True, True]


def test_a_minimum_above_its_maximum_is_refused():
    with pytest.raises(ValueError, match="got 1 pairs"):
        reachable([1.0, 0.0], [0.5, 0.0])


@st.composite
def graded_pair(draw):
    m = draw(st.integers(1, 4))
    verdict = st.sampled_from([0.0, 1.0, float("nan")])
    points = draw(st.lists(st.integers(-10, 10), min_size=m, max_size=m))
    sides = [draw(st.lists(verdict, min_size=m, max_size=m)) for _ in "ov"]
    return points, *sides


@steady
@given(graded_pair())
def test_the_range_is_that_of_all_completions(pair):
    points, original, variant = pair

    def completions(side):
        choices = [(0, 1) if np.isnan(v) else (int(v),) for v in side]
        return [np.dot(points, c) for c in itertools.product(*choices)]

    differences = [a - b for a in completions(original) for b in completions(variant)]
    low, high = difference_range(points, original, variant)
    assert (low[0], high[0]) == (min(differences), max(differences))


def test_complete_verdicts_leave_no_range():
    low, high = difference_range([5, -3], [[1, 0], [1, 1]], [[1, 1], [0, 1]])
    assert low.tolist() == high.tolist() == [3, 5]


def test_a_verdict_that_is_no_verdict_is_refused():
    with pytest.raises(ValueError, match="must hold 1, 0 or NaN"):
        difference_range([5], [0.5], [1])
    with pytest.raises(ValueError, match="one column per criterion"):
        difference_range([5, 1], [1], [1])


def test_signs_refuse_an_empty_array():
    with pytest.raises(ValueError, match="not empty"):
        signs([])
