import numpy as np
import pytest
from scipy import stats

from inspect_rubricblind.logs.statistics.intervals import wilson_limits
from inspect_rubricblind.logs.statistics.proportions import (
    case_share,
    clustered_proportion,
    proportion,
    ratio_of_counts,
)


def test_one_row_per_case_is_wilson():
    found = clustered_proportion([1, 0, 1, 1], list("abcd"))
    low, high = map(float, wilson_limits(3 / 4, 4))
    assert (found.low, found.high) == pytest.approx((low, high))


def test_cases_that_agree_within_themselves_count_once():
    # All rows of a case agree: v1 / s^2 = (1/4) / ((4/3) (1/4) / 4) = 3 -> clip to 4.
    flag, case = np.repeat([1, 0, 1, 0], 5), np.repeat(list("abcd"), 5)
    found = clustered_proportion(flag, case)
    t = stats.t.ppf(0.975, 3)
    assert found.n == pytest.approx(4 * (stats.norm.ppf(0.975) / t) ** 2)
    naive = proportion(10, 20)
    assert found.high - found.low > naive.high - naive.low


def test_a_ratio_of_counts_is_the_share_of_its_rows():
    flag, case = [1, 0, 0, 1, 1, 0], list("aabbbc")
    rows = clustered_proportion(flag, case)
    counts = ratio_of_counts([1, 2, 0], [2, 3, 1], list("abc"))
    assert counts == rows


def test_rows_without_denominator_weigh_nothing():
    with_empty = ratio_of_counts([1, 0, 2], [2, 0, 3], list("abc"))
    assert with_empty == ratio_of_counts([1, 2], [2, 3], list("ac"))


def test_a_share_of_cases_counts_each_case_once():
    assert case_share([1, 1, 0, 0, 0], list("aabbc")) == proportion(1, 3)


@pytest.mark.parametrize(("k", "n"), [(0, 0), (5, 4), (-1, 4)])
def test_an_empty_or_impossible_share_is_an_error(k, n):
    with pytest.raises(ValueError, match="k must be in"):
        proportion(k, n)


def test_counts_that_exceed_their_denominator_are_refused():
    with pytest.raises(ValueError, match="positive sum"):
        ratio_of_counts([2], [1], ["a"])
    with pytest.raises(ValueError, match="positive sum"):
        ratio_of_counts([0], [0], ["a"])
