from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspect_rubricblind.records import (
    Criterion,
    catcher,
    headroom,
    pair,
    points,
    points_possible,
    reachable,
    tie_cause,
)


def rubric(*worth: int) -> list[Criterion]:
    return [
        Criterion(index=i, criterion=f"criterion {i}", points=p)
        for i, p in enumerate(worth)
    ]


worths = st.lists(st.integers(-10, 10).filter(lambda p: p != 0), min_size=1, max_size=4)
verdict = st.sampled_from([True, False, None])


def test_points_are_raw_with_negatives_and_never_clipped():
    criteria = rubric(5, 3, -8)
    assert points(criteria, [False, False, True]) == -8
    assert points(criteria, [True, True, True]) == 0
    assert points_possible(criteria) == 8


def test_a_met_negative_criterion_in_the_copy_is_a_win_of_the_original():
    found = pair(rubric(5, -8), [True, False], [True, True])
    assert (found.outcome, found.points_original, found.points_variant) == (
        "win",
        5,
        -3,
    )
    assert (found.flipped_down, found.flipped_up) == ((1,), ())


def test_flips_that_cancel_are_a_tie_of_their_own_kind():
    found = pair(rubric(5, 5), [True, False], [False, True])
    assert found.outcome == "tie"
    assert tie_cause(found, [0], True) == "offsetting flips"


@given(worths, st.data())
def test_ungraded_verdicts_give_the_sharp_range_of_the_difference(worth, data):
    criteria = rubric(*worth)
    n = len(worth)
    before = data.draw(st.lists(verdict, min_size=n, max_size=n))
    after = data.draw(st.lists(verdict, min_size=n, max_size=n))
    fill = [(True, False) if v is None else (v,) for v in [*before, *after]]
    diffs = [
        (points(criteria, values[:n]) or 0) - (points(criteria, values[n:]) or 0)
        for values in product(*fill)
    ]
    found = pair(criteria, before, after)
    assert (found.diff_min, found.diff_max) == (min(diffs), max(diffs))
    signs = {(d > 0) - (d < 0) for d in diffs}
    outcome = {1: "win", 0: "tie", -1: "loss"}
    decided = outcome[signs.pop()] if len(signs) == 1 else "ungraded"
    assert found.outcome == decided
    assert {outcome[(d > 0) - (d < 0)] for d in diffs} <= set(
        reachable(found.diff_min, found.diff_max)
    )


@given(worths, st.data())
def test_swapping_original_and_copy_mirrors_the_pair(worth, data):
    n = len(worth)
    before = data.draw(st.lists(verdict, min_size=n, max_size=n))
    after = data.draw(st.lists(verdict, min_size=n, max_size=n))
    one, other = (
        pair(rubric(*worth), before, after),
        pair(rubric(*worth), after, before),
    )
    assert (one.diff_min, one.diff_max) == (-other.diff_max, -other.diff_min)
    assert (one.flipped_down, one.flipped_up) == (other.flipped_up, other.flipped_down)


@pytest.mark.parametrize(
    ("covered", "original", "room"),
    [
        ([0], [True, False], True),  # a met positive criterion can be lost
        ([0], [False, False], False),
        ([1], [True, False], True),  # an unmet negative criterion can be met
        ([1], [True, True], False),
        ([0], [None, False], None),
        ([0, 1], [None, False], True),  # the known one decides
        ([], [True, False], None),
    ],
)
def test_headroom_is_whether_a_covered_verdict_can_get_worse(covered, original, room):
    assert headroom(rubric(5, -5), covered, original) is room


def test_a_tie_is_explained_by_coverage_and_headroom():
    tie = pair(rubric(5), [True], [True])
    assert tie_cause(tie, [], None) == "uncovered"
    assert tie_cause(tie, [0], True) == "covered, verdict unchanged"
    assert tie_cause(tie, [0], False) == "no headroom"
    assert tie_cause(tie, [0], None) is None


def test_a_win_is_caught_by_the_criterion_that_asks_or_by_another():
    win = pair(rubric(5, 3), [True, True], [False, True])
    assert catcher(win, [0]) == "covered criterion"
    assert catcher(win, [1]) == "other criterion"
    assert tie_cause(win, [0], True) is None
    assert catcher(pair(rubric(5), [True], [True]), [0]) is None
