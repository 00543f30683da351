"""A grader against physicians, and physicians against each other, pair by pair.

Every label of a rater is held against every label of another rater on the same item; no
majority is formed, since two physicians who disagree have none. The balanced F1 is the
mean of the F1 of "met" and the F1 of "not met".

Source: HealthBench (arXiv:2505.08775), section 8.1, and its released code. Where a
rater uses only one of the two labels, that code gives no value; here the F1 of the
label that was never rightly used is 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import special, stats

from inspect_rubricblind.logs.statistics.clusters import (
    FloatArray,
    check_level,
    check_values,
    cluster_index,
)
from inspect_rubricblind.logs.statistics.intervals import Interval

METHOD = "linearised, logit, t by prompt"
ONE_CLASS = "no label of one of the two classes"
ONE_PROMPT = "fewer than two prompts"
NO_SPREAD = "prompts show no spread"


@dataclass(frozen=True)
class RaterPairs:
    """Labels of raters held against labels of others; all arrays have shape (pairs,).

    `rater` and `other` are 1 for met and 0 for not met, `prompt` is the independent
    unit, `stratum` the criterion (its cluster).
    """

    rater: FloatArray
    other: FloatArray
    prompt: Sequence[str]
    stratum: Sequence[str]

    @classmethod
    def of(
        cls,
        rater: ArrayLike,
        other: ArrayLike,
        prompt: Sequence[str],
        stratum: Sequence[str],
    ) -> "RaterPairs":
        """Check the labels.

        Raises:
            ValueError: There is no pair, a label is not 0 or 1, or lengths differ.
        """
        first = check_values("rater", rater, low=0, high=1)
        second = check_values("other", other, low=0, high=1)
        if not len(first) == len(second) == len(prompt) == len(stratum):
            raise ValueError(
                "rater, other, prompt and stratum must be equally long, but got "
                f"{len(first)}, {len(second)}, {len(prompt)} and {len(stratum)}"
            )
        if not np.isin(np.concatenate([first, second]), (0, 1)).all():
            raise ValueError("rater and other must hold 0 and 1 only: met or not met")
        return cls(first, second, prompt, stratum)

    def __len__(self) -> int:
        return len(self.rater)


@dataclass(frozen=True)
class Agreement:
    """How raters agree with others. A figure is None where it is undefined.

    `table` counts pairs as (both met, rater alone, other alone, neither).
    """

    balanced: Interval | None
    met: Interval | None
    not_met: Interval | None
    table: tuple[int, int, int, int]


def pairwise_agreement(pairs: RaterPairs, level: float = 0.95) -> Agreement:
    """F1 of both classes and their mean over all pairs, clustered by prompt."""
    sums = _sums(pairs, np.zeros(len(pairs), dtype=np.intp), 1)
    totals = sums.sum(axis=0)
    balanced, met, not_met = (
        _interval(sums, _f1(totals, weights), len(pairs), level)
        for weights in ((0.5, 0.5), (1.0, 0.0), (0.0, 1.0))
    )
    both, rater, other, neither = totals.astype(int).tolist()
    return Agreement(balanced, met, not_met, (both, rater, other, neither))


def macro_agreement(pairs: RaterPairs, level: float = 0.95) -> Interval | None:
    """The balanced F1 within each stratum, averaged with equal weight per stratum.

    Strata without both classes have no balanced F1 and are left out; None if all are.
    """
    names, index = np.unique(np.asarray(pairs.stratum), return_inverse=True)
    sums = _sums(pairs, index, len(names))
    totals = sums.sum(axis=0).reshape(len(names), 4)
    parts = [_f1(row, (0.5, 0.5)) for row in totals]
    defined = [part for part in parts if part is not None]
    if not defined:
        return None
    gradient = np.concatenate(
        [np.zeros(4) if p is None else p[1] / len(defined) for p in parts]
    )
    value = float(np.mean([part[0] for part in defined]))
    return _interval(sums, (value, gradient), len(pairs), level)


def agreement_difference(
    first: RaterPairs, second: RaterPairs, level: float = 0.95
) -> Interval | None:
    """Balanced F1 of the first less that of the second; prompts may be shared.

    The interval is a plain t interval, since a difference has no edge at 0.
    """
    index = np.repeat([0, 1], [len(first), len(second)])
    joined = RaterPairs(
        np.concatenate([first.rater, second.rater]),
        np.concatenate([first.other, second.other]),
        [*first.prompt, *second.prompt],
        [*first.stratum, *second.stratum],
    )
    sums = _sums(joined, index, 2)
    totals = sums.sum(axis=0).reshape(2, 4)
    parts = [_f1(row, (0.5, 0.5)) for row in totals]
    if parts[0] is None or parts[1] is None:
        return None
    value = parts[0][0] - parts[1][0]
    gradient = np.concatenate([parts[0][1], -parts[1][1]])
    return _interval(sums, (value, gradient), len(sums), level, logit=False)


def weighted_rater_mean(pairs: RaterPairs, name: Sequence[str]) -> float | None:
    """Mean over raters of each one's balanced F1, weighted by their pairs.

    Args:
        pairs: Labels of many raters.
        name: Who gave the label `pairs.rater`, shape (pairs,).

    Returns:
        HealthBench's figure for physicians: the weight of a rater is the number of
        pairs behind each of the two F1. Raters without both classes are left out;
        None if all are.
    """
    index = cluster_index(np.asarray(name), len(pairs))
    tables = np.stack(
        [np.bincount(index, weights=cell) for cell in _cells(pairs)], axis=1
    )
    found = [(_f1(row, (0.5, 0.5)), row) for row in tables]
    used = [(part[0], _behind(row)) for part, row in found if part is not None]
    if not used:
        return None
    values, weights = zip(*used, strict=True)
    return float(np.average(values, weights=weights))


def _behind(table: FloatArray) -> float:
    both, rater, other, neither = table
    return float((both + rater + other) + (neither + rater + other))


def _cells(pairs: RaterPairs) -> list[FloatArray]:
    a, b = pairs.rater, pairs.other
    return [a * b, a * (1 - b), (1 - a) * b, (1 - a) * (1 - b)]


def _sums(pairs: RaterPairs, part: ArrayLike, parts: int) -> FloatArray:
    """Counts per prompt, four for each part; shape (prompts, 4 * parts)."""
    prompt = cluster_index(np.asarray(pairs.prompt), len(pairs))
    n = int(prompt.max()) + 1
    sums = np.zeros((n, 4 * parts))
    column = 4 * np.asarray(part, dtype=np.intp)
    for k, cell in enumerate(_cells(pairs)):
        np.add.at(sums, (prompt, column + k), cell)
    return sums


def _f1(
    table: FloatArray, weights: tuple[float, float]
) -> tuple[float, FloatArray] | None:
    """A weighted mean of the two F1 and its gradient by the four counts."""
    both, rater, other, neither = table
    value, gradient = 0.0, np.zeros(4)
    for weight, hit, place in ((weights[0], both, 0), (weights[1], neither, 3)):
        if weight == 0:
            continue
        # A class that nobody used as a label of `other` has nothing to be found.
        if hit + (other if place == 0 else rater) == 0:
            return None
        below = 2 * hit + rater + other
        value += weight * 2 * hit / below
        slope = np.zeros(4)
        slope[place] = 2 * (rater + other) / below**2
        slope[1] = slope[2] = -2 * hit / below**2
        gradient += weight * slope
    return float(value), gradient


def _interval(
    sums: FloatArray,
    found: tuple[float, FloatArray] | None,
    n: int,
    level: float,
    *,
    logit: bool = True,
) -> Interval | None:
    if found is None:
        return None
    value, gradient = found
    g = len(sums)
    if g < 2:
        return Interval(value, None, None, METHOD, n, ONE_PROMPT)
    # The counts add up to no change of the value, so these have the mean 0.
    influence = sums @ gradient
    error = float(np.sqrt(g / (g - 1) * (influence**2).sum()))
    if error < 1e-12 or (logit and not 0 < value < 1):
        return Interval(value, None, None, METHOD, n, NO_SPREAD)
    reach = float(stats.t.ppf((1 + check_level(level)) / 2, g - 1)) * error
    if not logit:
        method = METHOD.replace("logit, ", "")
        return Interval(value, value - reach, value + reach, method, n)
    centre, width = special.logit(value), reach / (value * (1 - value))
    low, high = special.expit([centre - width, centre + width]).tolist()
    return Interval(value, low, high, METHOD, n)
