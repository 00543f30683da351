"""Scorer `coverage`: which criteria ask about what an edit changed.

A rubric that nowhere asks about the changed fact cannot notice the change, whoever
grades with it. The scorer reads the frozen `Trial` and calls no model.
"""

import json
from collections.abc import Sequence
from statistics import fmean

from inspect_ai.model import model_roles
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState

from inspect_rubricblind.records import (
    ERROR_CODES,
    Answer,
    Case,
    CoverageResult,
    Criterion,
    CriterionCoverage,
    Trial,
    Variant,
    VariantCoverage,
    digest,
)
from inspect_rubricblind.scorers.explanation import explain
from inspect_rubricblind.scorers.support import estimate, load_estimator

KINDS = ("auto", "rules", "model")
NAN = float("nan")


@scorer(metrics={"*": [mean(), stderr()]})
def coverage(coverage: str = "auto") -> Scorer:
    """Estimate which criteria ask about what each injection and control changed.

    The value has the same keys in every sample, NaN where there is nothing to say:
    `covered` and `controls_covered` (share covered), `bound_auroc` (mean over the
    injections of 1 where covered, 0.5 where not, or where known verdicts leave the
    covered criteria no headroom: an upper bound of the paired AUROC, no forecast),
    `n_injections`, and one key per error type (1 covered, 0 not).

    Args:
        coverage: `auto` or `rules` for the estimate by rules.

    Raises:
        ValueError: `coverage` is none of `auto`, `rules` and `model`.
    """
    if coverage not in KINDS:
        raise ValueError(
            f"coverage must be one of {', '.join(KINDS)}, but got {coverage!r}"
        )

    async def score(state: TaskState, target: Target) -> Score:
        _check_models(coverage)
        trial, case = state.store_as(Trial), state.metadata_as(Case)
        if trial.answer is None:
            reason = trial.no_answer or "no_answer"
            explanation = f"There is no answer to inject into: {reason}."
            return Score(value=_values([]), reason=reason, explanation=explanation)
        answer, variants = _frozen(trial)
        covered = [cover(answer.text, variant, case) for variant in variants]
        return Score(
            value=_values(covered) | {"n_injections": float(len(trial.injections))},
            answer=_summary(covered),
            explanation=explain(case, variants, covered),
            metadata=CoverageResult(
                kind="rules",
                estimator=load_estimator().name,
                criteria_sha256=criteria_digest(case.criteria),
                n_criteria=len(case.criteria),
                variants=tuple(covered),
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
        headroom=headroom(asking, case),
        criteria=asking,
    )


def headroom(asking: Sequence[CriterionCoverage], case: Case) -> bool | None:
    """Whether any covered criterion could still change for the worse.

    A positive criterion could if it was met, a negative one if it was not. None if
    no verdicts are known, or if those that are leave it open.
    """
    if case.verdicts is None:
        return None
    by_index = {
        criterion.index: verdict
        for criterion, verdict in zip(case.criteria, case.verdicts, strict=True)
    }
    verdicts = [(item.points, by_index[item.index]) for item in asking]
    if any(met is not None and met == (points > 0) for points, met in verdicts):
        return True
    return None if any(met is None for _, met in verdicts) else False


def bound(found: VariantCoverage) -> float:
    """What a pair would add to the AUROC if each covered criterion changed."""
    return 1.0 if found.covered and found.headroom is not False else 0.5


def criteria_digest(criteria: Sequence[Criterion]) -> str:
    """Identifies a rubric: SHA-256 over index, text and points of its criteria."""
    return digest(json.dumps([[c.index, c.criterion, c.points] for c in criteria]))


def _frozen(trial: Trial) -> tuple[Answer, list[Variant]]:
    """Answer and variants as records: when a log is scored again, they come as JSON."""
    variants = [*trial.injections, *trial.controls]
    return Answer.model_validate(trial.answer), [
        Variant.model_validate(variant) for variant in variants
    ]


def _check_models(wanted: str) -> None:
    if wanted != "model":
        return
    if "judge" not in model_roles():
        raise ValueError(
            "coverage=model needs a model for the role judge, but got none; bind it "
            "with `--model-role judge=PROVIDER/MODEL` or choose coverage=rules"
        )
    raise ValueError(
        "coverage must be auto or rules in this version, but got 'model': the estimate "
        "by rules is the only one there is"
    )


def _values(covered: Sequence[VariantCoverage]) -> dict[str, float]:
    errors = [found for found in covered if found.kind == "error"]
    controls = [found for found in covered if found.kind == "control"]
    return {
        "covered": _mean([float(found.covered) for found in errors]),
        "bound_auroc": _mean([bound(found) for found in errors]),
        "n_injections": NAN,
        "controls_covered": _mean([float(found.covered) for found in controls]),
        **{
            code: _mean([float(f.covered) for f in errors if f.error_type == code])
            for code in ERROR_CODES
        },
    }


def _mean(values: Sequence[float]) -> float:
    return fmean(values) if values else NAN


def _summary(covered: Sequence[VariantCoverage]) -> str:
    errors = [found for found in covered if found.kind == "error"]
    asked = sum(found.covered for found in errors)
    return f"{asked} of {len(errors)} errors are asked about (estimated)"
