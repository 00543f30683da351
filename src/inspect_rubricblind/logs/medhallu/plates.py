"""The section's figures: AUROC by difficulty, outcomes, gaps per dimension."""

from collections.abc import Iterator, Sequence

from inspect_rubricblind.logs.figures.bars import outcome_bars
from inspect_rubricblind.logs.figures.canvas import About
from inspect_rubricblind.logs.figures.forest import Mark, Scale, forest
from inspect_rubricblind.logs.figures.labels import slug
from inspect_rubricblind.logs.medhallu.pooling import DIFFICULTIES, OVERALL
from inspect_rubricblind.logs.medhallu.section import Section
from inspect_rubricblind.logs.medhallu.wording import (
    NAME,
    SCHEMES,
    main_answers,
    short_label,
    stratum,
)
from inspect_rubricblind.logs.outcomes.figures import FEW_PAIRS, Row
from inspect_rubricblind.logs.outcomes.wording import decimal
from inspect_rubricblind.logs.page.plates import Plate, in_words

SECTION = "medhallu"
MOST_MARKS = 40
HOW_AUROC = (
    "Paired AUROC with its 95 % interval; at 0.5 the correct answer scores higher as "
    "often as the hallucinated one. Rules without a rubric stand first: what a rubric "
    f"reaches has to be read beside them. Hollow: fewer than {FEW_PAIRS} pairs. In the "
    "study: figures 2 and 16."
)
HOW_OUTCOMES = (
    "Share of pairs in which the correct answer (original) scored higher, both scored "
    "the same, or the hallucinated answer (copy with the error) scored higher. In the "
    "study: figures 12 to 14."
)
HOW_GAP = (
    "Share of the dimension's criteria that the correct answer meets, less that of the "
    "hallucinated answer, with its 95 % interval. Left of 0 the hallucinated answer "
    "meets more. In the study: figure 15."
)


def medhallu_plates(section: Section | None) -> Iterator[Plate]:
    """All figures of the section."""
    if section is None:
        return
    for difficulty in (OVERALL, *DIFFICULTIES):
        yield from _auroc_plate(section, difficulty)
    for scheme in dict.fromkeys(row["scheme"] for row in section["schemes"]):
        yield _outcome_plate(
            scheme,
            [r for r in main_answers(section["schemes"]) if r["scheme"] == scheme],
        )
    yield from _gap_plates(main_answers(section["dimensions"]))


def _auroc_plate(section: Section, difficulty: str) -> Iterator[Plate]:
    """Figures 2 and 16: rules and schemes side by side."""
    rows = [
        (short_label(row), row)
        for row in main_answers(section["baselines"])
        if row["difficulty"] == difficulty
    ]
    rows += [
        (short_label(row), row)
        for row in main_answers(section["schemes"])
        if row["difficulty"] == difficulty and row["auroc"] is not None
    ]
    marks = [
        Mark(
            label=label,
            value=row["auroc"],
            limits=_limits(row, "auroc"),
            text=f"{decimal(row, 'auroc')}, n {row['n']}",
            faint=row["n"] < FEW_PAIRS,
        )
        for label, row in rows[:MOST_MARKS]
    ]
    if marks:
        about = About(
            f"medhallu-auroc-{difficulty}",
            f"{NAME}: correct against hallucinated answers, {stratum(rows[0][1])}",
            in_words(marks),
        )
        yield Plate(
            SECTION, forest(about, marks, Scale("Paired AUROC", 0.5)), HOW_AUROC
        )


def _outcome_plate(scheme: str, rows: Sequence[Row]) -> Plate:
    """Figures 12 to 14: one scheme, graders by difficulty."""
    shown = rows[:MOST_MARKS]
    labels = [f"{row['grader']}: {stratum(row)}" for row in shown]
    told = "; ".join(
        f"{label}: {decimal(row, 'win')} correct, {decimal(row, 'tie')} tie"
        for label, row in zip(labels, shown, strict=True)
    )
    about = About(
        f"medhallu-outcomes-{slug(scheme)}",
        f"{NAME}: outcomes, {SCHEMES.get(scheme, scheme)} rubrics",
        told,
    )
    return Plate(SECTION, outcome_bars(about, labels, shown), HOW_OUTCOMES)


def _gap_plates(rows: Sequence[Row]) -> Iterator[Plate]:
    """Figure 15: one figure per grader."""
    graders = dict.fromkeys((row["scheme"], row["grader"]) for row in rows)
    for place, (scheme, grader) in enumerate(graders):
        own = [
            row
            for row in rows
            if (row["scheme"], row["grader"]) == (scheme, grader)
            and row["gap"] is not None
            and row["difficulty"] != OVERALL
        ]
        marks = [
            Mark(
                label=f"{row['dimension']}: {row['difficulty']}",
                value=row["gap"],
                limits=_limits(row, "gap"),
                text=decimal(row, "gap"),
                faint=row["n"] < FEW_PAIRS,
            )
            for name in dict.fromkeys(row["dimension"] for row in own)
            for row in own
            if row["dimension"] == name
        ]
        if marks:
            about = About(
                f"medhallu-gap-{place}-{slug(grader)}",
                f"{NAME}: gap per dimension, graded by {grader}",
                in_words(marks),
            )
            scale = Scale("Share met by correct less by hallucinated answer", 0.0)
            yield Plate(SECTION, forest(about, marks, scale), HOW_GAP)


def _limits(row: Row, name: str) -> tuple[float, float] | None:
    low, high = row[f"{name}_low"], row[f"{name}_high"]
    return None if low is None or high is None else (low, high)
