import numpy as np
import pytest
from scipy import stats
from statistics_published import cells, pairs

from inspect_rubricblind.logs.statistics.noise import (
    above_noise,
    noise_share_without_repeats,
)


def test_excess_is_worked_by_hand_pair_by_pair():
    outcome, differs = [1, 1, 0, -1], [0, 1, 1, 0]
    found = above_noise(outcome, differs, list("abcd"))
    # 1[win] - d/2: 1, .5, -.5, 0; 1[loss] - d/2: 0, -.5, -.5, 1
    assert found.excess_win.estimate == pytest.approx(0.25)
    assert found.excess_loss.estimate == pytest.approx(0.0)
    # 1[win or loss] - d: 1, 0, -1, 1
    assert found.excess_discordance.estimate == pytest.approx(0.25)
    assert found.discordance.estimate == 0.5
    assert found.noise_share.estimate == pytest.approx(0.5 / (2 * 0.5))
    half = stats.t.ppf(0.975, 3) * stats.sem([1, 0.5, -0.5, 0])
    assert found.excess_win.high == pytest.approx(0.25 + half)


def test_outcomes_that_are_repeats_are_not_above_the_floor():
    rng = np.random.default_rng(0)
    question = np.repeat(np.arange(200), 3)
    q = np.repeat(rng.choice([0.0, 0.4], 200), 3)
    outcome = rng.choice([-1, 1], 600) * (rng.random(600) < q)
    found = above_noise(outcome, q, question)
    assert found.above_floor is False
    assert found.excess_win.low < 0 < found.excess_win.high


def test_clear_wins_over_few_differing_repeats_are_above_the_floor():
    outcome = pairs(60, 30, 10)
    found = above_noise(outcome, np.tile([0, 0, 0, 0, 1], 20), np.arange(100))
    assert found.above_floor is True
    assert found.noise_share.estimate == pytest.approx(0.2 / (2 * 0.6))


def test_without_a_win_noise_has_no_share():
    assert above_noise([0, -1], [0, 1], ["a", "b"]).noise_share is None
    assert noise_share_without_repeats(0, 5) is None


def test_one_question_leaves_the_floor_undecided():
    assert above_noise([1, 1], [0, 0], ["a", "a"]).above_floor is None


def test_the_share_of_noise_without_repeats_is_that_of_s1s_counts():
    totals = {}
    for row, _, w, _, lost in cells("table_17"):
        both = totals.setdefault(row["dataset"], np.zeros(2))
        both += (w, lost)
        if (row["dataset"], row["code"]) == ("HealthBench", "F4"):
            assert noise_share_without_repeats(w, lost) == pytest.approx(
                0.83, abs=0.005
            )
    expected = {
        "HealthBench": 0.38,
        "LiveMedBench": 0.46,
        "HealthBench Professional": 0.47,
    }
    for name, share in expected.items():
        found = noise_share_without_repeats(*totals[name])
        assert found == pytest.approx(share, abs=0.005)


def test_cases_without_a_repeat_are_refused():
    with pytest.raises(ValueError, match="without a repeat"):
        above_noise([1, 0], [1], ["a", "b"])
    with pytest.raises(ValueError, match="must not be negative"):
        noise_share_without_repeats(-1, 2)
