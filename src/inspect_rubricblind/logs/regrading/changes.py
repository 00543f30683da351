"""What changed from the first grading to the second, and which criteria did it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from inspect_rubricblind.logs.outcomes.figures import (
    FEW_PAIRS,
    Row,
    absent,
    coefficient,
    figure,
)
from inspect_rubricblind.logs.outcomes.table import CODES
from inspect_rubricblind.logs.regrading.sides import Side, TextKey, Verdicts, matched
from inspect_rubricblind.logs.statistics.auroc import paired_auroc
from inspect_rubricblind.logs.statistics.clusters import Weighting
from inspect_rubricblind.logs.statistics.equivalence import MARGIN
from inspect_rubricblind.logs.statistics.multiplicity import holm
from inspect_rubricblind.logs.statistics.regrade import regrade_change

RESAMPLES = 10_000
NO_VERDICTS = "a pairs file holds no verdicts"
_NAMES = {code: name for name, code in CODES.items() if code == code}


@dataclass(frozen=True)
class Regrading:
    """Two gradings of the same pairs.

    `overall` weighs questions equally, `by_error_type` pairs; `pairs` lists those whose
    outcome changed with the criteria whose verdict did. `only_first` and `only_second`
    count pairs that one side lacks, `undecided` those with an ungraded outcome.
    """

    first: str
    second: str
    overall: Row
    by_error_type: list[Row]
    pairs: list[Row]
    only_first: int
    only_second: int
    undecided: int

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return dict(vars(self))


def regrade(
    first: Side,
    second: Side,
    *,
    margin: float = MARGIN,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> Regrading:
    """Compare two gradings of the same pairs.

    Args:
        first: The grading to start from.
        second: The other.
        margin: Of the equivalence test, on the AUROC scale.
        resamples: Number of resamples of questions.
        seed: Of the resamples.

    Raises:
        ValueError: The two cannot be compared (see `matched`), or every pair is
            ungraded on one side.
    """
    both = matched(first, second)
    known = both[both["code_a"].notna() & both["code_b"].notna()]
    if known.empty:
        raise ValueError("the two gradings must share decided pairs, but got none")
    settings = {"margin": margin, "resamples": resamples, "seed": seed}
    types = [
        {"error_type": str(code)} | _change(rows, "pair", settings)
        for code, rows in known.groupby("error_type", sort=True)
    ]
    _adjust(types)
    return Regrading(
        first=first.label,
        second=second.label,
        overall=_change(known, "question", settings),
        by_error_type=types,
        pairs=_changed_pairs(known, first, second),
        only_first=len(first.rows) - len(both),
        only_second=len(second.rows) - len(both),
        undecided=len(both) - len(known),
    )


def _change(
    rows: pd.DataFrame, weighting: Weighting, settings: Mapping[str, Any]
) -> Row:
    found = regrade_change(
        rows["code_a"], rows["code_b"], rows["question_a"], weighting, **settings
    )
    seed = settings["seed"]
    return {
        "n": found.n_pairs,
        "n_questions": found.n_questions,
        "flags": [f"n < {FEW_PAIRS}"] if found.n_pairs < FEW_PAIRS else [],
        "auroc_first": _auroc(rows, "code_a", weighting),
        "auroc_second": _auroc(rows, "code_b", weighting),
        **figure("change", found.change, s1=found.bootstrap, seed=seed),
        "p": found.p,
        "p_holm": None,
        "equivalence_p": found.equivalence.p,
        "margin": found.equivalence.margin,
        "stable": found.stable and found.n_pairs >= FEW_PAIRS,
        "gained": found.gained,
        "lost": found.lost,
        **figure("agreement", found.agreement.raw),
        **(
            coefficient("kappa", found.agreement.kappa, seed)
            if found.agreement.kappa.estimate is not None
            else absent("kappa", str(found.agreement.kappa.reason))
        ),
    }


def _auroc(rows: pd.DataFrame, column: str, weighting: Weighting) -> float:
    found = paired_auroc(rows[column], rows["question_a"], weighting)
    return found.auroc.estimate


def _adjust(types: list[Row]) -> None:
    """Holm over the types with enough pairs, fixed by N alone."""
    family = [row for row in types if row["n"] >= FEW_PAIRS]
    if family:
        for row, p in zip(family, holm([row["p"] for row in family]), strict=True):
            row["p_holm"] = float(p)


def _changed_pairs(known: pd.DataFrame, first: Side, second: Side) -> list[Row]:
    changed = known[known["code_a"] != known["code_b"]]
    return [_changed_pair(row, first, second) for _, row in changed.iterrows()]


def _changed_pair(row: "pd.Series[Any]", first: Side, second: Side) -> Row:
    found: Row = {
        "benchmark": row["benchmark"] or None,
        "case_id": row["case_id"],
        "epoch": int(row["epoch"]),
        "answer_model": row["answer_model"] or None,
        "error_type": row["error_type"],
        "outcome_first": _NAMES[row["code_a"]],
        "outcome_second": _NAMES[row["code_b"]],
    }
    sides = (first.verdicts, second.verdicts)
    if sides[0] is None or sides[1] is None:
        return (
            found
            | dict.fromkeys(("on_original", "on_variant"))
            | {"criteria_reason": NO_VERDICTS}
        )
    original = _moved(row, sides[0], sides[1], "")
    variant = _moved(row, sides[0], sides[1], str(row["error_type"]))
    reason = None
    if original is None or variant is None:
        reason = "the rubrics differ, so no criterion is the same"
    return found | {
        "on_original": original,
        "on_variant": variant,
        "criteria_reason": reason,
    }


def _moved(
    row: "pd.Series[Any]",
    first: Mapping[TextKey, Verdicts],
    second: Mapping[TextKey, Verdicts],
    error_type: str,
) -> list[int] | None:
    """Criteria with another verdict on one text; None where the rubrics differ."""
    key = (row["benchmark"], row["case_id"], int(row["epoch"]), row["answer_model"])
    one = first[(*key, row["setup_a"], error_type)]
    other = second[(*key, row["setup_b"], error_type)]
    if len(one) != len(other):
        return None
    differ = [a != b for a, b in zip(one, other, strict=True)]
    return np.flatnonzero(differ).tolist()
