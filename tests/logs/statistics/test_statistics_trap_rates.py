import numpy as np
import pytest
from scipy import stats

from inspect_rubricblind.logs.statistics.proportions import proportion
from inspect_rubricblind.logs.statistics.trap_rates import (
    TrapCounts,
    compare_models,
    rank_models,
    trap_rate,
)


def counts(failed, assessed=4):
    n = len(failed)
    return TrapCounts(failed, np.full(n, assessed), [f"s{i}" for i in range(n)])


def test_a_rate_is_lines_not_passed_out_of_lines_assessed():
    found = trap_rate(TrapCounts([1, 0, 3], [4, 2, 4], list("abc")))
    assert found.lines.estimate == pytest.approx(4 / 10)
    assert found.samples == proportion(2, 3)


def test_samples_without_an_assessed_line_weigh_nothing():
    found = trap_rate(TrapCounts([1, 0, 3], [4, 0, 4], list("abc")))
    assert found.lines.estimate == pytest.approx(4 / 8)
    assert found.samples == proportion(2, 2)


def test_eight_samples_without_a_failure_have_a_wide_interval():
    found = trap_rate(counts([0] * 8))
    assert found.lines.low == 0
    # Eight samples of four lines count as eight, with the t correction.
    assert found.lines.high > 0.3


def test_models_are_compared_on_the_same_samples():
    first, second = [4, 2, 1, 3, 0, 2], [1, 2, 0, 3, 0, 1]
    (found,) = compare_models({"a": counts(first), "b": counts(second)})
    oracle = stats.ttest_rel(np.array(first) / 4, np.array(second) / 4)
    assert (found.first, found.second, found.n_samples) == ("a", "b", 6)
    assert found.difference.p == pytest.approx(oracle.pvalue)
    assert found.p_holm == found.difference.p


def test_p_values_are_adjusted_over_pairs_of_models():
    rng = np.random.default_rng(0)
    models = {name: counts(rng.integers(0, 5, 20)) for name in "abc"}
    found = compare_models(models)
    assert len(found) == 3
    smallest = min(item.difference.p for item in found)
    assert min(item.p_holm for item in found) == pytest.approx(min(3 * smallest, 1))


def test_equal_models_have_no_p_and_do_not_enter_the_family():
    same, other = counts([1, 2, 0, 3]), counts([2, 3, 0, 3])
    found = {
        (c.first, c.second): c
        for c in compare_models({"a": same, "b": same, "c": other})
    }
    assert found["a", "b"].p_holm is None
    p = found["a", "c"].difference.p
    assert found["a", "c"].p_holm == pytest.approx(min(2 * p, 1))


def test_ranks_come_with_their_range():
    good, bad = counts([0, 1, 0, 0, 1, 0, 0, 0]), counts([4, 3, 4, 4, 3, 4, 4, 3])
    found = rank_models({"bad": bad, "good": good, "twin": good})
    assert [r.model for r in found] == ["good", "twin", "bad"]
    assert [r.rank for r in found] == [1.5, 1.5, 3.0]
    assert (found[2].low, found[2].high) == (3, 3)


def test_models_on_other_samples_are_refused():
    a, b = counts([1, 2]), TrapCounts([1], [4], ["other"])
    with pytest.raises(ValueError, match="share samples"):
        compare_models({"a": a, "b": b})
    with pytest.raises(ValueError, match="share samples"):
        rank_models({"a": a, "b": b})


def test_a_sample_that_occurs_twice_is_refused():
    twice = TrapCounts([1, 2], [4, 4], ["s", "s"])
    with pytest.raises(ValueError, match="add up the epochs"):
        compare_models({"a": twice, "b": counts([1])})
