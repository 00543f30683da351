import numpy as np
import pytest
from scipy import stats

from inspect_rubricblind.logs.statistics.detection import sign_test
from inspect_rubricblind.logs.statistics.power import (
    N_TYPES,
    detectable_effect,
    pairs_for_blind,
    sign_test_power,
)


def test_power_is_the_share_of_trinomial_tables_that_reject():
    n, discordance, net = 25, 0.4, 0.3
    win, loss = (discordance + net) / 2, (discordance - net) / 2
    power = 0.0
    for w in range(n + 1):
        for lost in range(n - w + 1):
            if sign_test(w, lost) <= 0.05:
                probabilities = (win, loss, 1 - win - loss)
                power += stats.multinomial.pmf(
                    (w, lost, n - w - lost), n, probabilities
                )
    assert sign_test_power(n, discordance, net) == pytest.approx(power, abs=1e-9)


def test_power_without_an_effect_stays_below_the_level():
    for n in (10, 50, 300):
        assert sign_test_power(n, 0.3, 0.0) <= 0.05


def test_the_detectable_effect_has_the_power_asked_for():
    effect = detectable_effect(228, 64 / 228)
    assert sign_test_power(228, 64 / 228, 2 * effect) == pytest.approx(0.8, abs=1e-6)


@pytest.mark.parametrize(
    ("n", "discordant", "raw", "adjusted"),
    # Normal approximation (z_{1-a/2} + z_.8) sqrt(d / n) / 2, worked apart.
    [
        (42, 14, 0.12, 0.17),
        (73, 20, 0.085, 0.11),
        (146, 46, 0.065, 0.086),
        (228, 64, 0.049, 0.065),
        (436, 150, 0.039, 0.052),
    ],
)
def test_the_detectable_effects_of_s1s_types(n, discordant, raw, adjusted):
    d = discordant / n
    assert detectable_effect(n, d) == pytest.approx(raw, rel=0.05)
    assert detectable_effect(n, d, 0.05 / N_TYPES) == pytest.approx(adjusted, rel=0.1)


def test_what_cannot_be_reached_is_none():
    # Six pairs of which two are discordant never give six discordant ones.
    assert detectable_effect(6, 2 / 6) is None
    assert detectable_effect(100, 0.0) is None


def test_pairs_needed_for_blind_are_those_of_the_contract():
    assert pairs_for_blind(1.0) == 857
    assert pairs_for_blind(1.0, alpha=0.05 / N_TYPES) == pytest.approx(1560, abs=3)
    assert pairs_for_blind(0.4) == pytest.approx(0.4 * 857, abs=1)


def test_pairs_needed_for_blind_give_the_power_by_simulation():
    from inspect_rubricblind.logs.statistics.equivalence import tost

    n = pairs_for_blind(0.4)
    drawn = np.random.default_rng(0).multinomial(n, [0.2, 0.6, 0.2], size=4000) / n
    power = (tost(drawn[:, 0], drawn[:, 2], n) < 0.05).mean()
    assert power == pytest.approx(0.8, abs=0.03)


def test_impossible_settings_are_refused():
    with pytest.raises(ValueError, match="at most the discordance"):
        sign_test_power(10, 0.2, 0.3)
    with pytest.raises(ValueError, match="discordance must be"):
        pairs_for_blind(0.0)
