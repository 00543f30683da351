import numpy as np
import pytest
from statistics_published import cells, pairs

from inspect_rubricblind.logs.statistics.standardise import (
    Side,
    compare,
    equal_type_weights,
)


def side(dataset):
    outcome, types = [], []
    for row, n, w, t, lost in cells("table_17"):
        if row["dataset"] == dataset:
            outcome.append(pairs(w, t, lost))
            types += [row["code"]] * n
    labels = [f"{dataset}-{i}" for i in range(len(types))]
    return Side(np.concatenate(outcome), types, labels)


@pytest.mark.parametrize(
    ("dataset", "pooled", "equal"),
    [
        ("HealthBench", 0.595, 0.621),
        ("LiveMedBench", 0.542, 0.556),
        ("HealthBench Professional", 0.520, 0.524),
    ],
)
def test_equal_type_weights_give_other_figures_than_pooled_pairs(
    dataset, pooled, equal
):
    table = np.array(
        [
            counts
            for row, _, *counts in cells("table_17")
            if row["dataset"] == dataset and row["code"] != "O1"
        ]
    )
    w, _, lost = table.sum(axis=0)
    assert 0.5 + (w - lost) / table.sum() / 2 == pytest.approx(pooled, abs=0.0006)
    assert equal_type_weights(table) == pytest.approx(equal, abs=0.0006)


def test_benchmarks_are_compared_over_the_types_both_hold_often():
    found = compare(side("HealthBench"), side("HealthBench Professional"))
    assert len(found.types) == 12
    assert "O1" not in found.types
    assert found.first.estimate == pytest.approx(0.621, abs=0.0006)
    assert found.second.estimate == pytest.approx(0.524, abs=0.0006)
    assert found.difference.low > 0
    assert found.p < 1e-6


def test_the_interval_of_independent_sides_has_the_linearised_width():
    found = compare(side("LiveMedBench"), side("HealthBench Professional"))
    table = {}
    for row, n, w, _, lost in cells("table_17"):
        if row["code"] in found.types:
            net, discordance = (w - lost) / n, (w + lost) / n
            variance = (discordance - net**2) / (n - 1) / 4
            table.setdefault(row["dataset"], []).append(variance / 144)
    se = np.sqrt(sum(table["LiveMedBench"]) + sum(table["HealthBench Professional"]))
    width = found.difference.high - found.difference.low
    assert width == pytest.approx(2 * 1.96 * se, rel=0.04)


def test_shared_questions_are_redrawn_jointly():
    """Two answer models with the same outcomes differ by nothing at all."""
    rng = np.random.default_rng(0)
    outcome, types = rng.choice([-1, 0, 1], 200), np.tile(["F1", "F2"], 100)
    question = np.repeat(np.arange(100), 2)
    same = Side(outcome, types, question)
    found = compare(same, same, resamples=500)
    assert (found.difference.low, found.difference.high) == pytest.approx((0, 0))
    assert found.p is None
    other = compare(same, Side(outcome, types, question + 1000), resamples=500)
    assert other.difference.high > 0.05


def test_order_of_rows_changes_nothing():
    a, b = side("HealthBench"), side("LiveMedBench")
    order = np.random.default_rng(1).permutation(len(a.outcome))
    shuffled = Side(
        *(np.asarray(x)[order] for x in (a.outcome, a.error_type, a.question))
    )
    assert compare(a, b, resamples=200) == compare(shuffled, b, resamples=200)


def test_sides_without_a_common_type_are_refused():
    few = Side([1, 0], ["F1", "F1"], ["a", "b"])
    with pytest.raises(ValueError, match="nothing to compare"):
        compare(few, few)
