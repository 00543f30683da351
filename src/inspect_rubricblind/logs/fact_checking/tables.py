"""Fact checks in tables."""

from collections.abc import Iterator, Sequence

from inspect_rubricblind.logs.fact_checking.section import Section
from inspect_rubricblind.logs.fact_checking.wording import (
    BASELINE,
    BESIDE_NOTE,
    NOT_SUPPORTED,
    RECOVERED_NOTE,
    TABLE_NOTE,
    TITLE,
    name,
    number,
    what,
    who,
)
from inspect_rubricblind.logs.outcomes.figures import Row
from inspect_rubricblind.logs.outcomes.wording import (
    ABSENT,
    decimal,
    p_value,
    percent,
)
from inspect_rubricblind.logs.tables import Table


def fact_check_tables(section: Section | None) -> Iterator[Table]:
    """All tables of the section."""
    if section is None:
        return
    for check in section["checks"]:
        yield _rates_table(check, _same(section["rates"], check))
    yield _price_table(section["checks"])
    if section["controls"]:
        yield _controls_table(section["controls"])
    if section["recovered"]:
        yield _recovered_table(section["recovered"])
    if section["beside_rubric"]:
        yield _beside_table(section["beside_rubric"])
    for check in section["checks"]:
        if curve := _same(section["curve"], check):
            yield _curve_table(check, curve)


def _rates_table(check: Row, rows: Sequence[Row]) -> Table:
    notes = [TABLE_NOTE, NOT_SUPPORTED]
    if check["kind"] == "rules":
        notes.append(BASELINE)
    if check["excluded"]:
        left = ", ".join(check["excluded"])
        notes.append(f"Left out, since they take a statement away: {left}.")
    if check["chosen"] != "all":
        notes.append(f"{check['not_chosen']} pairs were not chosen.")
    return Table(
        title=f"{TITLE} by error type: {who(check)}, {what(check)}",
        columns=(
            "Error type",
            "N",
            "Open",
            "Claims per answer",
            "Identified",
            "Unsupported",
            "Original flagged",
            "p",
            "AUROC",
            "AUROC graded",
        ),
        rows=tuple(
            (
                name(row["error_type"]) + ("*" if row["few"] else ""),
                str(row["n"]),
                str(row["n_open"]),
                number(row["claims_per_answer"]),
                percent(row, "identified"),
                percent(row, "unsupported"),
                percent(row, "original_flagged"),
                p_value(_p(row)),
                decimal(row, "auroc"),
                decimal(row, "doubt_auroc"),
            )
            for row in rows
        ),
        notes=tuple(notes),
    )


def _price_table(checks: Sequence[Row]) -> Table:
    return Table(
        title=f"{TITLE}, what it took",
        columns=(
            "Check",
            "Cases",
            "Claims",
            "Failed",
            "No evidence",
            "Searches",
            "Requests",
            "Calls",
            "Cost",
        ),
        rows=tuple(
            (
                f"{who(row)}, {what(row)}",
                str(row["n_cases"]),
                str(row["claims_checked"]),
                ", ".join(f"{k} {n}" for k, n in row["claims_failed"].items()) or "0",
                str(row["claims_without_evidence"]),
                f"{row['searches']} ({row['cached_searches']} kept)",
                str(row["requests"]),
                str(row["calls"]),
                ABSENT if row["cost"] is None else f"{row['cost']:.2f} $",
            )
            for row in checks
        ),
        notes=(
            "A failed claim is in no share. No evidence: nothing good enough was "
            "found, which counts as not supported. Kept: read from the disk here.",
        ),
    )


def _controls_table(rows: Sequence[Row]) -> Table:
    return Table(
        title=f"{TITLE}, false alarms on controls",
        columns=("Check", "Shape", "N", "Open", "Flagged", "AUROC"),
        rows=tuple(
            (
                f"{who(row)}, {what(row)}",
                row["shape"] or "all",
                str(row["n"]),
                str(row["n_open"]),
                percent(row, "flagged"),
                decimal(row, "auroc"),
            )
            for row in rows
        ),
        notes=("Controls keep the meaning, so that each flag is a false alarm.",),
    )


def _recovered_table(rows: Sequence[Row]) -> Table:
    return Table(
        title=f"{TITLE}, what the rubric ties",
        columns=("Check", "Grader", "Error type", "Ties", "Recovered", "Reversed"),
        rows=tuple(
            (
                f"{who(row)}, {what(row)}",
                row["grader"],
                name(row["error_type"]),
                str(row["n_ties"]),
                percent(row, "recovered"),
                percent(row, "reversed"),
            )
            for row in rows
        ),
        notes=(RECOVERED_NOTE,),
    )


def _beside_table(rows: Sequence[Row]) -> Table:
    return Table(
        title=f"{TITLE} beside the rubric",
        columns=(
            "Check",
            "Grader",
            "N",
            "Rubric",
            "Fact check",
            "Both",
            "Either detects",
            "Either, false alarms",
            "Threshold",
        ),
        rows=tuple(
            (
                f"{who(row)}, {what(row)}",
                row["grader"],
                str(row["n"]),
                decimal(row, "rubric_auroc"),
                decimal(row, "fact_check_auroc"),
                decimal(row, "combined_auroc"),
                percent(row, "either_detected"),
                percent(row, "either_false_alarm"),
                number(row["threshold"]),
            )
            for row in rows
        ),
        notes=(
            BESIDE_NOTE,
            *sorted({r for x in rows if (r := x["rubric_auroc_reason"]) is not None}),
        ),
    )


def _curve_table(check: Row, rows: Sequence[Row]) -> Table:
    return Table(
        title=f"{TITLE}, over the threshold: {who(check)}, {what(check)}",
        columns=("Doubt from", "Errors", "Originals", "Controls", "AUROC"),
        rows=tuple(
            (
                f"{row['threshold']:.2f}",
                percent(row, "detected"),
                percent(row, "false_alarm"),
                percent(row, "controls_flagged"),
                f"{row['auroc']:.2f}",
            )
            for row in rows
        ),
        notes=("Share flagged if a doubt from this value on counts as a flag.",),
    )


def _same(rows: Sequence[Row], check: Row) -> list[Row]:
    keys = ("benchmark", "dataset_kind", "answer_model", "injector", "checking")
    return [row for row in rows if all(row[key] == check[key] for key in keys)]


def _p(row: Row) -> float | None:
    raw: float | None = row["against_original_p"]
    adjusted: float | None = row["against_original_p_holm"]
    return raw if adjusted is None else adjusted
