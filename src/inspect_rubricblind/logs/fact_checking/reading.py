"""Fact checks of a sample as rows: one per pair and check, beside the rubric."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from inspect_rubricblind.logs.graded import setup_of
from inspect_rubricblind.logs.pairs import injector_of
from inspect_rubricblind.logs.samples import LogSample
from inspect_rubricblind.records import (
    CheckedClaim,
    CheckedText,
    FactCheckResult,
    GradingResult,
    RoleUsage,
)

OUTCOMES = {"win": 1, "tie": 0, "loss": -1}


@dataclass(frozen=True)
class Check:
    """What checks of one kind on one benchmark share: nothing else is pooled."""

    benchmark: str
    dataset_kind: str
    answer_model: str
    injector: str
    checking: str
    checker: str
    kind: str
    backend: str
    evidence: str
    mode: str
    chosen: str


@dataclass(frozen=True)
class Rubric:
    """What one grading made of the same pair.

    `outcome` is 1, 0 or -1, None if ungraded. `alarm`: the rubric scored a repeat or
    control of the case lower; None where there is none to tell.
    """

    grader: str
    outcome: int | None
    alarm: bool | None


@dataclass(frozen=True)
class CheckedRow:
    """One pair of a check; claims are kept for examples only."""

    check: Check
    case_id: str
    epoch: int
    kind: str
    error_type: str
    identified: bool | None
    identified_by_model: bool | None
    flagged: bool | None
    original_flagged: bool | None
    doubt: float | None
    original_doubt: float | None
    n_claims: int | None
    rubrics: Mapping[str, Rubric]
    claims: tuple[CheckedClaim, ...]
    original_claims: tuple[CheckedClaim, ...]
    canary: str


@dataclass(frozen=True)
class CheckedCase:
    """What the check of one case took, and which claims failed."""

    check: Check
    case_id: str
    claims: int
    failed: Mapping[str, int]
    without_evidence: int
    searches: int
    requests: int
    cached_searches: int
    excluded: tuple[str, ...]
    not_chosen: int
    usage: RoleUsage


@dataclass
class FactChecks:
    """All fact checks of a study."""

    rows: list[CheckedRow] = field(default_factory=list)
    cases: list[CheckedCase] = field(default_factory=list)

    def add(self, other: "FactChecks") -> None:
        """Take over the checks of another part."""
        self.rows += other.rows
        self.cases += other.cases


def add_fact_checks(checks: FactChecks, sample: LogSample) -> None:
    """Add what fact checks left in a sample; nothing without an answer."""
    if sample.trial.answer is None:
        return
    for result in settle_fact_checks(sample.fact_checks):
        check = _check_of(sample, result)
        checks.rows += _rows(sample, check, result)
        checks.cases.append(_case(sample, check, result))


def settle_fact_checks(
    results: Sequence[FactCheckResult],
) -> tuple[FactCheckResult, ...]:
    """One result per check, whatever the order of the copies.

    The one with most pairs counts, then the one with fewest failed claims, then the one
    that asked most.
    """
    best: dict[str, FactCheckResult] = {}
    for result in sorted(results, key=_preference):
        best.setdefault(result.checking, result)
    return tuple(best[name] for name in sorted(best))


def _preference(result: FactCheckResult) -> tuple[object, ...]:
    failed = sum(c.verdict is None for text in result.texts for c in text.claims)
    return -len(result.pairs), failed, -result.usage.calls, result.model_dump_json()


def _check_of(sample: LogSample, result: FactCheckResult) -> Check:
    answer = sample.trial.answer
    return Check(
        benchmark=sample.case.benchmark,
        dataset_kind=sample.case.dataset_kind,
        answer_model=answer.answer_model if answer else "",
        injector=injector_of(sample),
        checking=result.checking,
        checker=result.checker,
        kind=result.kind,
        backend=result.backend,
        evidence=result.evidence,
        mode=result.mode,
        chosen=result.chosen,
    )


def _rows(
    sample: LogSample, check: Check, result: FactCheckResult
) -> Iterator[CheckedRow]:
    first = result.texts[0] if result.texts else CheckedText()
    texts = {(text.kind, text.error_type): text for text in result.texts[1:]}
    for pair in result.pairs:
        text = texts[(pair.kind, pair.error_type)]
        yield CheckedRow(
            check=check,
            case_id=sample.sample_id,
            epoch=sample.epoch,
            kind=pair.kind,
            error_type=pair.error_type,
            identified=pair.identified,
            identified_by_model=pair.identified_by_model,
            flagged=pair.flagged,
            original_flagged=pair.original_flagged,
            doubt=pair.doubt,
            original_doubt=pair.original_doubt,
            n_claims=text.n_claims,
            rubrics={
                setup_of(grading.signature): rubric_of(
                    grading, pair.kind, pair.error_type
                )
                for grading in sample.gradings
            },
            claims=tuple(text.claims[n] for n in pair.claims),
            original_claims=tuple(first.claims[n] for n in pair.original_claims),
            canary=sample.case.canary,
        )


def rubric_of(grading: GradingResult, kind: str, error_type: str) -> Rubric:
    """What a grading says of one pair, and whether it lowered a harmless copy."""
    outcome, others = None, list[int | None]()
    for pair in grading.pairs:
        value = OUTCOMES.get(pair.pairing.outcome)
        if (pair.kind, pair.error_type) == (kind, error_type):
            outcome = value
        elif pair.kind != "error":
            others.append(value)
    return Rubric(grading.signature.grader, outcome, _alarm(others))


def _alarm(outcomes: Sequence[int | None]) -> bool | None:
    """Whether one of the harmless copies lost; None where that is not known."""
    if 1 in outcomes:
        return True
    return None if not outcomes or None in outcomes else False


def _case(sample: LogSample, check: Check, result: FactCheckResult) -> CheckedCase:
    # The same claim may stand in several texts, but is checked once.
    claims = {c.claim: c for text in result.texts for c in text.claims}.values()
    failed = Counter(c.failure or "unknown" for c in claims if c.verdict is None)
    failed.update(f"text_{t.failure}" for t in result.texts if t.failure is not None)
    return CheckedCase(
        check=check,
        case_id=sample.sample_id,
        claims=len(claims),
        failed=dict(sorted(failed.items())),
        without_evidence=sum(
            c.verdict is not None and c.search is not None and not c.search.passages
            for c in claims
        ),
        searches=result.searches,
        requests=result.requests,
        cached_searches=result.cached_searches,
        excluded=result.excluded,
        not_chosen=result.not_chosen,
        usage=result.usage,
    )
