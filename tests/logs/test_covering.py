from pathlib import Path

import pytest

from inspect_rubricblind.logs.covering import covered_specific
from inspect_rubricblind.logs.pairs import write_pairs
from inspect_rubricblind.logs.report import build_report
from inspect_rubricblind.logs.study import read_study
from inspect_rubricblind.records import (
    CriterionCoverage,
    VariantCoverage,
    criteria_digest,
)
from synthetic_logs import CRITERIA, coverage, grading, log_sample, variant, write_log

MET = (True, True, False)


def asking(*catch_all: bool | None) -> VariantCoverage:
    return VariantCoverage(
        kind="error",
        error_type="F1",
        covered=bool(catch_all),
        criteria=tuple(
            CriterionCoverage(
                index=i, points=5, covered=True, score=1.0, reason="", catch_all=word
            )
            for i, word in enumerate(catch_all)
        ),
    )


@pytest.mark.parametrize(
    ("words", "specific"),
    [
        ((), False),
        ((True,), False),
        ((True, False), True),
        ((None, False), True),
        ((True, None), None),
    ],
)
def test_one_criterion_that_names_the_subject_is_enough(words, specific):
    assert covered_specific(asking(*words)) is specific


def test_a_covered_pair_of_unknown_kind_leaves_no_share(tmp_path: Path):
    """Counting only what is known would call every judged pair a catch-all's."""
    scored = coverage().model_copy(update={"variants": (asking(None),)})
    other = coverage(("F1", False, None))
    log = write_log(
        tmp_path / "a.eval",
        [
            log_sample("a", injections=[variant("F1")], scored=scored),
            log_sample("b", injections=[variant("F1")], scored=other),
        ],
    )
    [row] = build_report(read_study([log])).summary.as_json()["by_benchmark"]
    assert row["covered"] == 0.5
    assert row["covered_specific"] is None
    assert "not known whether catch-alls alone" in row["covered_specific_reason"]


def test_the_catch_rate_takes_off_what_falls_in_repeats(tmp_path: Path):
    """Criteria 0 and 2 ask; both can get worse. The error loses 0, a repeat 2."""
    samples = []
    for name, repeat in (("a", [True, True, True]), ("b", [True, True, False])):
        graded = grading(("error", "F1", [False, True, False]), ("repeat", "", repeat))
        signature = graded.signature.model_copy(
            update={"criteria_hash": criteria_digest(CRITERIA)}
        )
        pairs = tuple(
            p.model_copy(update={"covered": (0, 2) if p.kind == "error" else ()})
            for p in graded.pairs
        )
        graded = graded.model_copy(update={"signature": signature, "pairs": pairs})
        samples.append(log_sample(name, injections=[variant("F1")], graded=[graded]))
    study = read_study([write_log(tmp_path / "a.eval", samples)])
    errors = study.pairs[study.pairs["kind"] == "error"]
    names = ["covered_room", "covered_down", "covered_room_repeat"]
    assert errors[names].to_numpy().tolist() == [[2, 1, 2], [2, 1, 2]]
    assert errors["covered_down_repeat"].tolist() == [1, 0]
    assert errors["headroom_repeat"].tolist() == [True, True]
    [row] = build_report(study).summary.as_json()["by_benchmark"]
    # down in 1 of 2 each against 1 and 0 of 2: 2/4 - 1/4
    assert row["catch_rate"] == pytest.approx(0.25)
    assert row["change_rate_filter"] == "headroom by a repeat"
    written = write_pairs(study.pairs, tmp_path)
    assert "headroom_repeat" in written[0].read_text("utf-8")


def test_headroom_by_the_original_says_that_it_is_biased(tmp_path: Path):
    sample = log_sample(
        "a",
        injections=[variant("F1")],
        graded=[grading(("error", "F1", [False, True, False]))],
    )
    study = read_study([write_log(tmp_path / "a.eval", [sample])])
    report = build_report(study)
    [row] = report.summary.as_json()["by_benchmark"]
    assert row["change_rate_filter"] == "conditioned on a noisy grade, biased upward"
    labels = [r[0] for table in report.tables for r in table.rows]
    assert any("biased upward" in label for label in labels)
