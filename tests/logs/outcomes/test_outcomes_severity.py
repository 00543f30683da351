"""Ratings by clinicians in the main report."""

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner

from inspect_rubricblind.cli import main
from inspect_rubricblind.logs.outcomes.supplied import read_pairs
from inspect_rubricblind.logs.ratings import Rating, read_ratings
from inspect_rubricblind.logs.report import build_file_report, build_report
from inspect_rubricblind.logs.study import read_study
from inspect_rubricblind.review.population import item_key
from synthetic_logs import coverage, grading, log_sample, variant, write_log

LOST: list[bool | None] = [False, True, False]
SAME: list[bool | None] = [True, True, False]
ANSWERS = {"F1": ["yes", "yes"], "K1": ["yes", "no"], "R2": ["no", "no"]}
COVERED = (("F1", True, True), ("K1", False, None), ("R2", False, None))
GRADED = (("error", "F1", LOST), ("error", "K1", SAME), ("error", "R2", SAME))
HARM = {"F1": 5, "K1": 3, "R2": 2}


def logs(tmp_path: Path, *, graded: bool) -> Path:
    """Per case: F1 lowers the score, K1 leaves it, R2 leaves it; F1 alone covered."""
    samples = [
        log_sample(
            f"case-{i}",
            injections=[variant(code, harm=harm) for code, harm in HARM.items()],
            scored=coverage(
                ("F1", True, True), ("K1", False, None), ("R2", False, None)
            ),
            graded=[
                grading(
                    ("error", "F1", LOST), ("error", "K1", SAME), ("error", "R2", SAME)
                )
            ]
            if graded
            else [],
        )
        for i in range(4)
    ]
    return write_log(tmp_path / "a.eval", samples)


def ratings(path: Path, cases: int = 3) -> list[Rating]:
    """Two ratings of each type of the first cases."""
    found = []
    for row in read_study([path]).variants.to_dict("records"):
        number = int(row["case_id"].removeprefix("case-"))
        if number >= cases:
            continue
        for rater, answer in enumerate(ANSWERS[row["error_type"]]):
            found.append(
                Rating(
                    packet=f"p{rater}",
                    rater=f"R{rater}",
                    role="Nurse",
                    form="management",
                    item=f"{number}-{row['error_type']}",
                    position=1,
                    question="changes_management",
                    answer=answer,  # type: ignore[arg-type]
                    key=item_key({**row, "edit_shape": "same"}),
                )
            )
    return found


def content(path: Path, rated: list[Rating]) -> dict[str, Any]:
    report = build_report(read_study([path]), ratings=rated)
    found = report.summary.as_json()
    text = files("inspect_rubricblind.logs").joinpath("schema/summary.schema.json")
    validator = jsonschema.Draft202012Validator(json.loads(text.read_text("utf-8")))
    assert not [error.message for error in validator.iter_errors(found)]
    return found


def by_stratum(found: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {row["stratum"]: row for row in found["severity"]}


def test_what_clinicians_said_comes_first_then_harm_then_the_index(tmp_path: Path):
    path = logs(tmp_path, graded=True)
    found = content(path, ratings(path))
    assert [row["stratum"] for row in found["severity"]] == [
        "clinicians: yes",
        "clinicians: split",
        "clinicians: no",
        "harm 4-5",
        "harm 1-2",
        "all, weighted by harm",
    ]
    rows = by_stratum(found)
    yes, split = rows["clinicians: yes"], rows["clinicians: split"]
    assert (yes["n_pairs"], yes["win"], yes["covered"]) == (3, 1, 1)
    assert (split["n_pairs"], split["tie"], split["covered"]) == (3, 1, 0)
    assert (rows["harm 4-5"]["n_pairs"], rows["harm 1-2"]["n_pairs"]) == (4, 4)
    index = rows["all, weighted by harm"]
    assert index["harm_weighted_net"] == pytest.approx(5 / (5 + 3 + 2))
    assert index["harm_weighted_uncovered"] == pytest.approx((3 + 2) / (5 + 3 + 2))
    assert yes["harm_weighted_net"] is None


def test_without_a_grader_coverage_stands_alone(tmp_path: Path):
    path = logs(tmp_path, graded=False)
    yes = by_stratum(content(path, ratings(path)))["clinicians: yes"]
    assert (yes["n_pairs"], yes["n"], yes["covered"]) == (3, 0, 1)
    assert (yes["win"], yes["win_reason"]) == (None, "no_grader")


def test_without_ratings_there_are_no_rows(tmp_path: Path):
    assert content(logs(tmp_path, graded=True), [])["severity"] == []


def test_ratings_of_other_pairs_and_other_edits_are_counted_and_left_out(
    tmp_path: Path,
):
    path = logs(tmp_path, graded=True)
    rated = ratings(path)
    foreign = rated[0].key.model_copy(update={"case_id": "elsewhere"})
    stale = rated[2].key.model_copy(update={"content": "another edit"})
    rated[0] = rated[0].model_copy(update={"key": foreign})
    rated[1] = rated[1].model_copy(update={"key": foreign})
    rated[2:4] = [r.model_copy(update={"key": stale}) for r in rated[2:4]]
    found = content(path, rated)
    assert (
        "1 of 9 errors that clinicians rated are not among the pairs"
        in (found["incomplete"])
    )
    assert any(
        "1 of 9" in s and "another answer or edit" in s for s in found["incomplete"]
    )


def test_ratings_that_answer_another_question_are_said_to(tmp_path: Path):
    path = logs(tmp_path, graded=True)
    other = [r.model_copy(update={"question": "plausible"}) for r in ratings(path)]
    assert content(path, other)["incomplete"] == [
        "no rating of an error answers the question changes_management"
    ]


def test_a_pairs_file_takes_ratings_too(tmp_path: Path):
    path = logs(tmp_path, graded=True)
    rated = ratings(path)
    out = tmp_path / "out"
    CliRunner().invoke(main, ["report", str(path), "--out", str(out)])
    table = read_pairs(out / "pairs.csv")
    found = build_file_report(table, out / "pairs.csv", ratings=rated).summary.as_json()
    assert by_stratum(found)["clinicians: yes"]["win"] == 1


def test_the_command_says_it_first(tmp_path: Path):
    path = logs(tmp_path, graded=True)
    file = tmp_path / "ratings.jsonl"
    lines = [rating.model_dump_json() for rating in ratings(path)]
    file.write_text("\n".join(lines), encoding="utf-8")
    assert len(read_ratings(file)) == 18
    out = tmp_path / "out"
    arguments = ["report", str(path), "--ratings", str(file), "--out", str(out)]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    page = (out / "report.md").read_text(encoding="utf-8")
    assert "of 3 errors that clinicians called management-changing" in page
    assert page.index("## By severity") < page.index("## Outcomes per data set")
    html = (out / "report.html").read_text(encoding="utf-8")
    assert "By severity" in html
    assert "of 3 errors that clinicians called management-changing" in html
    assert (out / "tables" / "severity.csv").is_file()
