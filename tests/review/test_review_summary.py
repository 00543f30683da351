"""S1's Tables 4 and 5 and the figures of its appendix C, from the recovered counts."""

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from review_parts import all_back, made

from inspect_rubricblind.logs.ratings import ItemKey, Rating
from inspect_rubricblind.review.forms import load_form
from inspect_rubricblind.review.ingesting import ingest
from inspect_rubricblind.review.panel import panel_drawing
from inspect_rubricblind.review.reporting import (
    all_tables,
    render_markdown,
    summarise_folder,
    write_review,
)
from inspect_rubricblind.review.summarising import ReviewSummary, summarise_review

DATA = Path(__file__).parents[1] / "logs" / "statistics" / "data"
FORM = load_form("management")
PANEL = (
    ["Qualified doctor"] * 5
    + ["Medical student"] * 4
    + ["Physiotherapist"] * 2
    + ["Pharmacist"]
)


def counts(table: str, column: str) -> Iterator[tuple[str, int, int, int]]:
    """Both Yes, split, both No per row: fixed by its Yes and its agreements."""
    for printed in published(table):
        n, yes, agree = (int(printed[k]) for k in ("n_pairs", "yes", "agreeing"))
        split = n - agree
        both = (yes - split) // 2
        yield printed[column], both, split, n - split - both


def published(table: str) -> list[dict[str, str]]:
    text = (DATA / f"{table}.csv").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return list(csv.DictReader(lines))


def rating(item: str, rater: int, answer: str, **key: Any) -> Rating:
    fields = {"kind": "error", "error_type": "F1", "injector": "x", "case_id": item}
    return Rating(
        packet=f"p{rater}",
        rater=f"R{rater + 1:02d}",
        role=PANEL[rater],
        form="management",
        item=item,
        position=1,
        question="changes_management",
        answer=answer,
        reason=f"{answer} of {rater}",
        key=ItemKey(**{**fields, **key}),
    )


def panel_ratings(table: str, column: str, name: str) -> list[Rating]:
    """A review with those counts, its items handed round to twelve raters."""
    found = []
    number = 0
    for value, both, split, neither in counts(table, column):
        answers = ["yes yes"] * both + ["yes no"] * split + ["no no"] * neither
        for said in answers:
            raters = (2 * number % 12, (2 * number + 1) % 12)
            for rater, answer in zip(raters, said.split(), strict=True):
                found.append(rating(f"i{number:03d}", rater, answer, **{name: value}))
            number += 1
    return found


@pytest.fixture(scope="module")
def by_type() -> ReviewSummary:
    return summarise_review(panel_ratings("table_04", "code", "error_type"), FORM)


def row(summary: ReviewSummary, by: str, value: str) -> dict[str, Any]:
    [found] = [r for r in summary.results if (r["by"], r["value"]) == (by, value)]
    return found


def test_80_percent_yes_and_69_percent_agreement(by_type: ReviewSummary):
    found = row(by_type, "all", "all")
    assert (found["n_items"], found["n_ratings"], found["n_raters"]) == (117, 234, 12)
    assert round(100 * found["yes"], 1) == 80.3
    assert round(100 * found["yes_s1_low"], 1) == pytest.approx(75.2, abs=0.45)
    assert round(100 * found["yes_s1_high"], 1) == pytest.approx(85.5, abs=0.45)
    assert round(100 * found["agreement"], 1) == 69.2
    assert found["yes_method"] == "two-way t"
    assert found["yes_low"] < found["yes"] < found["yes_high"]


def test_the_two_regimes_and_the_fleiss_interval(by_type: ReviewSummary):
    wrong = row(by_type, "regime", "directly wrong")
    subtle = row(by_type, "regime", "subtle")
    assert (wrong["n_items"], subtle["n_items"]) == (81, 36)
    assert round(100 * wrong["yes"], 1) == 87.0
    assert round(100 * wrong["agreement"]) == 84
    assert round(100 * subtle["yes"], 1) == 65.3
    assert round(100 * subtle["agreement"], 1) == 36.1
    assert round(wrong["fleiss"], 2) == 0.29
    assert wrong["fleiss_low"] == pytest.approx(-0.01, abs=0.02)
    assert wrong["fleiss_high"] == pytest.approx(0.57, abs=0.02)
    assert 100 * wrong["agreement_s1_low"] == pytest.approx(75.3, abs=0.05 + 100 / 81)
    assert 100 * wrong["agreement_s1_high"] == pytest.approx(91.4, abs=0.05 + 100 / 81)
    assert 100 * subtle["yes_s1_low"] == pytest.approx(56.9, abs=0.05 + 50 / 36)
    assert 100 * subtle["yes_s1_high"] == pytest.approx(73.6, abs=0.05 + 50 / 36)


@pytest.mark.parametrize(
    ("table", "column", "name", "by"),
    [
        ("table_04", "code", "error_type", "error type"),
        ("table_05", "injection_model", "injector", "injector"),
    ],
)
def test_the_tables_come_out_as_printed(table: str, column: str, name: str, by: str):
    found = summarise_review(panel_ratings(table, column, name), FORM, resamples=50)
    for printed in published(table):
        own = row(found, by, printed[column])
        for key, figure in (("yes", "yes_pct"), ("agreement", "agreement_pct")):
            assert 100 * own[key] == pytest.approx(float(printed[figure]), abs=0.0501)


def test_cohens_kappa_reaches_zero_for_the_types_that_s1_names(by_type: ReviewSummary):
    """By hand: K1 (3, 6, 0) from -0.5 to 0; O1 (3, 4, 2) from 0.1 to 0.25.

    S1 says that O1 changes its sign too; the counts of its Table 4 do not bear it out.
    """
    types = {r["value"]: r for r in by_type.results if r["by"] == "error type"}
    reach = {
        code
        for code, r in types.items()
        if r["kappa_lowest"] is not None
        and r["kappa_lowest"] <= 1e-9
        and r["kappa_highest"] >= -1e-9
    }
    assert {"F4", "K1", "K2", "C3"} <= reach
    assert not {"F1", "F2", "R1"} & reach
    assert types["F4"]["kappa_changes_sign"]
    assert types["K1"]["kappa_lowest"] == pytest.approx((1 / 3 - 5 / 9) / (4 / 9))
    assert types["K1"]["kappa_highest"] == pytest.approx(0)
    assert types["O1"]["kappa_lowest"] == pytest.approx((45 - 41) / (81 - 41))
    assert types["O1"]["kappa_highest"] == pytest.approx((45 - 33) / (81 - 33))


def test_the_panel_is_counted_and_drawn(by_type: ReviewSummary):
    assert [(r["role"], r["raters"]) for r in by_type.panel] == [
        ("Qualified doctor", 5),
        ("Medical student", 4),
        ("Physiotherapist", 2),
        ("Pharmacist", 1),
    ]
    svg = panel_drawing(by_type.panel).svg
    for text in ("Qualified doctor", "Medical student", "Pharmacist"):
        assert text in svg


def test_professions_are_told_apart():
    found = [rating(f"i{i}", 0, "yes") for i in range(5)]
    found += [rating(f"i{i}", 5, "no") for i in range(5)]
    summary = summarise_review(found, FORM, resamples=50)
    assert row(summary, "profession", "Qualified doctor")["yes"] == 1
    assert row(summary, "profession", "Medical student")["yes"] == 0
    assert row(summary, "all", "all")["agreement"] == 0


def test_disagreements_quote_both_reasons(by_type: ReviewSummary):
    assert len(by_type.disagreements) == 36
    assert all(
        [r["answer"] for r in item["ratings"]] == ["no", "yes"]
        and all(r["reason"].startswith(r["answer"]) for r in item["ratings"])
        for item in by_type.disagreements
    )


def test_controls_stand_apart_from_errors():
    found = [rating(f"e{i}", i % 4, "yes" if i else "no") for i in range(8)]
    found += [
        rating(f"c{i}", i % 4, "no" if i else "yes", kind="control", error_type="same")
        for i in range(4)
    ]
    summary = summarise_review(found, FORM, resamples=50)
    [control] = summary.controls
    assert (control["n_errors"], control["n_controls"]) == (8, 4)
    assert control["control_yes"] == pytest.approx(1 / 4)
    assert control["yes_beyond_controls"] == pytest.approx(7 / 8 - 1 / 4)
    assert row(summary, "all", "all")["n_ratings"] == 8


def test_items_with_one_or_three_ratings_have_no_figures_for_pairs():
    one = [rating(f"i{i}", i, "yes" if i else "no") for i in range(8)]
    found = row(summarise_review(one, FORM, resamples=50), "all", "all")
    assert (found["agreement"], found["yes_s1_low"]) == (None, None)
    assert found["agreement_reason"] == "fewer than 5 items have two ratings"
    three = [rating(f"i{i}", r, "yes") for i in range(5) for r in range(3)]
    found = row(summarise_review(three, FORM, resamples=50), "all", "all")
    assert found["agreement"] == 1
    assert "another number" in found["pairs_reason"]


def test_an_item_that_one_rater_skipped_leaves_the_pairs_of_the_others():
    found = [rating(f"i{i}", r, "yes") for i in range(6) for r in (0, 5)]
    own = row(summarise_review(found[:-1], FORM, resamples=50), "all", "all")
    assert (own["n_items"], own["n_ratings"], own["both_yes"]) == (6, 11, 5)
    assert (own["yes_s1_low"], own["agreement"]) == (1, 1)


def test_skipped_items_are_counted_by_cause_and_in_no_share():
    skipped = rating("i9", 3, "yes").model_copy(
        update={"answer": None, "skipped": "Other"}
    )
    found = [rating("i1", 0, "yes"), rating("i1", 1, "no"), skipped]
    summary = summarise_review(found, FORM, resamples=50)
    assert summary.skipped == {"Other": 1}
    assert row(summary, "all", "all")["n_ratings"] == 2
    with pytest.raises(ValueError, match="must hold answers"):
        summarise_review([skipped], FORM)


def test_the_report_of_a_folder_holds_every_part(tmp_path: Path):
    review = made(tmp_path)
    assignment = all_back(
        review.folder, lambda item: "no" if item[0] in "01234567" else "yes"
    )
    ingest(review.folder)
    summary = summarise_folder(review.folder)
    tables = all_tables(summary)
    titles = [table.title for table in tables]
    assert any("Hidden controls" in title for title in titles)
    assert any("Cohen's kappa" in title for title in titles)
    written = write_review(summary, tables, tmp_path / "report")
    numbers = json.loads((tmp_path / "report" / "review.json").read_text("utf-8"))
    assert numbers["results"][0]["n_ratings"] == 2 * 13
    assert {path.name for path in written} >= {"review.md", "panel.svg", "results.csv"}
    assert len(assignment.packets) == len(numbers["raters"])


def test_reasons_are_escaped_in_the_markdown(by_type: ReviewSummary):
    found = [rating("i1", 0, "yes"), rating("i1", 1, "no")]
    found[0] = found[0].model_copy(update={"reason": "<b>|x|</b> [a](http://b)"})
    summary = summarise_review(found, FORM, resamples=20)
    page = render_markdown(summary, all_tables(summary))
    assert "<b>" not in page
    assert "\\|x\\|" in page
    assert "http://b" not in page
