import pytest
from scipy import stats

from inspect_rubricblind.tasks.planning.reach import reach


def test_pairs_of_a_type_are_its_share_of_the_injections():
    alone, family = reach(500, 1921 / 500, 13, 0.4)
    assert alone.pairs == family.pairs == 147  # 1921 / 13 = 147.8


def test_pairs_for_blind_follow_the_contract():
    """About 857 d alone and 1,560 d at alpha / 13, at a margin of 0.05."""
    alone, family = reach(500, 3.9, 13, 0.4)
    assert alone.pairs_blind == pytest.approx(857 * 0.4, abs=1)
    assert family.pairs_blind == pytest.approx(1560 * 0.4, abs=2)
    # 0.3 pairs of a type per case.
    assert alone.cases_blind == pytest.approx(alone.pairs_blind / 0.3, abs=1)


def test_the_effect_has_eighty_percent_power_by_simulation_of_the_exact_test():
    alone, _ = reach(500, 3.9, 13, 1.0)
    # All pairs discordant: the sign test is a binomial test of 150 pairs.
    assert alone.pairs == 150
    p = 0.5 + alone.effect
    critical = stats.binom.ppf(0.975, 150, 0.5) + 1
    power = stats.binom.sf(critical - 1, 150, p)
    assert power == pytest.approx(0.80, abs=0.005)


def test_a_family_needs_more_than_one_type():
    alone, family = reach(2000, 3.9, 13, 0.4)
    assert alone.effect < family.effect
    assert alone.pairs_blind < family.pairs_blind
    one, same = reach(2000, 0.3, 1, 0.4)
    assert one[1:] == same[1:]


def test_few_or_no_pairs_reach_nothing():
    assert [r.effect for r in reach(10, 3.9, 13, 0.4)] == [None, None]
    none = reach(3, 1.0, 13, 0.4)[0]
    assert (none.pairs, none.effect) == (0, None)


def test_a_discordance_out_of_range_is_refused():
    with pytest.raises(ValueError, match="discordance must be"):
        reach(100, 3.9, 13, 1.5)
