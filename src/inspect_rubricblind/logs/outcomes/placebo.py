"""Controls of each shape, and errors of that shape less their controls."""

import pandas as pd

from inspect_rubricblind.logs.outcomes.figures import Row, absent, figure
from inspect_rubricblind.logs.outcomes.rows import drop_row, outcome_row
from inspect_rubricblind.logs.outcomes.table import Cell, Pairs
from inspect_rubricblind.logs.statistics.controls import control_check, placebo_adjusted
from inspect_rubricblind.records import CONTROL_SHAPES

ADJUSTED = ("error_net", "control_net", "adjusted_net")


def shape_of(pairs: Pairs) -> "pd.Series[str]":
    """The shape of a control that matches each error's edit."""
    return pairs.rows["edit_shape"].replace({"additive minor": "additive"})


def controlled_shapes(cell: Cell) -> frozenset[str]:
    """Shapes of which a control with a decided outcome stands in the cell."""
    return frozenset(cell.controls.decided().rows["error_type"])


def has_control(cell: Cell, pairs: Pairs) -> bool:
    """Whether every shape of these edits has a graded control in the cell."""
    shapes = set(shape_of(pairs).dropna())
    return bool(shapes) and shapes <= controlled_shapes(cell)


def placebo_rows(cell: Cell) -> list[Row]:
    """One row per shape that was graded: its controls, and the adjusted net."""
    rows = []
    for shape in CONTROL_SHAPES:
        controls = cell.controls.where(cell.controls.rows["error_type"] == shape)
        if len(controls):
            rows.append(_shape_row(cell, shape, controls))
    return rows


def _shape_row(cell: Cell, shape: str, controls: Pairs) -> Row:
    row = {**cell.key, "shape": shape, **outcome_row(controls, "pair")}
    row |= drop_row(controls, "pair")
    decided = controls.decided()
    if len(decided) == 0:
        reason = "every control is ungraded"
        return row | _no_check() | _not_adjusted(reason)
    check = control_check(decided.code, decided.question)
    row |= {
        "equivalence_p": check.equivalence_p,
        "equivalence_n": check.n,
        "pairs_needed": check.pairs_needed,
        "reading": check.reading,
    }
    return row | _adjusted(cell, shape, decided)


def _no_check() -> Row:
    names = ("equivalence_p", "equivalence_n", "pairs_needed")
    return {**dict.fromkeys(names), "reading": "undecided"}


def _not_adjusted(reason: str) -> Row:
    row: Row = {"adjusted_n": 0, "adjusted_p": None}
    for name in ADJUSTED:
        row |= absent(name, reason)
    return row


def _adjusted(cell: Cell, shape: str, controls: Pairs) -> Row:
    """Errors of a shape against the control of that shape on the same answer."""
    errors = cell.errors.decided()
    if (reason := errors.lacks("edit_shape")) is not None:
        return _not_adjusted(reason)
    same = errors.where(shape_of(errors) == shape)
    keys = ["question", "epoch"]
    both = same.rows[[*keys, "code"]].merge(
        controls.rows[[*keys, "code"]], on=keys, suffixes=("", "_control")
    )
    if both.empty:
        return _not_adjusted("no error of this shape beside a control")
    found = placebo_adjusted(
        both["code"], both["code_control"], both["question"], "pair"
    )
    return {
        "adjusted_n": found.n_pairs,
        "adjusted_p": found.p,
        **figure("error_net", found.error_net),
        **figure("control_net", found.control_net),
        **figure("adjusted_net", found.adjusted),
    }
