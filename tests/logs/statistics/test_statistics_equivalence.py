import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statistics_published import pairs, steady

from inspect_rubricblind.logs.statistics.equivalence import (
    equivalence_of_mean,
    equivalence_test,
    tost,
)
from inspect_rubricblind.logs.statistics.intervals import tango_limits

counts = st.tuples(st.integers(0, 40), st.integers(0, 80), st.integers(0, 40)).filter(
    lambda c: sum(c) > 0
)


@steady
@given(counts)
def test_equivalence_at_five_percent_is_the_90_percent_interval_within_the_margin(c):
    w, _, lost = c
    n = sum(c)
    low, high = tango_limits(w / n, lost / n, n, level=0.90)
    inside = low > -0.1 and high < 0.1
    if min(abs(low + 0.1), abs(high - 0.1)) > 1e-9:
        assert (tost(w / n, lost / n, n) < 0.05) == inside


def test_ties_only_need_enough_pairs_to_be_equivalent():
    # 90 % limit z^2 / (n + z^2) below 0.1: n > 9 z^2 = 24.35
    assert tost(0.0, 0.0, [24, 25]).round(2).tolist() == [0.05, 0.05]
    assert (tost(0.0, 0.0, [24, 25]) < 0.05).tolist() == [False, True]


def test_a_wider_margin_gives_a_smaller_p():
    p = [float(tost(0.1, 0.08, 300, margin)) for margin in (0.025, 0.05, 0.10)]
    assert p == sorted(p, reverse=True)


def test_one_pair_per_question_uses_every_pair():
    found = equivalence_test(pairs(19, 379, 14), np.arange(412))
    assert found.n == 412
    assert found.p == pytest.approx(float(tost(19 / 412, 14 / 412, 412)))


def test_pairs_of_one_question_count_as_less():
    outcome, question = pairs(10, 180, 10), np.repeat(np.arange(50), 4)
    pooled = equivalence_test(outcome, question)
    assert pooled.n < 200
    assert pooled.p > float(tost(0.05, 0.05, 200))


def test_a_single_question_is_undefined_with_a_reason():
    found = equivalence_test([0, 0], ["a", "a"])
    assert (found.p, found.reason) == (None, "needs at least two questions")


def test_half_steps_are_judged_by_their_own_variance():
    # W = L = 1/4, so the three-point variance is 1/2; that of the halves is 1/4.
    found = equivalence_of_mean(np.tile([0.5, -0.5], 200), np.arange(400))
    assert found.n == pytest.approx(800)
    assert found.p == pytest.approx(float(tost(0.25, 0.25, 800)))


@pytest.mark.parametrize("margin", [0.0, 0.5, 5])
def test_a_margin_outside_the_scale_is_refused(margin):
    with pytest.raises(ValueError, match="AUROC scale"):
        tost(0.1, 0.1, 100, margin)
