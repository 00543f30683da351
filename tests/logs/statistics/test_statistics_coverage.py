import numpy as np
import pytest
from statsmodels.stats.proportion import confint_proportions_2indep

from inspect_rubricblind.logs.statistics.coverage import (
    IDEAL_READER,
    catch_rate,
    change_rate,
    coverage_bound,
    independent_difference,
)
from inspect_rubricblind.logs.statistics.means import Counts
from inspect_rubricblind.logs.statistics.proportions import proportion


def test_the_bound_is_one_half_plus_half_the_covered_share():
    covered, headroom = [1, 1, 0, 1], [1, 0, 1, np.nan]
    found = coverage_bound(covered, headroom, list("abcd"))
    # Covered with headroom, or with headroom not known: 2 of 4.
    assert found.estimate == pytest.approx(0.75)
    half = proportion(2, 4)
    assert found.low == pytest.approx(0.5 + half.low / 2)


def test_a_rubric_that_covers_nothing_is_bounded_by_chance():
    found = coverage_bound([0, 0, 0], [np.nan] * 3, list("abc"))
    assert found.estimate == found.low == 0.5
    assert found.high > 0.5


def test_the_difference_of_shares_is_newcombes():
    first, second = proportion(56, 70), proportion(48, 80)
    found = independent_difference(first, second)
    expected = confint_proportions_2indep(56, 70, 48, 80, method="newcomb")
    assert (found.low, found.high) == pytest.approx(expected, abs=1e-4)


def test_a_grader_is_blind_only_below_what_a_reader_changes():
    reference = IDEAL_READER["all"]
    below = change_rate(np.repeat([1, 0], [30, 70]), np.arange(100), reference)
    near = change_rate(np.repeat([1, 0], [60, 40]), np.arange(100), reference)
    assert below.grader_blind is True
    assert near.grader_blind is False
    assert near.difference.estimate == pytest.approx(0.6 - 67 / 97)


def test_one_case_leaves_the_grader_undecided():
    found = change_rate([0, 0, 0], ["a"] * 3, IDEAL_READER["all"])
    assert found.grader_blind is None
    assert found.difference.reason == "needs at least two questions"


def test_the_reference_rates_are_those_of_the_labelled_injections():
    assert IDEAL_READER["all"].estimate == pytest.approx(0.69, abs=0.005)
    assert IDEAL_READER["healthbench"].estimate == pytest.approx(47 / 55)
    assert IDEAL_READER["livemedbench"].estimate == pytest.approx(20 / 43)


def test_the_catch_rate_takes_the_repeats_off():
    found = catch_rate(
        Counts([2, 1, 0], [4, 2, 2]), Counts([1, 0, 0], [4, 2, 2]), list("abc")
    )
    assert found.interval.estimate == pytest.approx(3 / 8 - 1 / 8)


def test_headroom_of_another_shape_is_refused():
    with pytest.raises(ValueError, match="headroom must have shape"):
        coverage_bound([1, 0], [1], ["a", "b"])
