import pytest

from inspect_rubricblind.logs.statistics.funnel import funnel
from inspect_rubricblind.logs.statistics.proportions import proportion


def test_each_stage_is_a_share_of_the_one_before():
    found = funnel([("asked", 500), ("applicable", 300), ("accepted", 233)])
    assert [stage.n for stage in found] == [500, 300, 233]
    assert found[0].kept is None
    assert found[2].kept == proportion(233, 300)


def test_nothing_that_entered_has_no_share():
    assert funnel([("asked", 0), ("applicable", 0)])[1].kept is None


def test_the_acceptance_of_s1s_llama_pilot():
    """Table 15 and Appendix M: 746 of 2656 are 28.1 %, 162 of 389 are 41.6 %."""
    for accepted, attempts, printed in ((746, 2656, 28.1), (162, 389, 41.6)):
        stage = funnel([("attempted", attempts), ("accepted", accepted)])[1]
        assert 100 * stage.kept.estimate == pytest.approx(printed, abs=0.05)


def test_a_stage_that_grows_is_refused():
    with pytest.raises(ValueError, match="must not grow"):
        funnel([("asked", 5), ("applicable", 6)])
