"""Stacked bars: how often the original scored higher, the same, or lower."""

from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes

from inspect_rubricblind.logs.figures.canvas import (
    LOSS,
    ON_LOSS,
    ON_TIE,
    ON_WIN,
    TIE,
    WIN,
    About,
    Drawing,
    draw,
    name_rows,
    put_legend,
    write_values,
)

Row = dict[str, Any]

PARTS = (
    ("win", "original higher", WIN, ON_WIN),
    ("tie", "tie", TIE, ON_TIE),
    ("loss", "copy with the error higher", LOSS, ON_LOSS),
)
_NARROW = 0.065
"""Shares below this have no room for their number; the table holds it."""


def outcome_bars(about: About, labels: Sequence[str], rows: Sequence[Row]) -> Drawing:
    """One bar per row of outcome shares.

    Args:
        about: Name, title and description.
        labels: What each bar is.
        rows: `win`, `tie`, `loss` (shares) and `n`; rows without outcomes stay empty.
    """

    def paint(axes: Axes) -> None:
        for name, label, colour, on in PARTS:
            _part(axes, rows, name, label, colour, on)
        name_rows(axes, list(labels))
        write_values(axes, [_counts(row) for row in rows])
        axes.set_xlim(0, 1)
        ticks = [0, 0.25, 0.5, 0.75, 1]
        axes.set_xticks(ticks, [f"{100 * tick:.0f} %" for tick in ticks])
        axes.set_xlabel("Share of pairs")
        put_legend(axes, 3)

    return draw(about, len(rows), paint)


def _part(
    axes: Axes, rows: Sequence[Row], name: str, label: str, colour: str, on: str
) -> None:
    before = [part for part, *_ in PARTS[: [p[0] for p in PARTS].index(name)]]
    shares = [row[name] or 0.0 for row in rows]
    starts = [sum(row[part] or 0.0 for part in before) for row in rows]
    axes.barh(
        range(len(rows)), shares, left=starts, height=0.66, color=colour, label=label
    )
    for at, (share, start) in enumerate(zip(shares, starts, strict=True)):
        if share >= _NARROW:
            middle = start + share / 2
            axes.text(
                middle,
                at,
                f"{100 * share:.0f}",
                color=on,
                ha="center",
                va="center_baseline",
            )


def _counts(row: Row) -> str:
    said = f"{row['n']:,} pairs"
    return f"{said}, {row['n_ungraded']:,} ungraded" if row["n_ungraded"] else said
