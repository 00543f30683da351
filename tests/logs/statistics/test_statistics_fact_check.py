import numpy as np
import pytest
from statistics_published import table

from inspect_rubricblind.logs.statistics.detection import sign_test
from inspect_rubricblind.logs.statistics.fact_check import (
    auroc_from_rates,
    best_threshold,
    fact_check_pairs,
    fact_check_rates,
    first_half,
    threshold_curve,
)
from inspect_rubricblind.logs.statistics.proportions import proportion


def flags(k, n):
    return np.repeat([1, 0], [k, n - k])


@pytest.mark.parametrize("row", table("table_06"), ids=lambda row: row["code"])
def test_rates_and_intervals_reproduce_table_6(row):
    n = int(row["n_pairs"])
    identified = flags(int(row["identified"]), n)
    unsupported = np.where(identified == 1, flags(int(row["unsupported"]), n), np.nan)
    original = flags(int(row["original"]), n)
    found = fact_check_rates(identified, unsupported, original, np.arange(n))
    for interval, column in (
        (found.identified, "claim_identified_pct"),
        (found.unsupported, "error_unsupported_pct"),
        (found.original_flagged, "original_unsupported_pct"),
    ):
        assert 100 * interval.estimate == pytest.approx(float(row[column]), abs=0.0501)
        for end in ("low", "high"):
            printed = float(row[f"{column}_ci_{end}"])
            assert 100 * getattr(interval, end) == pytest.approx(printed, abs=0.0501)


def test_the_overall_row_of_table_6_is_the_sum_of_the_types():
    *types, overall = table("table_06")
    for column in ("n_pairs", "identified", "unsupported", "original"):
        assert sum(int(row[column]) for row in types) == int(overall[column])
    claims = sum(int(r["n_pairs"]) * float(r["claims_per_answer"]) for r in types)
    assert claims / 380 == pytest.approx(float(overall["claims_per_answer"]), abs=0.05)


def test_on_the_scale_of_the_rubric_table_6_is_0_612():
    """Unidentified claims count as not flagged: 295 of 380 against 210 of 380."""
    assert auroc_from_rates(295 / 380, 210 / 380) == pytest.approx(0.612, abs=0.0005)


def test_four_types_of_table_6_are_not_distinguishable_from_the_originals():
    """Even if every original flagged were flagged in the variant as well."""
    separate = set()
    for row in table("table_06")[:-1]:
        gained = int(row["unsupported"]) - int(row["original"])
        if sign_test(max(gained, 0), 0) < 0.05:
            separate.add(row["code"])
    assert {"R1", "R2", "K2", "F2"}.isdisjoint(separate)
    assert separate == {"F1", "F3", "F4", "C1", "C2", "C3", "K1"}


def test_the_paired_auroc_of_a_flag_is_that_of_its_rates():
    rng = np.random.default_rng(0)
    variant, original = rng.integers(0, 2, (2, 80))
    found = fact_check_pairs(variant, original, np.arange(80))
    expected = auroc_from_rates(variant.mean(), original.mean())
    assert found.paired.auroc.estimate == pytest.approx(expected)
    wins = int(((variant == 1) & (original == 0)).sum())
    assert found.against_original.wins == wins


def test_unidentified_claims_count_as_not_flagged():
    found = fact_check_rates([1, 0, 1], [1, np.nan, 0], [0, 0, 1], list("abc"))
    assert found.flagged.estimate == pytest.approx(1 / 3)
    assert found.unsupported == proportion(1, 2)


def test_without_an_identified_claim_the_second_rate_is_none():
    found = fact_check_rates([0, 0], [np.nan, np.nan], [0, 1], ["a", "b"])
    assert found.unsupported is None
    assert found.flagged.estimate == 0


def test_a_curve_trades_detection_for_false_alarms():
    variant, original = [0.9, 0.6, 0.2, 0.1], [0.1, 0.7, 0.0, 0.0]
    points = threshold_curve(variant, original, list("abcd"), [0.5, 0.65, 0.8])
    assert [p.detected.estimate for p in points] == [0.5, 0.25, 0.25]
    assert [p.false_alarm.estimate for p in points] == [0.25, 0.25, 0.0]
    assert best_threshold(points).threshold == 0.8


def test_the_or_rule_adds_the_catches_and_the_false_alarms_of_the_rubric():
    (point,) = threshold_curve(
        [0.9, 0.1, 0.1],
        [0.1, 0.1, 0.1],
        list("abc"),
        [0.5],
        rubric_outcome=[0, 1, 0],
        rubric_false_alarm=[0, 0, 1],
    )
    assert point.detected.estimate == pytest.approx(2 / 3)
    assert point.false_alarm.estimate == pytest.approx(1 / 3)


def test_the_halves_keep_cases_whole_and_do_not_depend_on_other_cases():
    cases = [f"case-{i}" for i in range(400)]
    half = first_half(np.repeat(cases, 2))
    assert (half[::2] == half[1::2]).all()
    assert 150 < half[::2].sum() < 250
    assert (first_half(cases[:50]) == half[:100:2]).all()
    assert (first_half(cases, seed=1) != first_half(cases)).any()


def test_no_threshold_is_an_error():
    with pytest.raises(ValueError, match="at least one threshold"):
        best_threshold(())
