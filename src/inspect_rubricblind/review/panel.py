"""Who rated: raters by profession, as a figure."""

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from inspect_rubricblind.logs.figures.canvas import (
    WIN,
    About,
    Drawing,
    draw,
    name_rows,
    write_values,
)
from inspect_rubricblind.logs.outcomes.figures import Row


def panel_drawing(panel: Sequence[Row]) -> Drawing:
    """One bar per profession.

    Args:
        panel: `role` and `raters` per row.
    """
    counts = [row["raters"] for row in panel]
    said = ", ".join(f"{row['raters']} {row['role']}" for row in panel)

    def paint(axes: Axes) -> None:
        axes.barh(range(len(counts)), counts, height=0.62, color=WIN)
        name_rows(axes, [row["role"] for row in panel])
        write_values(axes, [str(count) for count in counts])
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_xlim(0, max(counts))
        axes.set_xlabel("Raters")

    about = About("panel", "Composition of the review panel", f"Raters: {said}.")
    return draw(about, len(panel), paint, legend=False)
