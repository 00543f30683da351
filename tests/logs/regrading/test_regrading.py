import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from inspect_ai.log import EvalSample

from inspect_rubricblind.cli import main
from inspect_rubricblind.records import GradingResult
from synthetic_logs import grading, log_sample, variant, write_log

LOST, SAME, HARMED = [False, True, False], [True, True, False], [True, True, True]


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["compare", *(str(a) for a in arguments)])


def table(folder: Path, name: str, outcomes: dict[str, str], extra: str = "") -> Path:
    path = folder / name
    rows = "".join(f"{case},F1,{outcome}\n" for case, outcome in outcomes.items())
    path.write_text(f"case_id,error_type,outcome\n{rows}{extra}", encoding="utf-8")
    return path


def shown(result: Result) -> dict[str, Any]:
    assert result.exit_code in (0, 3), result.output
    content: dict[str, Any] = json.loads(result.output)
    return content


def test_change_gain_loss_and_kappa_of_a_hand_count(tmp_path: Path):
    """First win win tie loss; second win tie win loss: one lost, one gained."""
    first = table(tmp_path, "a.csv", dict(a="win", b="win", c="tie", d="loss"))
    second = table(tmp_path, "b.csv", dict(a="win", b="tie", c="win", d="loss"))
    found = shown(run(first, second, "--json"))
    [row] = found["by_error_type"]
    assert (row["n"], row["gained"], row["lost"]) == (4, 1, 1)
    assert row["change"] == 0.0
    assert row["auroc_first"] == row["auroc_second"] == 0.625
    assert row["agreement"] == 0.5
    # Chance agreement: (2x2 + 1x1 + 1x1) / 16 = 0.375.
    assert row["kappa"] == pytest.approx((0.5 - 0.375) / (1 - 0.375))
    assert [p["case_id"] for p in found["pairs"]] == ["b", "c"]
    assert found["pairs"][0]["criteria_reason"] == "a pairs file holds no verdicts"


def test_no_change_in_few_pairs_is_not_called_stable(tmp_path: Path):
    outcomes = {f"c{i}": "tie" for i in range(29)}
    paths = [table(tmp_path, f"{n}.csv", outcomes) for n in "ab"]
    [row] = shown(run(*paths, "--json"))["by_error_type"]
    assert (row["p"], row["stable"]) == (1.0, False)


@pytest.mark.parametrize(("margin", "stable"), [(0.05, True), (0.005, False)])
def test_stable_is_what_the_equivalence_test_shows(
    tmp_path: Path, margin: float, stable: bool
):
    outcomes = {f"c{i}": "tie" for i in range(100)}
    paths = [table(tmp_path, f"{n}.csv", outcomes) for n in "ab"]
    [row] = shown(run(*paths, "--json", "--margin", margin))["by_error_type"]
    assert row["p"] == 1.0
    assert row["stable"] is stable


def test_pairs_of_one_side_alone_are_counted_and_end_with_3(tmp_path: Path):
    first = table(tmp_path, "a.csv", dict(a="win", b="tie"))
    second = table(tmp_path, "b.csv", dict(a="win", c="tie", d="ungraded"))
    result = run(first, second, "--json")
    assert result.exit_code == 3
    assert (shown(result)["only_first"], shown(result)["only_second"]) == (1, 2)


def test_no_common_pair_is_an_error(tmp_path: Path):
    result = run(
        table(tmp_path, "a.csv", dict(a="win")), table(tmp_path, "b.csv", dict(b="win"))
    )
    assert result.exit_code == 1
    assert "must share pairs" in result.output


def samples(*gradings: GradingResult) -> list[EvalSample]:
    return [
        log_sample(f"s{i}", injections=[variant("F1")], graded=gradings)
        for i in range(3)
    ]


def test_two_draws_in_logs_name_the_criteria(tmp_path: Path):
    """In the second draw the first criterion falls on the copy alone."""
    log = write_log(
        tmp_path / "a.eval",
        samples(grading(("error", "F1", SAME)), grading(("error", "F1", LOST), draw=1)),
    )
    listed = run(log, log)
    assert listed.exit_code == 1
    setups = sorted(part.split(")")[0] for part in listed.output.split("setup ")[1:3])
    found = shown(run(*setups, "--in", log, "--json"))
    assert abs(found["overall"]["change"]) == 0.5
    assert {tuple(p["on_variant"]) for p in found["pairs"]} == {(0,)}
    assert {tuple(p["on_original"]) for p in found["pairs"]} == {()}
    text = run(*setups, "--in", log).output
    assert "copy 3" in text


def test_graders_are_names_too(tmp_path: Path):
    log = write_log(
        tmp_path / "a.eval",
        samples(
            grading(("error", "F1", SAME)),
            grading(("error", "F1", HARMED), grader="grader/b"),
        ),
    )
    found = shown(run("grader/a", "grader/b", "--in", log, "--json"))
    assert found["overall"]["change"] == 0.5
    assert (found["overall"]["gained"], found["overall"]["lost"]) == (3, 0)


def test_the_same_calls_are_refused(tmp_path: Path):
    """Another number of repeats is another signature, yet the same cached calls."""
    first = write_log(tmp_path / "a.eval", samples(grading(("error", "F1", SAME))))
    again = grading(("error", "F1", SAME), grading="other")
    changed = again.signature.model_copy(update={"arguments": '{"repeats": 2}'})
    again = again.model_copy(update={"signature": changed})
    second = write_log(tmp_path / "b.eval", samples(again), task_id="task-2")
    for pair in ((first, first), (first, second)):
        result = run(*pair)
        assert result.exit_code == 1
        assert "same cached calls" in " ".join(result.output.split())


def test_other_edits_are_refused(tmp_path: Path):
    first = write_log(tmp_path / "a.eval", samples(grading(("error", "F1", SAME))))
    other = [
        log_sample(
            f"s{i}",
            injections=[variant("F1", claim="Another claim.")],
            graded=[grading(("error", "F1", SAME), draw=1)],
        )
        for i in range(3)
    ]
    second = write_log(tmp_path / "b.eval", other, task_id="task-2")
    result = run(first, second)
    assert result.exit_code == 1
    assert "same edits" in result.output
