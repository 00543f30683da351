"""What each stage of a run spent."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from inspect_rubricblind.logs.figures.canvas import (
    WIN,
    About,
    Drawing,
    draw,
    name_rows,
    write_values,
)


def spending_chart(
    about: About,
    labels: Sequence[str],
    values: Sequence[float],
    texts: Sequence[str],
    unit: str,
) -> Drawing:
    """One bar per stage.

    Args:
        about: Name, title and description.
        labels: The stages.
        values: What they spent.
        texts: The same in words.
        unit: Name of the axis.
    """

    def paint(axes: Axes) -> None:
        axes.barh(range(len(values)), list(values), height=0.6, color=WIN)
        name_rows(axes, list(labels))
        write_values(axes, list(texts))
        axes.set_xlim(left=0)
        axes.xaxis.set_major_formatter(lambda x, _: f"{x:,.10g}")
        axes.locator_params(axis="x", nbins=5)
        axes.grid(axis="x")
        axes.set_xlabel(unit)

    return draw(about, len(values), paint, legend=False)
