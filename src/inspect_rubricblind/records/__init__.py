"""Typed records that the stages hand on, and the arithmetic all of them share.

`Trial` is what the solvers freeze in the sample store; `CoverageResult` and
`GradingResult` are what the scorers leave in `Score.metadata`. Logs are read back
into these types, so a field that changes its meaning changes `RECORDS_VERSION`.
"""

from inspect_rubricblind.records.base import (
    CONTROL_SHAPES,
    ERROR_CODES,
    RECORDS_VERSION,
    AnswerKind,
    ControlShape,
    EditShape,
    ErrorCode,
    NoAnswer,
    Record,
    StageKind,
    VariantKind,
    Yes,
    digest,
    stream,
)
from inspect_rubricblind.records.case import Case, Criterion, SuppliedAnswer
from inspect_rubricblind.records.coverage import (
    CoverageResult,
    CriterionCoverage,
    VariantCoverage,
)
from inspect_rubricblind.records.edits import (
    Candidate,
    Edit,
    EditSize,
    Rejection,
    apply_edits,
)
from inspect_rubricblind.records.grading import (
    CriterionVerdict,
    GradedPair,
    GradedText,
    GradingResult,
    RoleUsage,
    Signature,
)
from inspect_rubricblind.records.pairing import (
    Catcher,
    Outcome,
    Pairing,
    TieCause,
    Verdicts,
    catcher,
    headroom,
    pair,
    points,
    points_possible,
    reachable,
    tie_cause,
)
from inspect_rubricblind.records.trial import (
    Answer,
    Applicability,
    Discarded,
    Trial,
    Variant,
)

__all__ = [
    "CONTROL_SHAPES",
    "ERROR_CODES",
    "RECORDS_VERSION",
    "Answer",
    "AnswerKind",
    "Applicability",
    "Candidate",
    "Case",
    "Catcher",
    "ControlShape",
    "CoverageResult",
    "Criterion",
    "CriterionCoverage",
    "CriterionVerdict",
    "Discarded",
    "Edit",
    "EditShape",
    "EditSize",
    "ErrorCode",
    "GradedPair",
    "GradedText",
    "GradingResult",
    "NoAnswer",
    "Outcome",
    "Pairing",
    "Record",
    "Rejection",
    "RoleUsage",
    "Signature",
    "StageKind",
    "SuppliedAnswer",
    "TieCause",
    "Trial",
    "Variant",
    "VariantCoverage",
    "VariantKind",
    "Verdicts",
    "Yes",
    "apply_edits",
    "catcher",
    "digest",
    "headroom",
    "pair",
    "points",
    "points_possible",
    "reachable",
    "stream",
    "tie_cause",
]
