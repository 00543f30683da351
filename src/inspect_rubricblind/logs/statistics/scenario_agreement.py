"""Autoraters against the expert on scenarios, and what the expert should see again."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from inspect_rubricblind.logs.statistics.agreement import Coefficient, pair_agreement
from inspect_rubricblind.logs.statistics.clusters import IntArray
from inspect_rubricblind.logs.statistics.contingency import balanced_f1
from inspect_rubricblind.logs.statistics.intervals import Interval
from inspect_rubricblind.logs.statistics.priority import MIN_SCENARIOS


@dataclass(frozen=True)
class RaterAgreement:
    """How an autorater agrees with the expert on the labels that both gave.

    `unrated` and `unlabelled` count criteria where the autorater or the expert gave
    none. `table` counts (both met, rater alone, expert alone, neither).
    """

    raw: Interval
    kappa: Coefficient
    macro_f1: Coefficient
    table: tuple[int, int, int, int]
    unrated: int
    unlabelled: int


def rater_agreement(
    expert: ArrayLike,
    rater: ArrayLike,
    scenario: Sequence[str],
    *,
    resamples: int = 10_000,
    seed: int = 0,
    level: float = 0.95,
) -> RaterAgreement | None:
    """Raw agreement, Cohen's kappa and macro F1, clustered by scenario.

    Kappa and F1 have limits from `MIN_SCENARIOS` scenarios on: fewer cannot be
    resampled. None if no criterion has both labels.

    Args:
        expert: 1, 0 or NaN, shape (n,).
        rater: 1, 0 or NaN, shape (n,).
        scenario: Scenario per label, shape (n,).
        resamples: Number of bootstrap resamples of scenarios.
        seed: Seed of the bootstrap.
        level: Confidence level.
    """
    truth, said = np.asarray(expert, np.float64), np.asarray(rater, np.float64)
    if truth.shape != said.shape or truth.shape != (len(scenario),):
        raise ValueError(
            "expert, rater and scenario must be equally long, but got "
            f"{truth.shape}, {said.shape} and {len(scenario)}"
        )
    both = ~np.isnan(truth) & ~np.isnan(said)
    if not both.any():
        return None
    y, z, cluster = truth[both], said[both], np.asarray(scenario)[both]
    found = pair_agreement(y, z, cluster, resamples=resamples, seed=seed, level=level)
    f1 = balanced_f1(y, z, cluster, resamples=resamples, seed=seed, level=level)
    counts = (y * z, (1 - y) * z, y * (1 - z), (1 - y) * (1 - z))
    return RaterAgreement(
        found.raw,
        _few(found.kappa),
        _few(f1),
        tuple(int(cell.sum()) for cell in counts),  # type: ignore[arg-type]
        unrated=int((np.isnan(said) & ~np.isnan(truth)).sum()),
        unlabelled=int(np.isnan(truth).sum()),
    )


def _few(found: Coefficient) -> Coefficient:
    """A coefficient without limits where its clusters are too few to be resampled."""
    if found.estimate is None or found.n >= MIN_SCENARIOS:
        return found
    reason = f"{found.n} scenarios are under {MIN_SCENARIOS}"
    return replace(found, low=None, high=None, reason=reason)


def disagreements(expert: ArrayLike, raters: ArrayLike, at_least: int = 2) -> IntArray:
    """How many autoraters contradict the expert, 0 where fewer than `at_least` do.

    Args:
        expert: 1, 0 or NaN, shape (n,).
        raters: 1, 0 or NaN, shape (raters, n).
        at_least: From how many on an expert should look again.
    """
    truth, table = np.asarray(expert, np.float64), np.asarray(raters, np.float64)
    against = (~np.isnan(table) & ~np.isnan(truth) & (table != truth)).sum(axis=0)
    return np.where(against >= at_least, against, 0)
