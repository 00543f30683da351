"""Figures over several cells: pooled, regraded, S1's mixed models; and the funnel."""

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from inspect_ai.log import EvalSample

from inspect_rubricblind.logs.outcomes import mixed_models
from inspect_rubricblind.logs.report import build_report, render_markdown
from inspect_rubricblind.logs.statistics.mixed import RandomIntercept
from inspect_rubricblind.logs.study import read_study
from synthetic_logs import (
    applicable,
    coverage,
    discarded,
    grading,
    log_sample,
    variant,
    write_log,
)

LOST, SAME = [False, True, False], [True, True, False]


def samples(
    injector: str, answer_model: str, wins: int, n: int = 40
) -> list[EvalSample]:
    """`wins` of `n` answers lose points by their F1 error, with `grader/a`.

    `grader/b` regrades and sees one win fewer.
    """
    found = []
    for number in range(n):
        first = LOST if number < wins else SAME
        second = LOST if number < wins - 1 else SAME
        found.append(
            log_sample(
                f"q{number}",
                injections=[variant("F1", injector=injector)],
                scored=coverage(("F1", True, True)),
                graded=[
                    grading(("error", "F1", list(first)), ("repeat", "", list(SAME))),
                    grading(
                        ("error", "F1", list(second)),
                        ("repeat", "", list(SAME)),
                        grader="grader/b",
                    ),
                ],
                answer_model=answer_model,
            )
        )
    return found


@pytest.fixture(scope="module")
def summary(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("logs")
    for injector, model, wins in (
        ("model/x", "m", 20),
        ("model/y", "m", 10),
        ("model/x", "n", 30),
    ):
        write_log(
            folder / f"{injector[-1]}{model}.eval",
            samples(injector, model, wins),
            task_id=f"{injector}{model}",
        )
    report = build_report(read_study([folder]))
    page = render_markdown(report)
    for title in ("Pooled over injectors", "Graded twice", "random intercept"):
        assert title in page
    return report.summary.as_json()


def test_it_fits_the_schema(summary: dict[str, Any]):
    text = files("inspect_rubricblind.logs").joinpath("schema/summary.schema.json")
    validator = jsonschema.Draft202012Validator(json.loads(text.read_text("utf-8")))
    assert not [error.message for error in validator.iter_errors(summary)]


def test_injectors_are_pooled_by_question(summary: dict[str, Any]):
    rows = [
        row
        for row in summary["pooled"]
        if row["pooled_over"] == "injector" and row["grader"] == "grader/a"
    ]
    assert [row["error_type"] for row in rows] == [None, "F1"]
    for row in rows:
        # 20 + 10 wins of 80 pairs on 40 questions, each with both injectors
        assert (row["n"], row["n_questions"], row["injector"]) == (80, 40, None)
        assert row["values"] == ["model/x", "model/y"]
        assert row["win"] == pytest.approx(30 / 80)
        # wins of the second are wins of the first: far less than 80 pairs' worth
        assert 40 <= row["net_n"] < 80
    assert rows[1]["p_method"].startswith("sign flips")


def test_a_second_grading_of_the_same_pairs_is_compared(summary: dict[str, Any]):
    rows = [
        row
        for row in summary["regrades"]
        if (row["first"]["injector"], row["first"]["answer_model"]) == ("model/x", "m")
    ]
    assert [row["error_type"] for row in rows] == [None, "F1"]
    for row in rows:
        assert (row["n"], row["gained"], row["lost"]) == (40, 0, 1)
        assert row["change"] == pytest.approx(-0.5 / 40)
        assert row["agreement"] == pytest.approx(39 / 40)
        # margin of the agreement: 20/20 against 19/21 wins and ties
        po, pe = 39 / 40, (20 * 19 + 20 * 21) / 1600
        assert row["kappa"] == pytest.approx((po - pe) / (1 - pe))


def test_replayed_gradings_are_no_second_ones(tmp_path: Path):
    first = grading(("error", "F1", LOST))
    more = first.signature.model_copy(update={"arguments": '{"repeats": 2}'})
    second = grading(("error", "F1", LOST), grading="other", signature=more)
    both = log_sample("a", injections=[variant("F1")], graded=[first, second])
    report = build_report(read_study([write_log(tmp_path / "a.eval", [both])]))
    [row] = report.summary.as_json()["regrades"]
    assert row["change"] is None
    assert "come from the same cached calls" in row["change_reason"]
    assert "Not compared: the two gradings" in render_markdown(report)


@pytest.mark.slow
def test_mixed_models_are_fitted_beside_the_main_form(summary: dict[str, Any]):
    rows = [r for r in summary["mixed_models"] if r["grader"] == "grader/a"]
    assert {(r["scale"], r["form"]) for r in rows} == {
        ("linear", "M1"),
        ("linear", "M2"),
        ("log-odds", "M1"),
        ("log-odds", "M2"),
    }
    [linear] = [r for r in rows if (r["scale"], r["form"]) == ("linear", "M1")]
    assert (linear["reference"], linear["answer_model"]) == ("m", "n")
    # balanced: the coefficient is the difference of the win rates, 30/40 - 20/40
    assert linear["coefficient"] == pytest.approx(0.25, abs=1e-6)
    assert linear["coefficient_low"] < 0.25 < linear["coefficient_high"]
    for row in rows:
        assert row["converged"] is (row["coefficient"] is not None)
        assert row["converged"] or row["coefficient_reason"]


def test_a_fit_that_does_not_converge_is_a_row_that_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def fails(*_: object) -> RandomIntercept:
        return RandomIntercept("linear", {"n": 9.0}, {"n": 9.0}, None, 1.0, False)

    def breaks(*_: object) -> RandomIntercept:
        raise ValueError("singular")

    forms = (("linear", fails), ("log-odds", breaks))
    monkeypatch.setattr(mixed_models, "FORMS", forms)
    for model in "mn":
        write_log(
            tmp_path / f"{model}.eval", samples("rules", model, 2, 4), task_id=model
        )
    rows = build_report(read_study([tmp_path])).summary.as_json()["mixed_models"]
    reasons = {(r["scale"], r["converged"], r["coefficient_reason"]) for r in rows}
    assert reasons == {
        ("linear", False, "the fit did not converge"),
        ("log-odds", False, "the fit failed: singular"),
    }
    assert {row["coefficient"] for row in rows} == {None}


def test_one_answer_model_is_not_compared(tmp_path: Path):
    log = write_log(tmp_path / "a.eval", samples("rules", "m", 2, 4))
    found = build_report(read_study([log])).summary.as_json()
    assert found["mixed_models"] == found["answer_models"] == found["pooled"] == []


def test_the_funnel_has_shares_of_every_stage(tmp_path: Path):
    graded = [grading(("error", "F1", LOST))]
    log = write_log(
        tmp_path / "a.eval",
        [
            log_sample("a", injections=[variant("F1")], graded=graded),
            log_sample("b", injections=[variant("F1")]),
            log_sample(
                "c",
                applicability=[applicable("F1", True)],
                tries=[discarded("F1", "shape")],
            ),
            log_sample("d", applicability=[applicable("F1", False)]),
            log_sample("e", applicability=[applicable("F1", None)]),
        ],
    )
    found = build_report(read_study([log])).summary.as_json()
    [row] = [r for r in found["by_error_type"] if r["error_type"] == "F1"]
    assert row["applicable_share"] == pytest.approx(3 / 4)
    assert row["accepted_share"] == pytest.approx(2 / 3)
    assert row["graded_share"] == pytest.approx(1 / 2)
    # Wilson by hand: 3 of 4 at z = 1.96
    assert row["applicable_share_low"] == pytest.approx(0.3006, abs=5e-4)


def test_p_by_benjamini_and_hochberg_is_at_most_holms(summary: dict[str, Any]):
    for row in summary["by_error_type"]:
        if row["p_holm"] is not None:
            assert row["p"] <= row["p_bh"] <= row["p_holm"]
