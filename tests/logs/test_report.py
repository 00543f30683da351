import json
import re
from pathlib import Path
from typing import Any

import pytest
from inspect_ai.log import EvalSample

import inspect_rubricblind
from inspect_rubricblind.logs.report import (
    Report,
    build_report,
    render_markdown,
    write_report,
)
from inspect_rubricblind.logs.study import read_study
from inspect_rubricblind.taxonomy.model import CANARY
from synthetic_logs import (
    applicable,
    case,
    coverage,
    discarded,
    log_sample,
    variant,
    write_log,
)

HOSTILE = "# <script>alert(1)</script> [x](http://e.vil) | `a` \x1b[31m\n\n| - |"


def report_of(folder: Path, *samples: EvalSample, **options: Any) -> Report:
    path = write_log(folder / "a.eval", samples)
    return build_report(read_study([path]), **options)


def small_log() -> list[EvalSample]:
    """Three answers: 4 errors of 2 types, 3 covered, one of them without headroom."""
    return [
        log_sample(
            "one",
            injections=[variant("F1"), variant("K1")],
            controls=[variant("same")],
            applicability=[applicable("F1", True), applicable("K1", True)],
            scored=coverage(
                ("F1", True, True), ("K1", False, None), ("same", False, None)
            ),
        ),
        log_sample(
            "two",
            injections=[variant("F1")],
            applicability=[applicable("F1", True), applicable("K1", True)],
            tries=[discarded("K1", "shape", "destroy"), discarded("K1", "shape")],
            scored=coverage(("F1", True, False)),
        ),
        log_sample(
            "three",
            injections=[variant("F1")],
            applicability=[applicable("F1", True), applicable("K1", None)],
            scored=coverage(("F1", True, None)),
        ),
    ]


@pytest.fixture
def summary(tmp_path: Path) -> dict[str, Any]:
    report = report_of(tmp_path, *small_log())
    return report.summary.as_json()


def by_type(summary: dict[str, Any], code: str) -> dict[str, Any]:
    (row,) = [r for r in summary["by_error_type"] if r["error_type"] == code]
    return row


def test_the_pooled_numbers_are_those_of_a_hand_count(summary: dict[str, Any]):
    (row,) = summary["by_benchmark"]
    assert (row["answers"], row["n"], row["n_questions"]) == (3, 4, 3)
    assert row["covered"] == pytest.approx(3 / 4)
    # F1 of "one" and of "three" can still fall (unknown counts), so 2 of 4 pairs may.
    assert row["bound_auroc"] == pytest.approx((2 * 1 + 2 * 0.5) / 4)
    assert row["causes"] == {
        "uncovered": 1,
        "no_headroom": 1,
        "headroom": 1,
        "headroom_unknown": 1,
    }
    # Each question weighs the same: (1/2 + 1 + 1) / 3 and (3/4 + 1/2 + 1) / 3.
    assert row["covered_equal_weight"] == pytest.approx(2.5 / 3)
    assert row["bound_auroc_equal_weight"] == pytest.approx(2.25 / 3)
    assert row["verdict"] is None
    assert row["grader"] is None


def test_one_pair_per_question_has_the_plain_wilson_interval(summary: dict[str, Any]):
    row = by_type(summary, "F1")
    assert (row["n"], row["covered"], row["flags"]) == (3, 1.0, ["n < 30"])
    # Wilson at 3 of 3: the lower limit is n / (n + z^2), z = 1.959964.
    assert row["covered_low"] == pytest.approx(3 / (3 + 1.959964**2), abs=1e-6)
    assert row["covered_high"] == 1.0


def test_the_funnel_counts_every_answer(summary: dict[str, Any]):
    row = by_type(summary, "K1")
    assert {
        name: row[name]
        for name in ("considered", "applicable", "undecided", "accepted")
    } == {"considered": 3, "applicable": 2, "undecided": 1, "accepted": 1}
    assert row["not_injected"] == 1
    assert row["failed_checks"] == {"shape": 2, "destroy": 1}
    assert by_type(summary, "O2")["considered"] == 0
    assert by_type(summary, "O2")["covered"] is None
    assert by_type(summary, "O2")["covered_reason"] == "no pair"


def test_all_types_have_a_row(summary: dict[str, Any]):
    assert len(summary["by_error_type"]) == 13


def test_controls_stand_beside_injections_of_their_shape(summary: dict[str, Any]):
    (row,) = summary["controls"]
    assert (row["shape"], row["controls"], row["injections"]) == ("same", 1, 4)
    assert (row["control_tokens"], row["injection_tokens"]) == (2.0, 2.0)
    assert row["control_covered"] == 0.0
    assert row["wanted"] == 1


def test_the_files_are_written_and_hold_no_nan(tmp_path: Path):
    study = read_study([write_log(tmp_path / "a.eval", small_log())])
    paths = write_report(build_report(study), study, tmp_path / "out" / "deep")
    names = {path.name for path in paths}
    assert {"pairs.csv", "pairs.parquet", "report.md", "summary.json"} <= names
    assert all(path.exists() for path in paths)
    text = (tmp_path / "out" / "deep" / "summary.json").read_text()
    assert json.loads(text)["summary_version"] == "1"
    assert not re.search(r"\b(NaN|Infinity)\b", text)


def test_the_order_of_logs_changes_no_byte_of_the_page(tmp_path: Path):
    samples = small_log()
    a = write_log(tmp_path / "a.eval", samples[:1], eval_id="e")
    b = write_log(tmp_path / "b.eval", samples[:0:-1], eval_id="e")
    pages = [
        render_markdown(build_report(read_study(order))) for order in ([a, b], [b, a])
    ]
    assert pages[0] == pages[1]


def test_answer_models_are_pooled_first_and_then_told_apart(tmp_path: Path):
    for name in ("gpt", "llama"):
        samples = [
            log_sample(
                i,
                injections=[variant("F1")],
                scored=coverage(("F1", name == "gpt", None)),
                answer_model=name,
            )
            for i in ("x", "y")
        ]
        write_log(tmp_path / f"{name}.eval", samples, task_id=name)
    report = build_report(read_study([tmp_path]))
    rows = report.summary.as_json()["by_benchmark"]
    assert [(r["answer_model"], r["n"], r["covered"]) for r in rows] == [
        (None, 4, 0.5),
        ("gpt", 2, 1.0),
        ("llama", 2, 0.0),
    ]
    # Two questions, each twice: the interval must not pretend to four.
    assert rows[0]["n_questions"] == 2
    assert "By answer model" in report.tables[-1].title


def test_sample_data_and_the_missing_grader_are_said_everywhere(tmp_path: Path):
    report = report_of(tmp_path, *small_log())
    assert report.headline[0].startswith("SAMPLE data")
    assert report.headline[1].startswith("No grader bound: coverage only")
    assert all("SAMPLE" in table.title for table in report.tables)


def test_an_estimate_never_stands_without_its_error_rate(tmp_path: Path):
    report = report_of(tmp_path, *small_log())
    said = "Estimated by support-x; its error rate was not measured."
    scored = coverage(("F1", True, None), estimator="support-x")
    report = report_of(
        tmp_path, log_sample("x", injections=[variant("F1")], scored=scored)
    )
    assert said in report.headline
    for table in report.tables:
        if "overage" in table.title:
            assert said in table.notes


def test_judged_coverage_is_not_called_an_estimate(tmp_path: Path):
    scored = coverage(("F1", True, None), kind="model", estimator="judge")
    report = report_of(
        tmp_path, log_sample("x", injections=[variant("F1")], scored=scored)
    )
    page = render_markdown(report)
    assert "stimated" not in page
    assert "Coverage: the rubrics ask about 100 %" in page


def uncovered(kind: str, **changes: Any) -> EvalSample:
    return log_sample(
        "x",
        injections=[variant("F1", harm=5)],
        scored=coverage(("F1", False, None)),
        about=case(dataset_kind=kind, canary="bench:canary:1234_5"),
        **changes,
    )


def test_examples_carry_warning_and_canaries_to_the_letter(tmp_path: Path):
    page = render_markdown(report_of(tmp_path, uncovered("sample")))
    assert "contains deliberate medical errors" in page
    assert CANARY in page
    assert "bench:canary:1234_5" in page
    assert "- Original: Take «500 mg» twice a day. Call" in page
    assert "- Edited: Take «5000 mg» twice a day. Call" in page


@pytest.mark.parametrize("kind", ["official", "path"])
def test_benchmark_text_appears_only_on_request(tmp_path: Path, kind: str):
    hidden = render_markdown(report_of(tmp_path, uncovered(kind)))
    assert "5000 mg" not in hidden
    assert "How much should I take" not in hidden
    assert "--with-text" in hidden
    shown = render_markdown(report_of(tmp_path, uncovered(kind), with_text=True))
    assert "5000 mg" in shown


def test_an_example_shows_a_little_text_around_the_edit(tmp_path: Path):
    answer = "One two. " * 20 + "Take 500 mg now. " + "Three four. " * 20
    page = render_markdown(report_of(tmp_path, uncovered("sample", answer=answer)))
    (line,) = [line for line in page.splitlines() if line.startswith("- Original")]
    assert line.startswith("- Original: … ")
    assert "Take «500 mg» now. Three four." in line
    assert line.endswith(" …")
    assert len(line) < 220


def test_five_examples_spread_over_types_and_leave_out_the_rest(tmp_path: Path):
    codes = ["F1", "F2", "C1", "R1"]
    samples = [
        log_sample(
            i,
            injections=[variant(c, harm=4) for c in codes] + [variant("K1", harm=3)],
            scored=coverage(*((c, c == "F2", None) for c in [*codes, "K1"])),
        )
        for i in "abc"
    ]
    report = report_of(tmp_path, *samples)
    assert len(report.examples) == 5
    # Covered F2 and mild K1 are no examples; the other three types all appear.
    assert {example.error_type for example in report.examples} == {"F1", "C1", "R1"}
    assert {example.case_id for example in report.examples} == {"a", "b", "c"}
    assert report.examples_note == (
        "5 of 9 errors of harm 4 or 5 that no criterion asks about, by the estimate."
    )


def test_hostile_text_stays_text_on_the_page(tmp_path: Path):
    sample = uncovered("sample", question=HOSTILE, answer_model=HOSTILE)
    page = render_markdown(report_of(tmp_path, sample))
    assert "<script" not in page
    assert "\x1b" not in page
    assert not re.search(r"(?<!\\)\]\(", page)
    assert "http://e.vil" not in page
    for line in page.splitlines():
        if line.startswith("|"):
            cells = re.sub(r"\\.", "", line).count("|")
            assert cells in {6, 7, 8}, line


def test_an_empty_log_gives_a_report_that_says_so(tmp_path: Path):
    write_log(tmp_path / "a.eval", [], planned=["x"], status="error")
    page = render_markdown(build_report(read_study([tmp_path])))
    assert "## Incomplete" in page
    assert "1 sample\\(s\\)" in page or "1 sample(s) without a result" in page


def test_a_missing_scorer_leaves_the_funnel_and_says_so(tmp_path: Path):
    report = report_of(tmp_path, log_sample("x", injections=[variant("F1")]))
    assert "none of them carries a coverage score" in report.headline[2]
    (row,) = report.summary.as_json()["by_benchmark"]
    assert (row["n"], row["unscored"], row["covered"]) == (1, 1, None)
    assert report.incomplete == ("1 answer(s) carry no coverage score",)


def test_cases_without_an_answer_are_counted_by_reason(tmp_path: Path):
    samples = [log_sample("x", injections=[variant("F1")]), log_sample("y", answer="")]
    samples[1].store |= {"Trial:answer": None, "Trial:no_answer": "refusal"}
    path = write_log(
        tmp_path / "a.eval",
        samples,
        metadata={"skipped": {"no_reference_answer": 16, "other_shard": 50}},
    )
    report = build_report(read_study([path]))
    assert report.summary.unanswered == {"no_reference_answer": 16, "refusal": 1}
    said = "Cases without an answer, not in any number above: 16 no_reference_answer"
    assert any(sentence.startswith(said) for sentence in report.headline)


def test_the_signature_names_what_made_the_numbers(tmp_path: Path):
    components = {
        "taxonomy": "1.0",
        "seed": "0",
        "injector": "rules",
        "dataset_sha256": "ab" * 32,
    }
    sample = log_sample("x", injections=[variant("F1")], components=components)
    signature = report_of(tmp_path, sample, seed=3).signature
    for part in (
        f"report:{inspect_rubricblind.__version__}",
        "task:healthbench/1-A",
        "inspect_ai:0.3.285",
        "records:1",
        "taxonomy:1.0",
        "dataset_sha256:abababababab",
        "pairs:1",
        "report_seed:3",
    ):
        assert f"{part} |" in f"{signature} |"


FORBIDDEN = re.compile(
    r"best any grader|grader missed|\bblind\b(?! spot)|score does not move|"
    r"go unnoticed|clinically significant|more sensitive than|fact check beats|"
    r"length explains|"
    r"\bstable\b|\bBLIND\b|\bDETECTS\b|\bREVERSED\b",
    re.IGNORECASE,
)


def test_no_text_of_the_report_says_what_statistics_cannot(tmp_path: Path):
    report = report_of(tmp_path, *small_log())
    assert not FORBIDDEN.search(render_markdown(report))
    package = Path(inspect_rubricblind.__file__).parent
    for path in [
        *(package / "logs" / "templates").iterdir(),
        package / "logs" / "tables.py",
        package / "logs" / "report.py",
        package / "logs" / "wording.py",
        package / "cli" / "console.py",
    ]:
        assert not FORBIDDEN.search(path.read_text(encoding="utf-8")), path.name
