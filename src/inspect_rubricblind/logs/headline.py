"""The first sentences of a report."""

from collections.abc import Iterator, Sequence

from inspect_rubricblind.logs.contents import Summary
from inspect_rubricblind.logs.fact_checking.wording import fact_check_sentences
from inspect_rubricblind.logs.medhallu.wording import sentences as medhallu_sentences
from inspect_rubricblind.logs.outcomes.calibration_tables import (
    calibration_sentences,
)
from inspect_rubricblind.logs.outcomes.severity_table import (
    severity_sentences,
)
from inspect_rubricblind.logs.outcomes.supplied import unused_columns
from inspect_rubricblind.logs.outcomes.wording import headline as outcome_headline
from inspect_rubricblind.logs.scenarios.wording import scenario_sentences
from inspect_rubricblind.logs.summary import Group
from inspect_rubricblind.logs.traps.wording import trap_sentences
from inspect_rubricblind.logs.wording import (
    auroc,
    coverage_word,
    error_rate,
    estimated,
    percent,
    title,
)

SAMPLE_NOTE = (
    "SAMPLE data: a few cases written for this project. They show how the method "
    "works and say nothing about any benchmark."
)
NO_GRADER_NOTE = (
    "No grader bound: coverage only. Whether a score moves is not measured here, only "
    "whether a criterion asks about what was made wrong."
)


def headline(summary: Summary) -> Iterator[str]:
    """What a reader has to know first, section by section."""
    if summary.sample:
        yield SAMPLE_NOTE
    if not summary.outcomes.by_benchmark and (summary.groups or not summary.medhallu):
        yield NO_GRADER_NOTE
    yield from outcome_headline(summary.outcomes)
    yield from severity_sentences(summary.severity)
    yield from calibration_sentences(summary.calibration)
    yield from medhallu_sentences(summary.medhallu)
    yield from fact_check_sentences(summary.fact_check)
    yield from trap_sentences(summary.traps)
    yield from scenario_sentences(summary.scenarios)
    if (unused := unused_columns(summary.ignored_columns)) is not None:
        yield unused
    for group in main_groups(summary.groups):
        yield _group_sentence(group)
    if summary.unanswered:
        reasons = ", ".join(f"{n} {why}" for why, n in summary.unanswered.items())
        yield f"Cases without an answer, not in any number above: {reasons}."
    if any(estimated(group) for group in summary.groups):
        yield from (error_rate(error) for error in summary.estimators)


def _group_sentence(group: Group) -> str:
    coverage = group.coverage
    each = f"{coverage.n / group.answers:.1f} each"
    start = f"{title(group)}: {coverage.n} injected errors in {group.answers} answers"
    if coverage.covered.value is None:
        return f"{start} ({each}); none of them carries a coverage score."
    return (
        f"{start} ({each}). {coverage_word(group)}: the rubrics ask about "
        f"{percent(coverage.covered)} of them. Coverage bound (AUROC at most, not a "
        f"forecast): {auroc(coverage.bound_auroc)}."
    )


def main_groups(groups: Sequence[Group]) -> list[Group]:
    """One per benchmark and injector, with all answer models pooled."""
    pooled = {
        (g.benchmark, g.dataset_kind, g.injector) for g in groups if not g.answer_model
    }
    return [
        group
        for group in groups
        if group.answer_model is None
        or (group.benchmark, group.dataset_kind, group.injector) not in pooled
    ]
