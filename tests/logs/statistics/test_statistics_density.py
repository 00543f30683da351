import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statistics_published import pairs, steady, table

from inspect_rubricblind.logs.statistics.density import (
    density_bins,
    density_correlation,
    expected_conditional_win,
)


def test_bins_of_equal_size_have_the_sizes_of_s1():
    for name, n in (("21", 463), ("22", 512)):
        sizes = [
            int(row["n_questions"])
            for row in table("tables_21_22")
            if row["table"] == name
        ]
        found = density_bins(
            np.zeros(n), np.arange(n) % 30, np.arange(n), split_ties=True
        )
        assert [b.outcomes.n_questions for b in found] == sizes


def test_questions_with_as_many_criteria_stay_together_by_default():
    n_criteria = np.repeat([2, 3, 4, 5, 9], [10, 1, 30, 1, 8])
    found = density_bins(np.zeros(50), n_criteria, np.arange(50), bins=4)
    edges = [(b.n_criteria_min, b.n_criteria_max) for b in found]
    assert all(a[1] < b[0] for a, b in itertools.pairwise(edges))


def test_a_bin_is_worked_by_hand():
    # One bin. a: win, tie; b: loss, loss. wins .5 + 0, untied .5 + 1.
    found = density_bins([1, 0, -1, -1], [3] * 4, list("aabb"), [0.5] * 4, bins=1)
    assert len(found) == 1
    assert found[0].outcomes.net.estimate == pytest.approx((0.5 - 1) / 2)
    assert found[0].conditional_win.estimate == pytest.approx(0.5 / 1.5)
    assert found[0].repeat_discordance.estimate == 0.5
    # net -.25 and D0 .5: (0 + .25) / (.25 + .5)
    assert found[0].expected_win == pytest.approx(1 / 3)


def test_ties_only_have_no_conditional_win_rate():
    found = density_bins([0, 0], [3, 3], ["a", "b"], bins=1)
    assert found[0].conditional_win is None
    assert found[0].expected_win is None


def test_noise_alone_wins_half_and_no_noise_wins_all():
    assert expected_conditional_win(0.0, 0.3) == 0.5
    assert expected_conditional_win(0.2, 0.0) == 1.0
    assert expected_conditional_win(-0.2, 0.0) == 0.0
    assert expected_conditional_win(0.0, 0.0) is None
    # S1's bin of 10-13 criteria: more noise at the same net moves towards one half.
    rates = [expected_conditional_win(0.2, d) for d in (0.05, 0.2, 0.6)]
    assert rates == sorted(rates, reverse=True)


def test_criteria_that_differ_within_a_question_are_refused():
    with pytest.raises(ValueError, match="one benchmark and rubric"):
        density_bins([1, 0], [3, 4], ["a", "a"])


@steady
@given(
    st.lists(
        st.tuples(st.integers(1, 4), st.sampled_from([-1, 0, 1])),
        min_size=4,
        max_size=25,
    )
)
def test_correlations_over_questions_are_those_of_scipy(rows):
    n_criteria, outcome = (np.array(column) for column in zip(*rows, strict=True))
    question = np.arange(len(rows))
    found = density_correlation(outcome, n_criteria, question, resamples=20)
    auroc = 0.5 + outcome / 2
    if np.ptp(n_criteria) == 0 or np.ptp(auroc) == 0:
        assert found.auroc.estimate is None
        return
    expected = stats.spearmanr(n_criteria, auroc).statistic
    assert found.auroc.estimate == pytest.approx(expected)
    assert -1 <= found.auroc.low <= found.auroc.high <= 1


def test_only_untied_questions_enter_the_conditional_win_rate():
    outcome = [1, 0, 0, -1, 1]
    found = density_correlation(outcome, [5, 9, 9, 2, 4], np.arange(5), resamples=50)
    expected = stats.spearmanr([5, 2, 4], [1, 0, 1]).statistic
    assert found.conditional_win.estimate == pytest.approx(expected)
    assert found.conditional_win.n == 3


def test_order_of_rows_changes_nothing():
    rng = np.random.default_rng(4)
    outcome, question = pairs(30, 40, 20), np.arange(90) // 3
    n_criteria = rng.integers(2, 9, 30)[question]
    order = rng.permutation(90)
    first = density_correlation(outcome, n_criteria, question, resamples=50)
    second = density_correlation(
        outcome[order], n_criteria[order], question[order], resamples=50
    )
    assert first == second
    assert density_bins(outcome, n_criteria, question) == (
        density_bins(outcome[order], n_criteria[order], question[order])
    )
