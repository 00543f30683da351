"""Tables of traps: planting, rates by model and kind, models, published rates."""

from collections.abc import Iterator, Mapping, Sequence

from inspect_rubricblind.logs.outcomes.figures import Row
from inspect_rubricblind.logs.outcomes.wording import (
    ABSENT,
    LABELS,
    p_value,
    percent,
    points,
)
from inspect_rubricblind.logs.tables import Table
from inspect_rubricblind.logs.traps.section import TrapSection
from inspect_rubricblind.logs.traps.wording import (
    OWN_NOTE,
    RATE_NOTE,
    STAR_NOTE,
    TASK_NAMES,
    checked,
    counts,
    trap_name,
    who,
)

TITLE = "Traps"


def trap_tables(section: TrapSection | None) -> Iterator[Table]:
    """Planting, rates by model and kind of trap, comparisons, published rates."""
    if section is None:
        return
    yield planting_table(section["planting"])
    if not section["rates"]:
        return
    yield models_table(section)
    yield from subtype_tables(section["rates"])
    if section["comparisons"]:
        yield comparison_table(section["comparisons"])
    yield published_table(section)


def planting_table(rows: Sequence[Row]) -> Table:
    """Tried, kept, dropped and why."""
    return Table(
        title=f"{TITLE}: planted and kept",
        columns=(
            "Task",
            "Planted by",
            "Checked by",
            "Tried",
            "Kept",
            "Dropped",
            "Rounds",
        ),
        rows=tuple(
            (
                f"{TASK_NAMES[row['task']]} ({LABELS[row['dataset_kind']]})",
                row["planter"],
                checked(row),
                str(row["n_tried"]),
                str(row["n_kept"]),
                counts(row["dropped"]),
                str(row["rounds"]),
            )
            for row in rows
        ),
        notes=(
            "Dropped: language (rules read English), no_subtype_fits, checks, rubric "
            "(not mended within the allowed rounds), writer (its reply could not be "
            "read), validation (what validators turned down). Rounds: versions made.",
        ),
    )


def models_table(section: TrapSection) -> Table:
    """One row per model and task, ranks beside the rates."""
    ranks = {_rank_key(row): row for row in section["ranks"]}
    rows = [row for row in section["rates"] if row["cluster"] is None]
    return Table(
        title=f"{TITLE}: hallucination rates",
        columns=(
            "Model",
            "Task",
            "Samples",
            "Lines",
            "Ungraded",
            "Rate",
            "Any",
            "Rank",
        ),
        rows=tuple(
            (
                who(row),
                TASK_NAMES[row["task"]],
                str(row["n_samples"]) + ("*" if row["flags"] else ""),
                str(row["n_lines"]),
                str(row["n_ungraded"]),
                percent(row, "rate"),
                percent(row, "any_failed"),
                _rank(row, ranks, section),
            )
            for row in rows
        ),
        notes=(
            RATE_NOTE,
            "Any: samples with any line not passed. Rank: 1 is the lowest rate, on the "
            "traps that all models answered, over both tasks, with its range over "
            "resamples.",
            STAR_NOTE,
        ),
    )


def subtype_tables(rates: Sequence[Row]) -> Iterator[Table]:
    """One table per model: clusters and subtypes."""
    for whole in (row for row in rates if row["cluster"] is None):
        rows = [r for r in rates if r["cluster"] and _same(r, whole)]
        yield Table(
            title=f"{TITLE}: {who(whole)}, {TASK_NAMES[whole['task']].lower()}",
            columns=("Trap", "Samples", "Lines", "Ungraded", "Rate", "Any"),
            rows=tuple(
                (
                    trap_name(row["subtype"] or row["cluster"])
                    + ("*" if row["flags"] else ""),
                    str(row["n_samples"]),
                    str(row["n_lines"]),
                    str(row["n_ungraded"]),
                    percent(row, "rate"),
                    percent(row, "any_failed"),
                )
                for row in rows
            ),
            notes=(RATE_NOTE, STAR_NOTE),
        )


def comparison_table(rows: Sequence[Row]) -> Table:
    """Paired differences of models on the same traps."""
    return Table(
        title=f"{TITLE}: models against each other",
        columns=("First", "Second", "Sources", "Difference (points)", "p", "p (Holm)"),
        rows=tuple(
            (
                row["first"],
                row["second"],
                str(row["n_sources"]),
                points(_hundredfold(row), "difference"),
                p_value(row["p"]),
                p_value(row["p_holm"]),
            )
            for row in rows
        ),
        notes=("First less second, on the traps that all models answered.",),
    )


def published_table(section: TrapSection) -> Table:
    """S2's rates beside own ones, by task."""
    own = [row for row in section["rates"] if row["cluster"] is None]
    lines: list[tuple[str, ...]] = []
    for task, name in TASK_NAMES.items():
        lines += [
            (name, who(row), percent(row, "rate"), "own")
            for row in own
            if row["task"] == task
        ]
        lines += [
            (
                name,
                row["model"],
                f"{100 * row['rate']:.1f} %",
                f"published ({row['from']})",
            )
            for row in section["published"]
            if row["task"] == task
        ]
    return Table(
        title=f"{TITLE}: published rates of the study S2 (MHB) beside own ones",
        columns=("Task", "Model", "Rate", "Source"),
        rows=tuple(lines),
        notes=(
            OWN_NOTE,
            "Published: from the paper's abstract, its text, or only a summary of it, "
            "without intervals; judge DeepSeek-R1-0528 at temperature 0.5.",
        ),
    )


def _same(row: Row, whole: Row) -> bool:
    names = ("dataset_kind", "judge", "draw", "setup", "answer_model", "task")
    return all(row[name] == whole[name] for name in names)


def _rank_key(row: Row) -> tuple[object, ...]:
    names = ("dataset_kind", "judge", "draw", "answer_model")
    return tuple(row[name] for name in names)


def _rank(
    row: Row, ranks: Mapping[tuple[object, ...], Row], section: TrapSection
) -> str:
    """The rank, on the row that stands for everything a model answered."""
    found = ranks.get(_rank_key(row))
    first = next(r for r in section["rates"] if _rank_key(r) == _rank_key(row))
    if found is None or first["task"] != row["task"]:
        return ABSENT
    return f"{found['rank']:g} ({found['rank_low']:g}–{found['rank_high']:g})"


def _hundredfold(row: Row) -> Row:
    names = ("difference", "difference_low", "difference_high")
    return {n: None if row[n] is None else 100 * row[n] for n in names}
