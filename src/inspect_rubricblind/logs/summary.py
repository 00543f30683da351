"""Figures of coverage, which needs no grader: what rubrics ask about, and the funnel.

A figure is a share or an AUROC with limits, method and the n it used; where it cannot
be computed its value is null and `reason` says why. The coverage bound is an upper
bound. `contents` puts these beside the outcomes of graded pairs.
"""

from dataclasses import dataclass

from inspect_rubricblind.logs.statistics.intervals import Interval


@dataclass(frozen=True)
class Figure:
    """A number with its interval; null with a reason where it has none."""

    value: float | None
    low: float | None = None
    high: float | None = None
    method: str | None = None
    n: float | None = None
    reason: str | None = None
    seed: int | None = None

    @classmethod
    def of(cls, interval: Interval, seed: int | None = None) -> "Figure":
        """The figure of an estimator's result; `seed` of its resamples, if any."""
        return cls(
            interval.estimate,
            interval.low,
            interval.high,
            interval.method,
            interval.n,
            interval.reason,
            seed,
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
    """Coverage of a set of pairs; `unscored` pairs are in `n` and in no share.

    `covered_specific` leaves out pairs that catch-all criteria alone ask about.
    """

    n: int
    n_questions: int
    unscored: int
    covered: Figure
    covered_specific: Figure
    bound_auroc: Figure
    causes: Causes


@dataclass(frozen=True)
class TypeRow:
    """One error type in one group: the funnel and its coverage.

    `not_injected`: applicable, yet no try passed the checks. `failed_checks` counts
    the rules that discarded tries broke; one try may break several.
    `applicable_share` is of the answers where it could be decided, `accepted_share` of
    the applicable ones.
    """

    error_type: str
    name: str
    harm: int | None
    considered: int
    applicable: int
    undecided: int
    accepted: int
    not_injected: int
    applicable_share: Figure
    accepted_share: Figure
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
    covered_specific_equal_weight: Figure
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
