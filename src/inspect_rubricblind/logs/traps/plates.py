"""The section's figure: hallucination rates, kinds of trap down, models across."""

from collections.abc import Iterator, Sequence

from inspect_rubricblind.logs.figures.canvas import About
from inspect_rubricblind.logs.figures.grid import Tile, grid_chart
from inspect_rubricblind.logs.outcomes.figures import Row
from inspect_rubricblind.logs.outcomes.wording import ABSENT
from inspect_rubricblind.logs.page.plates import Plate
from inspect_rubricblind.logs.traps.section import TrapSection
from inspect_rubricblind.logs.traps.wording import TASK_NAMES, trap_name

SECTION = "traps"
MOST_COLUMNS = 6
STEPS = (0.2, 0.4, 0.6, 0.8)
HOW = (
    "Share of rubric lines not passed, with its 95 % interval and the number of "
    "samples; the darker, the more. Plain: fewer than 30 samples, a count and not a "
    "finding."
)


def trap_plates(section: TrapSection | None) -> Iterator[Plate]:
    """A heat map of subtype by model; nothing without a rate."""
    rates = section["rates"] if section else []
    heads = [row for row in rates if row["cluster"] is None]
    if not heads:
        return
    shown = _columns(heads)
    by_column = [
        {r["subtype"]: r for r in rates if r["subtype"] and _in(r, head)}
        for head in shown
    ]
    codes = sorted({code for column in by_column for code in column})
    tiles = [[_tile(column.get(code)) for column in by_column] for code in codes]
    labels = [trap_name(code) for code in codes]
    told = (
        f"Hallucination rate of {len(codes)} kinds of trap in {len(shown)} of "
        f"{len(heads)} columns."
    )
    about = About("traps-heat", "Hallucination rate by kind of trap and model", told)
    yield Plate(
        SECTION,
        grid_chart(about, labels, [_head(row) for row in shown], tiles),
        HOW,
    )


def _columns(heads: Sequence[Row]) -> list[Row]:
    """Each model once, over all of its tasks; the first few."""
    found: dict[tuple[object, ...], Row] = {}
    for row in heads:
        found.setdefault(_key(row), row)
    return list(found.values())[:MOST_COLUMNS]


def _key(row: Row) -> tuple[object, ...]:
    names = ("dataset_kind", "judge", "draw", "setup", "answer_model")
    return tuple(row[name] for name in names)


def _in(row: Row, head: Row) -> bool:
    return _key(row) == _key(head) and row["task"] == head["task"]


def _head(row: Row) -> tuple[str, ...]:
    sample = " (SAMPLE)" if row["dataset_kind"] == "sample" else ""
    model = str(row["answer_model"]).rsplit("/", 1)[-1]
    return (f"{model}{sample}", TASK_NAMES[row["task"]].lower())


def _tile(row: Row | None) -> Tile:
    if row is None or row["rate"] is None:
        return Tile((ABSENT,), None)
    few = bool(row["flags"])
    limits = ""
    if row["rate_low"] is not None:
        limits = f"{100 * row['rate_low']:.0f}–{100 * row['rate_high']:.0f}"
    lines = (
        f"{100 * row['rate']:.0f} %" + ("*" if few else ""),
        limits,
        f"n = {row['n_samples']}",
    )
    shade = None if few else sum(round(row["rate"], 2) >= step for step in STEPS)
    return Tile(tuple(line for line in lines if line), shade)
