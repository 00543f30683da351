import pytest

from inspect_rubricblind.calls import breaker as breaker_module
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
        breaker.check()
    assert breaker.tally.cells == 19


def test_replies_that_never_can_be_read_stop_a_stage_before_its_cells_have_failed():
    breaker = Breaker("grading")
    for _ in range(59):
        breaker.count_reply(False)
    with pytest.raises(StageFailedError, match="60 of 60 replies"):
        breaker.count_reply(False)


def test_replies_of_which_half_cannot_be_read_are_borne():
    # Three tries in a row fail in 0.5^3 = 12.5 % of the cells, under the 20 %.
    breaker = Breaker("grading")
    for number in range(1000):
        breaker.count_reply(number % 2 == 0)
    breaker.check()


def test_a_stopped_stage_asks_nothing_more_until_the_next_run(monkeypatch):
    roles: dict[str, str] = {}
    monkeypatch.setattr(breaker_module, "model_roles", lambda: roles)
    breaker = Breaker("grading")
    breaker.stop(StageFailedError("why"))
    breaker.stop(StageFailedError("later"))
    with pytest.raises(StageFailedError, match="why"):
        breaker.check()
    roles = {}
    breaker.check()
    assert breaker.tally.cells == 0
