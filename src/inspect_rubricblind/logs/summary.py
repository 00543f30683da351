"""Every number of the report, computed once: `summary.json` is this and nothing else.

A figure is a share or an AUROC with limits, method and the n it used; where it cannot
be computed its value is null and `reason` says why. Without a grader there are no
outcomes: `grader` and `verdict` are null, and the coverage bound is an upper bound.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from inspect_rubricblind.logs.statistics.intervals import Interval

SUMMARY_VERSION = "1"


@dataclass(frozen=True)
class Figure:
    """A number with its interval; null with a reason where it has none."""

    value: float | None
    low: float | None = None
    high: float | None = None
    method: str | None = None
    n: float | None = None
    reason: str | None = None

    @classmethod
    def of(cls, interval: Interval) -> "Figure":
        """The figure of an estimator's result."""
        return cls(
            interval.estimate,
            interval.low,
            interval.high,
            interval.method,
            interval.n,
            interval.reason,
        )


@dataclass(frozen=True)
class Causes:
    """What stands between the errors and a lower score, as far as verdicts are known.

    `headroom_unknown`: covered, but the original's verdicts were not given.
    """

    uncovered: int
    no_headroom: int
    headroom: int
    headroom_unknown: int


@dataclass(frozen=True)
class Coverage:
    """Coverage of a set of pairs; `unscored` pairs are in `n` and in no share."""

    n: int
    n_questions: int
    unscored: int
    covered: Figure
    bound_auroc: Figure
    causes: Causes


@dataclass(frozen=True)
class TypeRow:
    """One error type in one group: the funnel and its coverage.

    `not_injected`: applicable, yet no try passed the checks. `failed_checks` counts
    the rules that discarded tries broke; one try may break several.
    """

    error_type: str
    name: str
    harm: int
    considered: int
    applicable: int
    undecided: int
    accepted: int
    not_injected: int
    failed_checks: dict[str, int]
    coverage: Coverage
    flags: tuple[str, ...]
    verdict: None


@dataclass(frozen=True)
class ControlRow:
    """Controls of one shape, with the injections whose edits have that shape.

    `wanted` counts the answers in which a control of this shape was tried.
    """

    shape: str
    wanted: int
    controls: int
    control_tokens: float | None
    control_covered: Figure
    injections: int
    injection_tokens: float | None


@dataclass(frozen=True)
class Group:
    """Pairs that belong in one table. `answer_model` is null for all models pooled."""

    benchmark: str
    dataset_kind: str
    answer_model: str | None
    injector: str
    grader: None
    coverage_kind: tuple[str, ...]
    answers: int
    coverage: Coverage
    covered_equal_weight: Figure
    bound_equal_weight: Figure
    corrected: Figure
    types: tuple[TypeRow, ...]
    controls: tuple[ControlRow, ...]


@dataclass(frozen=True)
class EstimatorError:
    """Error rate of an estimator, on pairs that a reader labelled."""

    estimator: str
    sensitivity: Figure
    specificity: Figure
    n_pairs: int
    n_cases: int
    source: str


@dataclass(frozen=True)
class Summary:
    """All of it. `sample` is true if any pair comes from the bundled sample.

    `graders` names who graded pairs; their outcomes stand in the table of pairs.
    `signature` says how the numbers were made: versions, seeds, components, counts.
    """

    sample: bool
    graders: tuple[str, ...]
    groups: tuple[Group, ...]
    estimators: tuple[EstimatorError, ...]
    incomplete: tuple[str, ...]
    signature: Mapping[str, str]

    def as_json(self) -> dict[str, Any]:
        """Plain values: rows keyed by benchmark, answer model, injector and grader."""
        return {
            "summary_version": SUMMARY_VERSION,
            "sample": self.sample,
            "graders": list(self.graders),
            "not_graded_reason": None if self.graders else "no_grader",
            "by_benchmark": [_benchmark_row(group) for group in self.groups],
            "by_error_type": [
                _type_row(group, row) for group in self.groups for row in group.types
            ],
            "controls": [
                {**_key(group), **_flat(row)}
                for group in self.groups
                for row in group.controls
            ],
            "estimators": [_flat(item) for item in self.estimators],
            "incomplete": list(self.incomplete),
            "signature": dict(self.signature),
        }


def _key(group: Group) -> dict[str, Any]:
    return {
        "benchmark": group.benchmark,
        "dataset_kind": group.dataset_kind,
        "answer_model": group.answer_model,
        "injector": group.injector,
        "grader": group.grader,
    }


def _benchmark_row(group: Group) -> dict[str, Any]:
    return {
        **_key(group),
        "answers": group.answers,
        "coverage_kind": list(group.coverage_kind),
        **_coverage(group.coverage),
        **_figure("covered_equal_weight", group.covered_equal_weight),
        **_figure("bound_auroc_equal_weight", group.bound_equal_weight),
        **_figure("covered_corrected", group.corrected),
        "verdict": None,
    }


def _type_row(group: Group, row: TypeRow) -> dict[str, Any]:
    own = {k: v for k, v in _flat(row).items() if k != "coverage"}
    return {**_key(group), **own, **_coverage(row.coverage)}


def _coverage(coverage: Coverage) -> dict[str, Any]:
    return {
        "n": coverage.n,
        "n_questions": coverage.n_questions,
        "unscored": coverage.unscored,
        **_figure("covered", coverage.covered),
        **_figure("bound_auroc", coverage.bound_auroc),
        "causes": asdict(coverage.causes),
    }


def _figure(name: str, figure: Figure) -> dict[str, Any]:
    """`name`, `name_low`, `name_high`, and how they were made."""
    own = {f"{name}_{k}": v for k, v in asdict(figure).items() if k != "value"}
    return {name: figure.value, **own}


def _flat(row: Any) -> dict[str, Any]:
    """The fields of a row, its figures spread out."""
    flat: dict[str, Any] = {}
    for name, value in vars(row).items():
        flat |= _figure(name, value) if isinstance(value, Figure) else {name: value}
    return flat
