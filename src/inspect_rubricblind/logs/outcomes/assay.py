"""Assay sensitivity: can this grader, in this study, detect anything at all?

Pairs with known truth (`grader_qualification`) whose error a criterion covers and whose
score should drop. A grader qualifies if its AUROC there has a lower limit above .5.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from inspect_rubricblind.logs.outcomes.figures import Row, absent, figure
from inspect_rubricblind.logs.outcomes.table import CODES
from inspect_rubricblind.logs.statistics.auroc import paired_auroc
from inspect_rubricblind.logs.statistics.proportions import clustered_proportion
from inspect_rubricblind.records import QualificationResult, QualificationRow

SHARES = ("uncovered_changed", "control_changed", "repeat_changed", "fooled")


@dataclass(frozen=True)
class Qualified:
    """What one grader made of one sample with known truth."""

    sample_id: str
    epoch: int
    result: QualificationResult


Named = tuple[str, QualificationRow]


def assay_rows(found: Sequence[Qualified]) -> list[Row]:
    """One row per grader; `qualified` says whether it showed assay sensitivity."""
    graders = sorted({item.result.signature.grader for item in found})
    return [_assay_row(grader, found) for grader in graders]


def qualified_graders(rows: Sequence[Row]) -> frozenset[str]:
    """Graders that showed assay sensitivity."""
    return frozenset(row["grader"] for row in rows if row["qualified"])


def _assay_row(grader: str, found: Sequence[Qualified]) -> Row:
    rows = sorted(
        (
            (item.sample_id, row)
            for item in found
            if item.result.signature.grader == grader
            for row in item.result.rows
        ),
        key=lambda named: (named[0], named[1].kind, named[1].row_id),
    )
    decided = [(s, row) for s, row in rows if row.observed != "ungraded"]
    due = [
        (s, row)
        for s, row in decided
        if row.kind == "error" and row.covered and row.expected == "win"
    ]
    return {
        "grader": grader,
        "n": len(due),
        "n_questions": len({sample for sample, _ in due}),
        "n_ungraded": len(rows) - len(decided),
        **_caught(due),
        **_shares(decided),
    }


def _caught(due: Sequence[Named]) -> Row:
    if not due:
        return {**absent("auroc", "no covered error with known truth")} | {
            "qualified": False
        }
    code = [CODES[row.observed] for _, row in due]
    found = paired_auroc(code, [sample for sample, _ in due], "pair").auroc
    return figure("auroc", found) | {
        "qualified": found.low is not None and found.low > 0.5
    }


def _shares(decided: Sequence[Named]) -> Row:
    errors = [(s, r) for s, r in decided if r.kind == "error" and not r.covered]
    sets = {
        "uncovered_changed": [(s, r.observed != "tie") for s, r in errors],
        "control_changed": _moved(decided, "control"),
        "repeat_changed": _moved(decided, "repeat"),
        "fooled": [
            (s, r.observed != r.expected) for s, r in decided if r.kind == "probe"
        ],
    }
    row: Row = {}
    for name in SHARES:
        flags = sets[name]
        if not flags:
            row |= absent(name, "no such row")
            continue
        values = np.asarray([flag for _, flag in flags], dtype=np.float64)
        row |= figure(name, clustered_proportion(values, [s for s, _ in flags]))
    return row


def _moved(decided: Sequence[Named], kind: str) -> list[tuple[str, bool]]:
    return [(s, r.observed != "tie") for s, r in decided if r.kind == kind]
