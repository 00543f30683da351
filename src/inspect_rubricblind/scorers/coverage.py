"""Scorer `coverage`: which criteria ask about what an edit changed.

A rubric that nowhere asks about the changed fact cannot notice the change, whoever
grades with it. The scorer reads the frozen `Trial` and calls no model.
"""

from collections.abc import Sequence
from statistics import fmean

from inspect_ai.log import transcript
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState

from inspect_rubricblind.calls.ask import Caller
from inspect_rubricblind.calls.breaker import Breaker
from inspect_rubricblind.calls.conversation import question_of
from inspect_rubricblind.calls.prompts import prompt_hash
from inspect_rubricblind.calls.roles import JUDGE_ROLES, bound_roles, stage_kind
from inspect_rubricblind.calls.together import together
from inspect_rubricblind.calls.usage import role_usage
from inspect_rubricblind.records import (
    ERROR_CODES,
    Answer,
    Case,
    CoverageResult,
    CriterionCoverage,
    Trial,
    Variant,
    VariantCoverage,
    criteria_digest,
    headroom,
)
from inspect_rubricblind.scorers.coverage_judge import PACKAGE, STAGE, judge_coverage
from inspect_rubricblind.scorers.criteria_file import read_rubrics
from inspect_rubricblind.scorers.explanation import explain
from inspect_rubricblind.scorers.stored import stored, stored_case
from inspect_rubricblind.scorers.support import estimate, load_estimator

KINDS = ("auto", "rules", "model")
NAN = float("nan")


@scorer(metrics={"*": [mean(), stderr()]})
def coverage(coverage: str = "auto", criteria: str | None = None) -> Scorer:
    """Find the criteria that ask about what each injection and control changed.

    The value has the same keys in every sample, NaN where there is nothing to say:
    `covered` and `controls_covered` (share covered), `bound_auroc` (mean over the
    injections of 1 where covered, 0.5 where not, or where known verdicts leave the
    covered criteria no headroom: an upper bound of the paired AUROC, no forecast),
    `n_injections`, `agrees_with_rules` (with a judge: share of injections and controls
    on which it and the rules say the same), and one key per error type (1 covered,
    0 not).

    Args:
        coverage: `rules` estimates, `model` asks the role `judge` once per pair,
            `auto` is `model` if that role is bound.
        criteria: JSONL file `{id, criteria: [{criterion, points}]}` with another
            rubric for the same frozen pairs.

    Raises:
        ValueError: `coverage` is none of `auto`, `rules` and `model`, or the file
            cannot be used.
    """
    if coverage not in KINDS:
        raise ValueError(
            f"coverage must be one of {', '.join(KINDS)}, but got {coverage!r}"
        )
    rubrics = read_rubrics(criteria)
    breaker = Breaker("coverage")

    async def score(state: TaskState, target: Target) -> Score:
        bound_models = bound_roles()
        kind = stage_kind("coverage", coverage, JUDGE_ROLES, bound_models)
        trial, case = stored(state, Trial), stored_case(state)
        if trial.answer is None:
            reason = trial.no_answer or "no_answer"
            explanation = f"There is no answer to inject into: {reason}."
            return Score(value=_values([]), reason=reason, explanation=explanation)
        case = rubrics.applied_to(str(state.sample_id), case)
        answer, variants = _frozen(trial)
        covered = [cover(answer.text, variant, case) for variant in variants]
        estimator, usage = load_estimator().name, None
        if kind == "model":
            judge = Caller(bound_models["judge"], breaker, state.epoch)
            before = len(transcript().events)
            covered = await cover_by_judge(
                judge, question_of(state), answer.text, variants, case, covered
            )
            usage = role_usage(transcript().events[before:], "judge")
            estimator = f"{judge.model} {prompt_hash(PACKAGE, STAGE)}"
        return Score(
            value=_values(covered) | {"n_injections": float(len(trial.injections))},
            answer=_summary(covered, kind),
            explanation=explain(case, answer.text, variants, covered),
            metadata=CoverageResult(
                kind=kind,
                estimator=estimator,
                criteria_sha256=criteria_digest(case.criteria),
                n_criteria=len(case.criteria),
                variants=tuple(covered),
                usage=usage,
            ).model_dump(mode="json"),
        )

    return score


def cover(original: str, variant: Variant, case: Case) -> VariantCoverage:
    """The coverage of one variant, estimated by rules."""
    asking = tuple(
        found for found in estimate(original, variant, case.criteria) if found.covered
    )
    return VariantCoverage(
        kind=variant.kind,
        error_type=variant.error_type,
        covered=bool(asking),
        headroom=_headroom(asking, case),
        criteria=asking,
    )


async def cover_by_judge(
    judge: Caller,
    question: str,
    original: str,
    variants: Sequence[Variant],
    case: Case,
    estimated: Sequence[VariantCoverage],
) -> list[VariantCoverage]:
    """The judge's word on every variant, with the estimate by rules beside it."""
    said = await together(
        *(
            judge_coverage(judge, question, original, variant, case.criteria)
            for variant in variants
        )
    )
    return [
        VariantCoverage(
            kind=rules.kind,
            error_type=rules.error_type,
            covered=None if isinstance(asking, str) else bool(asking),
            headroom=None if isinstance(asking, str) else _headroom(asking, case),
            criteria=() if isinstance(asking, str) else asking,
            failure=asking if isinstance(asking, str) else None,
            rules_covered=rules.covered,
        )
        for asking, rules in zip(said, estimated, strict=True)
    ]


def _headroom(asking: Sequence[CriterionCoverage], case: Case) -> bool | None:
    if case.verdicts is None:
        return None
    return headroom(case.criteria, [found.index for found in asking], case.verdicts)


def bound(found: VariantCoverage) -> float:
    """What a pair would add to the AUROC if each covered criterion changed."""
    return 1.0 if found.covered and found.headroom is not False else 0.5


def _frozen(trial: Trial) -> tuple[Answer, list[Variant]]:
    """Answer and variants as records: when a log is scored again, they come as JSON."""
    variants = [*trial.injections, *trial.controls]
    return Answer.model_validate(trial.answer), [
        Variant.model_validate(variant) for variant in variants
    ]


def _values(covered: Sequence[VariantCoverage]) -> dict[str, float]:
    known = [found for found in covered if found.covered is not None]
    errors = [found for found in known if found.kind == "error"]
    controls = [found for found in known if found.kind == "control"]
    return {
        "covered": _mean([float(bool(found.covered)) for found in errors]),
        "bound_auroc": _mean([bound(found) for found in errors]),
        "n_injections": NAN,
        "controls_covered": _mean([float(bool(found.covered)) for found in controls]),
        "agrees_with_rules": _mean(
            [
                float(f.covered == f.rules_covered)
                for f in known
                if f.rules_covered is not None
            ]
        ),
        **{
            code: _mean(
                [float(bool(f.covered)) for f in errors if f.error_type == code]
            )
            for code in ERROR_CODES
        },
    }


def _mean(values: Sequence[float]) -> float:
    return fmean(values) if values else NAN


def _summary(covered: Sequence[VariantCoverage], kind: str) -> str:
    errors = [found for found in covered if found.kind == "error"]
    if not errors:
        return "no error was injected"
    asked = sum(bool(found.covered) for found in errors)
    unread = sum(found.covered is None for found in errors)
    how = "estimated" if kind == "rules" else "by the judge"
    lost = f", {unread} unread" if unread else ""
    return f"{asked} of {len(errors)} errors are asked about ({how}{lost})"
