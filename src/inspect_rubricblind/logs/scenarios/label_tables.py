"""Labels of scenarios in tables; who renders them escapes what stands in them."""

from collections.abc import Sequence

from inspect_rubricblind.logs.outcomes.figures import Row
from inspect_rubricblind.logs.outcomes.wording import (
    ABSENT,
    decimal,
    p_value,
    percent,
)
from inspect_rubricblind.logs.scenarios.labels import EXPERT
from inspect_rubricblind.logs.tables import Table

START = "Scenarios"
"""How every title begins: by it the page finds the tables."""

RATE_NOTE = (
    "Weight of the met criteria over the weight of all labelled ones. A rate of one "
    "scenario counts all its criteria, so it has no interval; in square brackets: "
    "what it could be if the missing labels were known. Mean: each scenario counts the "
    "same; t interval over scenarios, from five on."
)
STRATUM_NOTE = (
    "Each criterion counts once, a criterion of several categories in each of them. In "
    "brackets: 95 % intervals, Wilson at the effective number, clustered by scenario."
)
MISS_NOTE = (
    "Criteria of weight 5 that no model meets. Open: no model is known to meet it, and "
    "a label is missing."
)
INCLUSION_NOTE = (
    "Included: at least two models below 0.60, from unrounded rates. Where two "
    "decimals would decide otherwise the row says so: printed rates cannot check it."
)
TREND_NOTE = (
    "Slope: points of the share met per unit of weight, least squares within each "
    "scenario, then the mean; negative is an inversion of priority. Interval: t over "
    "scenarios, from five on. p: weights permuted within scenarios, about these "
    "scenarios only."
)


def rate_table(rows: Sequence[Row], rater: str) -> Table:
    """Scenarios down, models across; the mean last."""
    models = list(dict.fromkeys(row["model"] for row in rows))
    cells = {(row["scenario"], row["model"]): row for row in rows}
    named = list(dict.fromkeys(row["scenario"] for row in rows))
    criteria = {row["scenario"]: row["n"] for row in rows}
    return Table(
        title=f"{START}: weighted pass rate ({labelled_by(rater)})",
        columns=("Scenario", "Criteria", *models),
        rows=tuple(
            (
                name or "Mean",
                str(criteria[name]),
                *(_rate(cells[name, model]) for model in models),
            )
            for name in named
        ),
        notes=(RATE_NOTE,),
    )


def _rate(row: Row) -> str:
    if row["rate"] is None:
        return ABSENT
    said = decimal(row, "rate") if row["scenario"] is None else f"{row['rate']:.3f}"
    low, high = row["reach"]
    return f"{said} [{low:.2f}–{high:.2f}]" if row["n_unlabelled"] else said


def stratum_table(rows: Sequence[Row], rater: str) -> Table:
    """By weight, then by category; models across."""
    models = list(dict.fromkeys(row["model"] for row in rows))
    cells = {(row["stratum"], row["value"], row["model"]): row for row in rows}
    strata = list(dict.fromkeys((row["stratum"], row["value"]) for row in rows))
    return Table(
        title=f"{START}: criteria met by weight and category ({labelled_by(rater)})",
        columns=("Criteria", "N", *models),
        rows=tuple(
            (
                f"{kind} {value}",
                str(cells[kind, value, models[0]]["n"]),
                *(_count(cells[kind, value, model]) for model in models),
            )
            for kind, value in strata
        ),
        notes=(STRATUM_NOTE,),
    )


def _count(row: Row) -> str:
    labelled = row["n"] - row["n_unlabelled"]
    if not labelled:
        return ABSENT
    return f"{row['n_met']} of {labelled}: {percent(row, 'share')}"


def miss_table(rows: Sequence[Row], rater: str) -> Table:
    """Critical criteria that every model misses."""
    return Table(
        title=f"{START}: critical criteria missed by all models ({labelled_by(rater)})",
        columns=("Scenario", "Missed", "Open", "Critical criteria", "Share"),
        rows=tuple(
            (
                row["scenario"] or "All",
                str(row["n_missed"]),
                str(row["n_open"]),
                str(row["n"]),
                percent(row, "share"),
            )
            for row in rows
        ),
        notes=(f"{MISS_NOTE} Models: {rows[0]['n_models']}.",),
    )


def inclusion_table(rows: Sequence[Row], rater: str) -> Table:
    """Which scenarios pass S3's threshold."""
    words = {True: "yes", False: "no", None: "not decided: too few rates"}
    return Table(
        title=f"{START}: inclusion threshold ({labelled_by(rater)})",
        columns=("Scenario", "Included", "Hangs on rounding"),
        rows=tuple(
            (
                row["scenario"],
                words[row["included"]],
                "yes" if row["hangs_on_rounding"] else "no",
            )
            for row in rows
        ),
        notes=(INCLUSION_NOTE,),
    )


def trend_table(rows: Sequence[Row], rater: str) -> Table:
    """The slope of being met on weight."""
    return Table(
        title=f"{START}: priority trend ({labelled_by(rater)})",
        columns=("Model", "Slope", "Scenarios", "p"),
        rows=tuple(
            (
                row["model"] or "Share of all models",
                decimal(row, "slope"),
                str(len(row["slopes"])),
                p_value(row["permutation_p"]),
            )
            for row in rows
        ),
        notes=(TREND_NOTE,),
    )


def labelled_by(rater: str) -> str:
    """Whose labels these are."""
    return "expert" if rater == EXPERT else f"autorater {rater}, no expert"
