"""Estimated coverage: which criteria ask about the very thing that an edit changed.

A small logistic over the features of `evidence`; its weights stand in
`estimator.yaml`. It is an estimate with a measured error rate, not a judgement.
"""

import math
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

import yaml
from pydantic import Field

from inspect_rubricblind.records import Criterion, CriterionCoverage, Record
from inspect_rubricblind.scorers.criteria import Reading, read_criterion
from inspect_rubricblind.scorers.evidence import Change, Edited, Evidence, gather

# How many of the shared words a reason names.
NAMED_TERMS = 4
# From which alignment on the edited sentence is said to be the one that counts.
BEST = 0.9


class Estimator(Record):
    """Weights of the estimate. A criterion is covered from `threshold` on."""

    name: str
    threshold: float = Field(gt=0, lt=1)
    intercept: float
    weights: Mapping[str, float]
    fit: Mapping[str, float | int | str]
    cross_validated: Mapping[str, float | int | Mapping[str, float | int]]

    def probability(self, evidence: Evidence) -> float:
        """The estimate in [0, 1] that a criterion with this evidence is covered."""
        pairs = zip(evidence._fields, evidence, strict=True)
        logit = self.intercept + sum(
            self.weights[name] * value for name, value in pairs
        )
        return 1 / (1 + math.exp(-logit))


@cache
def load_estimator() -> Estimator:
    """The estimator that ships with the package."""
    path = files("inspect_rubricblind.scorers").joinpath("estimator.yaml")
    return Estimator.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))


def estimate(
    original: str, variant: Edited, criteria: Sequence[Criterion]
) -> tuple[CriterionCoverage, ...]:
    """Estimate for each criterion whether it asks about what the edit changed.

    Args:
        original: The answer before the edit.
        variant: The edit, its claim, and its error type (or a control's shape).
        criteria: The rubric. Each criterion is judged by itself: neither their
            order nor their number matters.

    Returns:
        One estimate per criterion, in the order given. An edit that changes nothing
        is asked about by no criterion.

    Raises:
        ValueError: The edits do not fit the original.
    """
    estimator = load_estimator()
    change = Change.read(original, variant)
    return tuple(_judge(estimator, change, criterion) for criterion in criteria)


def _judge(
    estimator: Estimator, change: Change, criterion: Criterion
) -> CriterionCoverage:
    reading = read_criterion(criterion.criterion)
    evidence = gather(change, reading)
    score = round(estimator.probability(evidence), 4) if change.is_real else 0.0
    return CriterionCoverage(
        index=criterion.index,
        points=criterion.points,
        covered=score >= estimator.threshold,
        score=score,
        reason=_reason(change, reading, evidence),
        catch_all=_only_by_scope(estimator, evidence, score),
    )


def _only_by_scope(
    estimator: Estimator, evidence: Evidence, score: float
) -> bool | None:
    """Whether a covering criterion would not cover if it were no catch-all."""
    if score < estimator.threshold:
        return None
    without = estimator.probability(evidence._replace(scope=0.0))
    return round(without, 4) < estimator.threshold


def _reason(change: Change, reading: Reading, evidence: Evidence) -> str:
    """What speaks for the criterion, in a few words."""
    if not change.is_real:
        return "the edit changes nothing"
    parts = []
    if evidence.scope:
        parts.append(f"catch-all: {reading.cue_for(change.error_type)}")
    if evidence.subject:
        shared = reading.terms & change.changed
        named = sorted(shared, key=lambda term: (-change.weight(term), term))
        parts.append(
            "shares " + ", ".join(_readable(t, reading) for t in named[:NAMED_TERMS])
        )
    if evidence.aligned >= BEST:
        parts.append("rests on the sentence that was edited")
    return "; ".join(parts) or "no relation found"


def _readable(term: str, reading: Reading) -> str:
    if term.startswith("#"):
        return f"({term[1:].replace('_', ' ')})"
    return reading.words.get(term, term.lstrip("="))
