import numpy as np
import pytest
from statistics_published import cells, pairs

from inspect_rubricblind.logs.statistics.rank_resampling import (
    joint_resampling_range,
    noise_ceiling,
    resampling_range,
    simulate_aurocs,
)


def counts(dataset):
    return [
        (w, t, lost)
        for row, _, w, t, lost in cells("table_17")
        if row["dataset"] == dataset and row["code"] != "O1"
    ]


def test_replicates_keep_the_aurocs_of_the_study():
    table = np.array(counts("HealthBench"))
    drawn = simulate_aurocs(table, 4000, (0, 0))
    expected = (table[:, 0] + table[:, 1] / 2) / table.sum(axis=1)
    assert drawn.mean(axis=0) == pytest.approx(expected, abs=0.005)


def test_a_resampling_range_lies_below_the_correlation_it_surrounds():
    # Tables 17, 18: tau_b is 0.523, but resampling adds noise to both vectors.
    found = resampling_range(counts("HealthBench"), counts("HealthBench Professional"))
    assert (found.tau_low + found.tau_high) / 2 < 0.523
    assert found.tau_low < found.tau_high < 0.8


def test_the_noise_ceiling_of_a_noisy_study_is_low():
    sharp = noise_ceiling(np.array(counts("HealthBench")) * 100)
    healthbench = noise_ceiling(counts("HealthBench"))
    professional = noise_ceiling(counts("HealthBench Professional"))
    assert professional < healthbench < sharp < 1
    assert professional < 0.55


def test_without_any_variation_there_is_no_ceiling():
    assert noise_ceiling([[0, 5, 0], [0, 9, 0]]) is None
    with pytest.raises(ValueError, match="let the vectors vary"):
        resampling_range([[0, 5, 0]] * 3, [[0, 5, 0]] * 3, resamples=20)


def test_joint_resampling_keeps_what_both_sides_share():
    """A vector resampled jointly with itself always correlates perfectly."""
    rng = np.random.default_rng(2)
    types = np.tile(np.arange(5), 60)
    question = np.repeat(np.arange(60), 5)
    outcome = (rng.random(300) < (types + 1) / 7).astype(float)
    found = joint_resampling_range(
        np.tile(outcome, 2),
        np.repeat([0, 1], 300),
        np.tile(types, 2),
        np.tile(question, 2),
        resamples=300,
    )
    assert (found.tau_low, found.rho_low) == pytest.approx((1, 1))


def test_types_of_one_side_only_are_left_out():
    outcome = np.concatenate([pairs(4, 2, 2), pairs(2, 4, 2), pairs(1, 1, 6)])
    outcome = np.tile(outcome, 3)
    types = np.tile(np.repeat([0, 1, 2], 8), 3)
    side = np.repeat([0, 1, 0], 24)
    types[48:] = 9
    found = joint_resampling_range(outcome, side, types, np.arange(72), resamples=200)
    assert -1 <= found.tau_low <= found.tau_high <= 1


def test_a_type_without_pairs_is_refused():
    with pytest.raises(ValueError, match="with a pair in"):
        simulate_aurocs([[0, 0, 0]], 5, (0, 0))
