"""Labels of several models on weighted criteria: rates, misses, priority.

S3 is the study of clinician-written weighted scenarios (docs/scenarios.md). A label
that is missing is NaN, never 0: it leaves rates open by a stated range, it can prove
no miss, and it is counted.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from inspect_rubricblind.logs.statistics.clusters import FloatArray
from inspect_rubricblind.logs.statistics.intervals import Interval
from inspect_rubricblind.logs.statistics.priority import (
    Inversion,
    inversion_of_priority,
    is_included,
)
from inspect_rubricblind.logs.statistics.proportions import (
    clustered_proportion,
    ratio_of_counts,
)
from inspect_rubricblind.logs.statistics.ungraded import Range


@dataclass(frozen=True)
class Labels:
    """Labels of models on criteria: `met` has shape (models, criteria), NaN absent.

    `weight` and `scenario` have shape (criteria,).
    """

    models: tuple[str, ...]
    met: FloatArray
    weight: FloatArray
    scenario: tuple[str, ...]

    @classmethod
    def of(
        cls,
        models: Sequence[str],
        met: ArrayLike,
        weight: ArrayLike,
        scenario: Sequence[str],
    ) -> "Labels":
        """Check the labels.

        Raises:
            ValueError: Shapes differ, a label is not 0, 1 or NaN, a weight is not
                above 0, or a model stands twice.
        """
        table = np.asarray(met, dtype=np.float64)
        weights = np.asarray(weight, dtype=np.float64)
        if table.shape != (len(models), len(weights)) or len(scenario) != len(weights):
            raise ValueError(
                "met must have shape (models, criteria), but got "
                f"{table.shape} for {len(models)} models, {len(weights)} weights and "
                f"{len(scenario)} scenarios"
            )
        if len(set(models)) != len(models):
            raise ValueError(f"models must be unique, but got {', '.join(models)}")
        if not np.isin(table[~np.isnan(table)], (0, 1)).all():
            raise ValueError("met must hold 0, 1 or NaN (no label) only")
        if not (weights > 0).all():
            raise ValueError(f"weight must be above 0, but got {weights.min()!r}")
        return cls(tuple(models), table, weights, tuple(scenario))

    def where(self, chosen: ArrayLike) -> "Labels":
        """The criteria that a mask of shape (criteria,) chooses."""
        mask = np.asarray(chosen, dtype=bool)
        kept = tuple(s for s, k in zip(self.scenario, mask, strict=True) if k)
        return Labels(self.models, self.met[:, mask], self.weight[mask], kept)


@dataclass(frozen=True)
class TaskRate:
    """Weighted pass rate of one model on one scenario, over the labelled weight.

    `reach` is what it could be if the missing labels were known; None for `rate`
    means that no criterion has a label.
    """

    scenario: str
    model: str
    rate: float | None
    reach: Range
    n: int
    unlabelled: int


def task_rates(labels: Labels) -> tuple[TaskRate, ...]:
    """The weighted pass rate per scenario and model, scenarios in sorted order."""
    names = np.asarray(labels.scenario)
    rows = []
    for scenario in sorted(set(labels.scenario)):
        own = names == scenario
        weight = labels.weight[own]
        for model, met in zip(labels.models, labels.met[:, own], strict=True):
            known = ~np.isnan(met)
            top, whole = float(weight[known] @ met[known]), float(weight.sum())
            lost = float(weight[~known].sum())
            rows.append(
                TaskRate(
                    scenario=scenario,
                    model=model,
                    rate=top / (whole - lost) if known.any() else None,
                    reach=Range(top / whole, (top + lost) / whole),
                    n=len(met),
                    unlabelled=int((~known).sum()),
                )
            )
    return tuple(rows)


def share_met(labels: Labels, model: str, level: float = 0.95) -> Interval | None:
    """Share of labelled criteria that a model meets, each counted once.

    Wilson at the effective number of criteria, since those of one scenario are about
    one answer. None without any label.
    """
    met = labels.met[labels.models.index(model)]
    known = ~np.isnan(met)
    if not known.any():
        return None
    return clustered_proportion(
        met[known], np.asarray(labels.scenario)[known], level=level
    )


@dataclass(frozen=True)
class Misses:
    """Criteria that no model meets. `open` have no miss shown and labels missing.

    `share` is of `n` criteria, clustered by scenario; None without criteria.
    """

    scenario: str | None
    missed: int
    open: int
    n: int
    share: Interval | None


def universal_miss_rows(labels: Labels, level: float = 0.95) -> tuple[Misses, ...]:
    """Criteria missed by all models, per scenario and (scenario None) over all."""
    missed = (labels.met == 0).all(axis=0)
    met_by_one = (labels.met == 1).any(axis=0)
    unclear = np.isnan(labels.met).any(axis=0) & ~met_by_one
    names = np.asarray(labels.scenario)
    rows = []
    for scenario in [*sorted(set(labels.scenario)), None]:
        own = np.ones(len(names), bool) if scenario is None else names == scenario
        share = None
        if scenario is None and own.any():
            share = ratio_of_counts(missed, np.ones(len(names)), names, level)
        rows.append(
            Misses(
                scenario,
                int(missed[own].sum()),
                int(unclear[own].sum()),
                int(own.sum()),
                share,
            )
        )
    return tuple(rows)


@dataclass(frozen=True)
class Inclusion:
    """Whether a scenario is hard enough, from unrounded rates.

    `rounded` is the decision that rates of two decimals would give: where it differs,
    the printed rates cannot be used to check. None: rates missing, or fewer models
    than have to lie below the threshold.
    """

    scenario: str
    included: bool | None
    rounded: bool | None


def inclusions(
    rates: Sequence[TaskRate], below: float = 0.60, models: int = 2
) -> tuple[Inclusion, ...]:
    """S3's threshold: at least so many models score below it."""
    rows = []
    for scenario in sorted({rate.scenario for rate in rates}):
        own = [rate.rate for rate in rates if rate.scenario == scenario]
        known = [rate for rate in own if rate is not None]
        if len(known) < max(len(own), models):
            rows.append(Inclusion(scenario, None, None))
            continue
        rounded = [round(rate, 2) for rate in known]
        rows.append(
            Inclusion(
                scenario,
                is_included(known, below, models),
                is_included(rounded, below, models),
            )
        )
    return tuple(rows)


def priority_trend(
    labels: Labels,
    model: str | None = None,
    *,
    permutations: int = 10_000,
    seed: int = 0,
    level: float = 0.95,
) -> Inversion | None:
    """The slope of being met on weight, for one model or the share of all models.

    Criteria without a label (of any of the models meant) are left out. None where no
    scenario has criteria of different weights left.
    """
    chosen = labels.models if model is None else (model,)
    table = labels.met[[labels.models.index(name) for name in chosen]]
    known = ~np.isnan(table).any(axis=0)
    scenario = np.asarray(labels.scenario)[known]
    weight = labels.weight[known]
    pairs = set(zip(scenario.tolist(), weight.tolist(), strict=True))
    if len(pairs) == len(set(scenario.tolist())):
        return None
    return inversion_of_priority(
        table[:, known].mean(axis=0),
        weight,
        scenario,
        permutations=permutations,
        seed=seed,
        level=level,
    )
