import pytest

from inspect_rubricblind.logs.statistics.auroc import paired_auroc
from inspect_rubricblind.logs.statistics.severity import harm_weighted_net, strata

OUTCOME, HARM, QUESTION = [1, 0, -1, 0, 1], [5, 4, 2, 3, 1], list("abcde")


def test_strata_are_dangerous_mild_and_confirmed():
    found = strata(OUTCOME, HARM, QUESTION, confirmed=[1, 0, 0, 0, 1])
    assert found.dangerous == paired_auroc([1, 0], ["a", "b"])
    assert found.mild == paired_auroc([-1, 1], ["c", "e"])
    assert found.confirmed == paired_auroc([1, 1], ["a", "e"])


def test_a_stratum_without_pairs_is_none():
    found = strata([1, 0], [3, 3], ["a", "b"])
    assert (found.dangerous, found.mild, found.confirmed) == (None, None, None)


def test_the_index_weights_pairs_by_harm():
    # (5 + 0 - 2 + 0 + 1) / 15
    found = harm_weighted_net(OUTCOME, HARM, QUESTION)
    assert found.estimate == pytest.approx(4 / 15)
    assert found.low < 4 / 15 < found.high


def test_harm_outside_1_to_5_is_refused():
    with pytest.raises(ValueError, match="harm must be in"):
        harm_weighted_net([1], [6], ["a"])
