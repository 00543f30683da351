from itertools import permutations
from pathlib import Path

import pandas as pd
import pytest

from inspect_rubricblind.logs.report import build_report
from inspect_rubricblind.logs.study import Study, read_study
from synthetic_logs import coverage, grading, log_sample, variant, write_log

F1, K1, SAME = variant("F1"), variant("K1"), variant("same")
SCORED = coverage(("F1", True, None), ("K1", False, None), ("same", False, None))

# Points 5, 3, -4; the original meets the first two: 8.
FALLS = ("error", "F1", [False, True, False])
STAYS = ("error", "K1", [True, True, False])
OPEN = ("error", "K1", [True, None, False])
REPEAT = ("repeat", "", [True, True, True])


def study(folder: Path, *gradings: object, name: str = "a") -> Study:
    sample = log_sample(
        "x",
        injections=[F1, K1],
        controls=[SAME],
        scored=SCORED,
        graded=gradings,  # type: ignore[arg-type]
    )
    return read_study([write_log(folder / f"{name}.eval", [sample])])


def row(table: pd.DataFrame, error_type: str, **where: object) -> pd.Series:
    found = table[table["error_type"] == error_type]
    for name, value in where.items():
        found = found[found[name] == value]
    (position,) = found.index
    return found.loc[position]


def test_a_graded_pair_has_points_outcome_flips_and_catcher(tmp_path: Path):
    result = grading(FALLS, STAYS)
    found = row(study(tmp_path, result).pairs, "F1")
    assert found["grading"] == result.grading
    assert (found["grader"], found["draw"]) == ("grader/a", 0)
    # By hand: 5 + 3 against 3.
    assert (found["points_original"], found["points_variant"]) == (8, 3)
    assert (found["diff_min"], found["diff_max"]) == (5, 5)
    assert (found["flips_down"], found["flips_up"]) == (1, 0)
    assert (found["outcome"], found["caught_by"]) == ("win", "covered criterion")
    assert found["covered"]
    assert found["ungraded_reason"] is pd.NA


def test_an_open_outcome_says_its_range_and_why(tmp_path: Path):
    found = row(study(tmp_path, grading(FALLS, OPEN)).pairs, "K1")
    assert found["outcome"] == "ungraded"
    assert found["ungraded_reason"] == "refused"
    assert (found["diff_min"], found["diff_max"]) == (0, 3)
    assert found["points_variant"] is pd.NA


def test_a_repeat_is_a_pair_without_an_edit(tmp_path: Path):
    pairs = study(tmp_path, grading(FALLS, STAYS, REPEAT)).pairs
    found = row(pairs, "", kind="repeat")
    assert (found["repeat"], found["injector"]) == (3, "rules")
    assert found["points_variant"] == 4
    assert found["edit_shape"] is pd.NA
    assert found["covered"] is pd.NA
    assert found["answer_tokens"] == 12


def test_what_nobody_graded_stays_in_the_table(tmp_path: Path):
    found = row(study(tmp_path, grading(FALLS, STAYS)).pairs, "same")
    assert found["grading"] == ""
    assert found["outcome"] is pd.NA


def test_every_grading_of_every_copy_is_kept_once(tmp_path: Path):
    """Copies A, B and A+B of one log, in any order."""
    a, b = grading(FALLS), grading(FALLS, grader="grader/b", draw=1)
    replayed = grading(FALLS, calls=0)
    for name, held in (("a", [a]), ("b", [b]), ("ab", [b, replayed])):
        sample = log_sample("x", injections=[F1], scored=SCORED, graded=held)
        write_log(tmp_path / f"{name}.eval", [sample], eval_id="e")
    tables = [
        read_study(order).pairs
        for order in permutations(tmp_path / f"{n}.eval" for n in ("a", "b", "ab"))
    ]
    for table in tables:
        assert list(table["grader"]) == [r.signature.grader for r in by_hash(a, b)]
        pd.testing.assert_frame_equal(
            table.drop(columns="source"), tables[0].drop(columns="source")
        )


def by_hash(*results: object) -> list[object]:
    return sorted(results, key=lambda result: result.grading)  # type: ignore[attr-defined]


def test_several_graders_do_not_multiply_coverage(tmp_path: Path):
    graded = study(tmp_path, grading(FALLS, STAYS), grading(FALLS, STAYS, draw=1))
    assert len(graded.pairs) == 5
    assert len(graded.variants) == 3
    summary = build_report(graded).summary.as_json()
    assert summary["by_benchmark"][0]["n"] == 2
    assert summary["graders"] == ["grader/a"]


def test_a_graded_run_is_not_called_ungraded(tmp_path: Path):
    report = build_report(study(tmp_path, grading(FALLS, STAYS)))
    assert not any("No grader bound" in sentence for sentence in report.headline)
    assert any("graded by grader/a" in sentence for sentence in report.headline)


@pytest.mark.parametrize("same", [True, False])
def test_coverage_of_another_rubric_is_the_gradings_own(tmp_path: Path, same: bool):
    result = grading(STAYS)
    if not same:
        changed = result.signature.model_copy(update={"criteria_hash": "other"})
        result = result.model_copy(update={"signature": changed})
    found = row(study(tmp_path, result).pairs, "K1")
    # The scorer says K1 is not covered; the grading's own estimate says it is.
    assert found["covered"] == (not same)


def test_controls_by_rules_stay_with_the_errors_of_a_model(tmp_path: Path):
    sample = log_sample(
        "x",
        injections=[variant("F1", injector="model/m")],
        controls=[SAME],
        scored=SCORED,
    )
    built = build_report(read_study([write_log(tmp_path / "a.eval", [sample])]))
    summary = built.summary.as_json()
    (group,) = summary["by_benchmark"]
    assert group["injector"] == "model/m"
    assert summary["controls"][0]["controls"] == 1
