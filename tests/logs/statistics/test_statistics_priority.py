import itertools

import numpy as np
import pytest
from scipy import stats
from statistics_published import table

from inspect_rubricblind.logs.statistics.contingency import chi_square
from inspect_rubricblind.logs.statistics.priority import (
    inversion_of_priority,
    is_included,
)
from inspect_rubricblind.logs.statistics.proportions import proportion
from inspect_rubricblind.logs.statistics.scenarios import (
    Labels,
    task_rates,
    universal_miss_rows,
)


def pass_rates(met, weight, scenario):
    return [rate.rate for rate in task_rates(Labels.of(["m"], [met], weight, scenario))]


def test_the_weighted_pass_rate_is_met_weight_over_all_weight():
    assert pass_rates([1, 0, 1, 1], [5, 3, 2, 1], list("aabb")) == [5 / 8, 1.0]


def test_the_pass_rates_of_tables_3_and_4_follow_from_their_counts():
    for name in ("scenarios_03", "scenarios_04"):
        for row in table(name):
            found = proportion(int(row["n_met"]), int(row["n_criteria"]))
            assert 100 * found.estimate == pytest.approx(
                float(row["pass_pct"]), abs=0.0501
            )


def test_the_weighted_rates_over_all_criteria_lie_below_the_printed_means():
    """0.314, 0.344, 0.427 against 0.37, 0.39, 0.47: long scenarios do worse."""
    met, weight, model = [], [], []
    for row in table("scenarios_03"):
        k, n = int(row["n_met"]), int(row["n_criteria"])
        met += [1] * k + [0] * (n - k)
        weight += [int(row["weight"])] * n
        model += [row["model"]] * n
    found = pass_rates(met, weight, model)
    # Sorted: Claude, GPT, Gemini, as the labels sort.
    assert sorted(set(model)) == ["Claude Opus 4.7", "GPT 5.4", "Gemini 3.1 Pro"]
    assert found == pytest.approx([0.427, 0.344, 0.314], abs=0.0005)
    means = [r for r in table("scenarios_02") if r["task"] == "Mean"]
    printed = {r["model"]: float(r["weighted_pass_frac"]) for r in means}
    for name, rate in zip(sorted(set(model)), found, strict=True):
        assert rate < printed[name]


def test_the_mean_pass_rates_of_table_2_but_for_gpts_are_those_of_its_tasks():
    by_model = {}
    for row in table("scenarios_02"):
        rates = by_model.setdefault(row["model"], {})
        rates[row["task"]] = float(row["weighted_pass_frac"])
    gaps = {}
    for name, rates in by_model.items():
        printed = rates.pop("Mean")
        gaps[name] = abs(np.mean(list(rates.values())) - printed)
    assert gaps == pytest.approx(
        {"Gemini 3.1 Pro": 0.0, "GPT 5.4": 0.006, "Claude Opus 4.7": 0.0}, abs=1e-9
    )


def test_task_2_is_included_only_if_its_rate_is_below_0_60_unrounded():
    rates = [
        float(row["weighted_pass_frac"])
        for row in table("scenarios_02")
        if row["task"] == "2"
    ]
    assert rates == [0.60, 0.46, 0.64]
    assert is_included(rates) is False
    assert is_included([0.5999, 0.46, 0.64]) is True


def test_universal_misses_are_criteria_that_no_model_meets():
    labels = Labels.of("ab", [[0, 1, 0, 0], [0, 0, 0, 1]], [1] * 4, ["s"] * 4)
    *_, overall = universal_miss_rows(labels)
    assert (overall.missed, overall.open, overall.n) == (2, 0, 4)
    with pytest.raises(ValueError, match=r"\(models, criteria\)"):
        Labels.of("a", [0, 1], [1, 1], ["s", "s"])


def test_the_universal_misses_of_the_scenarios_are_52_percent():
    *tasks, total = table("scenarios_misses")
    missed, n = (
        sum(int(row[key]) for row in tasks)
        for key in ("n_missed_by_all_models", "n_weight5_criteria")
    )
    assert (missed, n) == (56, 108)
    assert 100 * proportion(missed, n).estimate == pytest.approx(
        float(total["missed_pct"]), abs=0.5
    )


def test_autorater_agreement_follows_from_its_counts():
    for row in table("scenarios_agreement"):
        found = proportion(int(row["n_agree"]), int(row["n_criteria"]))
        assert 100 * found.estimate == pytest.approx(
            float(row["agreement_pct"]), abs=0.0501
        )


def test_the_slope_is_the_mean_of_least_squares_slopes():
    rng = np.random.default_rng(0)
    weight = rng.integers(1, 6, 120)
    met, scenario = rng.random(120), np.repeat(np.arange(6), 20)
    found = inversion_of_priority(met, weight, scenario, permutations=50)
    slopes = [
        stats.linregress(weight[scenario == s], met[scenario == s]).slope
        for s in range(6)
    ]
    assert found.slopes == pytest.approx(slopes)
    oracle = stats.ttest_1samp(slopes, 0).confidence_interval(0.95)
    assert (found.slope.low, found.slope.high) == pytest.approx(
        (oracle.low, oracle.high)
    )


def test_under_five_scenarios_there_is_no_interval_but_a_permutation_p():
    met, weight = [1, 0, 1, 0, 0, 1], [1, 5, 2, 5, 4, 1]
    found = inversion_of_priority(met, weight, list("aaabbb"))
    assert (found.slope.low, found.slope.high) == (None, None)
    assert "under 5" in found.slope.reason
    assert 0 < found.permutation_p <= 1


def test_the_permutation_p_is_that_of_all_permutations():
    met, weight = np.array([1, 1, 0, 0, 1]), np.array([1, 2, 3, 4, 5])
    found = inversion_of_priority(met, weight, ["a"] * 5, permutations=20_000)
    observed = abs(stats.linregress(weight, met).slope)
    every = [
        abs(stats.linregress(w, met).slope) >= observed - 1e-12
        for w in itertools.permutations(weight)
    ]
    assert found.permutation_p == pytest.approx(np.mean(every), abs=0.015)


def test_a_scenario_of_one_weight_has_no_slope():
    found = inversion_of_priority([1, 0, 1, 0], [1, 5, 3, 3], list("aabb"))
    assert (found.flat, len(found.slopes)) == (1, 1)
    with pytest.raises(ValueError, match="one weight in each"):
        inversion_of_priority([1, 0], [3, 3], ["a", "a"])


def test_order_of_criteria_changes_nothing():
    rng = np.random.default_rng(1)
    met, weight = rng.integers(0, 2, 40), rng.integers(1, 6, 40)
    scenario, order = np.repeat(np.arange(5), 8), rng.permutation(40)
    first = inversion_of_priority(met, weight, scenario, permutations=200)
    second = inversion_of_priority(
        met[order], weight[order], scenario[order], permutations=200
    )
    assert first == second


def test_passing_depends_on_the_weight_of_s3s_criteria():
    """Weight 5 is not the lowest class: 3 and 4 lie below it for two models."""
    rows = [r for r in table("scenarios_03") if r["model"] == "Gemini 3.1 Pro"]
    rate = {int(r["weight"]): float(r["pass_pct"]) for r in rows}
    assert rate[3] < rate[5]
    assert rate[4] < rate[5]
    met = [[int(r["n_met"]), int(r["n_criteria"]) - int(r["n_met"])] for r in rows]
    assert chi_square(met).p < 0.01


def test_weights_below_zero_are_refused():
    with pytest.raises(ValueError, match="weight must be above 0"):
        Labels.of("m", [[1]], [-2], ["a"])
