"""Two gradings of the same pairs within one report: what the second one changed.

`rubricblind compare` shows the same in full, with the criteria that did it.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from inspect_rubricblind.logs.outcomes.figures import Row, absent
from inspect_rubricblind.logs.outcomes.table import CELL_KEY, Cell
from inspect_rubricblind.logs.regrading.changes import regrade
from inspect_rubricblind.logs.regrading.sides import Side

GRADING = ("grader", "draw", "rubric_scheme", "setup")
FIGURES = ("change", "agreement", "kappa")
PLAIN = (
    "n",
    "n_questions",
    "auroc_first",
    "auroc_second",
    "p",
    "p_holm",
    "equivalence_p",
    "margin",
    "stable",
    "gained",
    "lost",
)


def regrade_rows(cells: Sequence[Cell], resamples: int, seed: int) -> list[Row]:
    """For each two gradings of a cell: all errors, then one row per error type.

    Gradings that cannot be set against each other (replayed calls, no pair in common)
    give one row whose figures are null and say why.
    """
    rows: list[Row] = []
    for first, second in _regraded(cells):
        key: Row = {"first": first.key, "second": second.key}
        try:
            found = regrade(_side(first), _side(second), resamples=resamples, seed=seed)
        except ValueError as error:
            rows.append(key | _refused(str(error)))
            continue
        lost = {
            "only_first": found.only_first,
            "only_second": found.only_second,
            "undecided": found.undecided,
        }
        rows.append(key | {"error_type": None} | lost | found.overall)
        blank = dict.fromkeys(lost)
        rows += [key | blank | row for row in found.by_error_type]
    return rows


def _regraded(cells: Sequence[Cell]) -> Iterator[tuple[Cell, Cell]]:
    for first, second in combinations(cells, 2):
        differ = {name for name in CELL_KEY if first.key[name] != second.key[name]}
        if differ and differ <= set(GRADING):
            yield first, second


def _side(cell: Cell) -> Side:
    return Side(str(cell.key["grader"]), cell.errors.rows, None)


def _refused(reason: str) -> Row:
    row: Row = {"error_type": None, "flags": [], **dict.fromkeys(PLAIN)}
    row |= dict.fromkeys(("only_first", "only_second", "undecided"))
    for name in FIGURES:
        row |= absent(name, reason, with_s1=name == "change")
    return row
