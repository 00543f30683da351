"""Which pairs are reviewed: so many per error type and injector, and controls."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from inspect_rubricblind.logs.pairs import KEY
from inspect_rubricblind.records import CONTROL_SHAPES, ERROR_CODES, digest

Row = dict[str, Any]

SHARE_RANGE = (0.0, 0.5)


@dataclass(frozen=True)
class Drawn:
    """The rows to review; `short` says which cells hold fewer than were asked for."""

    errors: tuple[Row, ...]
    controls: tuple[Row, ...]
    short: tuple[str, ...]

    @property
    def rows(self) -> tuple[Row, ...]:
        """Errors, then controls."""
        return self.errors + self.controls


def draw_rows(
    rows: Sequence[Row], *, per_cell: int, control_share: float, seed: int
) -> Drawn:
    """Draw the same number of errors per error type and injector, and controls.

    Cases are spread: a case comes again only when a cell has no fresh one left. The
    draw depends on the seed and on what the pairs are, not on their order.

    Args:
        rows: All pairs that may be reviewed.
        per_cell: Errors per error type and injector.
        control_share: Share of controls among all items.
        seed: Of the draw.

    Raises:
        ValueError: There are no errors, or fewer controls than the share asks for.
    """
    if not SHARE_RANGE[0] <= control_share < SHARE_RANGE[1]:
        raise ValueError(
            f"control_share must be at least 0 and below 0.5, but got {control_share!r}"
        )
    used: Counter[str] = Counter()
    cells: defaultdict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in rows:
        if row["kind"] == "error":
            cells[row["error_type"], row["injector"]].append(row)
    if not cells:
        raise ValueError("logs must hold injected errors, but got none")
    errors: list[Row] = []
    short = []
    for code in ERROR_CODES:
        for injector in sorted({injector for _, injector in cells}):
            found = _spread(cells[code, injector], per_cell, used, seed)
            errors += found
            if len(found) < per_cell:
                short.append(f"{code} by {injector}: {len(found)} of {per_cell}")
    wanted = round(len(errors) * control_share / (1 - control_share))
    controls = _controls(rows, wanted, used, seed)
    return Drawn(tuple(errors), tuple(controls), tuple(short))


def _controls(
    rows: Sequence[Row], wanted: int, used: Counter[str], seed: int
) -> list[Row]:
    """Controls of all shapes in turn, as long as there are any."""
    pools = {
        shape: [r for r in rows if (r["kind"], r["error_type"]) == ("control", shape)]
        for shape in CONTROL_SHAPES
    }
    if (held := sum(map(len, pools.values()))) < wanted:
        raise ValueError(
            f"control_share must fit the controls of the logs, but {wanted} are needed "
            f"and {held} are there: run with controls, or lower the share (0 for none; "
            "then a high share of Yes cannot be told from raters who say Yes to all)."
        )
    drawn: list[Row] = []
    while len(drawn) < wanted:
        for shape, pool in pools.items():
            left = [row for row in pool if row not in drawn]
            if left and len(drawn) < wanted:
                drawn += _spread(left, 1, used, seed, shape)
    return drawn


def _spread(
    rows: Iterable[Row], count: int, used: Counter[str], seed: int, salt: str = ""
) -> list[Row]:
    left = sorted(rows, key=lambda row: _draw(row, seed, salt))
    picked: list[Row] = []
    while left and len(picked) < count:
        best = min(left, key=lambda row: used[row["case_id"]])
        left.remove(best)
        used[best["case_id"]] += 1
        picked.append(best)
    return picked


def _draw(row: Row, seed: int, salt: str) -> str:
    return digest("\x1f".join([str(seed), salt, *(str(row[name]) for name in KEY)]))
