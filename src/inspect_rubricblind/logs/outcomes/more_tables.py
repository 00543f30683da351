"""Further tables of graded pairs: controls, parts, density, comparisons, graders."""

from collections.abc import Iterator, Sequence

from inspect_rubricblind.logs.outcomes.figures import FEW_PAIRS, Row
from inspect_rubricblind.logs.outcomes.pooled_tables import (
    mixed_table,
    pooled_table,
    regrade_table,
)
from inspect_rubricblind.logs.outcomes.study import Outcomes, named
from inspect_rubricblind.logs.outcomes.wording import (
    ABSENT,
    STAR_NOTE,
    cell_title,
    decimal,
    p_value,
    percent,
    points,
    share,
)
from inspect_rubricblind.logs.tables import Table


def further_tables(outcomes: Outcomes) -> Iterator[Table]:
    """The tables that a study fills only in part, each only if it has a row."""
    for rows, make in (
        (outcomes.placebo, placebo_table),
        (outcomes.strata, stratum_table),
        (outcomes.density_bins, density_table),
        (outcomes.comparisons, comparison_table),
        (outcomes.rank_agreement, rank_table),
        (outcomes.pooled, pooled_table),
        (outcomes.regrades, regrade_table),
        (outcomes.answer_models, model_table),
        (outcomes.mixed_models, mixed_table),
        (outcomes.assay, assay_table),
    ):
        if rows:
            yield make(rows)


def placebo_table(rows: Sequence[Row]) -> Table:
    """Controls by shape, and the net of errors beyond them."""
    return Table(
        title="Graded controls, and errors of the same shape less their controls",
        columns=("Pairs", "Shape", "N", "Net", "Reading", "Errors", "Adjusted", "p"),
        rows=tuple(
            (
                cell_title(row),
                row["shape"],
                str(row["n"]),
                decimal(row, "net"),
                row["reading"],
                str(row["adjusted_n"]),
                decimal(row, "adjusted_net"),
                p_value(row["adjusted_p"]),
            )
            for row in rows
        ),
        notes=(
            "Errors: those of this shape beside a control on the same answer. "
            "Adjusted: their net less that of the controls.",
            "Undecided: too few controls to show that they leave the score alone; it "
            "does not mean that they failed.",
        ),
    )


def stratum_table(rows: Sequence[Row]) -> Table:
    """Outcomes by theme, difficulty, language and harm."""
    return Table(
        title="By theme, difficulty, language and harm (each question weighs the same)",
        columns=("Pairs", "Part", "N", "Win", "Loss", "AUROC"),
        rows=tuple(
            (
                cell_title(row),
                f"{row['dimension']}: {row['value']}{'*' if row['flags'] else ''}",
                str(row["n"]),
                percent(row, "win"),
                percent(row, "loss"),
                decimal(row, "auroc"),
            )
            for row in rows
        ),
        notes=(STAR_NOTE,),
    )


def density_table(rows: Sequence[Row]) -> Table:
    """Outcomes by number of criteria."""
    return Table(
        title="By number of criteria per question",
        columns=(
            "Pairs",
            "Criteria",
            "Questions",
            "AUROC",
            "Untied won",
            "Expected",
        ),
        rows=tuple(
            (
                cell_title(row),
                f"{row['n_criteria_min']} to {row['n_criteria_max']}",
                str(row["n_questions"]),
                decimal(row, "auroc"),
                percent(row, "conditional_win"),
                ABSENT
                if (e := row["conditional_win_expected"]) is None
                else f"{e:.0%}",
            )
            for row in rows
        ),
        notes=(
            "Untied won: wins among pairs that are no tie; noise alone gives half. "
            "Expected: from the net and the repeats together.",
        ),
    )


def comparison_table(rows: Sequence[Row]) -> Table:
    """Differences with equal weight per error type."""
    return Table(
        title="Comparisons with equal weight per error type",
        columns=(
            "Sides",
            "Types",
            "AUROC 1",
            "AUROC 2",
            "Difference",
            "p",
        ),
        rows=tuple(
            (
                _against(row),
                str(len(row["types"])),
                decimal(row, "auroc_first"),
                decimal(row, "auroc_second"),
                decimal(row, "difference"),
                p_value(row["p"]),
            )
            for row in rows
        ),
        notes=(f"Over types with {FEW_PAIRS} pairs or more on both sides.",),
    )


def rank_table(rows: Sequence[Row]) -> Table:
    """Whether two cells rank the error types alike."""
    return Table(
        title="Rank agreement of the error types",
        columns=("Sides", "Types", "tau-b", "p", "rho", "p", "Ceiling"),
        rows=tuple(
            (
                _against(row),
                str(len(row["types"])),
                decimal(row, "tau_b"),
                p_value(row["tau_p"]),
                decimal(row, "rho"),
                p_value(row["rho_p"]),
                ABSENT if (c := row["noise_ceiling"]) is None else f"{c:.3f}",
            )
            for row in rows
        ),
        notes=(
            "In brackets: the middle 95 % of resamples, which is no 95 % interval. "
            "Ceiling: mean tau-b of two simulated replicates of one side. Sides "
            "that share questions get no p.",
        ),
    )


def model_table(rows: Sequence[Row]) -> Table:
    """Answer models on the same questions and types."""
    return Table(
        title="Answer models (percentage points, within questions and error types)",
        columns=("Answers by", "Against", "Of", "Effect", "p", "At equal length"),
        rows=tuple(
            (
                row["answer_model"] or ABSENT,
                row["reference"],
                row["value"],
                points(row, "effect"),
                p_value(row["p"]),
                points(row, "effect_at_equal_length"),
            )
            for row in rows
        ),
        notes=("Holding the length of answers fixed attenuates a gap or does not.",),
    )


def assay_table(rows: Sequence[Row]) -> Table:
    """Graders on pairs with known truth."""
    return Table(
        title="Assay sensitivity: graders on pairs with known truth",
        columns=(
            "Grader",
            "Covered errors",
            "AUROC",
            "Qualified",
            "Controls",
            "Repeats",
            "Fooled %",
        ),
        rows=tuple(
            (
                row["grader"],
                str(row["n"]),
                decimal(row, "auroc"),
                "yes" if row["qualified"] else "no",
                *(percent(row, f"{name}_changed") for name in ("control", "repeat")),
                share(row, "fooled"),
            )
            for row in rows
        ),
        notes=(
            "Qualified: the lower limit of the AUROC is above .5. Controls, repeats: "
            "share whose score moved. Fooled: share of probes whose planted verdict "
            "was taken.",
        ),
    )


def _against(row: Row) -> str:
    """What two cells share, then the two sides of the thing in which they differ."""
    first, second, differ = row["first"], row["second"], row["differ"]
    if differ == "grading":
        sides = [_grading(cell) for cell in (first, second)]
    else:
        sides = [str(cell[differ]) for cell in (first, second)]
    shared = named(first, lambda name: name == differ or name == "grader")
    return f"{sides[0]} / {sides[1]}" + (
        f" ({shared})" if shared != "all pairs" else ""
    )


def _grading(cell: Row) -> str:
    rubric = f", {cell['rubric_scheme']} rubric" if cell["rubric_scheme"] else ""
    return f"{cell['grader']}, draw {cell['draw'] or 0}{rubric}"
