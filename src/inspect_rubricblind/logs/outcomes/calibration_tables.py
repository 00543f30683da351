"""Graders against physicians in sentences and tables."""

from collections.abc import Iterator, Sequence

from inspect_rubricblind.logs.outcomes.figures import FEW_PAIRS, Row
from inspect_rubricblind.logs.outcomes.wording import ABSENT, LABELS, decimal
from inspect_rubricblind.logs.tables import Table

F1_NOTE = (
    "F1: mean of the F1 of met and of not met, every verdict of the grader held "
    "against every physician's verdict on the same answer and criterion; physicians: "
    "the same for each physician against the others. Mean: over kinds of criteria. In "
    "brackets: 95 % intervals, clustered by conversation."
)
BESIDE_NOTE = (
    "A grader that agrees with physicians less than they do with each other may leave "
    "a score where it is although the rubric asks: read its blind spots with that."
)


def calibration_sentences(rows: Sequence[Row]) -> Iterator[str]:
    """What each grader's verdicts are worth, beside the physicians' own agreement."""
    for row in _overall(rows):
        start = f"{_who(row)} against physicians ({row['n']} verdicts)"
        if row["f1"] is None:
            yield f"{start}: {row['f1_reason']}."
            continue
        said = (
            f"{start}: balanced F1 {decimal(row, 'f1')}; physicians against each "
            f"other {decimal(row, 'physicians_f1')}"
        )
        if row["below_physicians"]:
            said += (
                ". It agrees with physicians less than they do with each other, so a "
                "blind spot may be the grader's and not the rubric's"
            )
        yield f"{said}."


def calibration_tables(rows: Sequence[Row]) -> Iterator[Table]:
    """One table of all graders, and one per grader by kind of criterion."""
    overall = list(_overall(rows))
    if not overall:
        return
    yield Table(
        title="Graders against physicians (grader calibration)",
        columns=(
            "Grader",
            "Verdicts",
            "Ungraded",
            "F1",
            "Physicians",
            "Difference",
            "Mean F1",
            "Mean physicians",
        ),
        rows=tuple(
            (
                _who(row),
                str(row["n"]),
                str(row["n_ungraded"]),
                decimal(row, "f1"),
                decimal(row, "physicians_f1"),
                decimal(row, "difference"),
                decimal(row, "f1_macro"),
                decimal(row, "physicians_f1_macro"),
            )
            for row in overall
        ),
        notes=(F1_NOTE, BESIDE_NOTE),
    )
    for row in overall:
        yield _cluster_table(row, [r for r in rows if _same(r, row)])


def _cluster_table(overall: Row, rows: Sequence[Row]) -> Table:
    return Table(
        title=f"By kind of criterion: {_who(overall)} against physicians",
        columns=("Kind", "Verdicts", "Ungraded", "F1", "Physicians", "Difference"),
        rows=tuple(
            (
                row["cluster"] + ("*" if row["flags"] else ""),
                str(row["n"]),
                str(row["n_ungraded"]),
                decimal(row, "f1"),
                decimal(row, "physicians_f1"),
                decimal(row, "difference"),
            )
            for row in rows
        ),
        notes=(f"* fewer than {FEW_PAIRS} conversations: a count, not a finding.",),
    )


def _overall(rows: Sequence[Row]) -> Iterator[Row]:
    return (row for row in rows if row["cluster"] is None)


def _same(row: Row, overall: Row) -> bool:
    key = ("grader", "setup", "dataset_kind")
    return row["cluster"] is not None and all(row[n] == overall[n] for n in key)


def _who(row: Row) -> str:
    """The grader, its draw where there are several, and SAMPLE where it applies."""
    said = row["grader"] or ABSENT
    if row["draw"]:
        said += f", draw {row['draw']}"
    return f"{said} ({LABELS[row['dataset_kind']]})"
