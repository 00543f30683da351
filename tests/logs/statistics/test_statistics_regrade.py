import numpy as np
import pytest
from scipy import stats
from statistics_published import cells, pairs

from inspect_rubricblind.logs.statistics.regrade import regrade_change


def test_the_change_is_half_the_mean_difference_of_outcomes():
    found = regrade_change([1, 0, 0, -1], [1, 1, 0, 1], list("abcd"), resamples=100)
    assert found.change.estimate == pytest.approx((0 + 0.5 + 0 + 1) / 4)
    assert (found.gained, found.lost) == (2, 0)
    assert found.agreement.raw.estimate == 0.5
    # Sums of doubled changes 0, 1, 0, 2: |1 + 2| is reached by 2 of 4 flips.
    assert found.p == 0.5


def test_few_identical_gradings_are_not_stable():
    """No difference in 14 pairs does not show that there is none."""
    outcome = pairs(5, 6, 3)
    found = regrade_change(outcome, outcome, np.arange(14), resamples=50)
    assert found.p == 1
    assert found.stable is False
    assert found.change.low < 0 < found.change.high


def test_many_identical_gradings_are_stable():
    outcome = pairs(50, 100, 50)
    found = regrade_change(outcome, outcome, np.arange(200), resamples=50)
    assert found.stable is True


def test_the_bootstrap_is_that_of_scipy():
    rng = np.random.default_rng(7)
    first = rng.choice([-1, 0, 1], 150)
    second = np.where(rng.random(150) < 0.8, first, rng.choice([-1, 0, 1], 150))
    found = regrade_change(first, second, np.arange(150), "pair")
    oracle = stats.bootstrap(
        ((second - first) / 2,), np.mean, method="percentile", rng=1, n_resamples=10_000
    ).confidence_interval
    step = 1 / 300
    assert found.bootstrap.low == pytest.approx(oracle.low, abs=1.5 * step)
    assert found.bootstrap.high == pytest.approx(oracle.high, abs=1.5 * step)


def test_the_ablation_of_s1_lowers_the_auroc_by_0_131():
    """Table 14 and Appendix K; which pairs changed is not printed, the mean is."""
    (_, _, *before), (_, _, *after) = cells("table_14")
    found = regrade_change(
        pairs(*before), pairs(*after), np.arange(195), resamples=2_000
    )
    assert found.change.estimate == pytest.approx(-0.131, abs=0.001)
    assert found.stable is False


def test_gradings_of_other_pairs_are_refused():
    with pytest.raises(ValueError, match="second must grade the pairs of first"):
        regrade_change([1, 0], [1], ["a", "b"])


def test_stable_holds_the_change_to_the_margin_on_the_auroc_scale():
    """A change of exactly the margin, .05, is called stable at most 1 time in 20."""
    called = 0
    for seed in range(200):
        rng = np.random.default_rng(seed)
        first = rng.choice([-1, 0, 1], 400, p=[0.1, 0.6, 0.3])
        moved = rng.random(400) < 0.1 / 0.7
        second = np.where(moved & (first < 1), first + 1, first)
        found = regrade_change(first, second, np.arange(400), resamples=1)
        called += found.stable
    assert called / 200 <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 200)
    assert found.equivalence.margin == 0.05
