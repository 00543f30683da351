"""Every number of the report, computed once: `summary.json` is this and nothing else.

Its shape is `schema/summary.schema.json`. Rows of graded pairs and rows of coverage
that belong to the same benchmark, answer model and injector are one row; without a
grader the outcomes in it are null and say so.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from inspect_rubricblind.logs.fact_checking.section import Section as FactCheckSection
from inspect_rubricblind.logs.joining import (
    benchmark_rows,
    flat,
    group_key,
    type_rows,
)
from inspect_rubricblind.logs.medhallu.section import Section
from inspect_rubricblind.logs.outcomes.figures import Row
from inspect_rubricblind.logs.outcomes.study import NO_GRADER, RESAMPLES, Outcomes
from inspect_rubricblind.logs.outcomes.table import Source
from inspect_rubricblind.logs.scenarios.section import Section as ScenarioSection
from inspect_rubricblind.logs.statistics.equivalence import MARGIN
from inspect_rubricblind.logs.summary import EstimatorError, Group
from inspect_rubricblind.logs.traps.section import TrapSection

SUMMARY_VERSION = "1"
LEVEL = 0.95


@dataclass(frozen=True)
class Summary:
    """All of it. `sample` is true if any pair comes from the bundled sample.

    `graders` names who graded pairs. `signature` says how the numbers were made:
    versions, seeds, components, counts. `ignored_columns` are those of a pairs file
    that nothing reads. `unanswered` counts cases that had no answer, by reason.
    `severity` has rows only where ratings by clinicians were given, `medhallu` is there
    only where logs hold ready-made pairs.
    """

    sample: bool
    graders: tuple[str, ...]
    groups: tuple[Group, ...]
    estimators: tuple[EstimatorError, ...]
    incomplete: tuple[str, ...]
    signature: Mapping[str, str]
    outcomes: Outcomes = field(default_factory=Outcomes)
    source: Source = "logs"
    seed: int = 0
    ignored_columns: tuple[str, ...] = ()
    unanswered: Mapping[str, int] = field(default_factory=dict)
    calibration: Sequence[Row] = ()
    official: Sequence[Row] = ()
    severity: Sequence[Row] = ()
    medhallu: Section | None = None
    fact_check: FactCheckSection | None = None
    traps: TrapSection | None = None
    scenarios: ScenarioSection | None = None

    def as_json(self) -> dict[str, Any]:
        """Plain values: rows keyed by benchmark, answer model, injector and grader."""
        outcomes = self.outcomes
        return {
            "summary_version": SUMMARY_VERSION,
            "source": self.source,
            "sample": self.sample,
            "graders": list(self.graders),
            "not_graded_reason": None if outcomes.by_benchmark else NO_GRADER,
            "settings": {
                "level": LEVEL,
                "margin": MARGIN,
                "resamples": RESAMPLES,
                "seed": self.seed,
            },
            "by_benchmark": benchmark_rows(self.groups, outcomes.by_benchmark),
            "by_error_type": type_rows(self.groups, outcomes.by_error_type),
            "controls": [
                {**group_key(group), **flat(row)}
                for group in self.groups
                for row in group.controls
            ],
            "placebo": outcomes.placebo,
            "flips": outcomes.flips,
            "strata": outcomes.strata,
            "density": outcomes.density,
            "density_bins": outcomes.density_bins,
            "comparisons": outcomes.comparisons,
            "rank_agreement": outcomes.rank_agreement,
            "answer_models": outcomes.answer_models,
            "mixed_models": outcomes.mixed_models,
            "pooled": outcomes.pooled,
            "regrades": outcomes.regrades,
            "assay": outcomes.assay,
            "calibration": list(self.calibration),
            "official_scores": list(self.official),
            "severity": list(self.severity),
            "estimators": [flat(item) for item in self.estimators],
            "unanswered": dict(self.unanswered),
            "incomplete": list(self.incomplete),
            "ignored_columns": list(self.ignored_columns),
            "signature": dict(self.signature),
            **({"medhallu": self.medhallu} if self.medhallu is not None else {}),
            **({"fact_check": self.fact_check} if self.fact_check is not None else {}),
            **({"traps": self.traps} if self.traps is not None else {}),
            **({"scenarios": self.scenarios} if self.scenarios is not None else {}),
        }
