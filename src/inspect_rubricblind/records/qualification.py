"""Known truth about a grader's task, and how a grader did against it."""

from inspect_ai.util import StoreModel

from inspect_rubricblind.records.base import RECORDS_VERSION, Record, Yes
from inspect_rubricblind.records.grading import RoleUsage, Signature
from inspect_rubricblind.records.pairing import Outcome


class KnownCriterion(Record):
    """What a fair expert who knows the edit says about one criterion."""

    index: int
    met_before: bool
    met_after: bool
    covered: bool
    should_change: Yes


class KnownPair(Record):
    """The truth about one pair of the trial; `outcome` is that of an ideal grader."""

    pair_id: str
    kind: str
    error_type: str
    outcome: Outcome
    criteria: tuple[KnownCriterion, ...]


class Truth(StoreModel):
    """What is known about the pairs of a sample, or about one probe.

    `probe` names the trick of a probe: an answer that plants a verdict; then
    `expected` holds the right verdict on each criterion.
    """

    pairs: tuple[KnownPair, ...] = ()
    probe: str = ""
    expected: tuple[bool, ...] = ()


class QualificationRow(Record):
    """One pair, repeat or probe: what should come out, and what did.

    `changes_due` counts the criteria whose verdict should change, `changes_made`
    those of them with the right verdict on both texts, `ungraded` the lost verdicts.
    `as_known` counts the verdicts (of `verdicts`, both texts together) that agree
    with the truth.
    """

    row_id: str
    kind: str
    error_type: str
    covered: bool
    expected: str
    observed: str
    changes_due: int = 0
    changes_made: int = 0
    verdicts: int = 0
    as_known: int = 0
    ungraded: int = 0


class QualificationResult(Record):
    """What the scorer `grader_qualification` leaves in `Score.metadata`."""

    records_version: str = RECORDS_VERSION
    signature: Signature
    grading: str
    rows: tuple[QualificationRow, ...]
    usage: RoleUsage
