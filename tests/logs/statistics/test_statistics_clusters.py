import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statistics_published import steady

from inspect_rubricblind.logs.statistics.clusters import (
    check_level,
    cluster_index,
    cluster_sums,
    mean_sums,
    resample_sums,
)


def test_equal_weight_per_question_is_the_mean_of_question_means():
    # a: mean 0.5 of two, b: mean 1 of one; by pairs (1 + 0 + 1) / 3
    values, question = np.array([1.0, 0.0, 1.0]), ["a", "a", "b"]
    assert mean_sums(values, question, "question").estimate == pytest.approx(0.75)
    assert mean_sums(values, question, "pair").estimate == pytest.approx(2 / 3)


def test_the_variance_with_one_row_per_question_is_that_of_a_mean():
    values = np.array([0.3, 0.9, 0.1, 0.4])
    expected = stats.sem(values) ** 2
    for weighting in ("question", "pair"):
        sums = mean_sums(values, list("abcd"), weighting)
        assert sums.variance == pytest.approx(expected, rel=1e-12)


def test_the_variance_of_a_ratio_is_that_of_its_residuals():
    # totals 3 / 4 = r; residuals 1 - 2r, 2 - 2r = -0.5, 0.5; 2/1 * 0.5 / 16
    sums = mean_sums(np.array([1.0, 0, 1, 1]), ["a", "a", "b", "b"], "pair")
    assert sums.variance == pytest.approx(2 * 0.5 / 16)


def test_one_question_has_no_variance():
    assert mean_sums(np.array([1.0, 0.0]), ["a", "a"], "pair").variance is None


def test_questions_that_agree_exactly_have_variance_zero():
    values = np.full(9, 0.1)
    assert mean_sums(values, list("aaabbbccc"), "question").variance == 0


@steady
@given(
    st.lists(
        st.tuples(st.floats(-5, 5, width=32), st.integers(0, 5)),
        min_size=2,
        max_size=30,
    ),
    st.randoms(use_true_random=False),
)
def test_order_of_rows_changes_no_bit(rows, random):
    shuffled = list(rows)
    random.shuffle(shuffled)
    results = []
    for data in (rows, shuffled):
        values, question = (np.array(column) for column in zip(*data, strict=True))
        sums = cluster_sums([values, values**2], question)
        results.append((sums, resample_sums(sums, 20, 0)))
    assert (results[0][0] == results[1][0]).all()
    assert (results[0][1] == results[1][1]).all()


@pytest.mark.parametrize("distinct", [3, 400])
def test_resamples_have_the_mean_and_variance_of_the_bootstrap(distinct):
    rng = np.random.default_rng(5)
    sums = rng.integers(0, distinct, (400, 1)).astype(float)
    totals = resample_sums(sums, 20_000, 0)[:, 0]
    sd = np.sqrt(400 * sums.var())
    assert totals.mean() == pytest.approx(sums.sum(), abs=4 * sd / np.sqrt(20_000))
    assert totals.std() == pytest.approx(sd, rel=0.03)


def test_names_of_clusters_change_no_resample():
    sums = np.array([[1.0, 2], [3, 4], [1, 2], [0, 1], [5, 5]])
    drawn = resample_sums(sums, 50, 3)
    assert (drawn == resample_sums(sums[::-1], 50, 3)).all()


def test_seed_zero_is_a_seed_and_differs_from_one():
    sums = np.arange(20.0)[:, None]
    zero = resample_sums(sums, 100, 0)
    assert (zero == resample_sums(sums, 100, 0)).all()
    assert (zero != resample_sums(sums, 100, 1)).any()


def test_what_cannot_be_used_is_refused():
    with pytest.raises(ValueError, match="one for each row"):
        cluster_index(["a"], 2)
    with pytest.raises(ValueError, match="weighting must be"):
        mean_sums(np.array([1.0]), ["a"], "case")
    with pytest.raises(ValueError, match="resamples must be"):
        resample_sums(np.ones((2, 1)), 0, 0)
    with pytest.raises(ValueError, match="level must be"):
        check_level(95)
