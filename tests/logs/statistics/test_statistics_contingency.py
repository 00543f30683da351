import numpy as np
import pytest
from statistics_published import table

from inspect_rubricblind.logs.statistics.contingency import balanced_f1, chi_square


def test_difficulty_does_not_depend_on_the_label_in_table_9():
    counts = {}
    for row in table("table_09"):
        key = row["correct_answer_label"], row["difficulty"]
        counts[key] = int(row["n_answers"])
    rows = [
        [counts[label, d] for d in ("Easy", "Medium", "Hard")]
        for label in ("Referential", "Self-contained")
    ]
    assert np.sum(rows, axis=0).tolist() == [274, 318, 408]
    assert np.sum(rows, axis=1).tolist() == [510, 490]
    found = chi_square(rows)
    assert (found.df, found.p) == (2, pytest.approx(0.7497, abs=0.00005))
    # Hand: sum (o - e)^2 / e with e = row x column / 1000
    expected = np.outer([510, 490], [274, 318, 408]) / 1000
    by_hand = ((np.array(rows) - expected) ** 2 / expected).sum()
    assert found.statistic == pytest.approx(by_hand)


def test_row_shares_of_table_10_follow_from_its_counts():
    totals = {"Referential": 510, "Self-contained": 490}
    for row in table("table_10"):
        share = 100 * int(row["n_answers"]) / totals[row["correct_answer_label"]]
        assert share == pytest.approx(float(row["row_pct"]), abs=0.0501)


def test_an_empty_column_is_refused():
    with pytest.raises(ValueError, match="none of them empty"):
        chi_square([[1, 0], [2, 0]])


def test_balanced_f1_is_worked_by_hand():
    # tp 2, fp 1, fn 1, tn 1: F1(met) = 4/6, F1(not met) = 2/4
    found = balanced_f1([1, 1, 1, 0, 0], [1, 1, 0, 1, 0], np.arange(5), resamples=50)
    assert found.estimate == pytest.approx((4 / 6 + 2 / 4) / 2)
    assert found.low <= found.estimate <= found.high


def test_one_class_only_has_no_balanced_f1():
    found = balanced_f1([1, 1], [1, 1], [0, 1], resamples=20)
    assert (found.estimate, found.low) == (None, None)
    with pytest.raises(ValueError, match="predicted must have shape"):
        balanced_f1([1, 0], [1], [0, 1])
