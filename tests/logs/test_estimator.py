import json
from pathlib import Path

import pytest

from inspect_rubricblind.logs import summarise
from inspect_rubricblind.logs.estimator import LabelledPairs, load_labelled
from inspect_rubricblind.logs.report import build_report
from inspect_rubricblind.logs.statistics.correction import rogan_gladen
from inspect_rubricblind.logs.study import read_study
from synthetic_logs import coverage, log_sample, variant, write_log


def write_labels(folder: Path, estimator: str, pairs: list[list[object]]) -> None:
    content = {"estimator": estimator, "source": "One reader.", "pairs": pairs}
    name = f"{estimator.replace('/', '-')}.json"
    (folder / name).write_text(json.dumps(content), encoding="utf-8")


# 40 cases with two pairs each: sensitivity 30/40, specificity 36/40.
PAIRS: list[list[object]] = [[f"c{i}", int(i < 30), 1] for i in range(40)] + [
    [f"c{i}", int(i < 4), 0] for i in range(40)
]


def labelled(folder: Path) -> LabelledPairs:
    write_labels(folder, "new/1", PAIRS)
    found = load_labelled("new/1", folder)
    assert found is not None
    return found


def test_labelled_pairs_are_read_with_their_counts(tmp_path: Path):
    found = labelled(tmp_path)
    assert (found.n_pairs, found.n_cases, found.source) == (80, 40, "One reader.")


def test_an_estimator_without_labels_has_no_error_rate(tmp_path: Path):
    assert load_labelled("unknown", tmp_path) is None


def test_labels_of_another_estimator_are_refused(tmp_path: Path):
    write_labels(tmp_path, "one", PAIRS)
    (tmp_path / "one.json").rename(tmp_path / "two.json")
    with pytest.raises(ValueError, match=r"estimator must be 'two' in two\.json"):
        load_labelled("two", tmp_path)


def test_the_report_shows_error_rate_and_corrects_the_pooled_rate_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    known = labelled(tmp_path)
    monkeypatch.setattr(summarise, "load_labelled", lambda name: known)
    samples = [
        log_sample(
            f"case-{i:02}",
            injections=[variant("F1")],
            scored=coverage(("F1", i < 20, None), estimator="new/1"),
        )
        for i in range(40)
    ]
    report = build_report(read_study([write_log(tmp_path / "a.eval", samples)]))
    summary = report.summary.as_json()
    (row,) = summary["by_benchmark"]
    # Raw 0.5; (0.5 + 0.9 - 1) / (0.75 + 0.9 - 1), by hand.
    assert row["covered_corrected"] == pytest.approx(0.4 / 0.65)
    flags = [1.0] * 20 + [0.0] * 20
    cases = [f"case-{i:02}" for i in range(40)]
    oracle = rogan_gladen(flags, cases, known.labels, seed=0).corrected
    assert row["covered_corrected_low"] == oracle.low
    assert not any("corrected" in key for key in summary["by_error_type"][0])
    (error,) = summary["estimators"]
    assert (error["sensitivity"], error["specificity"]) == (0.75, 0.9)
    assert "of covered pairs it finds 75 %" in report.headline[-1]
    assert "(80 labelled pairs, 40 cases)" in report.headline[-1]


def test_judged_coverage_is_not_corrected_for_the_rules_errors(tmp_path: Path):
    scored = coverage(("F1", True, None), kind="model", estimator="judge")
    sample = log_sample("x", injections=[variant("F1")], scored=scored)
    report = build_report(read_study([write_log(tmp_path / "a.eval", [sample])]))
    (row,) = report.summary.as_json()["by_benchmark"]
    assert row["covered_corrected"] is None
    assert "not estimated by rules" in row["covered_corrected_reason"]
