"""Figures of graded logs against a count by hand.

Three criteria worth 5, 3 and -4 points, all of the original met but the last: 8 of 8
points. An error that loses the first criterion drops 5/8 of the possible points.
"""

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from inspect_ai.log import EvalSample
from inspect_ai.scorer import Score

from inspect_rubricblind.logs.outcomes.study import blank_rows
from inspect_rubricblind.logs.report import build_report, render_markdown, write_report
from inspect_rubricblind.logs.study import read_study
from inspect_rubricblind.records import (
    QualificationResult,
    QualificationRow,
    RoleUsage,
)
from synthetic_logs import case, coverage, grading, log_sample, variant, write_log

LOST, SAME, THREE = [False, True, False], [True, True, False], [True, True, True]
LOST_SMALL = [True, False, False]


def graded_log() -> list[EvalSample]:
    """Four answers, one F1 error each: two wins, a tie, a loss; one repeat differs."""
    plan = {
        "a": (LOST, SAME, SAME),
        "b": (LOST_SMALL, SAME, LOST),
        "c": (SAME, SAME, SAME),
        "d": (None, SAME, SAME),
    }
    samples = []
    for name, (error, control, repeat) in plan.items():
        original = (True, True, True) if name == "d" else (True, True, False)
        verdicts = SAME if name == "d" else error
        if name == "d":  # the original loses 4 points that its copies keep
            control, repeat = THREE, THREE
        result = grading(
            ("error", "F1", list(verdicts)),
            ("control", "same", list(control)),
            ("repeat", "", list(repeat)),
            original=original,
        )
        samples.append(
            log_sample(
                name,
                injections=[variant("F1")],
                controls=[variant("same")],
                scored=coverage(("F1", True, True), ("same", False, None)),
                graded=[result],
            )
        )
    return samples


def content(folder: Path, *samples: EvalSample) -> dict[str, Any]:
    return build_report(read_study([write_log(folder / "a.eval", samples)])
                        ).summary.as_json()  # fmt: skip


@pytest.fixture
def summary(tmp_path: Path) -> dict[str, Any]:
    return content(tmp_path, *graded_log())


def f1(summary: dict[str, Any]) -> dict[str, Any]:
    [row] = [r for r in summary["by_error_type"] if r["error_type"] == "F1"]
    return row


def test_outcomes_and_drop_of_a_type(summary: dict[str, Any]):
    row = f1(summary)
    assert (row["n"], row["n_questions"], row["n_graded"]) == (4, 4, 4)
    assert (row["win"], row["tie"], row["loss"]) == (0.5, 0.25, 0.25)
    assert (row["net"], row["auroc"]) == (0.25, 0.625)
    # 5/8, 3/8, 0 and -4/8 of the possible points.
    assert row["mean_drop"] == pytest.approx((5 + 3 + 0 - 4) / 8 / 4)
    assert row["drop_quartiles_given_win"] == pytest.approx([3.5 / 8, 4 / 8, 4.5 / 8])
    assert row["grader"] == "grader/a"
    assert row["flags"] == ["n < 30"]
    assert row["verdict"] == "UNDERPOWERED"
    # Sign test of 2 against 1: certain not to reject.
    assert row["p"] == 1.0


def test_the_sign_of_a_loss(summary: dict[str, Any]):
    """The original of `d` met the negative criterion; its copy did not."""
    row = f1(summary)
    assert row["loss"] == 0.25
    assert row["caught_by"]["covered criterion"] == 1
    assert row["caught_by"]["other criterion"] == 1


def test_the_floor_pairs_every_error_with_its_repeat(summary: dict[str, Any]):
    row = f1(summary)
    assert row["n_with_repeat"] == 4
    assert row["repeat_discordance"] == 0.25  # b only
    # Wins 1, 1, 0, 0 less half of 0, 1, 0, 0.
    assert row["excess_win"] == pytest.approx((1 + 0.5 + 0 + 0) / 4)
    assert row["excess_loss"] == pytest.approx((0 - 0.5 + 0 + 1) / 4)
    assert row["noise_share"] == pytest.approx(0.25 / (2 * 0.5))
    assert row["noise_share_source"] == "repeats"


def test_controls_are_taken_from_errors_of_their_shape(summary: dict[str, Any]):
    [row] = summary["placebo"]
    assert (row["shape"], row["n"], row["adjusted_n"]) == ("same", 4, 4)
    assert row["control_net"] == 0.0
    assert row["adjusted_net"] == pytest.approx(0.25)
    assert row["reading"] == "undecided"


def test_flips_per_thousand_verdicts(summary: dict[str, Any]):
    rows = {row["pairs"]: row for row in summary["flips"]}
    # Two verdicts of 4 x 3 fell; one rose (the negative criterion no longer met).
    assert rows["errors"]["down"] == pytest.approx(2000 / 12)
    assert rows["errors"]["up"] == pytest.approx(1000 / 12)
    assert rows["repeats"]["down"] == pytest.approx(1000 / 12)
    assert rows["controls"]["down"] == 0.0


def test_parts_of_a_cell(summary: dict[str, Any]):
    parts = {(row["dimension"], row["value"]): row for row in summary["strata"]}
    assert parts["theme", "communication"]["n"] == 4
    assert parts["harm", "4-5"]["auroc"] == 0.625
    assert ("harm", "1-2") not in parts


def test_unpenalised_cases(summary: dict[str, Any]):
    [row] = summary["by_benchmark"]
    assert row["unpenalised_cases"] == 0.5  # c and d
    assert (row["answers"], row["n_accepted"], row["weighting"]) == (4, 4, "question")


def test_funnel_and_coverage_stand_in_the_same_row(summary: dict[str, Any]):
    row = f1(summary)
    assert (row["considered"], row["applicable"], row["accepted"]) == (4, 4, 4)
    assert (row["covered"], row["bound_auroc"]) == (1.0, 1.0)
    assert row["name"]
    others = [r for r in summary["by_error_type"] if r["error_type"] != "F1"]
    assert len(others) == 12
    assert {r["n"] for r in others} == {0}
    assert {r["auroc_reason"] for r in others} == {"no pair"}


def test_ungraded_verdicts_open_bounds(tmp_path: Path):
    lost = grading(("error", "F1", [None, True, False]))
    won = grading(("error", "F1", LOST))
    samples = [
        log_sample("a", injections=[variant("F1")], graded=[lost]),
        log_sample("b", injections=[variant("F1")], graded=[won]),
    ]
    row = f1(content(tmp_path, *samples))
    assert (row["n"], row["n_graded"], row["n_ungraded"]) == (1, 2, 1)
    # The lost verdict may only have fallen: a tie or a win, never a loss.
    assert row["bounds"]["auroc"] == [0.75, 1.0]
    assert row["bounds"]["loss"] == [0.0, 0.0]
    assert row["win_reason"] is None


def test_without_a_grader_outcomes_are_null_and_say_so(tmp_path: Path):
    scored = coverage(("F1", True, True))
    sample = log_sample("a", injections=[variant("F1")], scored=scored)
    found = content(tmp_path, sample)
    row = f1(found)
    assert row["grader"] is None
    assert row["auroc"] is None
    assert row["auroc_reason"] == "no_grader"
    assert row["verdict"] is None
    assert (row["n"], row["covered"]) == (1, 1.0)
    assert found["not_graded_reason"] == "no_grader"


def qualified(name: str, observed: str, grader: str = "grader/a") -> EvalSample:
    """A sample of `grader_qualification` with one covered error that is due to fall."""
    row = QualificationRow(
        row_id=name,
        kind="error",
        error_type="F1",
        covered=True,
        expected="win",
        observed=observed,
    )
    result = QualificationResult(
        signature=grading(grader=grader).signature,
        grading=name,
        rows=(row,),
        usage=RoleUsage(calls=1),
    )
    sample = log_sample(
        name, injections=[variant("F1")], about=case(benchmark="grader_qualification")
    )
    sample.scores = {
        "qualify_grader": Score(
            value={"caught": 1.0}, metadata=result.model_dump(mode="json")
        )
    }
    return sample


def still_log(n: int) -> list[EvalSample]:
    """Errors of one type that never move a score."""
    return [
        log_sample(
            f"s{i}",
            injections=[variant("F1")],
            graded=[grading(("error", "F1", SAME), ("repeat", "", SAME))],
        )
        for i in range(n)
    ]


@pytest.mark.parametrize(
    ("observed", "verdict", "flags"),
    [
        ("win", "BLIND", []),
        ("tie", "UNDERPOWERED", ["no assay sensitivity"]),
        (None, "UNDERPOWERED", ["no assay sensitivity"]),
    ],
)
def test_blind_needs_assay_sensitivity(
    tmp_path: Path, observed: str | None, verdict: str, flags: list[str]
):
    """60 ties are equivalent to no effect; the word also needs a grader that works."""
    logs = [write_log(tmp_path / "a.eval", still_log(60))]
    if observed is not None:
        gold = [qualified(f"g{i}", observed) for i in range(12)]
        logs.append(
            write_log(
                tmp_path / "g.eval", gold, task="grader_qualification", task_id="task-2"
            )
        )
    found = build_report(read_study(logs)).summary.as_json()
    row = f1(found)
    assert (row["verdict"], row["flags"]) == (verdict, flags)
    assert {r["benchmark"] for r in found["by_benchmark"]} == {"healthbench"}
    if observed == "win":
        assert row["blind_kind"] == "score unmoved"
        [assay] = found["assay"]
        assert (assay["n"], assay["auroc"], assay["qualified"]) == (12, 1.0, True)


def test_two_graders_are_two_rows_and_compared(tmp_path: Path):
    samples = [
        log_sample(
            f"s{i}",
            injections=[variant("F1")],
            graded=[
                grading(("error", "F1", LOST if i % 2 else SAME)),
                grading(("error", "F1", SAME), grader="grader/b"),
            ],
        )
        for i in range(30)
    ]
    found = content(tmp_path, *samples)
    rows = [r for r in found["by_error_type"] if r["error_type"] == "F1"]
    assert [(r["grader"], r["auroc"]) for r in rows] == [
        ("grader/a", 0.75),
        ("grader/b", 0.5),
    ]
    [row] = found["comparisons"]
    assert row["differ"] == "grading"
    assert abs(row["difference"]) == pytest.approx(0.25)


def test_the_summary_fits_its_schema(tmp_path: Path, summary: dict[str, Any]):
    text = files("inspect_rubricblind.logs").joinpath("schema/summary.schema.json")
    schema = json.loads(text.read_text("utf-8"))
    validator = jsonschema.Draft202012Validator(schema)
    jsonschema.Draft202012Validator.check_schema(schema)
    sample = log_sample("a", injections=[variant("F1")], answer_model="m")
    other = log_sample("a", injections=[variant("F1")], answer_model="n")
    logs = [
        write_log(tmp_path / "m.eval", [sample], task_id="m"),
        write_log(tmp_path / "n.eval", [other], task_id="n"),
    ]
    for found in (summary, build_report(read_study(logs)).summary.as_json()):
        assert not [error.message for error in validator.iter_errors(found)]


def test_every_figure_carries_its_making(summary: dict[str, Any]):
    for row in (*summary["by_benchmark"], *summary["by_error_type"]):
        for name in ("win", "tie", "loss", "net", "auroc", "mean_drop", "bound_auroc"):
            for suffix in ("low", "high", "method", "n", "reason", "seed"):
                assert f"{name}_{suffix}" in row
        for name in ("win", "tie", "loss", "net", "auroc"):
            assert f"{name}_s1_low" in row


def test_blank_rows_have_the_keys_of_full_ones(summary: dict[str, Any]):
    benchmark, kind = blank_rows()
    assert set(benchmark) <= set(summary["by_benchmark"][0])
    assert set(kind) <= set(f1(summary))


def test_tables_are_written_with_safe_cells(tmp_path: Path):
    samples = [
        log_sample(
            "a",
            injections=[variant("F1")],
            graded=[grading(("error", "F1", LOST), grader="=1+1")],
        )
    ]
    study = read_study([write_log(tmp_path / "a.eval", samples)])
    write_report(build_report(study), study, tmp_path / "out")
    table = (tmp_path / "out" / "tables" / "by_error_type.csv").read_text("utf-8")
    assert "'=1+1" in table
    assert ",=1+1" not in table


def test_order_and_copies_of_logs_change_nothing(tmp_path: Path):
    samples = graded_log()
    a = write_log(tmp_path / "a.eval", samples[:2], eval_id="e")
    b = write_log(tmp_path / "b.eval", samples[2:], eval_id="e")
    copy = tmp_path / "deep" / "copy.eval"
    copy.parent.mkdir()
    copy.write_bytes(a.read_bytes())
    pages = [render_markdown(build_report(read_study(o))) for o in ([a, b], [b, a])]
    assert pages[0] == pages[1]
    first, second = (
        build_report(read_study(o)).summary.as_json() for o in ([a, b], [copy, b, a])
    )
    for name in ("by_benchmark", "by_error_type", "placebo", "flips", "strata"):
        assert first[name] == second[name]
