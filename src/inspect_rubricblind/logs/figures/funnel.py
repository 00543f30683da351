"""How many errors of each type there are, and how they came about."""

from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from inspect_rubricblind.logs.figures.canvas import (
    BAND,
    MID,
    WIN,
    About,
    Drawing,
    draw,
    name_rows,
    put_legend,
    write_values,
)

Row = dict[str, Any]

STEPS = (
    ("considered", "answers", BAND, 0.74),
    ("applicable", "applicable", MID, 0.74),
    ("accepted", "accepted", WIN, 0.46),
)


def type_funnel(about: About, labels: Sequence[str], rows: Sequence[Row]) -> Drawing:
    """Bars within bars: answers, those where a type applies, accepted errors.

    Args:
        about: Name, title and description.
        labels: What each bar is.
        rows: `considered`, `applicable`, `accepted`; None where it is not known, then
            only `n` is drawn.
    """
    total = sum(_accepted(row) for row in rows)

    def paint(axes: Axes) -> None:
        for name, label, colour, height in STEPS:
            if name != "accepted" and all(row.get(name) is None for row in rows):
                continue
            values = [
                _accepted(row) if name == "accepted" else row.get(name) or 0
                for row in rows
            ]
            axes.barh(
                range(len(rows)), values, height=height, color=colour, label=label
            )
        name_rows(axes, list(labels))
        write_values(axes, [_share(_accepted(row), total) for row in rows])
        axes.set_xlim(left=0)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_xlabel("Answers")
        put_legend(axes, len(STEPS))

    return draw(about, len(rows), paint)


def _accepted(row: Row) -> int:
    accepted = row.get("accepted")
    return int(row["n"] if accepted is None else accepted)


def _share(count: int, total: int) -> str:
    return f"{count:,} ({100 * count / total:.0f} % of all)" if total else f"{count:,}"
