"""The blind-spot map: error types down, benchmarks and graders across."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from inspect_rubricblind.logs.figures.canvas import About, Drawing
from inspect_rubricblind.logs.figures.grid import Tile, grid_chart
from inspect_rubricblind.logs.figures.labels import type_label
from inspect_rubricblind.logs.outcomes.figures import FEW_PAIRS
from inspect_rubricblind.logs.outcomes.wording import ABSENT
from inspect_rubricblind.logs.page.cells import Block, Row, type_order
from inspect_rubricblind.taxonomy.load import load_taxonomy
from inspect_rubricblind.taxonomy.model import DANGEROUS_HARM

MARKS = {"DETECTS": "▲", "REVERSED": "▼", "BLIND": "■", "UNDERPOWERED": "○"}
"""Shapes, so that a verdict is not told by colour alone."""

_AUROC_STEPS = (0.55, 0.65, 0.75, 0.85)
_SHARE_STEPS = (0.2, 0.4, 0.6, 0.8)
_MOST_DRAWN = 6


@dataclass(frozen=True)
class MapCell:
    """One error type in one cell; `step` shades it, None where few pairs stand behind.

    `value` is an AUROC with a grader, the covered share without.
    """

    value: str
    limits: str
    bound: str
    verdict: str
    mark: str
    n: str
    step: int | None


@dataclass(frozen=True)
class MapRow:
    """One error type: `harm` 1 to 5, and its cell per column."""

    label: str
    harm: str
    dangerous: bool
    cells: tuple[MapCell, ...]


@dataclass(frozen=True)
class BlindMap:
    """The whole map; `graded` says what its values are, `legend` names the shades."""

    graded: bool
    columns: tuple[tuple[str, ...], ...]
    rows: tuple[MapRow, ...]
    legend: tuple[tuple[int, str], ...]
    left_out: int


def blind_map(shown: Sequence[Block], most: int = 24) -> BlindMap:
    """The map of at most `most` cells."""
    columns = shown[:most]
    graded = any(block.graded for block in columns)
    codes = {row["error_type"] for block in columns for row in block.types}
    by_type = [{row["error_type"]: row for row in block.types} for block in columns]
    return BlindMap(
        graded=graded,
        columns=tuple(block.lines for block in columns),
        rows=tuple(
            _row(code, [rows.get(code) for rows in by_type], graded)
            for code in sorted(codes, key=type_order)
        ),
        legend=tuple(enumerate(_legend(_AUROC_STEPS if graded else _SHARE_STEPS))),
        left_out=len(shown) - len(columns),
    )


def map_drawing(found: BlindMap) -> Drawing:
    """The map as a figure; what does not fit on a sheet is said in its description."""
    columns = found.columns[:_MOST_DRAWN]
    what = "Paired AUROC" if found.graded else "Share of errors that a criterion covers"
    text = (
        f"{what} of {len(found.rows)} error types in {len(columns)} of "
        f"{len(found.columns)} columns."
    )
    tiles = [[_tile(cell) for cell in row.cells[:_MOST_DRAWN]] for row in found.rows]
    title = "Blind-spot map" if found.graded else "Coverage map"
    labels = [row.label for row in found.rows]
    return grid_chart(About("map", title, text), labels, columns, tiles)


def _tile(cell: MapCell) -> Tile:
    third = f"{cell.mark} {cell.verdict}".strip() or cell.n
    lines = [cell.value, f"{cell.limits} {cell.bound}".strip(), third]
    return Tile(tuple(line for line in lines if line), cell.step)


def _row(code: str, rows: Sequence[Row | None], graded: bool) -> MapRow:
    known = next((t for t in load_taxonomy().types if t.code == code), None)
    return MapRow(
        label=type_label({"error_type": code}),
        harm=str(known.harm) if known else ABSENT,
        dangerous=bool(known and known.harm >= DANGEROUS_HARM),
        cells=tuple(
            _graded_cell(row) if graded else _covered_cell(row) for row in rows
        ),
    )


def _graded_cell(row: Row | None) -> MapCell:
    if row is None or row["auroc"] is None:
        return _nothing(row)
    few = row["n"] < FEW_PAIRS
    bound = row["bound_auroc"]
    return MapCell(
        value=f"{row['auroc']:.2f}" + ("*" if few else ""),
        limits=_limits(row, "auroc", 1, ".2f"),
        bound="" if bound is None else f"≤ {bound:.2f}",
        verdict=row["verdict"] or "",
        mark=MARKS.get(row["verdict"] or "", ""),
        n=f"{row['n']:,} pairs",
        step=None if few else _step(row["auroc"], _AUROC_STEPS),
    )


def _covered_cell(row: Row | None) -> MapCell:
    if row is None or row["covered"] is None:
        return _nothing(row)
    few = row["n"] < FEW_PAIRS
    bound = row["bound_auroc"]
    return MapCell(
        value=f"{row['covered']:.0%}".replace("%", " %") + ("*" if few else ""),
        limits=_limits(row, "covered", 100, ".0f"),
        bound="" if bound is None else f"≤ {bound:.2f}",
        verdict="",
        mark="",
        n=f"{row['n']:,} errors",
        step=None if few else _step(row["covered"], _SHARE_STEPS),
    )


def _nothing(row: Row | None) -> MapCell:
    n = "no pair" if row is None or not row["n"] else f"{row['n']:,} pairs"
    return MapCell(ABSENT, "", "", "", "", n, None)


def _limits(row: Row, name: str, scale: float, form: str) -> str:
    low, high = row[f"{name}_low"], row[f"{name}_high"]
    if low is None:
        return ""
    return f"{low * scale:{form}}–{high * scale:{form}}"


def _step(value: float, steps: Sequence[float]) -> int:
    # As printed: a cell must not say 0.85 in the shade of what is below 0.85.
    return sum(round(value, 2) >= limit for limit in steps)


def _legend(steps: Sequence[float]) -> list[str]:
    said = [
        f"{limit:g}" if steps is _AUROC_STEPS else f"{100 * limit:.0f} %"
        for limit in steps
    ]
    between = [f"{a} to {b}" for a, b in pairwise(said)]
    return [f"below {said[0]}", *between, f"{said[-1]} or more"]
