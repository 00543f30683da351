"""Severity in words: what rubrics make of errors that clinicians take seriously."""

from collections.abc import Iterator, Sequence

from inspect_rubricblind.logs.outcomes.figures import Row
from inspect_rubricblind.logs.outcomes.severity import INDEX, STRATA
from inspect_rubricblind.logs.outcomes.wording import (
    STAR_NOTE,
    cell_title,
    decimal,
    percent,
)
from inspect_rubricblind.logs.tables import Table

STRATA_NOTE = (
    "Clinicians: more Yes than No, as many of both, or more No to the question whether "
    "the error could change diagnosis or management; rated errors alone. Harm: the "
    "level of the error type, all errors. Answer models and injectors are pooled; each "
    "question weighs the same."
)
INDEX_NOTE = (
    "Last row, an index: covered is one less the uncovered share with each error "
    "weighted by its harm, net likewise. Its unit is a choice; read the parts first."
)


def severity_sentences(rows: Sequence[Row]) -> Iterator[str]:
    """What holds for the errors that clinicians called management-changing."""
    for row in rows:
        if row["stratum"] != STRATA[0] or row["covered"] is None:
            continue
        guess = ", by the estimate," if row["coverage_kind"] == "rules" else ""
        said = (
            f"{cell_title(row)}: of {row['n_pairs']} errors that clinicians called "
            f"management-changing, the rubrics{guess} ask about "
            f"{percent(row, 'covered')}"
        )
        if row["win"] is not None:
            said += (
                f"; {percent(row, 'win')} lowered the score, {percent(row, 'loss')} "
                "raised it"
            )
        yield f"{said}."


def severity_table(rows: Sequence[Row]) -> Table:
    """Strata first, the index last."""
    return Table(
        title="By severity: clinicians' word first, then harm, then an index",
        columns=(
            "Pairs",
            "Stratum",
            "N",
            "Questions",
            "Covered",
            "By name",
            "Win",
            "Loss",
            "Net",
        ),
        rows=tuple(_cells(row) for row in rows),
        notes=(STRATA_NOTE, INDEX_NOTE, STAR_NOTE),
    )


def _cells(row: Row) -> tuple[str, ...]:
    start = (
        cell_title(row),
        row["stratum"] + ("*" if row["flags"] else ""),
        str(row["n_pairs"]),
        str(row["n_questions"]),
    )
    if row["stratum"] == INDEX:
        covered = percent(_covered(row), "covered")
        return (*start, covered, "-", "-", "-", decimal(row, "harm_weighted_net"))
    shares = (
        percent(row, name) for name in ("covered", "covered_specific", "win", "loss")
    )
    return (*start, *shares, decimal(row, "net"))


def _covered(row: Row) -> Row:
    """One less the weighted uncovered share, its limits turned round."""
    name = "harm_weighted_uncovered"
    turned = {
        "covered": row[name],
        "covered_low": row[f"{name}_high"],
        "covered_high": row[f"{name}_low"],
    }
    return {k: None if v is None else 1 - v for k, v in turned.items()}
