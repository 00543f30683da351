"""What the scorer `coverage` leaves in `Score.metadata`."""

from typing import Literal

from inspect_rubricblind.records.base import RECORDS_VERSION, Record, StageKind, Yes
from inspect_rubricblind.records.grading import RoleUsage


class CriterionCoverage(Record):
    """Whether one criterion asks about what an edit changed.

    `score` is the estimate in [0, 1]; `should_change` stays None for rules. `catch_all`
    is true where the criterion counts only because it speaks of all statements ("no
    inaccurate statements"), not because it names the subject; None where not known.
    """

    index: int
    points: int
    covered: bool
    score: float
    reason: str
    should_change: Yes | None = None
    catch_all: bool | None = None


class VariantCoverage(Record):
    """Coverage of one variant: all criteria that ask about its change, and headroom.

    `covered` is None if the judge's reply could not be read, and `failure` says how.
    `headroom` is None where the original's verdicts are not known or nothing is
    covered; otherwise whether any covered criterion could still change for the worse.
    `rules_covered` keeps the estimate by rules beside a judge's word.
    """

    kind: Literal["error", "control"]
    error_type: str
    covered: bool | None = None
    headroom: bool | None = None
    criteria: tuple[CriterionCoverage, ...]
    failure: str | None = None
    rules_covered: bool | None = None


class CoverageResult(Record):
    """What `Score.metadata` of the scorer `coverage` holds.

    `estimator` names the rules' version, or the judge and its prompt. `usage` counts
    the judge's calls.
    """

    records_version: str = RECORDS_VERSION
    kind: StageKind
    estimator: str
    criteria_sha256: str
    n_criteria: int
    variants: tuple[VariantCoverage, ...]
    usage: RoleUsage | None = None
