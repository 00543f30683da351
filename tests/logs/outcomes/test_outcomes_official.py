"""The benchmark's own score of the originals, by grader and answer model."""

from pathlib import Path

import pytest
from scipy import stats

from inspect_rubricblind.logs.outcomes.official import official_rows
from inspect_rubricblind.logs.outcomes.official_table import official_tables
from inspect_rubricblind.logs.report import build_report
from inspect_rubricblind.logs.study import read_study
from inspect_rubricblind.records import GradingResult, criteria_digest
from synthetic_logs import case, grading, log_sample, variant, write_log

SCORES = {"a": 0.9, "b": 0.4, "c": -0.1}
PAIR = ("error", "F1", [False, True, False])


def scored(
    value: float | None, *, own: bool = True, **changes: object
) -> GradingResult:
    result: GradingResult = grading(PAIR, official_score=value, **changes)
    rubric = criteria_digest(case().criteria) if own else "another"
    signature = result.signature.model_copy(update={"criteria_hash": rubric})
    return result.model_copy(update={"signature": signature})


def rows(folder: Path, graded: dict[str, list[GradingResult]]):
    samples = [
        log_sample(name, injections=[variant("F1")], graded=results)
        for name, results in graded.items()
    ]
    study = read_study([write_log(folder / "a.eval", samples)])
    return build_report(study).summary.official


def test_the_mean_has_the_t_interval_of_its_cases(tmp_path: Path):
    [row] = rows(tmp_path, {name: [scored(x)] for name, x in SCORES.items()})
    values = list(SCORES.values())
    low, high = stats.t.interval(0.95, 2, 0.4, stats.sem(values))
    assert (row["n"], row["n_without"]) == (3, 0)
    assert row["score"] == pytest.approx(0.4)
    assert (row["score_low"], row["score_high"]) == pytest.approx((low, high))


def test_an_answer_without_a_score_is_counted_and_is_no_zero(tmp_path: Path):
    [row] = rows(tmp_path, {"a": [scored(0.5)], "b": [scored(None)]})
    assert (row["n"], row["n_without"], row["score"]) == (1, 1, 0.5)
    [row] = rows(tmp_path, {"b": [scored(None)]})
    assert (row["n"], row["score"]) == (0, None)
    assert row["score_reason"]


def test_graders_and_draws_are_apart_and_another_rubric_has_no_official_score(
    tmp_path: Path,
):
    gradings = [
        scored(0.5),
        scored(0.7, draw=1),
        scored(0.2, grader="grader/b"),
        scored(0.99, own=False, grader="grader/c"),
    ]
    found = rows(tmp_path, {"a": gradings})
    assert [(r["grader"], r["draw"], r["score"]) for r in found] == [
        ("grader/a", 0, 0.5),
        ("grader/a", 1, 0.7),
        ("grader/b", 0, 0.2),
    ]
    [table] = official_tables(found)
    assert [line[2] for line in table.rows] == [
        "grader/a",
        "grader/a, draw 1",
        "grader/b",
    ]


def test_nothing_graded_no_table():
    assert official_rows({}) == []
    assert list(official_tables([])) == []
