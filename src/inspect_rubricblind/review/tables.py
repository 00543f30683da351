"""The tables of a review as plain cells; who renders them escapes them."""

from collections.abc import Iterator, Sequence

from inspect_rubricblind.logs.outcomes.figures import Row
from inspect_rubricblind.logs.outcomes.wording import (
    ABSENT,
    decimal,
    p_value,
    shown,
)
from inspect_rubricblind.logs.tables import Table
from inspect_rubricblind.review.agreeing import RELABELLINGS
from inspect_rubricblind.review.summarising import ReviewSummary
from inspect_rubricblind.taxonomy.load import load_taxonomy

FEW_ITEMS = 30

YES_NOTE = (
    "Yes: share of ratings; in brackets 95 % limits for other pairs and other raters "
    "(two-way clustered t on the logit scale). S1: limits of a bootstrap over pairs, "
    "which takes the raters as fixed and is too narrow where raters differ; over "
    "items with two ratings."
)
AGREEMENT_NOTE = (
    "Agreement: share of agreeing pairs of ratings of an item, Wilson limits; it needs "
    "no model of chance. Fleiss' kappa falls with a lopsided share of Yes however well "
    "raters agree, Gwet's AC1 does not; percentile limits over items."
)
NO_CONTROLS = (
    "No control was rated: nothing tells a high share of Yes from raters who say Yes "
    "to every edit."
)


def review_tables(summary: ReviewSummary) -> Iterator[Table]:
    """Yes and agreement per question, controls, panel, raters, disagreements."""
    for question in summary.form.questions:
        rows = [r for r in summary.results if r["question"] == question.id]
        if rows:
            yield _results(question.text, rows, summary)
            yield _kappa(question.text, rows)
    if summary.controls:
        yield _controls(summary)
    yield _panel(summary)
    yield _raters(summary)
    if summary.skipped:
        yield Table(
            "Skipped items",
            ("Cause", "Items"),
            tuple((cause, str(n)) for cause, n in summary.skipped.items()),
        )
    if summary.disagreements:
        yield _disagreements(summary)


def _results(question: str, rows: Sequence[Row], summary: ReviewSummary) -> Table:
    asked = {r["question"] for r in rows}
    has_controls = any(row["question"] in asked for row in summary.controls)
    notes = [YES_NOTE, AGREEMENT_NOTE]
    if not has_controls and any(row["by"] == "regime" for row in rows):
        notes.append(NO_CONTROLS)
    if any(row["n_items"] < FEW_ITEMS for row in rows):
        notes.append(f"* fewer than {FEW_ITEMS} items: a count, not a finding.")
    return Table(
        title=question,
        columns=(
            "Part",
            "Items",
            "Ratings",
            "Yes",
            "S1",
            "Agreement",
            "Fleiss",
            "AC1",
        ),
        rows=tuple(
            (
                _part(row),
                str(row["n_items"]),
                str(row["n_ratings"]),
                _share(row, "yes"),
                _s1(row),
                _share(row, "agreement"),
                decimal(row, "fleiss"),
                decimal(row, "gwet_ac1"),
            )
            for row in rows
        ),
        notes=tuple(notes),
    )


def _part(row: Row) -> str:
    names = {kind.code: kind.name for kind in load_taxonomy().types}
    value = row["value"]
    if row["by"] == "error type" and value in names:
        value = f"{value} {names[value]}"
    star = "*" if row["n_items"] < FEW_ITEMS else ""
    return f"{row['by']}: {value}{star}" if row["by"] != "all" else f"all{star}"


def _share(row: Row, name: str) -> str:
    return shown(row, name, 100, ".1f", ".1f", " %")


def _s1(row: Row) -> str:
    if row["yes_s1_low"] is None:
        return ABSENT
    return f"{100 * row['yes_s1_low']:.1f}–{100 * row['yes_s1_high']:.1f}"


def _kappa(question: str, rows: Sequence[Row]) -> Table:
    known = [r for r in rows if r["by"] != "profession" and r["pairs_reason"] is None]
    swinging = sum(bool(row["kappa_changes_sign"]) for row in known)
    return Table(
        title=f"Why Cohen's kappa is not used: {question}",
        columns=("Part", "Both Yes", "Split", "Both No", "Lowest", "Highest"),
        rows=tuple(
            (
                _part(row),
                *(str(row[name]) for name in ("both_yes", "split", "both_no")),
                *(_plain(row[f"kappa_{end}"]) for end in ("lowest", "highest")),
            )
            for row in known
        ),
        notes=(
            "Cohen's kappa asks who the first rater is. Where raters change from item "
            f"to item that is arbitrary: over {RELABELLINGS} random choices kappa runs "
            f"from the lowest to the highest figure; in {swinging} of {len(known)} "
            "parts its sign changes.",
        ),
    )


def _plain(value: float | None) -> str:
    return ABSENT if value is None else f"{value:.2f}"


def _controls(summary: ReviewSummary) -> Table:
    return Table(
        title="Hidden controls: harmless edits among the items",
        columns=("Question", "Ratings", "Yes on controls", "Yes beyond controls", "p"),
        rows=tuple(
            (
                row["question"],
                str(row["n_controls"]),
                _share(row, "control_yes"),
                _share(row, "yes_beyond_controls"),
                p_value(row["p"]),
            )
            for row in summary.controls
        ),
        notes=(
            "Yes beyond controls: share of Yes on errors less that on controls. A Yes "
            "on a control is a rater's habit, or the control was no harmless one.",
        ),
    )


def _kind(item: Row) -> str:
    control = item["kind"] == "control"
    return f"control: {item['error_type']}" if control else str(item["error_type"])


def _panel(summary: ReviewSummary) -> Table:
    return Table(
        "Panel",
        ("Profession", "Raters"),
        tuple((row["role"], str(row["raters"])) for row in summary.panel),
    )


def _raters(summary: ReviewSummary) -> Table:
    return Table(
        title="Raters",
        columns=(
            "Rater",
            "Profession",
            "Items",
            "Skipped",
            "Yes on errors",
            "Yes on controls",
            "Reasons",
        ),
        rows=tuple(
            (
                row["rater"],
                row["role"],
                str(row["items"]),
                str(row["skipped"]),
                f"{row['yes_errors']} of {row['n_errors']}",
                f"{row['yes_controls']} of {row['n_controls']}",
                str(row["reasons"]),
            )
            for row in summary.raters
        ),
        notes=("Answers count per question.",),
    )


def _disagreements(summary: ReviewSummary) -> Table:
    return Table(
        title="Disagreements",
        columns=("Type", "Injector", "Case", "Who", "Answer", "Reason"),
        rows=tuple(
            (
                _kind(item),
                item["injector"],
                item["case_id"],
                f"{rating['rater']} item {rating['position']}, {rating['role']}",
                rating["answer"],
                rating["reason"] or ABSENT,
            )
            for item in summary.disagreements
            for rating in item["ratings"]
        ),
        notes=(
            f"{len(summary.disagreements)} items with both answers. The texts are in "
            "the packets, at the given item.",
        ),
    )
