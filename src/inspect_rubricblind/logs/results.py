"""What scorers left in a sample: which results are there, and which one counts."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from inspect_rubricblind.records import (
    RECORDS_VERSION,
    CalibrationResult,
    ClassResult,
    CoverageResult,
    FactCheckResult,
    GradingResult,
    LeakageResult,
    QualificationResult,
)
from inspect_rubricblind.records.autorating import AutoratingResult
from inspect_rubricblind.records.traps import TrapResult

ResultT = TypeVar(
    "ResultT",
    CoverageResult,
    GradingResult,
    QualificationResult,
    CalibrationResult,
    LeakageResult,
    ClassResult,
    FactCheckResult,
    AutoratingResult,
    TrapResult,
)

_FIELDS: Mapping[type, frozenset[str]] = {
    CoverageResult: frozenset({"estimator", "criteria_sha256", "variants"}),
    GradingResult: frozenset({"signature", "grading", "texts", "pairs"}),
    QualificationResult: frozenset({"signature", "grading", "rows"}),
    CalibrationResult: frozenset({"signature", "grading", "prompt_id", "labels"}),
    LeakageResult: frozenset({"baselines"}),
    ClassResult: frozenset({"classified"}),
    FactCheckResult: frozenset({"checking", "texts", "pairs"}),
    AutoratingResult: frozenset({"criteria_sha256", "raters"}),
    TrapResult: frozenset({"trap_sha256", "planter", "rounds"}),
}


def settle_coverage(
    results: Sequence[CoverageResult], where: str
) -> CoverageResult | None:
    """Choose the coverage that counts: a judge's before the rules' estimate.

    Raises:
        ValueError: More than one result of the same kind is left.
    """
    judged = [result for result in results if result.kind == "model"]
    left = judged or list(results)
    if len(left) > 1:
        names = ", ".join(
            sorted(
                f"{r.kind}/{r.estimator}/rubric {r.criteria_sha256[:8]}" for r in left
            )
        )
        raise ValueError(
            f"{where} must have one coverage result of a kind, but got {names}: "
            "score it again with one of them and report that log alone."
        )
    return left[0] if left else None


def check_records_version(version: object, where: str) -> None:
    """Refuse records of another version.

    Raises:
        ValueError: The version is another one; `where` says what carries it.
    """
    if version != RECORDS_VERSION:
        raise ValueError(
            f"records_version must be {RECORDS_VERSION!r}, but got {version!r} in "
            f"{where}: read the log with the version of inspect_rubricblind that "
            "wrote it."
        )


def results_of(
    sample: Mapping[str, Any], kind: type[ResultT], where: str
) -> list[ResultT]:
    """What scorers of one kind left, known by its fields: names may be numbered.

    Raises:
        ValueError: It was written with other records than this version reads.
    """
    results, fields = [], _FIELDS[kind]
    for score in (sample.get("scores") or {}).values():
        metadata = score.get("metadata") or {}
        if fields <= metadata.keys():
            check_records_version(metadata.get("records_version"), where)
            results.append(kind.model_validate(metadata))
    return results
