"""Tables of graded pairs as plain cells; who renders them escapes them."""

from collections.abc import Iterator, Sequence

from inspect_rubricblind.logs.kinds import kind_of
from inspect_rubricblind.logs.outcomes.figures import FEW_PAIRS, Row
from inspect_rubricblind.logs.outcomes.study import Outcomes
from inspect_rubricblind.logs.outcomes.table import CELL_KEY
from inspect_rubricblind.logs.outcomes.wording import (
    ABSENT,
    MDE_NOTE,
    SHARE_NOTE,
    STAR_NOTE,
    VERDICT_NOTE,
    cell_title,
    decimal,
    p_value,
    percent,
    s1_limits,
    share,
)
from inspect_rubricblind.logs.tables import Table


def outcome_tables(outcomes: Outcomes) -> Iterator[Table]:
    """Every table of graded pairs, the most asked for first."""
    if not outcomes.by_benchmark:
        return
    yield dataset_table(outcomes.by_benchmark)
    for cell in outcomes.by_benchmark:
        own = [row for row in outcomes.by_error_type if same_cell(row, cell)]
        yield type_table(cell, own)
        yield test_table(cell, own)
        yield detail_table(cell, own)
        if any(row["tie_causes"] for row in own):
            yield cause_table(cell, own)
        yield floor_table(cell)


def same_cell(row: Row, cell: Row) -> bool:
    """Whether two rows are of the same cell."""
    return all(row[name] == cell[name] for name in CELL_KEY)


def dataset_table(rows: Sequence[Row]) -> Table:
    """Outcomes with equal weight per question, as in S1's Table 16."""
    return Table(
        title="Outcomes per data set (each question weighs the same)",
        columns=("Pairs", "Questions", "N", "Win %", "Tie %", "Loss %", "AUROC"),
        rows=tuple(
            (
                cell_title(row),
                str(row["n_questions"]),
                str(row["n"]),
                *(share(row, name) for name in ("win", "tie", "loss")),
                decimal(row, "auroc"),
            )
            for row in rows
        ),
        notes=(SHARE_NOTE, *_bounds_notes(rows)),
    )


def _bounds_notes(rows: Sequence[Row]) -> Iterator[str]:
    for row in rows:
        if row["bounds"] is not None:
            low, high = row["bounds"]["auroc"]
            yield (
                f"{cell_title(row)}: whatever the ungraded verdicts were, the AUROC "
                f"lies between {low:.3f} and {high:.3f}."
            )


def type_table(cell: Row, rows: Sequence[Row]) -> Table:
    """Outcomes per error type, as in S1's Table 17."""
    notes = [SHARE_NOTE]
    if any(row["n"] < FEW_PAIRS for row in rows):
        notes.append(STAR_NOTE)
    return Table(
        title=f"Outcomes per error type: {cell_title(cell)}",
        columns=("Error type", "N", "Win %", "Tie %", "Loss %", "AUROC"),
        rows=tuple(
            (
                type_name(row),
                str(row["n"]),
                *(share(row, name) for name in ("win", "tie", "loss")),
                decimal(row, "auroc"),
            )
            for row in rows
        ),
        notes=tuple(notes),
    )


def test_table(cell: Row, rows: Sequence[Row]) -> Table:
    """Verdicts with what they rest on, S1's beside them, as in its Table 19."""
    return Table(
        title=f"Verdicts: {cell_title(cell)}",
        columns=("Error type", "Verdict", "S1", "p", "p equal", "MDE", "Flags"),
        rows=tuple(
            (
                type_name(row),
                (row["verdict"] or ABSENT),
                row["s1_verdict"] or ABSENT,
                p_value(row["p_holm"]),
                p_value(row["equivalence_p_holm"]),
                "none" if row["mde"] is None else f"{row['mde']:.3f}",
                _flags(row),
            )
            for row in rows
        ),
        notes=(VERDICT_NOTE, MDE_NOTE, STAR_NOTE),
    )


def _flags(row: Row) -> str:
    kind = [row["blind_kind"]] if row["blind_kind"] else []
    return ", ".join([*kind, *row["flags"]]) or ABSENT


def detail_table(cell: Row, rows: Sequence[Row]) -> Table:
    """Net, S1's interval, coverage bound, drop and excess per error type."""
    return Table(
        title=f"Size and bound per error type: {cell_title(cell)}",
        columns=("Error type", "Net", "S1 AUROC", "Bound", "Drop", "Excess wins"),
        rows=tuple(
            (
                type_name(row),
                decimal(row, "net"),
                s1_limits(row, "auroc"),
                decimal(row, "bound_auroc"),
                decimal(row, "mean_drop"),
                decimal(row, "excess_win"),
            )
            for row in rows
        ),
        notes=(
            "S1 AUROC: S1's percentile interval. Bound: coverage bound of the AUROC, "
            "an upper bound and no forecast. Drop: mean drop as a share of the "
            "possible points. Excess wins: beyond what repeats of the same answers "
            "show.",
            STAR_NOTE,
        ),
    )


def cause_table(cell: Row, rows: Sequence[Row]) -> Table:
    """Why pairs tied, and what made others win."""
    shown = [row for row in rows if row["tie_causes"] and row["caught_by"]]
    return Table(
        title=f"Causes of ties, catchers of wins: {cell_title(cell)}",
        columns=(
            "Error type",
            "Uncovered",
            "No room",
            "Unchanged",
            "Offset",
            "?",
            "Covered",
            "Other",
            "? ",
        ),
        rows=tuple(
            (
                type_name(row),
                *map(str, row["tie_causes"].values()),
                *map(str, row["caught_by"].values()),
            )
            for row in shown
        ),
        notes=(
            "Ties: uncovered (no criterion asks), no room (nothing left to lose), "
            "unchanged (a criterion asks and was judged the same; being asked is "
            "necessary for a change, not sufficient), offset (flips both ways), not "
            "known. Wins: a criterion that asks fell, only others fell, not known.",
        ),
    )


def floor_table(row: Row) -> Table:
    """Noise floor, size of the drop and S1's interval of one cell."""
    source = f" (from {row['noise_share_source']})" if row["noise_share_source"] else ""
    quartiles = row["drop_quartiles_given_win"]
    lines = (
        ("AUROC, S1's interval", s1_limits(row, "auroc")),
        ("AUROC, each pair weighs the same", decimal(row, "auroc_pair_weight")),
        ("Coverage bound (AUROC at most)", decimal(row, "bound_auroc_equal_weight")),
        ("Repeats whose points differ", percent(row, "repeat_discordance")),
        ("Excess wins over repeats", percent(row, "excess_win")),
        ("Excess losses over repeats", percent(row, "excess_loss")),
        ("Noise share of wins", percent(row, "noise_share") + source),
        ("Mean drop, share of possible points", decimal(row, "mean_drop")),
        ("Mean drop of controls", decimal(row, "control_mean_drop")),
        ("Mean drop of repeats", decimal(row, "repeat_mean_drop")),
        (
            "Quartiles of the drop, given a win",
            ", ".join(f"{q:.3f}" for q in quartiles) if quartiles else ABSENT,
        ),
        ("Cases with an unpenalised error", percent(row, "unpenalised_cases")),
        (_caught_label(row), percent(row, "covered_change_rate")),
        ("The same for a reader", percent(row, "reference_change_rate")),
        ("Covered verdicts that fell, beyond repeats", percent(row, "catch_rate")),
    )
    return Table(
        title=f"Noise floor and size of the drop: {cell_title(row)}",
        columns=("Figure", "Value"),
        rows=lines,
        notes=(
            "Repeats of one run are a lower bound of the noise. Without repeats the "
            "noise share is losses / wins. The reader knows the edit.",
        ),
    )


def _caught_label(row: Row) -> str:
    said = row["change_rate_filter"]
    label = "Covered errors with headroom, caught"
    return f"{label} ({said})" if said else label


def type_name(row: Row) -> str:
    """Code and name, starred where N is small."""
    known = kind_of(str(row["error_type"]))
    name = f"{row['error_type']} {known.name}" if known else str(row["error_type"])
    return name + ("*" if row["n"] < FEW_PAIRS else "")
