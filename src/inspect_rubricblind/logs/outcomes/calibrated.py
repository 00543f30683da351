"""Graders against physicians (task `grader_calibration`), beside their blind spots.

A grader that disagrees with physicians more than they do with each other may leave a
score where it is although the rubric asks. Overall and per kind of criterion, with
the physicians against each other on the same rows.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from inspect_rubricblind.logs.graded import setup_of
from inspect_rubricblind.logs.outcomes.figures import (
    FEW_PAIRS,
    Row,
    figure,
)
from inspect_rubricblind.logs.statistics.intervals import Interval
from inspect_rubricblind.logs.statistics.raters import (
    ONE_CLASS,
    RaterPairs,
    agreement_difference,
    macro_agreement,
    pairwise_agreement,
    weighted_rater_mean,
)
from inspect_rubricblind.records import CalibrationResult

NO_PAIR = "no graded row with the labels of physicians"
FIGURES = ("f1", "f1_met", "f1_not_met", "f1_macro")


@dataclass(frozen=True)
class Calibrated:
    """What one grader said about one row that physicians labelled."""

    sample_id: str
    epoch: int
    dataset_kind: str
    result: CalibrationResult


def calibration_rows(found: Sequence[Calibrated]) -> list[Row]:
    """One row per grader, settings and data: overall, then each kind of criterion.

    `cluster` is None overall. Rows are counted, `n` those with a verdict.
    """
    groups: defaultdict[tuple[str, str, str], list[Calibrated]] = defaultdict(list)
    for item in found:
        signature = item.result.signature
        key = (signature.grader, setup_of(signature), item.dataset_kind)
        groups[key].append(item)
    return [row for _, group in sorted(groups.items()) for row in _group_rows(group)]


def grader_f1(rows: Sequence[Row]) -> Mapping[str, float]:
    """The balanced F1 by grader; a grader calibrated in two ways has no single one."""
    values: defaultdict[str, list[Any]] = defaultdict(list)
    for row in rows:
        if row["cluster"] is None:
            values[row["grader"]].append(row["f1"])
    return {
        grader: several[0]
        for grader, several in values.items()
        if len(several) == 1 and several[0] is not None
    }


def _group_rows(group: Sequence[Calibrated]) -> Iterator[Row]:
    ordered = sorted(group, key=lambda item: (item.sample_id, item.epoch))
    yield _row(ordered, None)
    for cluster in sorted({item.result.cluster for item in ordered}):
        yield _row([i for i in ordered if i.result.cluster == cluster], cluster)


def _row(items: Sequence[Calibrated], cluster: str | None) -> Row:
    results = [item.result for item in items]
    graded = [result for result in results if result.met is not None]
    signature = results[0].signature
    n_prompts = len({result.prompt_id for result in graded})
    row: Row = {
        "grader": signature.grader,
        "draw": signature.draw,
        "setup": setup_of(signature),
        "dataset_kind": items[0].dataset_kind,
        "cluster": cluster,
        "n_rows": len(results),
        "n": len(graded),
        "n_ungraded": len(results) - len(graded),
        "n_prompts": n_prompts,
        "n_labels": sum(len(result.labels) for result in graded),
        "n_physicians": len({x.physician for r in graded for x in r.labels}),
    }
    grader, physicians = _grader_pairs(graded), _physician_pairs(graded)
    difference = None
    if grader is not None and physicians is not None:
        difference = agreement_difference(grader, physicians[0])
    row |= _figures("", grader, cluster)
    row |= _figures("physicians_", physicians[0] if physicians else None, cluster)
    weighted = weighted_rater_mean(*physicians) if physicians else None
    row |= {"physicians_f1_weighted": weighted}
    row |= figure("difference", difference, None if difference else ONE_CLASS)
    row["below_physicians"] = _below(difference)
    row["flags"] = [f"n < {FEW_PAIRS} prompts"] if n_prompts < FEW_PAIRS else []
    return row


def _below(difference: Interval | None) -> bool | None:
    """Whether the grader is shown to agree less; None where nothing can be said."""
    if difference is None or difference.high is None:
        return None
    return difference.high < 0


def _figures(prefix: str, pairs: RaterPairs | None, cluster: str | None) -> Row:
    """The three F1 and, overall, their mean over kinds of criteria."""
    found: dict[str, Interval | None] = dict.fromkeys(FIGURES)
    reason = NO_PAIR
    if pairs is not None:
        agreement = pairwise_agreement(pairs)
        found["f1"], found["f1_met"] = agreement.balanced, agreement.met
        found["f1_not_met"] = agreement.not_met
        reason = ONE_CLASS
        if cluster is None:
            found["f1_macro"] = macro_agreement(pairs)
    row: Row = {}
    for name, interval in found.items():
        one = name == "f1_macro" and cluster is not None
        why = "of one kind of criterion" if one else reason
        row |= figure(f"{prefix}{name}", interval, None if interval else why)
    return row


def _grader_pairs(results: Sequence[CalibrationResult]) -> RaterPairs | None:
    pairs = [(r, label) for r in results for label in r.labels]
    if not pairs:
        return None
    return RaterPairs.of(
        [float(bool(r.met)) for r, _ in pairs],
        [float(label.met) for _, label in pairs],
        [r.prompt_id for r, _ in pairs],
        [r.cluster for r, _ in pairs],
    )


def _physician_pairs(
    results: Sequence[CalibrationResult],
) -> tuple[RaterPairs, list[str]] | None:
    """Each physician against every other one of the row, and who the first one is."""
    pairs = [
        (r, one, other)
        for r in results
        for i, one in enumerate(r.labels)
        for j, other in enumerate(r.labels)
        if i != j
    ]
    if not pairs:
        return None
    made = RaterPairs.of(
        [float(one.met) for _, one, _ in pairs],
        [float(other.met) for _, _, other in pairs],
        [r.prompt_id for r, _, _ in pairs],
        [r.cluster for r, _, _ in pairs],
    )
    return made, [one.physician for _, one, _ in pairs]
