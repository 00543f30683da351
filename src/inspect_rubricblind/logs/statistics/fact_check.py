"""Does evidence flag the injected error, and how often does it flag what was right?

The null is not zero but the flag rate on the original text. Unidentified claims count
as not flagged.
"""

import hashlib
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from inspect_rubricblind.logs.statistics.auroc import PairedAuroc, paired_auroc
from inspect_rubricblind.logs.statistics.clusters import check_values
from inspect_rubricblind.logs.statistics.detection import Detection, detection_test
from inspect_rubricblind.logs.statistics.intervals import Interval
from inspect_rubricblind.logs.statistics.proportions import clustered_proportion


@dataclass(frozen=True)
class FactCheckRates:
    """S1's Table 6 and what it leaves out; Wilson intervals.

    `unsupported` is out of the identified claims, None if none was identified;
    `flagged` out of all pairs. `original_flagged` is the null.
    """

    identified: Interval
    unsupported: Interval | None
    flagged: Interval
    original_flagged: Interval


def fact_check_rates(
    identified: ArrayLike,
    unsupported: ArrayLike,
    original_flagged: ArrayLike,
    question: ArrayLike,
    level: float = 0.95,
) -> FactCheckRates:
    """Rates of one error type or of all.

    Args:
        identified: 1 if the injected error was found as a claim, shape (n,).
        unsupported: 1 if that claim was flagged, shape (n,); not read where the
            claim was not identified (NaN is fine there).
        original_flagged: 1 if the same place in the original was flagged, (n,).
        question: Question per pair, shape (n,).
        level: Confidence level.
    """
    found = check_values("identified", identified, low=0, high=1)
    labels = np.asarray(question)
    chosen = found == 1
    given = None
    flagged = np.zeros_like(found)
    if chosen.any():
        claims = np.asarray(unsupported, dtype=np.float64)[chosen]
        flagged[chosen] = check_values("unsupported", claims, low=0, high=1)
        given = clustered_proportion(flagged[chosen], labels[chosen], "pair", level)
    return FactCheckRates(
        clustered_proportion(found, labels, "pair", level),
        given,
        clustered_proportion(flagged, labels, "pair", level),
        clustered_proportion(original_flagged, labels, "pair", level),
    )


def auroc_from_rates(flagged: float, original_flagged: float) -> float:
    """Paired AUROC of a binary flag: 0.5 + (flagged - original_flagged) / 2.

    Args:
        flagged: Share of variants flagged, identified or not.
        original_flagged: Share of originals flagged.
    """
    return 0.5 + (flagged - original_flagged) / 2


@dataclass(frozen=True)
class FactCheckPairs:
    """The fact check as a grader of pairs: win if only the variant is flagged."""

    paired: PairedAuroc
    against_original: Detection


def fact_check_pairs(
    flagged: ArrayLike, original_flagged: ArrayLike, question: ArrayLike
) -> FactCheckPairs:
    """Paired AUROC of the flags, and the exact test against the originals.

    Args:
        flagged: 1 if the variant's claim was flagged, shape (n,).
        original_flagged: 1 if the same place in the original was, shape (n,).
        question: Question per pair, shape (n,).
    """
    variant = check_values("flagged", flagged, low=0, high=1)
    original = check_values("original_flagged", original_flagged, low=0, high=1)
    outcome = variant - original
    return FactCheckPairs(
        paired_auroc(outcome, question, "pair"), detection_test(outcome, question)
    )


@dataclass(frozen=True)
class ThresholdPoint:
    """Detection and false alarms of a rule at one threshold, as shares of pairs."""

    threshold: float
    detected: Interval
    false_alarm: Interval
    auroc: float


def threshold_curve(
    variant_score: ArrayLike,
    original_score: ArrayLike,
    question: ArrayLike,
    thresholds: ArrayLike,
    rubric_outcome: ArrayLike | None = None,
    rubric_false_alarm: ArrayLike | None = None,
) -> tuple[ThresholdPoint, ...]:
    """Flag what scores at or above a threshold, alone or beside the rubric.

    With the rubric it is the OR rule: a pair is detected if the rubric scores the
    variant lower or the fact check flags it; a false alarm is a repeat or control
    that scores lower, or a flagged original. Use it only on pairs that were not
    selected by the rubric's own outcome.

    Args:
        variant_score: Fact-check score of the variant, higher is worse, shape (n,).
        original_score: The same for the original, shape (n,).
        question: Question per pair, shape (n,).
        thresholds: Thresholds to try.
        rubric_outcome: 1 win, 0 tie, -1 loss of the rubric, shape (n,).
        rubric_false_alarm: 1 if a repeat or control of the case scores lower, (n,).
    """
    variant = check_values("variant_score", variant_score)
    original = check_values("original_score", original_score)
    caught = np.zeros(len(variant), dtype=bool)
    alarmed = np.zeros(len(variant), dtype=bool)
    if rubric_outcome is not None:
        caught = np.asarray(rubric_outcome) == 1
    if rubric_false_alarm is not None:
        alarmed = np.asarray(rubric_false_alarm) == 1
    points = []
    for threshold in check_values("thresholds", thresholds):
        hit = (caught | (variant >= threshold)).astype(np.float64)
        alarm = (alarmed | (original >= threshold)).astype(np.float64)
        detected = clustered_proportion(hit, question)
        false_alarm = clustered_proportion(alarm, question)
        auroc = auroc_from_rates(detected.estimate, false_alarm.estimate)
        points.append(ThresholdPoint(float(threshold), detected, false_alarm, auroc))
    return tuple(points)


def first_half(case: ArrayLike, seed: int = 0) -> NDArray[np.bool_]:
    """Mark the pairs of a random half of the cases, to choose a threshold on.

    Report the rule on the other half. The half of a case depends on its label and
    the seed alone, never on the other cases.

    Args:
        case: Case per pair, shape (n,).
        seed: Seed of the split.
    """
    labels = np.asarray(case)
    keys = (f"{seed}\x1f{label}".encode() for label in labels.tolist())
    return np.array([hashlib.sha256(key).digest()[0] % 2 == 0 for key in keys])


def best_threshold(points: tuple[ThresholdPoint, ...]) -> ThresholdPoint:
    """The point with the highest AUROC; the highest threshold among equals.

    Args:
        points: Points of `threshold_curve` on the half made for choosing.
    """
    if not points:
        raise ValueError("points must hold at least one threshold, but got none")
    return max(points, key=lambda point: (point.auroc, point.threshold))
