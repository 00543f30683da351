"""What the scorer `coverage` leaves in `Score.metadata`."""

from typing import Literal

from inspect_rubricblind.records.base import RECORDS_VERSION, Record, StageKind, Yes


class CriterionCoverage(Record):
    """Whether one criterion asks about what an edit changed.

    `score` is the estimate in [0, 1]; `should_change` stays None for rules.
    """

    index: int
    points: int
    covered: bool
    score: float
    reason: str
    should_change: Yes | None = None


class VariantCoverage(Record):
    """Coverage of one variant: all criteria that reach `covered`, and headroom.

    `headroom` is None where the original's verdicts are not known; otherwise
    whether any covered criterion could still change for the worse.
    """

    kind: Literal["error", "control"]
    error_type: str
    covered: bool
    headroom: bool | None = None
    criteria: tuple[CriterionCoverage, ...]


class CoverageResult(Record):
    """What `Score.metadata` of the scorer `coverage` holds, beside nothing else."""

    records_version: str = RECORDS_VERSION
    kind: StageKind
    estimator: str
    criteria_sha256: str
    n_criteria: int
    variants: tuple[VariantCoverage, ...]
