"""Estimated coverage against the gold pairs: how far to trust the estimate."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from inspect_rubricblind.logs.statistics.agreement import pair_agreement
from inspect_rubricblind.logs.statistics.proportions import ratio_of_counts
from inspect_rubricblind.logs.summary import Figure
from inspect_rubricblind.logs.tables import Table
from inspect_rubricblind.logs.wording import ABSENT, auroc, percent
from inspect_rubricblind.scorers.support import estimate, load_estimator
from inspect_rubricblind.tasks.gold import GoldPair, load_cases, load_gold


class Judged(NamedTuple):
    """One thing that gold and the estimate both call covered or not."""

    case_id: str
    truth: bool
    estimate: bool


def self_check(seed: int = 0) -> Table:
    """Compare the estimate with the gold pairs, by pair and by criterion.

    Args:
        seed: Of the bootstrap behind the intervals of kappa.
    """
    cases = load_cases()
    pairs, criteria = [], []
    for pair in load_gold():
        case = cases[pair.case_id]
        found = estimate(case.reference or "", pair, case.criteria)
        pairs.append((pair, any(item.covered for item in found)))
        criteria += [
            Judged(pair.case_id, label.covered, item.covered)
            for label, item in zip(pair.criteria, found, strict=True)
        ]
    units = {
        "Errors": _of_kind(pairs, "error"),
        "Controls": _of_kind(pairs, "control"),
        "Criteria": criteria,
    }
    return Table(
        title="Self-check on own pairs: estimated coverage against gold labels",
        columns=("Unit", "N", "Covered", "Precision", "Recall", "Accuracy", "Kappa"),
        rows=tuple(_row(name, judged, seed) for name, judged in units.items()),
        notes=(
            f"Gold: {len(pairs)} pairs written and labelled by hand on the SAMPLE "
            f"answers, without a look at the estimator ({load_estimator().name}). "
            "Covered: by the labels. In brackets: 95 % intervals, clustered by case.",
        ),
    )


def _of_kind(pairs: Sequence[tuple[GoldPair, bool]], kind: str) -> list[Judged]:
    return [
        Judged(pair.case_id, pair.covered, found)
        for pair, found in pairs
        if pair.kind == kind
    ]


def _row(name: str, judged: Sequence[Judged], seed: int) -> tuple[str, ...]:
    truth = np.array([item.truth for item in judged])
    found = np.array([item.estimate for item in judged])
    case = np.array([item.case_id for item in judged])
    kappa = pair_agreement(truth, found, case, seed=seed).kappa
    return (
        name,
        str(len(judged)),
        str(int(truth.sum())),
        _rate(truth & found, found, case),
        _rate(truth & found, truth, case),
        _rate(truth == found, np.ones_like(truth), case),
        auroc(Figure(kappa.estimate, kappa.low, kappa.high)),
    )


def _rate(
    part: NDArray[np.bool_], whole: NDArray[np.bool_], case: NDArray[np.str_]
) -> str:
    """Share of `whole` that is in `part`, or absent where `whole` is empty."""
    if not whole.any():
        return ABSENT
    return percent(Figure.of(ratio_of_counts(part & whole, whole, case)))
