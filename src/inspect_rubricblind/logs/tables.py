"""The report's tables as plain cells; who renders them escapes them."""

from collections.abc import Sequence
from dataclasses import dataclass

from inspect_rubricblind.logs.groups import FEW_PAIRS
from inspect_rubricblind.logs.summary import (
    ControlRow,
    Coverage,
    EstimatorError,
    Figure,
    Group,
    TypeRow,
)
from inspect_rubricblind.logs.wording import (
    ABSENT,
    auroc,
    coverage_word,
    error_rate,
    estimated,
    kind_label,
    percent,
    title,
)

EQUAL_WEIGHT = "Dataset (each question weighs the same)"


@dataclass(frozen=True)
class Table:
    """A title, a header, rows of text, and notes that belong below."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()


def group_tables(group: Group, errors: Sequence[EstimatorError]) -> list[Table]:
    """All tables of one group: funnel, coverage, causes, controls."""
    tables = [funnel_table(group), coverage_table(group, errors)]
    if group.coverage.causes.headroom + group.coverage.causes.no_headroom:
        tables.append(causes_table(group))
    if group.controls:
        tables.append(controls_table(group, errors))
    return tables


def funnel_table(group: Group) -> Table:
    """From answers to accepted injections, and which checks stopped the others."""
    columns = ["Error type", "Answers", "Applicable", "Accepted", "None passed"]
    undecided = any(row.undecided for row in group.types)
    if undecided:
        columns.insert(3, "Undecided")
    return Table(
        title=f"Funnel: {title(group)}",
        columns=(*columns, "Failed checks"),
        rows=tuple(_funnel_row(row, undecided) for row in group.types),
        notes=(
            "None passed: applicable, but no edit passed the checks. A discarded edit "
            "counts once under every check that it failed.",
        ),
    )


def _funnel_row(row: TypeRow, undecided: bool) -> tuple[str, ...]:
    counts = [row.considered, row.applicable, row.accepted, row.not_injected]
    if undecided:
        counts.insert(2, row.undecided)
    failed = ", ".join(f"{rule} {n}" for rule, n in row.failed_checks.items())
    return (_type_name(row), *map(str, counts), failed or ABSENT)


def coverage_table(group: Group, errors: Sequence[EstimatorError]) -> Table:
    """Per error type: how many injected errors a criterion asks about."""
    first = [
        ("All injected errors", ABSENT, *_coverage_cells(group.coverage)),
        (
            EQUAL_WEIGHT,
            ABSENT,
            str(group.coverage.n),
            str(group.coverage.n_questions),
            percent(group.covered_equal_weight),
            percent(group.covered_specific_equal_weight),
            auroc(group.bound_equal_weight),
        ),
    ]
    rows = [
        (
            _type_name(row) + ("*" if row.flags else ""),
            ABSENT if row.harm is None else str(row.harm),
            *_coverage_cells(row.coverage),
        )
        for row in group.types
    ]
    return Table(
        title=f"{coverage_word(group)}: {title(group)}",
        columns=(
            "Error type",
            "Harm",
            "N",
            "Questions",
            "Covered",
            "By name",
            "Coverage bound",
        ),
        rows=(*first, *rows),
        notes=tuple(_coverage_notes(group, errors)),
    )


def _coverage_notes(group: Group, errors: Sequence[EstimatorError]) -> list[str]:
    notes = [
        "Covered: a criterion asks about the very thing that the edit changed. "
        "By name: a criterion speaks of the subject of the edit; the other covered "
        "errors are asked about by catch-alls alone, such as one against inaccurate "
        "statements, which ask about every error. "
        "Coverage bound: the AUROC if every covered error that can still cost points "
        "did so; an upper bound, not a forecast. In brackets: 95 % intervals, "
        "clustered by question."
    ]
    if estimated(group):
        notes += [error_rate(error) for error in errors]
        notes.append(_corrected_note(group.corrected))
    if any(row.flags for row in group.types):
        notes.append(f"* fewer than {FEW_PAIRS} pairs: a count, not a finding.")
    if group.coverage.unscored:
        notes.append(f"{group.coverage.unscored} pair(s) carry no coverage score.")
    if unknown := group.coverage.causes.headroom_unknown:
        notes.append(
            f"{unknown} covered error(s) without a known verdict on the original count "
            "as open in the bound (task argument verdicts=FILE)."
        )
    return notes


def _corrected_note(corrected: Figure) -> str:
    if corrected.value is None:
        return (
            f"Pooled rate not corrected for the estimator's errors: {corrected.reason}."
        )
    return (
        "Pooled rate corrected for the estimator's errors (Rogan-Gladen): "
        f"{percent(corrected)}. The labels are one reader's, on other edits and "
        "answers."
    )


def causes_table(group: Group) -> Table:
    """Why an injected error cannot lower the score, where verdicts are known."""
    everything = ("All injected errors", *_cause_cells(group.coverage))
    rows = [(_type_name(row), *_cause_cells(row.coverage)) for row in group.types]
    return Table(
        title=f"Causes before grading ({coverage_word(group).lower()}): {title(group)}",
        columns=("Error type", "Uncovered", "No headroom", "Headroom", "Not known"),
        rows=(everything, *rows),
        notes=(
            "Uncovered: no criterion asks. No headroom: the criteria that ask had "
            "already gone against the original, so nothing is left to lose. Not known: "
            "covered, without a verdict on the original.",
        ),
    )


def controls_table(group: Group, errors: Sequence[EstimatorError]) -> Table:
    """Controls beside the injections of the same shape: alike in size?"""
    estimate = [error_rate(error) for error in errors] if estimated(group) else []
    return Table(
        title=f"Controls (meaning unchanged): {title(group)}",
        columns=("Shape", "Controls", "Tokens", "Covered", "Injections", "Tokens"),
        rows=tuple(_control_row(row) for row in group.controls),
        notes=(
            "Controls: accepted of tried. Tokens: median of tokens removed and "
            "written, of the controls and of the injections whose edit has this shape. "
            f"{coverage_word(group)} of a control: how often a criterion asks about "
            "text that kept its meaning.",
            *estimate,
        ),
    )


def _control_row(row: ControlRow) -> tuple[str, ...]:
    return (
        row.shape,
        f"{row.controls} of {row.wanted}",
        _number(row.control_tokens),
        percent(row.control_covered),
        str(row.injections),
        _number(row.injection_tokens),
    )


def models_table(groups: Sequence[Group], errors: Sequence[EstimatorError]) -> Table:
    """One row per answer model, and one for all together."""
    rows = tuple(
        (
            f"{group.benchmark} ({kind_label(group)})",
            group.answer_model or "all",
            str(group.answers),
            *_coverage_cells(group.coverage),
        )
        for group in groups
    )
    return Table(
        title=f"By answer model ({coverage_word(groups[0]).lower()})",
        columns=(
            "Benchmark",
            "Answers by",
            "Answers",
            "N",
            "Questions",
            "Covered",
            "By name",
            "Coverage bound",
        ),
        rows=rows,
        notes=(
            "Each model has its own mix of error types; the rows are not standardised.",
            *(error_rate(error) for error in errors),
        ),
    )


def _coverage_cells(coverage: Coverage) -> tuple[str, ...]:
    return (
        str(coverage.n),
        str(coverage.n_questions),
        percent(coverage.covered),
        percent(coverage.covered_specific),
        auroc(coverage.bound_auroc),
    )


def _cause_cells(coverage: Coverage) -> tuple[str, ...]:
    causes = coverage.causes
    counts = (
        causes.uncovered,
        causes.no_headroom,
        causes.headroom,
        causes.headroom_unknown,
    )
    return tuple(map(str, counts))


def _type_name(row: TypeRow) -> str:
    return f"{row.error_type} {row.name}"


def _number(value: float | None) -> str:
    return ABSENT if value is None else f"{value:g}"
