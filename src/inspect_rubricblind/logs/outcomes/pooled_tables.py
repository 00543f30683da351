"""Tables of what is pooled, regraded, or fitted with S1's mixed models."""

from collections.abc import Sequence

from inspect_rubricblind.logs.outcomes.figures import FEW_PAIRS, Row
from inspect_rubricblind.logs.outcomes.wording import (
    ABSENT,
    STAR_NOTE,
    cell_title,
    decimal,
    p_value,
    percent,
)
from inspect_rubricblind.logs.tables import Table

EQUAL = "All (each question weighs the same)"


def pooled_table(rows: Sequence[Row]) -> Table:
    """Errors of several injectors or answer models together."""
    return Table(
        title="Pooled over injectors or answer models",
        columns=("Pairs", "Error type", "N", "Questions", "Net", "AUROC", "p"),
        rows=tuple(
            (
                f"{cell_title(row)}; {row['pooled_over']}s: {', '.join(row['values'])}",
                (row["error_type"] or EQUAL) + ("*" if row["flags"] else ""),
                str(row["n"]),
                str(row["n_questions"]),
                decimal(row, "net"),
                decimal(row, "auroc"),
                p_value(row["p"]),
            )
            for row in rows
        ),
        notes=(
            "The same questions stand several times: intervals use the effective "
            "number of pairs, tests flip the sign of each question's sum. p is not "
            "adjusted; verdicts are given per cell alone.",
            STAR_NOTE,
        ),
    )


def regrade_table(rows: Sequence[Row]) -> Table:
    """What a second grading of the same pairs changed."""
    return Table(
        title="Graded twice: change of the AUROC from the first to the second grading",
        columns=("Gradings", "Error type", "N", "Change", "p", "Stable", "Agreement"),
        rows=tuple(
            (
                f"{_grading(row['first'])} / {_grading(row['second'])}",
                (row["error_type"] or EQUAL)
                + ("*" if 0 < (row["n"] or 0) < FEW_PAIRS else ""),
                ABSENT if row["n"] is None else str(row["n"]),
                decimal(row, "change"),
                p_value(row["p_holm"] if row["error_type"] else row["p"]),
                "yes" if row["stable"] else "not shown",
                percent(row, "agreement"),
            )
            for row in rows
        ),
        notes=(
            "Stable: an equivalence test shows the change to lie within the margin; a "
            "large p shows nothing. `rubricblind compare` names the criteria that did "
            "it.",
            *dict.fromkeys(
                f"Not compared: {row['change_reason']}"
                for row in rows
                if row["n"] is None
            ),
            STAR_NOTE,
        ),
    )


def mixed_table(rows: Sequence[Row]) -> Table:
    """S1's random-intercept models of the win rate."""
    return Table(
        title="Answer models, random intercept per question (S1's form)",
        columns=("Answers by", "Against", "Scale", "Length held", "Coefficient", "p"),
        rows=tuple(
            (
                row["answer_model"] or ABSENT,
                row["reference"],
                row["scale"],
                "yes" if row["form"] == "M2" else "no",
                decimal(row, "coefficient") if row["converged"] else _why(row),
                p_value(row["p"]),
            )
            for row in rows
        ),
        notes=(
            "Of the win rate, as a difference (linear) and in log-odds. The "
            "comparison within questions above is the main form.",
        ),
    )


def _grading(cell: Row) -> str:
    rubric = f", {cell['rubric_scheme']} rubric" if cell["rubric_scheme"] else ""
    return f"{cell['grader'] or 'unnamed grader'}, draw {cell['draw'] or 0}{rubric}"


def _why(row: Row) -> str:
    return str(row["coefficient_reason"])
