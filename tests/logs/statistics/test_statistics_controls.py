import numpy as np
import pytest
from statistics_published import pairs

from inspect_rubricblind.logs.statistics.controls import (
    control_check,
    placebo_adjusted,
)
from inspect_rubricblind.logs.statistics.detection import sign_flip_test
from inspect_rubricblind.logs.statistics.power import pairs_for_blind


def test_the_adjusted_net_is_the_difference_of_nets():
    error, control = [1, 1, 0, -1, 1], [0, 1, 0, 0, -1]
    found = placebo_adjusted(error, control, list("abcde"))
    assert found.error_net.estimate == pytest.approx(0.4)
    assert found.control_net.estimate == pytest.approx(0.0)
    assert found.adjusted.estimate == pytest.approx(0.4)
    assert found.adjusted.low < 0.4 < found.adjusted.high
    assert found.p == sign_flip_test(np.subtract(error, control), list("abcde"))


def test_an_effect_that_the_control_has_too_is_no_effect():
    outcome = pairs(60, 30, 10)
    found = placebo_adjusted(outcome, outcome, np.arange(100))
    assert found.error_net.low > 0
    assert found.adjusted.low < 0 < found.adjusted.high
    assert found.p == 1


def test_pairs_without_their_control_are_refused():
    with pytest.raises(ValueError, match="without a control"):
        placebo_adjusted([1, 0], [0], ["a", "b"])


@pytest.mark.parametrize(
    ("counts", "reading"),
    [
        ((5, 190, 5), "no effect"),
        ((10, 40, 10), "undecided"),
        ((0, 20, 0), "undecided"),
        ((500, 1200, 300), "not equivalent"),
    ],
)
def test_too_few_controls_are_undecided_never_failed(counts, reading):
    found = control_check(pairs(*counts), np.arange(sum(counts)))
    assert found.reading == reading


def test_the_pairs_needed_follow_the_observed_discordance():
    found = control_check(pairs(10, 40, 10), np.arange(60))
    assert found.pairs_needed == pairs_for_blind(20 / 60)
    assert control_check(np.zeros(9), np.arange(9)).pairs_needed is None
