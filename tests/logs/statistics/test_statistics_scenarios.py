import numpy as np
import pytest
from scipy import stats
from statistics_published import table

from inspect_rubricblind.logs.statistics.priority import over_scenarios
from inspect_rubricblind.logs.statistics.scenario_agreement import (
    disagreements,
    rater_agreement,
)
from inspect_rubricblind.logs.statistics.scenarios import (
    Labels,
    inclusions,
    priority_trend,
    share_met,
    task_rates,
    universal_miss_rows,
)
from s3_labels import AUTORATERS, MODELS, autorated, criteria, labels

NAN = float("nan")


def macro_f1(both, rater_alone, expert_alone, neither):
    wrong = rater_alone + expert_alone
    return (2 * both / (2 * both + wrong) + 2 * neither / (2 * neither + wrong)) / 2


def rates():
    return {(r.scenario, r.model): r.rate for r in task_rates(labels())}


def test_the_table_has_the_size_that_s3_prints():
    rows = criteria()
    assert len(rows) == 184
    for row in table("scenarios_01"):
        n = sum(r.task == row["task"] for r in rows)
        assert n == int(row["n_criteria"])


def test_table_2_comes_out_of_the_weighted_pass_rates():
    found = rates()
    for row in table("scenarios_02"):
        if row["task"] != "Mean":
            printed = float(row["weighted_pass_frac"])
            assert found[row["task"], row["model"]] == pytest.approx(
                printed, abs=0.00501
            )


def test_the_means_of_table_2_come_out_but_for_rounding():
    found = rates()
    for row in table("scenarios_02"):
        if row["task"] == "Mean":
            each = [found[str(task), row["model"]] for task in range(1, 6)]
            mean = over_scenarios(each)
            assert mean.estimate == pytest.approx(
                float(row["weighted_pass_frac"]), abs=0.0101
            )
            oracle = stats.ttest_1samp(each, 0).confidence_interval(0.95)
            assert (mean.low, mean.high) == pytest.approx((oracle.low, oracle.high))


def test_table_3_comes_out_by_weight():
    found = labels()
    for row in table("scenarios_03"):
        own = found.where(found.weight == int(row["weight"]))
        share = share_met(own, row["model"])
        assert own.met.shape[1] == int(row["n_criteria"])
        assert 100 * share.estimate == pytest.approx(float(row["pass_pct"]), abs=0.0501)
        assert share.low is None or 0 <= share.low <= share.estimate <= share.high <= 1


def test_table_4_comes_out_by_category():
    found, rows = labels(), criteria()
    total = 0
    for row in table("scenarios_04"):
        own = found.where([row["category"] in r.tags for r in rows])
        share = share_met(own, row["model"])
        total += own.met.shape[1]
        assert 100 * share.estimate == pytest.approx(float(row["pass_pct"]), abs=0.0501)
    assert total == 3 * 206  # a criterion may have several categories


def test_the_universal_misses_of_section_4_5_come_out_by_task():
    found = labels()
    rows = universal_miss_rows(found.where(found.weight == 5))
    by_task = {row.scenario: row for row in rows}
    for row in table("scenarios_misses"):
        task = None if row["task"] == "All" else row["task"]
        own = by_task[task]
        assert (own.missed, own.n, own.open) == (
            int(row["n_missed_by_all_models"]),
            int(row["n_weight5_criteria"]),
            0,
        )
    overall = by_task[None].share
    assert overall.estimate == pytest.approx(56 / 108)
    # 33 of them are of one task, so the limits are far wider than Wilson's over 108.
    assert overall.high - overall.low > 0.4


def test_agreement_of_section_4_4_comes_out_with_limits():
    for row in table("scenarios_agreement"):
        n = int(row["n_agree"])
        expert, rater, scenario = autorated(n)
        found = rater_agreement(expert, rater, scenario, resamples=200)
        assert found.raw.estimate == n / 552
        assert 100 * found.raw.estimate == pytest.approx(
            float(row["agreement_pct"]), abs=0.0501
        )
        assert found.raw.low < found.raw.estimate < found.raw.high
        both, rater_alone, expert_alone, neither = found.table
        assert sum(found.table) == 552
        assert both + expert_alone == sum(
            int(r["n_met"]) for r in table("scenarios_03")
        )
        assert found.macro_f1.estimate == pytest.approx(macro_f1(*found.table))
        chance = (
            (both + expert_alone) * (both + rater_alone)
            + (rater_alone + neither) * (expert_alone + neither)
        ) / 552**2
        assert found.kappa.estimate == pytest.approx((n / 552 - chance) / (1 - chance))
        assert found.kappa.low < found.kappa.estimate < found.kappa.high
    assert len(AUTORATERS) == 3


def test_the_lead_that_section_4_1_states_is_not_that_of_table_2():
    """Printed: Claude led on 3 tasks and GPT on 2. Its own table says 4 and 1."""
    found = rates()
    led = [max(MODELS, key=lambda m, t=str(t): found[t, m]) for t in range(1, 6)]
    assert [led.count(name) for name in MODELS] == [0, 1, 4]


def test_task_2_is_included_only_by_unrounded_rates():
    """Two decimals give 0.60, 0.46, 0.64: one below 0.60, where two are needed."""
    rows = {row.scenario: row for row in inclusions(task_rates(labels()))}
    assert (rows["2"].included, rows["2"].rounded) == (True, False)
    for task in "1345":
        assert (rows[task].included, rows[task].rounded) == (True, True)


def test_the_inversion_of_priority_is_no_trend_over_s3s_scenarios():
    """In the table at hand: five scenarios whose slopes differ give wide limits."""
    for model in (*MODELS, None):
        found = priority_trend(labels(), model, permutations=500)
        assert len(found.slopes) == 5
        assert found.slope.low < 0 < found.slope.high


def test_the_trend_of_a_clear_inversion_is_found():
    weight = np.tile([1, 2, 3, 4, 5], 6)
    met = (weight <= 2).astype(float)
    met[::7] = 1 - met[::7]
    scenario = np.repeat(list("abcdef"), 5)
    found = priority_trend(
        Labels.of(("m",), [met], weight, scenario), permutations=2000
    )
    assert found.slope.high < 0
    assert found.permutation_p < 0.01


def test_a_trend_needs_two_weights_in_a_scenario():
    flat = Labels.of(("m",), [[1, 0, 1]], [3, 3, 5], ["a", "a", "b"])
    assert priority_trend(flat) is None


def test_one_model_cannot_decide_what_needs_two():
    found = Labels.of(("m",), [[0, 0]], [5, 1], ["a", "a"])
    [row] = inclusions(task_rates(found))
    assert (row.included, row.rounded) == (None, None)


def test_missing_labels_leave_a_range_and_prove_no_miss():
    found = Labels.of(
        ("m", "n"),
        [[1, NAN, 0, 0], [0, 0, 0, NAN]],
        [5, 3, 2, 5],
        ["a", "a", "a", "b"],
    )
    by_key = {(r.scenario, r.model): r for r in task_rates(found)}
    first = by_key["a", "m"]
    assert (first.rate, first.unlabelled) == (5 / 7, 1)
    assert (first.reach.low, first.reach.high) == (5 / 10, 8 / 10)
    lost = by_key["b", "n"]
    assert (lost.rate, lost.reach.low, lost.reach.high) == (None, 0, 1)
    rows = {r.scenario: r for r in universal_miss_rows(found)}
    assert (rows["a"].missed, rows["a"].open, rows["a"].n) == (1, 1, 3)
    assert (rows[None].missed, rows[None].open, rows[None].n) == (1, 2, 4)
    decisions = {r.scenario: r.included for r in inclusions(task_rates(found))}
    assert decisions == {"a": False, "b": None}
    assert share_met(found.where([False, False, False, True]), "n") is None


def test_agreement_counts_what_one_side_did_not_label():
    found = rater_agreement(
        [1, 0, NAN, 1], [1, 1, 1, NAN], ["a", "a", "b", "b"], resamples=20
    )
    assert found.table == (1, 1, 0, 0)
    assert (found.unrated, found.unlabelled) == (1, 1)
    assert rater_agreement([NAN], [1], ["a"]) is None


def test_few_scenarios_give_no_limits_of_kappa():
    expert, rater = [1, 0, 1, 0, 1, 1, 0, 0], [1, 0, 1, 1, 1, 0, 0, 0]
    found = rater_agreement(expert, rater, list("aaaabbbb"), resamples=50)
    assert found.kappa.estimate == pytest.approx(0.5)
    assert (found.kappa.low, found.macro_f1.high) == (None, None)
    assert found.kappa.reason == "2 scenarios are under 5"


def test_an_expert_looks_again_where_two_autoraters_disagree():
    expert = [1, 1, 0, NAN, 0]
    raters = [[1, 0, 1, 1, NAN], [1, 0, 1, 0, 1], [1, 1, 1, 0, NAN]]
    assert disagreements(expert, raters).tolist() == [0, 2, 3, 0, 0]
    assert disagreements(expert, raters, at_least=1).tolist() == [0, 2, 3, 0, 1]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"met": [[1, 2]]}, "0, 1 or NaN"),
        ({"met": [[1]]}, "shape"),
        ({"weight": [1, 0]}, "weight must be above 0"),
        ({"models": ("m", "m"), "met": [[1, 0]] * 2}, "models must be unique"),
    ],
)
def test_malformed_labels_are_refused(changes, message):
    given = {"models": ("m",), "met": [[1, 0]], "weight": [1, 2], "scenario": ["a"] * 2}
    with pytest.raises(ValueError, match=message):
        Labels.of(**(given | changes))
