"""A grid of tiles with text: the blind-spot map for print and slides."""

from collections.abc import Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from inspect_rubricblind.logs.escape import cut, visible
from inspect_rubricblind.logs.figures.canvas import (
    INK,
    LABEL_SPACE,
    MUTED,
    PAPER,
    RULE,
    WIDTH,
    About,
    Drawing,
    draw,
    name_rows,
)

SHADES = ("#f4f7fa", "#cfe0f0", "#9cc2e3", "#2f74b3", "#174e84")
"""From nothing to all, light to dark, so that they also read in grey."""
_ON_DARK = ("#ffffff", 3)
_ROWS_PER_TILE = 1.75
_HEADER_LINES = 4


@dataclass(frozen=True)
class Tile:
    """One cell: its lines, the first one large, and a shade; None leaves it plain."""

    lines: tuple[str, ...]
    shade: int | None


def grid_chart(
    about: About,
    rows: Sequence[str],
    columns: Sequence[tuple[str, ...]],
    tiles: Sequence[Sequence[Tile]],
) -> Drawing:
    """Tiles by row and column, with their labels; names that are too long are cut."""
    header = min(max(map(len, columns), default=0), _HEADER_LINES)
    room = int((WIDTH - LABEL_SPACE) / max(len(columns), 1) * 11)

    def paint(axes: Axes) -> None:
        for at, row in enumerate(tiles):
            for across, tile in enumerate(row):
                _tile(axes, across, at, tile, room)
        for across, lines in enumerate(columns):
            said = "\n".join(cut(visible(x), room) for x in lines[:_HEADER_LINES])
            axes.text(
                across, -0.62, said, ha="center", va="bottom", color=MUTED, fontsize=9
            )
        name_rows(axes, list(rows))
        axes.set_ylim(len(rows) - 0.5, -0.5 - 0.4 * header)
        axes.set_xlim(-0.5, len(columns) - 0.5)
        axes.set_xticks([])
        axes.spines["bottom"].set_visible(False)

    height = len(rows) * _ROWS_PER_TILE + header * 0.8
    return draw(about, height, paint, value_space=0.1, legend=False)


def _tile(axes: Axes, across: int, at: int, tile: Tile, room: int) -> None:
    shade = PAPER if tile.shade is None else SHADES[tile.shade]
    dark = tile.shade is not None and tile.shade >= _ON_DARK[1]
    ink = _ON_DARK[0] if dark else INK
    box = Rectangle(
        (across - 0.47, at - 0.44),
        0.94,
        0.88,
        facecolor=shade,
        edgecolor=RULE,
        linewidth=0.8,
    )
    axes.add_patch(box)
    step = 0.27
    first = at - step * (len(tile.lines) - 1) / 2
    for number, line in enumerate(tile.lines):
        axes.text(
            across,
            first + step * number,
            cut(visible(line), room),
            color=ink,
            ha="center",
            va="center_baseline",
            fontsize=8 if number else 11,
        )
