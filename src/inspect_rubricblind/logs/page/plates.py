"""The figures of a report: which ones, of what, with their captions."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from inspect_rubricblind.logs.figures.bars import outcome_bars
from inspect_rubricblind.logs.figures.canvas import About, Drawing
from inspect_rubricblind.logs.figures.forest import Mark, Scale, forest
from inspect_rubricblind.logs.figures.funnel import type_funnel
from inspect_rubricblind.logs.figures.labels import slug, type_label
from inspect_rubricblind.logs.outcomes.figures import FEW_PAIRS
from inspect_rubricblind.logs.outcomes.wording import decimal, percent
from inspect_rubricblind.logs.page.cells import MOST_CELLS, Block, Row

HOW_AUROC = (
    "Point and thick line: paired AUROC with its 95 % interval. Hollow: fewer than "
    f"{FEW_PAIRS} pairs, a count and not a finding. Vertical tick: coverage bound, "
    "what the rubric could show at most; no forecast. Grey band: within it a "
    "difference counts as none."
)
HOW_S1 = " Thin line: percentile interval of the study “When Rubrics Fail” (S1)."
HOW_OUTCOMES = (
    "Share of pairs in which the original scored higher, both scored the same, or the "
    "copy with the error scored higher, in percent."
)
HOW_FUNNEL = (
    "Behind: all answers, then those to which the error type applies. In front: "
    "accepted injected errors, one per answer and type. The numbers are how often an "
    "error could be made, not how often models make it."
)
HOW_COVERAGE = (
    "Share of injected errors about which some criterion asks, with its 95 % interval. "
    f"Hollow: fewer than {FEW_PAIRS} pairs."
)


@dataclass(frozen=True)
class Plate:
    """A figure in its section, with the sentence that says how to read it."""

    section: str
    drawing: Drawing
    caption: str


def outcome_plates(shown: Sequence[Block]) -> Iterator[Plate]:
    """Outcomes of all cells, and of the error types of each."""
    graded = [block for block in shown if block.graded]
    if not graded:
        return
    rows = [block.row for block in graded]
    labels = [block.label for block in graded]
    about = About("outcomes", "Outcomes per data set", _outcomes_in_words(labels, rows))
    yield Plate("outcomes", outcome_bars(about, labels, rows), HOW_OUTCOMES)
    for block in graded[:MOST_CELLS]:
        labels, rows = _types(block)
        about = About(
            plate_name("outcomes", block),
            f"Outcomes per error type: {block.label}",
            _outcomes_in_words(labels, rows),
        )
        yield Plate("outcomes", outcome_bars(about, labels, rows), HOW_OUTCOMES)


def auroc_plates(shown: Sequence[Block], margin: float) -> Iterator[Plate]:
    """AUROC of all cells, and of the error types of each."""
    graded = [block for block in shown if block.graded]
    if not graded:
        return
    marks = [
        auroc_mark(block.label, block.row, "bound_auroc_equal_weight", s1=True)
        for block in graded
    ]
    about = About("auroc", "Paired AUROC per data set", in_words(marks))
    scale = auroc_scale(margin)
    yield Plate("auroc", forest(about, marks, scale), HOW_AUROC + HOW_S1)
    for block in graded[:MOST_CELLS]:
        marks = [_type_mark(row) for row in block.types if row["auroc"] is not None]
        title = f"Paired AUROC per error type: {block.label}"
        about = About(plate_name("auroc", block), title, in_words(marks))
        yield Plate("auroc", forest(about, marks, scale), HOW_AUROC)


def coverage_plates(shown: Sequence[Block]) -> Iterator[Plate]:
    """What rubrics ask about, where no grader says more."""
    for block in [block for block in shown if not block.graded][:MOST_CELLS]:
        word = _coverage_word(block.row)
        marks = [
            Mark(
                label=type_label(row, row["n"] < FEW_PAIRS),
                value=row["covered"],
                limits=limits_of(row, "covered"),
                text=f"{percent(row, 'covered')} of {row['n']}",
                faint=row["n"] < FEW_PAIRS,
            )
            for row in block.types
            if row["covered"] is not None
        ]
        if marks:
            title = f"{word} per error type: {block.label}"
            about = About(plate_name("coverage", block), title, in_words(marks))
            scale = Scale(f"{word}: share of errors", None, span=(-0.02, 1.02))
            yield Plate("map", forest(about, marks, scale), HOW_COVERAGE)


def type_plates(shown: Sequence[Block]) -> Iterator[Plate]:
    """Types and their funnel, once for all gradings of the same errors."""
    seen: set[tuple[object, ...]] = set()
    for block in shown:
        key = tuple(
            block.row[name]
            for name in ("benchmark", "dataset_kind", "answer_model", "injector")
        )
        if key in seen or len(seen) >= MOST_CELLS or not block.types:
            continue
        seen.add(key)
        labels = [type_label(row) for row in block.types]
        told = [
            f"{label} {row['n'] if row['accepted'] is None else row['accepted']}"
            for label, row in zip(labels, block.types, strict=True)
        ]
        title = f"Injected errors per type: {block.lines[0]}"
        about = About(plate_name("types", block), title, f"{'; '.join(told)}.")
        yield Plate("types", type_funnel(about, labels, block.types), HOW_FUNNEL)


def auroc_mark(label: str, row: Row, bound: str | None, *, s1: bool = False) -> Mark:
    """A row's AUROC as a mark; `bound` is the name of its bound."""
    other = None
    if s1 and row["auroc_s1_low"] is not None:
        other = (row["auroc_s1_low"], row["auroc_s1_high"])
    return Mark(
        label=label,
        value=row["auroc"],
        limits=limits_of(row, "auroc"),
        text=decimal(row, "auroc"),
        other=other,
        bound=row[bound] if bound else None,
    )


def auroc_scale(margin: float) -> Scale:
    """The axis of every AUROC: chance in the middle, the margin around it."""
    return Scale(
        label="Paired AUROC",
        reference=0.5,
        band=(0.5 - margin, 0.5 + margin),
        band_label=f"margin ±{margin:g}",
        other_label="S1's interval",
        bound_label="coverage bound",
    )


def _type_mark(row: Row) -> Mark:
    few = row["n"] < FEW_PAIRS
    mark = auroc_mark(type_label(row, few), row, "bound_auroc")
    verdict = f" {row['verdict']}" if row["verdict"] and not few else ""
    return Mark(
        mark.label, mark.value, mark.limits, mark.text + verdict, None, mark.bound, few
    )


def _types(block: Block) -> tuple[list[str], list[Row]]:
    rows = [row for row in block.types if row["win"] is not None]
    return [type_label(row, row["n"] < FEW_PAIRS) for row in rows], rows


def plate_name(kind: str, block: Block) -> str:
    """The stem of a figure's file: readable, and unique by the cell's number."""
    return f"{kind}-{block.number}-{slug(block.label)}"


def _coverage_word(row: Row) -> str:
    return "Estimated coverage" if "rules" in row["coverage_kind"] else "Coverage"


def limits_of(row: Row, name: str) -> tuple[float, float] | None:
    """The limits of a figure, None where it has none."""
    low, high = row[f"{name}_low"], row[f"{name}_high"]
    return None if low is None else (low, high)


def in_words(marks: Sequence[Mark]) -> str:
    """What a figure of marks shows, for those who do not see it."""
    return f"{'; '.join(f'{mark.label}: {mark.text}' for mark in marks)}."


def _outcomes_in_words(labels: Sequence[str], rows: Sequence[Row]) -> str:
    said = [
        f"{label}: win {100 * row['win']:.0f} %, tie {100 * row['tie']:.0f} %, "
        f"loss {100 * row['loss']:.0f} % of {row['n']} pairs"
        for label, row in zip(labels, rows, strict=True)
    ]
    return f"{'; '.join(said)}."
