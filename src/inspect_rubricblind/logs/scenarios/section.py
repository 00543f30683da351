"""The section of the report on weighted scenarios, as numbers."""

from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np

from inspect_rubricblind.logs.outcomes.figures import Row, figure
from inspect_rubricblind.logs.scenarios.agreement import agreement_rows, golden_rows
from inspect_rubricblind.logs.scenarios.blindness import blindness_rows
from inspect_rubricblind.logs.scenarios.failures import ungraded_rows
from inspect_rubricblind.logs.scenarios.labels import ExpertLabels
from inspect_rubricblind.logs.scenarios.panel import Panel, build_panel
from inspect_rubricblind.logs.scenarios.reading import (
    RatedAnswer,
    Scenarios,
    settle,
)
from inspect_rubricblind.logs.scenarios.reconciling import final_check
from inspect_rubricblind.logs.statistics.priority import over_scenarios
from inspect_rubricblind.logs.statistics.scenarios import (
    Labels,
    inclusions,
    priority_trend,
    share_met,
    task_rates,
    universal_miss_rows,
)
from inspect_rubricblind.records.scenario import CRITICAL

Section = dict[str, list[Row]]

NO_LABEL = "no criterion has a label"
FLAT = "no scenario has labelled criteria of different weights"


def scenarios_section(
    found: Scenarios, seed: int = 0, expert: ExpertLabels | None = None
) -> Section | None:
    """All rows of the section; None without an answer to a scenario.

    Args:
        found: What the logs hold.
        seed: Of bootstraps and permutations.
        expert: Labels by an expert, if there are any.
    """
    if not found.answers:
        return None
    panel = build_panel(found.answers, expert)
    return panel_section(panel, seed) | answer_section(found.answers)


def scenario_gaps(found: Scenarios, expert: ExpertLabels | None) -> list[str]:
    """What an expert's labels lack, one sentence each; nothing without an expert."""
    if expert is None or not found.answers:
        return []
    return final_check(build_panel(found.answers, expert))


def panel_section(panel: Panel, seed: int = 0) -> Section:
    """Everything that labels say, per labeller; no pair of an answer and its copy.

    Args:
        panel: The labels.
        seed: Of bootstraps and permutations.
    """
    return {
        "rates": list(_by_rater(panel, _rate_rows)),
        "strata": list(_by_rater(panel, _stratum_rows)),
        "misses": list(_by_rater(panel, _miss_rows)),
        "inclusion": list(_by_rater(panel, _inclusion_rows)),
        "trend": [
            {"rater": name, **row}
            for name in panel.tables
            for row in _trend_rows(panel.labels(name), seed)
        ],
        "agreement": list(agreement_rows(panel, seed)),
        "golden": list(golden_rows(panel)),
    }


def answer_section(answers: Sequence[RatedAnswer]) -> Section:
    """What is said of answers and their copies: lost verdicts, blindness."""
    settled = settle(answers)
    return {
        "ungraded": list(ungraded_rows(settled)),
        "blindness": list(blindness_rows(settled)),
    }


def _by_rater(
    panel: Panel, make: Callable[[Panel, Labels], Iterable[Row]]
) -> Iterator[Row]:
    for name in panel.tables:
        for row in make(panel, panel.labels(name)):
            yield {"rater": name, **row}


def _rate_rows(panel: Panel, labels: Labels) -> Iterator[Row]:
    """Weighted pass rates per scenario, then each model's mean (scenario null)."""
    specialty = {line.scenario: line.specialty for line in panel.lines}
    rates = task_rates(labels)
    for item in rates:
        # A weighted share of all criteria there are is no sample: it has a range
        # where labels are missing, and no interval.
        yield {
            "scenario": item.scenario,
            "specialty": specialty[item.scenario],
            "model": item.model,
            "n": item.n,
            "n_unlabelled": item.unlabelled,
            "reach": [item.reach.low, item.reach.high],
            **figure("rate", None, None if item.rate is not None else NO_LABEL),
            "rate": item.rate,
        }
    for model in labels.models:
        own = [r for r in rates if r.model == model]
        known = [r.rate for r in own if r.rate is not None]
        yield {
            "scenario": None,
            "specialty": None,
            "model": model,
            "n": sum(r.n for r in own),
            "n_unlabelled": sum(r.unlabelled for r in own),
            "reach": [
                float(np.mean([getattr(r.reach, end) for r in own]))
                for end in ("low", "high")
            ],
            **figure(
                "rate",
                over_scenarios(known) if known else None,
                None if known else NO_LABEL,
            ),
        }


def _stratum_rows(panel: Panel, labels: Labels) -> Iterator[Row]:
    """Share of criteria met, by weight and by category; each criterion counts once."""
    weights = sorted({line.weight for line in panel.lines})
    categories = sorted({c for line in panel.lines for c in line.categories})
    strata = [
        *(("weight", str(w), [x.weight == w for x in panel.lines]) for w in weights),
        *(
            ("category", c, [c in x.categories for x in panel.lines])
            for c in categories
        ),
    ]
    for kind, value, mask in strata:
        own = labels.where(mask)
        for i, model in enumerate(labels.models):
            met = own.met[i]
            share = share_met(own, model)
            yield {
                "stratum": kind,
                "value": value,
                "model": model,
                "n": len(met),
                "n_unlabelled": int(np.isnan(met).sum()),
                "n_met": int((met == 1).sum()),
                **figure("share", share, None if share else NO_LABEL),
            }


def _miss_rows(_: Panel, labels: Labels) -> Iterator[Row]:
    """Critical criteria that no model meets, per scenario and (null) over all."""
    critical = labels.where(labels.weight == CRITICAL)
    for row in universal_miss_rows(critical) if len(critical.weight) else ():
        yield {
            "scenario": row.scenario,
            "weight": CRITICAL,
            "n_models": len(labels.models),
            "n": row.n,
            "n_missed": row.missed,
            "n_open": row.open,
            **figure("share", row.share, None if row.share else "per scenario: counts"),
        }


def _inclusion_rows(_: Panel, labels: Labels) -> Iterator[Row]:
    """S3's threshold, from unrounded rates; where two decimals would decide else."""
    for row in inclusions(task_rates(labels)):
        differ = row.included is not None and row.included != row.rounded
        yield {
            "scenario": row.scenario,
            "n_models": len(labels.models),
            "included": row.included,
            "included_if_rounded": row.rounded,
            "hangs_on_rounding": differ,
        }


def _trend_rows(labels: Labels, seed: int) -> Iterator[Row]:
    """The slope of being met on weight: the share of all models, then each model."""
    for model in (None, *labels.models) if len(labels.models) > 1 else labels.models:
        found = priority_trend(labels, model, seed=seed)
        yield {
            "model": model,
            **figure("slope", found.slope if found else None, None if found else FLAT),
            "slopes": list(found.slopes) if found else [],
            "permutation_p": found.permutation_p if found else None,
            "permutation_seed": seed if found else None,
            "n_flat": found.flat if found else None,
        }
