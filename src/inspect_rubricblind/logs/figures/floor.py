"""Moves of the score both ways: errors beside repeats and controls."""

from collections.abc import Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes

from inspect_rubricblind.logs.figures.canvas import (
    INK,
    LOSS,
    WIN,
    About,
    Drawing,
    draw,
    name_rows,
    put_legend,
    write_values,
)


@dataclass(frozen=True)
class Moves:
    """Shares of pairs whose score fell and rose; `text` is written beside them."""

    label: str
    fell: float
    rose: float
    text: str


def moves_chart(about: About, rows: Sequence[Moves]) -> Drawing:
    """Bars to the right where the score fell, to the left where it rose."""

    def paint(axes: Axes) -> None:
        at = range(len(rows))
        axes.barh(
            at, [-row.rose for row in rows], height=0.62, color=LOSS, label="score rose"
        )
        axes.barh(
            at, [row.fell for row in rows], height=0.62, color=WIN, label="score fell"
        )
        axes.axvline(0, color=INK, linewidth=1)
        name_rows(axes, [row.label for row in rows])
        write_values(axes, [row.text for row in rows])
        end = max([0.1, *(max(row.fell, row.rose) for row in rows)]) * 1.05
        axes.set_xlim(-end, end)
        axes.xaxis.set_major_formatter(lambda x, _: f"{abs(100 * x):.0f} %")
        axes.grid(axis="x")
        axes.set_xlabel("Share of pairs")
        put_legend(axes, 2)

    return draw(about, len(rows), paint)
