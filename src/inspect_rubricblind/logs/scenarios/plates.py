"""The section's figure: how often criteria are met, by their weight."""

from collections.abc import Iterator, Sequence

from inspect_rubricblind.logs.figures.canvas import About
from inspect_rubricblind.logs.figures.forest import Mark, Scale, forest
from inspect_rubricblind.logs.outcomes.figures import Row
from inspect_rubricblind.logs.outcomes.wording import ABSENT, percent
from inspect_rubricblind.logs.page.plates import Plate
from inspect_rubricblind.logs.scenarios.label_tables import labelled_by
from inspect_rubricblind.logs.scenarios.section import Section
from inspect_rubricblind.logs.scenarios.tables import main_raters

SECTION = "scenarios"
MOST_MODELS, MOST_RATERS = 4, 3
HOW = (
    "Share of the criteria of each weight that answers meet, with its 95 % interval, "
    "clustered by scenario; 5 is critical. Whether weights show a trend stands "
    "in the table, not here."
)


def scenario_plates(section: Section | None) -> Iterator[Plate]:
    """One figure per labeller that counts; nothing without labels."""
    if section is None:
        return
    for number, rater in enumerate(main_raters(section)[:MOST_RATERS], start=1):
        rows = [
            row
            for row in section["strata"]
            if row["rater"] == rater and row["stratum"] == "weight"
        ]
        models = list(dict.fromkeys(row["model"] for row in rows))
        shown = [
            row
            for model in models[:MOST_MODELS]
            for row in rows
            if row["model"] == model
        ]
        if shown:
            yield _plate(shown, rater, number, len(models))


def _plate(rows: Sequence[Row], rater: str, number: int, models: int) -> Plate:
    said = "; ".join(
        f"{row['model']}, weight {row['value']}: {percent(row, 'share')}"
        for row in rows
        if row["share"] is not None
    )
    more = (
        f" The first {MOST_MODELS} of {models} models." if models > MOST_MODELS else ""
    )
    about = About(
        f"scenarios-weight-{number}",
        f"Criteria met by weight ({labelled_by(rater)})",
        f"Share of criteria met. {said}.{more}",
    )
    scale = Scale("Criteria met", None, span=(-0.02, 1.02))
    return Plate(
        SECTION, forest(about, [_mark(row) for row in rows], scale), HOW + more
    )


def _mark(row: Row) -> Mark:
    n = row["n"] - row["n_unlabelled"]
    limits = None
    if row["share_low"] is not None:
        limits = (row["share_low"], row["share_high"])
    model = str(row["model"]).rsplit("/", 1)[-1]
    return Mark(
        label=f"{model}, weight {row['value']}",
        value=row["share"],
        limits=limits,
        text=ABSENT if row["share"] is None else f"{row['n_met']} of {n}",
    )
