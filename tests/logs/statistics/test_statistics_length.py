import numpy as np
import pytest
import statsmodels.api as sm

from inspect_rubricblind.logs.statistics.length import adjust_for_length, length_matched


def test_the_line_and_its_interval_are_those_of_statsmodels():
    rng = np.random.default_rng(3)
    first, second = rng.integers(80, 400, 60), rng.integers(80, 400, 60)
    outcome = rng.choice([-1, 0, 1], 60)
    found = adjust_for_length(outcome, first, second, np.arange(60))
    x = sm.add_constant(np.log2(first / second))
    oracle = sm.OLS((outcome + 1) / 2, x).fit(cov_type="HC3", use_t=True)
    assert found.auroc.estimate == pytest.approx(oracle.params[0])
    ends = oracle.conf_int()
    assert (found.auroc.low, found.auroc.high) == pytest.approx(tuple(ends[0]))
    assert (found.slope.low, found.slope.high) == pytest.approx(tuple(ends[1]))


def test_a_score_that_follows_length_alone_is_at_chance_at_equal_length():
    ratio = np.linspace(-1, 1, 41)
    first, second = 100 * 2**ratio, np.full(41, 100.0)
    outcome = np.sign(np.round(ratio, 9))
    found = adjust_for_length(outcome, first, second, np.arange(41))
    assert found.auroc.estimate == pytest.approx(0.5)
    assert found.slope.low > 0


def test_the_interval_covers_as_it_should():
    """Outcomes with a true AUROC of 0.6 at equal length, 400 studies of 150 pairs."""
    rng = np.random.default_rng(0)
    hits = 0
    for _ in range(400):
        ratio = rng.normal(0.4, 0.5, 150)
        chance = np.clip(0.6 + 0.2 * ratio, 0.02, 0.98)
        outcome = np.where(rng.random(150) < chance, 1, -1)
        found = adjust_for_length(
            outcome, 100 * 2**ratio, np.full(150, 100.0), np.arange(150)
        )
        hits += found.auroc.low <= 0.6 <= found.auroc.high
    # 95 % of 400 is 380 +- 8.7 (two Monte Carlo standard errors).
    assert 366 <= hits <= 394


def test_several_pairs_of_a_question_count_as_one():
    rng = np.random.default_rng(1)
    first, second = rng.integers(80, 400, 30), rng.integers(80, 400, 30)
    outcome = rng.choice([-1, 0, 1], 30)
    once = adjust_for_length(outcome, first, second, np.arange(30))
    twice = adjust_for_length(
        *(np.tile(x, 2) for x in (outcome, first, second)), [*range(30)] * 2
    )
    assert twice.auroc == once.auroc


def test_too_few_pairs_or_no_spread_give_nothing():
    assert adjust_for_length([1] * 9, [2] * 9, [1] * 9, range(9)) is None
    outcome = [1, 0] * 6
    assert adjust_for_length(outcome, [2] * 12, [1] * 12, range(12)) is None
    assert adjust_for_length([1] * 12, range(1, 13), [1] * 12, range(12)) is None


def test_an_empty_text_is_refused():
    with pytest.raises(ValueError, match="length must be above 0"):
        length_matched([1, 0], [1, 1])
