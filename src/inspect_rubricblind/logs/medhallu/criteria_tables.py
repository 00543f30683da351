"""Tables of what the rubrics hold and of which criteria tell the answers apart."""

from collections.abc import Iterator, Sequence

from inspect_rubricblind.logs.medhallu.section import Section
from inspect_rubricblind.logs.medhallu.wording import (
    NAME,
    SCHEMES,
    main_answers,
    number,
    scheme_label,
    scheme_name,
    stratum,
)
from inspect_rubricblind.logs.outcomes.figures import Row
from inspect_rubricblind.logs.outcomes.wording import (
    ABSENT,
    decimal,
    p_value,
    percent,
)
from inspect_rubricblind.logs.tables import Table
from inspect_rubricblind.records import CLASSES


def criteria_tables(section: Section) -> Iterator[Table]:
    """Those with rows."""
    makers = {
        "rubrics": (rubrics_table,),
        "dimensions": (dimensions_table,),
        "panel": (panel_table,),
        "classes": (classes_table, ratios_table),
        "ablation": (ablation_table,),
    }
    for name, several in makers.items():
        rows = main_answers(section[name])
        if rows:
            yield from (make(rows) for make in several)


def rubrics_table(rows: Sequence[Row]) -> Table:
    """How many criteria each scheme has per question."""
    return Table(
        title=f"{NAME}: criteria per question",
        columns=(
            *("Scheme", "Written by", "Questions", "Without rubric"),
            *("Mean", "SD", "Range", "p against"),
        ),
        rows=tuple(
            (
                scheme_name(row),
                ", ".join(row["writers"]) or ABSENT,
                str(row["n_questions"]),
                str(row["n_without_rubric"]),
                number(row["criteria_mean"]),
                number(row["criteria_sd"]),
                _range(row),
                _against(row) or ABSENT,
            )
            for row in rows
        ),
        notes=(
            "p: Wilcoxon signed-rank test of the numbers of criteria over the "
            "questions that both schemes have.",
            *_failures(rows),
        ),
    )


def dimensions_table(rows: Sequence[Row]) -> Table:
    """Gap per dimension of the generic rubric: Figure 15 in numbers."""
    return Table(
        title=f"{NAME}: gap per dimension of the rubric",
        columns=("Rubric and grader", "Pairs of", "Dimension", "N", "Gap"),
        rows=tuple(
            (
                scheme_label(row),
                stratum(row),
                row["dimension"],
                str(row["n"]),
                decimal(row, "gap"),
            )
            for row in rows
        ),
        notes=(
            "Gap: share of the dimension's criteria that the correct answer meets, "
            "less that of the hallucinated answer. In brackets: 95 % t intervals.",
        ),
    )


def panel_table(rows: Sequence[Row]) -> Table:
    """How the panel classified the criteria."""
    return Table(
        title=f"{NAME}: criteria by kind",
        columns=(
            *("Panel", "Criteria", *CLASSES, "Undecided", "Unread votes"),
            *("Unanimous", "Fleiss kappa"),
        ),
        rows=tuple(
            (
                ", ".join(row["panel"]) or ABSENT,
                str(row["n_criteria"]),
                *(str(row[name]) for name in CLASSES),
                str(row["undecided"]),
                str(row["unread_votes"]),
                percent(row, "unanimous"),
                decimal(row, "fleiss"),
            )
            for row in rows
        ),
    )


def classes_table(rows: Sequence[Row]) -> Table:
    """How criteria of each class behave: Table 13."""
    return Table(
        title=f"{NAME}: do criteria tell the answers apart, by kind of criterion",
        columns=(
            *("Rubric and grader", "Pairs of", "Criteria", "Kind", "N"),
            *("Discriminates", "Both met", "Neither met", "Reversed"),
        ),
        rows=tuple(
            (
                scheme_label(row),
                stratum(row),
                row["basis"],
                row["class"],
                str(row["n_criteria"]),
                *(
                    f"{100 * row[name]:.1f} %"
                    for name in ("discriminates", "both_met", "neither_met", "reversed")
                ),
            )
            for row in rows
        ),
        notes=(
            "Discriminates: met by the correct answer only; reversed: by the "
            "hallucinated one only. Unanimous: criteria that all of the panel put in "
            "one class.",
        ),
    )


def ratios_table(rows: Sequence[Row]) -> Table:
    """Ratios of fact-checking against other criteria."""
    return Table(
        title=f"{NAME}: ratios, criteria that check facts against others",
        columns=(
            *("Rubric and grader", "Pairs of", "Criteria", "Met by neither"),
            *("Discriminates", "Discriminates, if one meets it"),
        ),
        rows=tuple(
            (
                scheme_label(row),
                stratum(row),
                row["basis"],
                decimal(row, "ratio_neither"),
                decimal(row, "ratio_discriminates"),
                decimal(row, "ratio_discriminates_if_met"),
            )
            for row in rows
            if row["class"] == "FACTCHECK"
        ),
        notes=(
            "The last column leaves out criteria that neither answer meets, of which "
            "fact-checking criteria have more; the one before it does not. In "
            "brackets: 95 % intervals, clustered by question.",
        ),
    )


def ablation_table(rows: Sequence[Row]) -> Table:
    """Outcomes with and without fact-checking criteria: Table 14."""
    return Table(
        title=f"{NAME}: without the criteria that check facts",
        columns=(
            *("Rubric and grader", "Pairs of", "N", "Left out", "AUROC before"),
            *("AUROC after", "Change", "Ties before", "Ties after"),
        ),
        rows=tuple(
            (
                scheme_label(row),
                stratum(row),
                str(row["n"]),
                str(row["n_left_out"]),
                decimal(row, "before_auroc"),
                decimal(row, "after_auroc"),
                decimal(row, "change_bootstrap"),
                percent(row, "before_tie"),
                percent(row, "after_tie"),
            )
            for row in rows
        ),
        notes=(
            "Counted anew from the stored verdicts; nothing is graded again. Change: "
            "paired bootstrap over questions. Left out: pairs with an unclassified "
            "criterion or an open outcome.",
        ),
    )


def _range(row: Row) -> str:
    if row["criteria_min"] is None:
        return ABSENT
    return f"{row['criteria_min']} to {row['criteria_max']}"


def _against(row: Row) -> str:
    return ", ".join(
        f"{SCHEMES.get(name, name)} {p_value(p)}" for name, p in row["compared"].items()
    )


def _failures(rows: Sequence[Row]) -> list[str]:
    return [
        f"{scheme_name(row)}, replies that could not be used: "
        + ", ".join(f"{name} {n}" for name, n in row["failures"].items())
        + "."
        for row in rows
        if row["failures"]
    ]
