"""Real `.eval` files with made-up trials, for tests that read logs."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from inspect_ai.event import SpanBeginEvent, SpanEndEvent, StoreEvent
from inspect_ai.log import (
    EvalConfig,
    EvalDataset,
    EvalLog,
    EvalSample,
    EvalSpec,
    write_eval_log,
)
from inspect_ai.scorer import Score

from inspect_rubricblind.records import (
    Answer,
    Applicability,
    Case,
    CoverageResult,
    Criterion,
    CriterionCoverage,
    CriterionVerdict,
    Discarded,
    Edit,
    EditSize,
    GradedPair,
    GradedText,
    GradingResult,
    Rejection,
    RoleUsage,
    Signature,
    Variant,
    VariantCoverage,
    catcher,
    digest,
    pair,
    tie_cause,
)

ANSWER = "Take 500 mg twice a day. Call your doctor if it gets worse."
CRITERIA = (
    Criterion(index=0, criterion="States the dose", points=5),
    Criterion(index=1, criterion="Gives a safety net", points=3),
    Criterion(index=2, criterion="Advises antibiotics", points=-4),
)


def case(**changes: Any) -> Case:
    """A case of benchmark `healthbench`, kind `sample`, with three criteria."""
    fields: dict[str, Any] = {
        "benchmark": "healthbench",
        "dataset_kind": "sample",
        "criteria": CRITERIA,
        "theme": "communication",
        **changes,
    }
    return Case(**fields)


def variant(error_type: str = "F1", **changes: Any) -> Variant:
    """An accepted injection that destroys one token and writes one."""
    control = error_type in {"same", "varied", "additive", "subtractive"}
    fields: dict[str, Any] = {
        "kind": "control" if control else "error",
        "error_type": error_type,
        "edits": (Edit(find="500 mg", replace="5000 mg"),),
        "claim": "The dose is 5000 mg.",
        "injector": "rules",
        "trigger": "500 mg",
        "template": "dose x10",
        "harm": None if control else 5,
        "size": EditSize(
            destroyed=1,
            written=1,
            shape="same",
            sentences_touched=1,
            length_change=0.0,
        ),
        **changes,
    }
    return Variant(**fields)


def discarded(error_type: str = "F1", *rules: str) -> Discarded:
    """A try that broke these rules."""
    return Discarded(
        kind="error",
        error_type=error_type,
        injector="rules",
        template="dose x10",
        edits=(Edit(find="500 mg", replace=""),),
        rejections=tuple(
            Rejection(rule=rule, limit="1", value="2", message="Too much.")
            for rule in rules
        ),
    )


def applicable(error_type: str, verdict: bool | None) -> Applicability:
    """What the rules said about one error type."""
    return Applicability(
        error_type=error_type,  # type: ignore[arg-type]
        applicable=verdict,
        kind="rules",
        reason="trigger",
    )


def coverage(
    *variants: tuple[str, bool, bool | None], **changes: Any
) -> CoverageResult:
    """A coverage result: (error type, covered, headroom) per variant."""
    fields: dict[str, Any] = {
        "kind": "rules",
        "estimator": "support-1",
        "criteria_sha256": digest("criteria"),
        "n_criteria": 3,
        "variants": tuple(_variant_coverage(*item) for item in variants),
        **changes,
    }
    return CoverageResult(**fields)


def _variant_coverage(
    error_type: str, covered: bool, headroom: bool | None
) -> VariantCoverage:
    asks = CriterionCoverage(
        index=0, points=5, covered=True, score=0.9, reason="names the dose"
    )
    return VariantCoverage(
        kind="control" if error_type.islower() else "error",
        error_type=error_type,
        covered=covered,
        headroom=headroom,
        criteria=(asks,) if covered else (),
    )


def grading(
    *pairs: tuple[str, str, list[bool | None]],
    original: Sequence[bool | None] = (True, True, False),
    grader: str = "grader/a",
    draw: int = 0,
    calls: int = 9,
    **changes: Any,
) -> GradingResult:
    """A grading of CRITERIA: (kind, error type, verdicts on the copy) per pair."""
    texts = [_graded_text(None, "", 0, original)]
    compared = []
    for number, (kind, error_type, verdicts) in enumerate(pairs, start=1):
        repeat = number if kind == "repeat" else 0
        texts.append(_graded_text(kind, error_type, repeat, verdicts))
        pairing = pair(CRITERIA, original, verdicts)
        compared.append(
            GradedPair(
                kind=kind,  # type: ignore[arg-type]
                error_type=error_type,
                repeat=repeat,
                pairing=pairing,
                covered=() if kind == "repeat" else (0,),
                headroom=None if kind == "repeat" else True,
                cause=tie_cause(pairing, (0,), True) if kind == "error" else None,
                caught_by=catcher(pairing, (0,)) if kind == "error" else None,
            )
        )
    fields: dict[str, Any] = {
        "signature": Signature(
            grader=grader,
            settings="{}",
            prompt="healthbench",
            prompt_hash="p",
            criteria_hash=digest("criteria"),
            draw=draw,
            arguments="{}",
        ),
        "grading": digest(f"{grader} {draw}")[:12],
        "n_criteria": 3,
        "points_possible": 8,
        "texts": tuple(texts),
        "pairs": tuple(compared),
        "usage": RoleUsage(calls=calls, cached=9 - calls),
        **changes,
    }
    return GradingResult(**fields)


def _graded_text(
    kind: str | None, error_type: str, repeat: int, verdicts: Sequence[bool | None]
) -> GradedText:
    return GradedText(
        kind=kind,  # type: ignore[arg-type]
        error_type=error_type,
        repeat=repeat,
        verdicts=tuple(
            CriterionVerdict(
                index=i, met=met, reason="refused" if met is None else None
            )
            for i, met in enumerate(verdicts)
        ),
    )


def log_sample(
    sample_id: str | int = "case-1",
    *,
    injections: Sequence[Variant] = (),
    controls: Sequence[Variant] = (),
    applicability: Sequence[Applicability] | None = None,
    tries: Sequence[Discarded] = (),
    scored: CoverageResult | Sequence[CoverageResult] | None = None,
    graded: Sequence[GradingResult] = (),
    about: Case | None = None,
    answer: str | None = ANSWER,
    answer_model: str = "expert",
    question: str = "How much should I take?",
    epoch: int = 1,
    records_version: str = "1",
    components: dict[str, str] | None = None,
) -> EvalSample:
    """One finished sample, as the solvers and the scorer leave it."""
    if applicability is None:
        applicability = [applicable(item.error_type, True) for item in injections]
    store: dict[str, Any] = {
        "Trial:records_version": records_version,
        "Trial:answer": answer
        and Answer(
            text=answer,
            answer_model=answer_model,
            kind="reference",
            tokens=12,
            language="en",
            sha256=digest(answer),
        ).model_dump(mode="json"),
        "Trial:applicability": [a.model_dump(mode="json") for a in applicability],
        "Trial:injections": [v.model_dump(mode="json") for v in injections],
        "Trial:controls": [v.model_dump(mode="json") for v in controls],
        "Trial:discarded": [d.model_dump(mode="json") for d in tries],
        "Trial:components": components or {"taxonomy": "1.0", "injector": "rules"},
    }
    results = [scored] if isinstance(scored, CoverageResult) else list(scored or ())
    return EvalSample(
        id=sample_id,
        epoch=epoch,
        input=question,
        target="",
        metadata=(about or case()).model_dump(mode="json"),
        store=store,
        scores={
            "coverage" + (str(i) if i else ""): Score(
                value={"covered": 1.0}, metadata=result.model_dump(mode="json")
            )
            for i, result in enumerate([*results, *graded])
        },
    )


def as_recovered(sample: EvalSample) -> EvalSample:
    """The sample as Inspect's recovery after a kill leaves it: events, but no store.

    Changes are recorded stage by stage, and as a whole when all stages are done.
    """
    whole = [_change("add", f"/{key}", value) for key, value in sample.store.items()]
    stage = [_change("add", "/Trial:answer"), _change("replace", "/Trial:answer", {})]
    sample.events = [
        SpanBeginEvent(id="all", name="solvers", span_id="all"),
        SpanBeginEvent(id="one", name="answer", parent_id="all", span_id="one"),
        StoreEvent.model_validate({"changes": stage, "span_id": "one"}),
        SpanEndEvent(id="one", span_id="one"),
        StoreEvent.model_validate({"changes": whole, "span_id": "all"}),
        SpanEndEvent(id="all", span_id="all"),
    ]
    sample.store = {}
    return sample


def _change(operation: str, path: str, value: object = None) -> dict[str, object]:
    return {"op": operation, "path": path, "value": value}


def write_log(
    path: Path,
    samples: Sequence[EvalSample],
    *,
    planned: Sequence[str | int] | None = None,
    status: str = "success",
    **spec: Any,
) -> Path:
    """Write a log of `samples`; `planned` are the ids that the run set out to do."""
    ids = planned if planned is not None else sorted({s.id for s in samples}, key=str)
    fields: dict[str, Any] = {
        "created": "2026-01-01T00:00:00+00:00",
        "eval_id": f"eval-{path.stem}",
        "run_id": "run",
        "task": "healthbench",
        "task_registry_name": "inspect_rubricblind/healthbench",
        "task_id": "task-1",
        "task_version": "1-A",
        "task_args": {"seed": 0},
        "task_args_passed": {},
        "dataset": EvalDataset(samples=len(ids), sample_ids=list(ids)),
        "model": "none/none",
        "config": EvalConfig(epochs=max([s.epoch for s in samples], default=1)),
        "packages": {"inspect_ai": "0.3.285"},
        **spec,
    }
    log = EvalLog(status=status, eval=EvalSpec(**fields), samples=list(samples))  # type: ignore[arg-type]
    path.parent.mkdir(parents=True, exist_ok=True)
    write_eval_log(log, str(path))
    return path
