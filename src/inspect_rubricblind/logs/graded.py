"""Rows of graded pairs: what a grader's verdicts add to the row of a variant."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from inspect_rubricblind.logs.covering import catch_columns
from inspect_rubricblind.records import (
    CalibrationResult,
    CoverageResult,
    Criterion,
    GradedPair,
    GradingResult,
    QualificationResult,
    Signature,
    VariantCoverage,
    criteria_digest,
    digest,
)

Row = dict[str, Any]
VariantKey = tuple[str, str]


def settle_gradings(gradings: Sequence[GradingResult]) -> tuple[GradingResult, ...]:
    """One result per grading signature, whatever the order of the copies.

    Copies of one grading differ at most in usage, since replayed calls are not paid
    again; the copy with the fewest ungraded verdicts and the most paid calls counts.
    """
    best: dict[str, GradingResult] = {}
    for result in sorted(gradings, key=_preference):
        best.setdefault(result.grading, result)
    return tuple(best[name] for name in sorted(best))


def settle_qualifications(
    results: Sequence[QualificationResult],
) -> tuple[QualificationResult, ...]:
    """One result per grading of a sample with known truth; replays add nothing."""
    best: dict[str, QualificationResult] = {}
    for result in sorted(results, key=lambda r: (-r.usage.calls, r.model_dump_json())):
        best.setdefault(result.grading, result)
    return tuple(best[name] for name in sorted(best))


def settle_calibrations(
    results: Sequence[CalibrationResult],
) -> tuple[CalibrationResult, ...]:
    """One result per grading of a row; a copy with a verdict before one without."""
    best: dict[str, CalibrationResult] = {}
    order = sorted(
        results, key=lambda r: (r.met is None, -r.usage.calls, r.model_dump_json())
    )
    for result in order:
        best.setdefault(result.grading, result)
    return tuple(best[name] for name in sorted(best))


def _preference(result: GradingResult) -> tuple[object, ...]:
    ungraded = sum(v.met is None for text in result.texts for v in text.verdicts)
    return ungraded, -result.usage.calls, digest(result.model_dump_json())


def graded_rows(
    variants: Sequence[Row],
    case: Row,
    gradings: Sequence[GradingResult],
    coverage: CoverageResult | None,
    criteria: Sequence[Criterion] = (),
) -> list[Row]:
    """The exported rows of one sample.

    Args:
        variants: Its rows without a grader.
        case: The columns that all rows of the sample share, for repeats.
        gradings: What graders left; one row per graded pair and grading.
        coverage: What the scorer `coverage` left; it speaks for a grading that used
            the same rubric.
        criteria: The benchmark's own criteria of this sample.

    Returns:
        Graded rows, and the rows of variants that nobody graded.
    """
    by_key = {(row["kind"], row["error_type"]): row for row in variants}
    graded: set[VariantKey] = set()
    rows = []
    own_rubric = criteria_digest(criteria)
    for result in gradings:
        judged = _coverage_of(result, coverage)
        for pair in result.pairs:
            key = (str(pair.kind), pair.error_type)
            graded.add(key)
            base = _repeat_row(case) if pair.kind == "repeat" else by_key[key]
            own = result.signature.criteria_hash == own_rubric
            columns = _graded_columns(result, pair, judged.get(key))
            if pair.kind != "repeat":
                asking = _asking(pair, judged.get(key))
                columns |= catch_columns(result, pair, asking, criteria if own else ())
            scheme = {"rubric_scheme": "own" if own else "other"}
            rows.append({**base, **columns, **scheme})
    return rows + [row for key, row in by_key.items() if key not in graded]


def setup_of(signature: Signature) -> str:
    """What gradings of different cases share: all of the signature but the rubric."""
    shared = signature.model_dump(mode="json", exclude={"criteria_hash"})
    return digest(json.dumps(shared, sort_keys=True))[:12]


def calls_of(signature: Signature) -> str:
    """What decides whether two gradings replay the same cached calls.

    The number of repeats adds calls and changes none.
    """
    asked = signature.model_dump(mode="json")
    arguments = json.loads(signature.arguments)
    asked["arguments"] = {k: v for k, v in arguments.items() if k != "repeats"}
    return digest(json.dumps(asked, sort_keys=True))[:12]


def _coverage_of(
    result: GradingResult, coverage: CoverageResult | None
) -> Mapping[VariantKey, VariantCoverage]:
    """The scorer's coverage by variant, if it was about the grading's rubric."""
    same = coverage and coverage.criteria_sha256 == result.signature.criteria_hash
    found = coverage.variants if coverage and same else ()
    return {(item.kind, item.error_type): item for item in found}


def _repeat_row(case: Row) -> Row:
    """A repeat belongs to the injector of its sample, whose noise it measures."""
    return {
        **case,
        "injector": case["cell_injector"],
        "kind": "repeat",
        "error_type": "",
        "content": "",
    }


def _graded_columns(
    result: GradingResult, pair: GradedPair, judged: VariantCoverage | None
) -> Row:
    pairing, signature = pair.pairing, result.signature
    columns = {
        "repeat": pair.repeat,
        "grading": result.grading,
        "grader": signature.grader,
        "draw": signature.draw,
        "setup": setup_of(signature),
        "calls": calls_of(signature),
        "n_criteria": result.n_criteria,
        "points_original": pairing.points_original,
        "points_variant": pairing.points_variant,
        "points_possible": result.points_possible,
        "outcome": pairing.outcome,
        "ungraded_reason": _ungraded_reason(result, pair),
        "diff_min": pairing.diff_min,
        "diff_max": pairing.diff_max,
        "flips_down": len(pairing.flipped_down),
        "flips_up": len(pairing.flipped_up),
        "cause": pair.cause,
        "caught_by": pair.caught_by,
    }
    if pair.kind == "repeat":
        return columns | {"coverage_kind": None}
    columns["headroom"] = pair.headroom
    if judged is None:  # another rubric: the grading's own estimate by rules
        columns |= {
            "covered": bool(pair.covered),
            "covered_specific": None,
            "coverage_kind": "rules",
            "should_change": None,
        }
    return columns


def _asking(pair: GradedPair, judged: VariantCoverage | None) -> Sequence[int]:
    """Criteria that ask about the change: the scorer's word, else the grading's."""
    if judged is None:
        return pair.covered
    return [item.index for item in judged.criteria if item.covered]


def _ungraded_reason(result: GradingResult, pair: GradedPair) -> str | None:
    """Why verdicts of the pair are missing, if they leave its outcome open."""
    if pair.pairing.outcome != "ungraded":
        return None
    key = (pair.kind, pair.error_type, pair.repeat)
    reasons = {
        verdict.reason or "unknown"
        for text in result.texts
        if text.kind is None or (text.kind, text.error_type, text.repeat) == key
        for verdict in text.verdicts
        if verdict.met is None
    }
    return "; ".join(sorted(reasons))
