import pytest

from inspect_rubricblind.calls.breaker import Breaker, StageFailedError


def test_a_stage_stops_when_more_than_a_fifth_failed_after_twenty_cells():
    breaker = Breaker("grading")
    for _ in range(16):
        breaker.count(None)
    for _ in range(4):
        breaker.count("unparsed")  # 4 of 20 is exactly the limit
    with pytest.raises(StageFailedError, match="5 of 21 cells failed"):
        breaker.count("refused")


def test_early_failures_alone_stop_nothing():
    breaker = Breaker("grading")
    for _ in range(19):
        breaker.count("error")
    assert breaker.cells == 19
