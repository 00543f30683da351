"""What two and four validators settle, worked out from the rule in words."""

import pytest

from inspect_rubricblind.records import TRAP_TESTS, TrapVote
from inspect_rubricblind.solvers.traps.validating import (
    decide_all,
    decide_first,
    objections,
)


def vote(*failed, role="validator_a", read=True):
    tests = {name: name not in failed for name in TRAP_TESTS} if read else {}
    failure = None if read else "unparsed"
    return TrapVote(role=role, model="m", tests=tests, failure=failure, reasoning="why")


YES, UNREAD = vote(), vote(read=False)
UNNATURAL, TRUE = vote("natural"), vote("trap_false")
BAD_RUBRIC = vote("rubric_aligned")


@pytest.mark.parametrize(
    ("votes", "decision", "reason"),
    [
        ([YES, YES], "kept", ""),
        ([YES, BAD_RUBRIC], "rubric", "rubric_aligned"),
        ([UNREAD, BAD_RUBRIC], "rubric", "rubric_aligned"),
        ([UNNATURAL, TRUE], "dropped", "natural, trap_false"),
    ],
)
def test_two_validators_settle_what_they_agree_on(votes, decision, reason):
    verdict = decide_first(votes)
    assert (verdict.decision, verdict.reason) == (decision, reason)


@pytest.mark.parametrize(
    "votes", [[YES, UNNATURAL], [YES, UNREAD], [UNREAD, UNREAD], [BAD_RUBRIC, TRUE]]
)
def test_anything_else_takes_two_more(votes):
    assert decide_first(votes) is None


@pytest.mark.parametrize(
    ("first", "more", "decision"),
    [
        ([YES, UNNATURAL], [YES, YES], "kept"),
        ([YES, UNNATURAL], [YES, UNNATURAL], "dropped"),
        ([YES, UNREAD], [YES, YES], "kept"),
        ([YES, UNREAD], [YES, BAD_RUBRIC], "rubric"),
        ([UNREAD, UNREAD], [YES, YES], "dropped"),
        ([UNREAD, UNREAD], [UNREAD, UNREAD], "dropped"),
        ([UNNATURAL, UNREAD], [YES, YES], "dropped"),
    ],
)
def test_four_validators_keep_only_what_both_later_and_one_earlier_accept(
    first, more, decision
):
    assert decide_all(first, more).decision == decision


def test_unreadable_votes_are_named_and_never_a_yes():
    assert UNREAD.accepts is None
    found = decide_all([UNREAD, UNREAD], [UNREAD, UNREAD])
    assert found.reason == "validators_unreadable"


def test_objections_say_which_test_and_why():
    assert objections([YES, BAD_RUBRIC, UNREAD]) == ["rubric_aligned: why"]
