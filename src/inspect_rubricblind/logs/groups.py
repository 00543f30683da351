"""From the study to the figures of the report; estimators are in `statistics`."""

from collections import Counter
from collections.abc import Iterable, Sequence

import pandas as pd

from inspect_rubricblind.logs.attempts import Attempt, Cell
from inspect_rubricblind.logs.estimator import LabelledPairs
from inspect_rubricblind.logs.kinds import ErrorKind, kinds_of
from inspect_rubricblind.logs.shares import (
    bound,
    cases,
    coverage_of,
    covered_share,
    numbers,
    scored,
    specific_share,
)
from inspect_rubricblind.logs.statistics.correction import rogan_gladen
from inspect_rubricblind.logs.statistics.proportions import clustered_proportion
from inspect_rubricblind.logs.study import Study
from inspect_rubricblind.logs.summary import (
    ControlRow,
    EstimatorError,
    Figure,
    Group,
    TypeRow,
)
from inspect_rubricblind.records import CONTROL_SHAPES

FEW_PAIRS = 30
"""Below this N a share of one error type is a count, not a claim."""

GroupKey = tuple[str, str, str | None, str]


def coverage_groups(
    study: Study, labelled: LabelledPairs | None, seed: int
) -> tuple[Group, ...]:
    """One group per benchmark, answer model and injector, and for models pooled.

    Args:
        study: Pooled logs.
        labelled: Labels that tell the error rate of the only estimator, if known.
        seed: Of the bootstrap behind the corrected rate.
    """
    return tuple(_group(study, key, labelled, seed) for key in _group_keys(study))


def _group_keys(study: Study) -> Iterable[GroupKey]:
    """All answer models pooled first where there are several, then each."""
    models: dict[tuple[str, str, str], list[str]] = {}
    for cell in study.answers:
        together = (cell.benchmark, cell.dataset_kind, cell.injector)
        models.setdefault(together, []).append(cell.answer_model)
    for (benchmark, kind, injector), names in sorted(models.items()):
        if len(names) > 1:
            yield benchmark, kind, None, injector
        for name in sorted(names):
            yield benchmark, kind, name, injector


def _group(
    study: Study, key: GroupKey, labelled: LabelledPairs | None, seed: int
) -> Group:
    benchmark, kind, model, injector = key
    cells = [cell for cell in study.answers if _belongs(cell, key)]
    variants = study.variants
    pairs = variants[
        (variants["benchmark"] == benchmark)
        & (variants["dataset_kind"] == kind)
        & variants["answer_model"].isin([cell.answer_model for cell in cells])
        & (variants["cell_injector"] == injector)
    ]
    attempts = [item for item in study.attempts if item.cell in cells]
    errors = pairs[pairs["kind"] == "error"]
    return Group(
        benchmark=benchmark,
        dataset_kind=kind,
        answer_model=model,
        injector=injector,
        grader=None,
        coverage_kind=tuple(sorted(errors["coverage_kind"].dropna().unique())),
        answers=sum(study.answers[cell] for cell in cells),
        coverage=coverage_of(errors),
        covered_equal_weight=covered_share(errors, "question"),
        covered_specific_equal_weight=specific_share(errors, "question"),
        bound_equal_weight=bound(errors, "question"),
        corrected=_corrected(errors, labelled, seed),
        types=tuple(
            _type_row(errors, attempts, kind) for kind in kinds_of(errors["error_type"])
        ),
        controls=tuple(_control_rows(pairs, attempts)),
    )


def _belongs(cell: Cell, key: GroupKey) -> bool:
    benchmark, kind, model, injector = key
    same = (cell.benchmark, cell.dataset_kind, cell.injector)
    return same == (benchmark, kind, injector) and model in (None, cell.answer_model)


def _corrected(
    errors: pd.DataFrame, labelled: LabelledPairs | None, seed: int
) -> Figure:
    """The pooled rate freed of the estimator's errors; never done per type."""
    known = scored(errors)
    if known.empty:
        return Figure(None, reason="no pair")
    if set(known["coverage_kind"]) != {"rules"}:
        return Figure(None, reason="coverage was not estimated by rules alone")
    if labelled is None:
        return Figure(None, reason="no error rate was measured for the estimator")
    result = rogan_gladen(
        numbers(known["covered"]), cases(known), labelled.labels, seed=seed
    ).corrected
    if result.reason is not None:
        return Figure(None, reason=result.reason)
    return Figure.of(result, seed)


def _type_row(
    errors: pd.DataFrame, attempts: Sequence[Attempt], error: ErrorKind
) -> TypeRow:
    own = [a for a in attempts if (a.kind, a.error_type) == ("error", error.code)]
    rows = errors[errors["error_type"] == error.code]
    coverage = coverage_of(rows)
    return TypeRow(
        error_type=error.code,
        name=error.name,
        harm=error.harm,
        considered=len(own),
        applicable=sum(a.applicable is True for a in own),
        undecided=sum(a.applicable is None for a in own),
        accepted=sum(a.accepted for a in own),
        not_injected=sum(a.applicable is True and not a.accepted for a in own),
        applicable_share=_kept(
            [(a.applicable is True, a) for a in own if a.applicable is not None]
        ),
        accepted_share=_kept([(a.accepted, a) for a in own if a.applicable is True]),
        failed_checks=failed_checks(own),
        coverage=coverage,
        flags=("n < 30",) if 0 < coverage.n < FEW_PAIRS else (),
        verdict=None,
    )


def _kept(tried: Sequence[tuple[bool, Attempt]]) -> Figure:
    """Share of attempts that pass a stage of the funnel; clustered by case."""
    if not tried:
        return Figure(None, reason="nothing entered this stage")
    flags = [float(passed) for passed, _ in tried]
    cases = [attempt.case_id for _, attempt in tried]
    return Figure.of(clustered_proportion(flags, cases))


def failed_checks(attempts: Iterable[Attempt]) -> dict[str, int]:
    """How many discarded tries broke each rule, most frequent first."""
    rules = Counter(
        rule for attempt in attempts for broken in attempt.failed for rule in broken
    )
    return dict(sorted(rules.items(), key=lambda item: (-item[1], item[0])))


def _control_rows(
    pairs: pd.DataFrame, attempts: Sequence[Attempt]
) -> Iterable[ControlRow]:
    tried = Counter(a.error_type for a in attempts if a.kind == "control")
    errors = pairs[pairs["kind"] == "error"]
    controls = pairs[pairs["kind"] == "control"]
    # An injection may add a few words in place of others; its control only adds.
    shapes = errors["edit_shape"].replace({"additive minor": "additive"})
    for shape in CONTROL_SHAPES:
        own, same = controls[controls["error_type"] == shape], errors[shapes == shape]
        if len(own) or len(same):
            yield ControlRow(
                shape=shape,
                wanted=tried[shape],
                controls=len(own),
                control_tokens=_median(own["edit_tokens"]),
                control_covered=covered_share(own),
                injections=len(same),
                injection_tokens=_median(same["edit_tokens"]),
            )


def _median(values: pd.Series) -> float | None:
    return float(values.median()) if len(values) else None


def estimator_error(name: str, labelled: LabelledPairs | None) -> EstimatorError:
    """The estimator's measured error; nulls where nobody labelled its pairs."""
    if labelled is None:
        missing = Figure(None, reason="not measured for this estimator")
        return EstimatorError(name, missing, missing, 0, 0, "")
    rates = rogan_gladen([0.0], ["none"], labelled.labels, resamples=1)
    return EstimatorError(
        name,
        Figure.of(rates.sensitivity),
        Figure.of(rates.specificity),
        labelled.n_pairs,
        labelled.n_cases,
        labelled.source,
    )
