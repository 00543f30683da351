"""What all figures share: size, type, colours, and SVG that is the same every time.

Text stays text in the SVG, so it can be read, searched and tested. Colours keep their
meaning for the colour-blind and in grey: dark blue, light grey, mid orange.
"""

import io
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from inspect_rubricblind.logs.escape import cut, visible

INK = "#1f2933"
MUTED = "#5b6875"
RULE = "#c8d0d8"
PAPER = "#fefefe"
WIN = "#1d5f9e"
TIE = "#d9dfe5"
LOSS = "#d98324"
ON_WIN = "#ffffff"
ON_TIE = "#2a3541"
ON_LOSS = "#201000"
BAND = "#eef1f4"
MID = "#a9b5c1"

PAINTS = {
    "ink": INK,
    "muted": MUTED,
    "rule": RULE,
    "paper": PAPER,
    "win": WIN,
    "tie": TIE,
    "loss": LOSS,
    "on-win": ON_WIN,
    "on-tie": ON_TIE,
    "on-loss": ON_LOSS,
    "band": BAND,
    "mid": MID,
}
"""Colours by role; each is one value only, so that a page can exchange them."""

WIDTH = 10.0
ROW = 0.29
LABEL_SPACE = 2.55
VALUE_SPACE = 2.9
LABEL_LENGTH = 38
_ABOVE = 0.12
_LEGEND = 0.3
_BELOW = 0.52
_SIZE = 10

_STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",
    "text.parse_math": False,
    "font.family": ["DejaVu Sans"],
    "font.size": _SIZE,
    "text.color": INK,
    "axes.labelcolor": MUTED,
    "axes.labelsize": _SIZE,
    "axes.edgecolor": RULE,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.axisbelow": True,
    "axes.facecolor": "none",
    "figure.facecolor": PAPER,
    "savefig.facecolor": PAPER,
    "xtick.color": MUTED,
    "ytick.color": INK,
    "ytick.left": False,
    "ytick.major.pad": 8,
    "grid.color": RULE,
    "grid.linewidth": 0.6,
    "legend.frameon": False,
    "legend.fontsize": _SIZE,
}


@dataclass(frozen=True)
class About:
    """What a figure is: the stem of its file, a title, and what it shows in words."""

    name: str
    title: str
    text: str


@dataclass(frozen=True)
class Drawing:
    """A figure as an SVG document of its own."""

    about: About
    svg: str


def draw(
    about: About,
    rows: float,
    paint: Callable[[Axes], None],
    *,
    value_space: float = VALUE_SPACE,
    legend: bool = True,
) -> Drawing:
    """Paint one chart and save it; the same input gives the same bytes.

    Args:
        about: Name, title and description.
        rows: Height of the plot in rows of a row chart.
        paint: Paints on the axes.
        value_space: Inches to the right of the plot.
        legend: Whether it needs room for a legend above.
    """
    above = _ABOVE + _LEGEND * legend
    height = rows * ROW + above + _BELOW
    style = {**_STYLE, "svg.hashsalt": about.name}
    with rc_context(style), warnings.catch_warnings():
        # Names may use scripts that the measuring font lacks; viewers have others.
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        figure = Figure(figsize=(WIDTH, height))
        axes = figure.subplots()
        figure.subplots_adjust(
            left=LABEL_SPACE / WIDTH,
            right=1 - value_space / WIDTH,
            top=1 - above / height,
            bottom=_BELOW / height,
        )
        paint(axes)
        stream = io.StringIO()
        # Without date and version of the program nothing but the figure is in it.
        plain = {"Date": None, "Creator": None, "Title": visible(about.title)}
        figure.savefig(stream, format="svg", metadata=plain)
    lines = stream.getvalue().splitlines()
    return Drawing(about, "\n".join(line.rstrip() for line in lines) + "\n")


def name_rows(axes: Axes, labels: list[str]) -> None:
    """Write the labels of a row chart, the first row at the top."""
    shown = [cut(visible(label), LABEL_LENGTH) for label in labels]
    axes.set_yticks(range(len(labels)), shown)
    axes.set_ylim(len(labels) - 0.4, -0.6)


def write_values(axes: Axes, values: list[str]) -> None:
    """Write a text to the right of each row."""
    for row, text in enumerate(values):
        axes.text(
            1.03,
            row,
            visible(text),
            transform=axes.get_yaxis_transform(),
            va="center_baseline",
        )


def put_legend(axes: Axes, columns: int) -> None:
    """Put the legend above the plot, at its left."""
    axes.legend(
        loc="lower left",
        bbox_to_anchor=(0, 1),
        ncols=columns,
        borderaxespad=0.2,
        handlelength=1.1,
        handletextpad=0.5,
        columnspacing=1.4,
    )
