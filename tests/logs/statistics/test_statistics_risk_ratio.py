import numpy as np
import pytest
from scipy.stats.contingency import relative_risk
from statistics_published import table

from inspect_rubricblind.logs.statistics.risk_ratio import (
    criteria_contrast,
    log_normal_ratio,
    risk_ratio,
)


def test_the_log_normal_interval_is_that_of_scipy():
    found = log_normal_ratio(12, 40, 7, 60)
    oracle = relative_risk(12, 40, 7, 60)
    ends = oracle.confidence_interval(0.95)
    assert found.estimate == pytest.approx(oracle.relative_risk)
    assert (found.low, found.high) == pytest.approx((ends.low, ends.high))


def counts():
    fact, other = table("table_13")
    return [
        {
            "n": int(row["n_criteria"]),
            **{
                key: round(int(row["n_criteria"]) * float(row[f"{key}_pct"]) / 100)
                for key in ("discriminates", "both_met", "both_not_met")
            },
        }
        for row in (fact, other)
    ]


def test_the_classes_of_table_13_are_79_and_21_percent():
    fact, other = counts()
    total = fact["n"] + other["n"]
    assert total == 5633
    assert 100 * fact["n"] / total == pytest.approx(79, abs=0.5)


def test_the_ratio_of_criteria_met_by_neither_reproduces_appendix_k():
    """1.37 [1.29, 1.45]."""
    fact, other = counts()
    found = log_normal_ratio(
        fact["both_not_met"], fact["n"], other["both_not_met"], other["n"]
    )
    printed = (1.37, 1.29, 1.45)
    assert (found.estimate, found.low, found.high) == pytest.approx(printed, abs=0.006)


def test_the_conditional_ratio_reproduces_appendix_k_and_the_other_is_1_23():
    """2.14 [1.88, 2.43], given at least one answer meets the criterion."""
    fact, other = counts()
    met = [row["discriminates"] + row["both_met"] for row in (fact, other)]
    found = log_normal_ratio(
        fact["discriminates"], met[0], other["discriminates"], met[1]
    )
    printed = (2.14, 1.88, 2.43)
    assert (found.estimate, found.low, found.high) == pytest.approx(printed, abs=0.015)
    unconditional = log_normal_ratio(
        fact["discriminates"], fact["n"], other["discriminates"], other["n"]
    )
    assert unconditional.estimate == pytest.approx(18.5 / 15.0, abs=0.005)


def test_one_criterion_per_question_gives_nearly_the_log_normal_interval():
    event = np.repeat([1, 0, 1, 0], [120, 280, 70, 530])
    first_class = np.repeat([1, 0], [400, 600])
    found = risk_ratio(event, first_class, np.arange(1000))
    independent = log_normal_ratio(120, 400, 70, 600)
    assert found.estimate == pytest.approx(independent.estimate)
    assert found.low == pytest.approx(independent.low, rel=0.002)
    assert found.high == pytest.approx(independent.high, rel=0.002)


def test_criteria_that_agree_within_questions_widen_the_interval():
    event = np.repeat([1, 0, 1, 0], [12, 28, 7, 53])
    first_class = np.repeat([1, 0], [40, 60])
    single = risk_ratio(event, first_class, np.arange(100))
    tenfold = risk_ratio(
        np.repeat(event, 10), np.repeat(first_class, 10), np.repeat(np.arange(100), 10)
    )
    assert tenfold.estimate == pytest.approx(single.estimate)
    assert (tenfold.low, tenfold.high) == pytest.approx((single.low, single.high))


def test_both_questions_of_s1_come_from_the_verdicts():
    # fact: split, both, neither, split; other: both, split, neither, both
    original = [1, 1, 0, 1, 1, 1, 0, 1]
    variant = [0, 1, 0, 0, 1, 0, 0, 1]
    found = criteria_contrast(original, variant, [1] * 4 + [0] * 4, np.arange(8))
    assert found.neither.estimate == pytest.approx((1 / 4) / (1 / 4))
    assert found.discriminates.estimate == pytest.approx((2 / 4) / (1 / 4))
    assert found.discriminates_if_met.estimate == pytest.approx((2 / 3) / (1 / 3))


def test_a_class_without_events_has_no_ratio_or_no_interval():
    assert log_normal_ratio(0, 5, 2, 5).low is None
    assert risk_ratio([0, 0, 1], [1, 1, 0], list("abc")).low is None
    with pytest.raises(ValueError, match="x0 must be at least 1"):
        log_normal_ratio(2, 5, 0, 5)
    with pytest.raises(ValueError, match="hold an event"):
        risk_ratio([1, 0], [1, 0], ["a", "b"])
    with pytest.raises(ValueError, match="with n >= 1"):
        log_normal_ratio(6, 5, 1, 5)
