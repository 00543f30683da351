import numpy as np
import pytest

from inspect_rubricblind.logs.statistics.drop import (
    drop_size,
    flips_per_thousand,
    relative_drop,
    unpenalised_cases,
)
from inspect_rubricblind.logs.statistics.proportions import proportion


def test_a_drop_is_a_share_of_the_possible_points():
    assert relative_drop([8, 5], [6, 7], [10, 20]).tolist() == [0.2, -0.1]


def test_a_rubric_without_positive_points_has_no_relative_drop():
    with pytest.raises(ValueError, match="points_possible must be above 0"):
        relative_drop([0], [-5], [0])


def test_the_size_of_the_drop_is_worked_by_hand():
    drop = [0.1, 0.2, 0.3, 0.4, 0.0, -0.2]
    outcome = [1, 1, 1, 1, 0, -1]
    found = drop_size(drop, outcome, np.arange(6))
    assert found.mean.estimate == pytest.approx(0.8 / 6)
    assert found.quartiles_given_win == pytest.approx((0.175, 0.25, 0.325))
    assert found.rose == proportion(1, 6)


def test_without_a_win_there_are_no_quartiles():
    found = drop_size([0.0, -0.1], [0, -1], ["a", "b"])
    assert found.quartiles_given_win is None


def test_flips_are_per_thousand_verdicts():
    found = flips_per_thousand([1, 0, 2], [10, 10, 20], list("abc"))
    assert found.estimate == pytest.approx(75)
    assert 0 < found.low < 75 < found.high < 1000


def test_a_case_with_one_tie_or_loss_is_unpenalised():
    # a: win only, b: win and tie, c: loss
    found = unpenalised_cases([1, 1, 0, -1], list("abbc"))
    assert found == proportion(2, 3)
