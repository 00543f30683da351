import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statistics_published import SHARES, cells, pairs, steady, table

from inspect_rubricblind.logs.statistics.auroc import (
    check_outcomes,
    mean_interval,
    paired_auroc,
)
from inspect_rubricblind.logs.statistics.intervals import tango_limits, wilson_limits


def test_the_auroc_of_one_question_each_is_the_mean_of_1_half_0():
    found = paired_auroc([1, 0, 0, -1, 1], list("abcde"))
    assert found.auroc.estimate == pytest.approx((1 + 0.5 + 0.5 + 0 + 1) / 5)
    assert found.net.estimate == pytest.approx(1 / 5)
    assert (found.n_pairs, found.n_questions) == (5, 5)


def test_weighting_by_question_and_by_pair_differ_as_they_should():
    # a: 1, 1, 1; b: -1. Question: (1 - 1) / 2; pair: 2 / 4
    outcome, question = [1, 1, 1, -1], list("aaab")
    assert paired_auroc(outcome, question).net.estimate == 0
    assert paired_auroc(outcome, question, "pair").net.estimate == 0.5


def test_one_pair_per_question_gives_the_plain_tango_and_wilson_intervals():
    outcome = pairs(9, 27, 4)
    for weighting in ("question", "pair"):
        found = paired_auroc(outcome, np.arange(40), weighting)
        low, high = tango_limits(9 / 40, 4 / 40, 40)
        assert (found.net.low, found.net.high) == pytest.approx((low, high))
        assert found.auroc.low == pytest.approx(0.5 + low / 2)
        low, high = map(float, wilson_limits(9 / 40, 40))
        assert (found.win.low, found.win.high) == pytest.approx((low, high))


def test_the_effective_n_of_a_data_set_is_worked_by_hand():
    # Question means of net 1, 0, 0, 1/2: net 3/8, s^2 = var / 4; W 3/8, L 0.
    outcome, question = [1, 1, 0, 0, 0, 0, 1, 0], list("aabbccdd")
    found = paired_auroc(outcome, question)
    s2 = np.var([1, 0, 0, 0.5], ddof=1) / 4
    v1 = 3 / 8 - (3 / 8) ** 2
    t = stats.t.ppf(0.975, 3)
    n = np.clip(v1 / s2, 4, 8) * (stats.norm.ppf(0.975) / t) ** 2
    assert found.net.n == pytest.approx(n)
    low, high = tango_limits(3 / 8, 0.0, n)
    assert (found.net.low, found.net.high) == pytest.approx((low, high))


def test_copying_every_pair_within_its_question_adds_no_evidence():
    rng = np.random.default_rng(3)
    outcome, question = rng.integers(-1, 2, 60), np.repeat(np.arange(20), 3)
    once = paired_auroc(outcome, question)
    twice = paired_auroc(np.tile(outcome, 2), np.tile(question, 2))
    assert twice.net.n == pytest.approx(once.net.n)
    assert (twice.net.low, twice.net.high) == pytest.approx(
        (once.net.low, once.net.high)
    )


def test_a_single_question_of_several_pairs_has_an_estimate_but_no_interval():
    found = paired_auroc([1, 0], ["a", "a"])
    assert found.auroc.estimate == 0.75
    assert (found.auroc.low, found.auroc.high) == (None, None)
    assert found.win.low is None
    assert found.auroc.reason == "needs at least two questions"


def test_ties_only_do_not_collapse_the_interval():
    found = paired_auroc(np.zeros(6), np.arange(6))
    assert found.auroc.estimate == 0.5
    assert found.auroc.high - found.auroc.low > 0.3
    assert found.s1.auroc.low == found.s1.auroc.high == 0.5


rows = st.lists(
    st.tuples(st.sampled_from([-1, 0, 1]), st.integers(0, 6)), min_size=2, max_size=40
)


@steady
@given(rows, st.randoms(use_true_random=False))
def test_order_of_rows_changes_nothing(data, random):
    shuffled = list(data)
    random.shuffle(shuffled)
    for weighting in ("question", "pair"):
        first, second = (
            paired_auroc(*map(list, zip(*part, strict=True)), weighting)
            for part in (data, shuffled)
        )
        assert first == second


@steady
@given(rows)
def test_swapping_original_and_variant_mirrors_everything(data):
    outcome, question = (np.array(column) for column in zip(*data, strict=True))
    found, mirrored = (paired_auroc(sign * outcome, question) for sign in (1, -1))
    assert mirrored.net.estimate == pytest.approx(-found.net.estimate, abs=1e-12)
    assert mirrored.win == found.loss
    if found.net.low is not None:
        assert mirrored.net.low == pytest.approx(-found.net.high, abs=1e-9)


@steady
@given(rows)
def test_shares_sum_to_one_and_give_net_and_auroc(data):
    found = paired_auroc(*map(list, zip(*data, strict=True)))
    assert found.win.estimate + found.tie.estimate + found.loss.estimate == (
        pytest.approx(1)
    )
    net = found.win.estimate - found.loss.estimate
    assert found.net.estimate == pytest.approx(net, abs=1e-12)
    assert found.auroc.estimate == pytest.approx(0.5 + net / 2)


def test_what_is_no_outcome_is_refused():
    with pytest.raises(ValueError, match="ungraded pairs go to"):
        check_outcomes("outcome", [1, 0.5])
    with pytest.raises(ValueError, match="outcome must be finite"):
        paired_auroc([1, np.nan], ["a", "b"])


def test_rates_and_auroc_reproduce_table_17():
    for row, n, w, t, lost in cells("table_17"):
        found = paired_auroc(pairs(w, t, lost), np.arange(n), "pair")
        # S1 prints means of resamples, so rates are off by up to 0.14 points.
        tolerance = 0.35 if n == 6 else 0.15
        for name, column, scale in SHARES:
            rate = scale * getattr(found, name).estimate
            assert rate == pytest.approx(float(row[column]), abs=tolerance)
        assert found.auroc.estimate == pytest.approx(
            float(row["auroc"]), abs=0.003 if n == 6 else 0.0015
        )


def test_rates_and_auroc_reproduce_table_12():
    for row, n, w, t, lost in cells("table_12"):
        found = paired_auroc(pairs(w, t, lost), np.arange(n))
        assert found.auroc.estimate == pytest.approx(float(row["auroc"]), abs=0.001)
        assert 100 * found.win.estimate == pytest.approx(
            float(row["correct_pct"]), abs=0.0501
        )


def test_the_overall_rows_of_table_12_are_the_sums_of_their_strata():
    by_cell = {}
    for row, *counts in cells("table_12"):
        key = row["rubric"], row["grader"]
        by_cell.setdefault(key, {})[row["subset"]] = np.array(counts)
    for strata in by_cell.values():
        overall = strata.pop("Overall")
        assert (sum(strata.values()) == overall).all()


def test_pooled_pairs_reproduce_table_29_and_question_weights_differ():
    counts = np.zeros(4, dtype=int)
    for row, *cell in cells("table_17"):
        if row["dataset"] == "HealthBench":
            counts += cell
    assert counts.tolist() == [1921, 578, 1126, 217]
    found = paired_auroc(pairs(*counts[1:]), np.arange(1921))
    original = table("table_29")[0]
    assert found.auroc.estimate == pytest.approx(float(original["auroc"]), abs=0.0005)
    for name, column, scale in SHARES:
        rate = scale * getattr(found, name).estimate
        assert rate == pytest.approx(float(original[column]), abs=0.0501)
    # Table 16 weights questions equally, so it is another estimand.
    weighted = float(table("table_16")[0]["auroc"])
    assert abs(found.auroc.estimate - weighted) > 0.004


@pytest.mark.parametrize("name", ["table_16", "table_17", "tables_23_26", "table_29"])
def test_printed_aurocs_follow_from_their_printed_rates(name):
    for row in table(name):
        rates = (float(row["win_pct"]) + float(row["tie_pct"]) / 2) / 100
        assert rates == pytest.approx(float(row["auroc"]), abs=0.0013)


def test_half_steps_have_an_interval_of_the_width_of_their_own_variance():
    values = np.tile([0.5, -0.5, 0.0, 0.5], 100)
    found = mean_interval(values, np.arange(400))
    half = stats.t.ppf(0.975, 399) * stats.sem(values)
    assert found.estimate == pytest.approx(values.mean())
    assert found.high - found.low == pytest.approx(2 * half, rel=0.01)
    assert found.n > 400


def test_half_steps_are_worth_half_of_what_whole_steps_are():
    """Scaled by 1/2, outcomes have nearly half the limits around their mean."""
    outcome = pairs(60, 300, 40)
    whole, half = (
        mean_interval(scale * outcome, np.arange(400)) for scale in (1.0, 0.5)
    )
    assert half.estimate == whole.estimate / 2
    assert half.low == pytest.approx(whole.low / 2, abs=0.003)
    assert half.high == pytest.approx(whole.high / 2, abs=0.003)
