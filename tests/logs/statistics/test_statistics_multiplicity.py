import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statistics_published import steady
from statsmodels.stats.multitest import multipletests

from inspect_rubricblind.logs.statistics.multiplicity import benjamini_hochberg, holm

p_values = st.lists(st.floats(0, 1), min_size=1, max_size=20)


@pytest.mark.parametrize("seed", range(5))
def test_holm_is_that_of_statsmodels(seed):
    p = np.random.default_rng(seed).random(13) ** 3
    assert holm(p) == pytest.approx(multipletests(p, method="holm")[1])


@steady
@given(p_values)
def test_benjamini_hochberg_is_that_of_scipy(p):
    assert benjamini_hochberg(p) == pytest.approx(stats.false_discovery_control(p))


@steady
@given(p_values, st.randoms(use_true_random=False))
def test_order_of_the_family_changes_nothing(p, random):
    order = list(range(len(p)))
    random.shuffle(order)
    for adjust in (holm, benjamini_hochberg):
        assert (adjust(np.array(p)[order]) == adjust(p)[order]).all()


def test_what_is_no_p_value_is_refused():
    with pytest.raises(ValueError, match=r"p must be in \[0, 1\]"):
        holm([0.1, 1.2])
