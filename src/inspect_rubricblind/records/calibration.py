"""What physicians said about one answer and one criterion, and what a grader says."""

from inspect_rubricblind.records.base import RECORDS_VERSION, Record
from inspect_rubricblind.records.grading import RoleUsage, Signature


class PhysicianLabel(Record):
    """One physician's verdict."""

    physician: str
    met: bool


class CalibrationResult(Record):
    """What the scorer `calibrate_grader` leaves in `Score.metadata`.

    `met` is the grader's verdict, None if ungraded, with its `reason`. `cluster` is
    the kind of criterion, `prompt_id` the conversation, which several answers share.
    """

    records_version: str = RECORDS_VERSION
    signature: Signature
    grading: str
    prompt_id: str
    cluster: str
    labels: tuple[PhysicianLabel, ...]
    met: bool | None = None
    reason: str | None = None
    usage: RoleUsage
