"""What several autoraters say of one answer, criterion by criterion."""

from inspect_rubricblind.records.base import RECORDS_VERSION, Record
from inspect_rubricblind.records.grading import (
    CriterionVerdict,
    RoleUsage,
    Signature,
)


class RaterVerdicts(Record):
    """One autorater's verdicts, one per criterion; `grading` names its settings."""

    signature: Signature
    grading: str
    verdicts: tuple[CriterionVerdict, ...]
    usage: RoleUsage


class AutoratingResult(Record):
    """What the scorer `autoraters` leaves in `Score.metadata`."""

    records_version: str = RECORDS_VERSION
    criteria_sha256: str
    raters: tuple[RaterVerdicts, ...]
