import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statistics_published import steady

from inspect_rubricblind.logs.statistics.auroc import paired_auroc
from inspect_rubricblind.logs.statistics.ungraded import bounds


def test_without_ungraded_verdicts_the_bounds_meet_at_the_estimate():
    difference, question = [2, 0, -1, 3], list("abbc")
    found = bounds(difference, difference, question)
    exact = paired_auroc(np.sign(difference), question)
    assert found.n_ungraded == 0
    assert found.auroc.low == found.auroc.high == exact.auroc.estimate
    assert (found.auroc_limits.low, found.auroc_limits.high) == (
        exact.auroc.low,
        exact.auroc.high,
    )


ranges = st.lists(
    st.tuples(st.integers(-1, 1), st.integers(-1, 1), st.integers(0, 2)).map(
        lambda t: (min(t[:2]), max(t[:2]), t[2])
    ),
    min_size=1,
    max_size=5,
)


@steady
@given(ranges, st.sampled_from(["question", "pair"]))
def test_the_bounds_are_the_extremes_over_all_completions(rows, weighting):
    low, high, question = (list(column) for column in zip(*rows, strict=True))
    found = bounds(low, high, question, weighting)
    weight = np.ones(len(rows))
    if weighting == "question":
        weight = 1 / np.array([question.count(q) for q in question])
    weight = weight / weight.sum()
    choices = [range(a, b + 1) for a, b, _ in rows]
    outcomes = np.array(list(itertools.product(*choices)))
    shares = {
        "win": (outcomes == 1) @ weight,
        "tie": (outcomes == 0) @ weight,
        "loss": (outcomes == -1) @ weight,
        "net": outcomes @ weight,
        "auroc": 0.5 + outcomes @ weight / 2,
    }
    for name, values in shares.items():
        ends = getattr(found, name)
        assert (ends.low, ends.high) == pytest.approx((values.min(), values.max()))


def test_a_question_whose_pairs_are_all_ungraded_stays_in_the_denominator():
    # a: win; b: anything. AUROC from (1 + 0) / 2 to (1 + 1) / 2.
    found = bounds([1, -1], [1, 1], ["a", "b"])
    assert (found.auroc.low, found.auroc.high) == (0.5, 1.0)
    assert found.n_ungraded == 1


def test_known_signs_make_the_bounds_narrower_than_guessing_every_pair():
    low, high = [1, 1, -1, 0], [5, 1, -1, 2]
    found = bounds(low, high, list("abcd"))
    assert found.n_ungraded == 1
    assert found.auroc.high - found.auroc.low == pytest.approx(1 / 8)


def test_an_undefined_end_leaves_no_limits():
    assert bounds([0, 0], [1, 1], ["a", "a"]).auroc_limits is None
