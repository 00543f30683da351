"""Estimates with their intervals, one per row."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes

from inspect_rubricblind.logs.figures.canvas import (
    BAND,
    INK,
    LOSS,
    MUTED,
    PAPER,
    WIN,
    About,
    Drawing,
    draw,
    name_rows,
    put_legend,
    write_values,
)

_SHIFT = 0.2


@dataclass(frozen=True)
class Mark:
    """One row: an estimate, its limits, and what stands beside it.

    `other` are limits of another method, `bound` is what could be reached at most,
    `faint` says that few pairs are behind it.
    """

    label: str
    value: float | None
    limits: tuple[float, float] | None
    text: str
    other: tuple[float, float] | None = None
    bound: float | None = None
    faint: bool = False


@dataclass(frozen=True)
class Scale:
    """The axis: its name, a line of reference, and a band around it.

    `span` are the ends if they are fixed; else they follow from the marks.
    """

    label: str
    reference: float | None
    reference_label: str = ""
    band: tuple[float, float] | None = None
    band_label: str = ""
    span: tuple[float, float] | None = None
    other_label: str = ""
    bound_label: str = ""


def forest(about: About, marks: Sequence[Mark], scale: Scale) -> Drawing:
    """Points with intervals, in the order given, values written at the right."""

    def paint(axes: Axes) -> None:
        if scale.band is not None:
            axes.axvspan(*scale.band, color=BAND, label=scale.band_label, zorder=0)
        if scale.reference is not None:
            axes.axvline(scale.reference, color=MUTED, linewidth=1, zorder=1)
        for row, mark in enumerate(marks):
            _mark(axes, row, mark)
        _legend(axes, marks, scale)
        name_rows(axes, [mark.label for mark in marks])
        write_values(axes, [mark.text for mark in marks])
        axes.set_xlim(*(scale.span or _span(marks, scale)))
        axes.grid(axis="x")
        axes.set_xlabel(scale.label)

    return draw(about, len(marks), paint, legend=_has_legend(marks, scale))


def _mark(axes: Axes, row: int, mark: Mark) -> None:
    if mark.other is not None:
        axes.plot(mark.other, [row + _SHIFT] * 2, color=LOSS, linewidth=1.1)
    if mark.limits is not None:
        axes.plot(mark.limits, [row] * 2, color=WIN, linewidth=2.2)
    if mark.value is not None:
        fill = PAPER if mark.faint else WIN
        axes.plot(
            [mark.value],
            [row],
            "o",
            color=WIN,
            markerfacecolor=fill,
            markersize=6.5,
            markeredgewidth=1.5,
        )
    if mark.bound is not None:
        axes.plot(
            [mark.bound], [row], "|", color=INK, markersize=10, markeredgewidth=1.6
        )


def _legend(axes: Axes, marks: Sequence[Mark], scale: Scale) -> None:
    """Empty lines that carry the names of what was drawn."""
    if scale.other_label and any(mark.other for mark in marks):
        axes.plot([], [], color=LOSS, linewidth=1.1, label=scale.other_label)
    if scale.bound_label and any(mark.bound is not None for mark in marks):
        axes.plot(
            [],
            [],
            "|",
            color=INK,
            markersize=10,
            markeredgewidth=1.6,
            label=scale.bound_label,
        )
    if any(mark.faint for mark in marks):
        axes.plot(
            [],
            [],
            "o",
            color=WIN,
            markerfacecolor=PAPER,
            markeredgewidth=1.5,
            label="few pairs",
        )
    if _has_legend(marks, scale):
        put_legend(axes, 4)


def _has_legend(marks: Sequence[Mark], scale: Scale) -> bool:
    named = scale.band is not None or any(mark.faint for mark in marks)
    other = scale.other_label and any(mark.other for mark in marks)
    bound = scale.bound_label and any(mark.bound is not None for mark in marks)
    return bool(named or other or bound)


def _span(marks: Sequence[Mark], scale: Scale) -> tuple[float, float]:
    """Ends at whole tenths, around everything that is drawn."""
    found = [scale.reference] if scale.reference is not None else []
    found += list(scale.band or ())
    for mark in marks:
        found += [x for x in (mark.value, mark.bound) if x is not None]
        found += [*(mark.limits or ()), *(mark.other or ())]
    low, high = min(found, default=0.0), max(found, default=1.0)
    return math.floor(low * 10 - 0.2) / 10, math.ceil(high * 10 + 0.2) / 10
