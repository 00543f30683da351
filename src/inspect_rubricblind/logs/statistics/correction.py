"""A share measured by a fallible method, corrected with labels.

Correct the share of one benchmark, never of one error type: sensitivity and
specificity differ between types, and the interval is wide even for a benchmark.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from inspect_rubricblind.logs.statistics.auroc import share_interval
from inspect_rubricblind.logs.statistics.clusters import (
    FloatArray,
    RatioSums,
    check_level,
    check_values,
    cluster_sums,
    mean_sums,
    resample_sums,
)
from inspect_rubricblind.logs.statistics.intervals import Interval

_MIN_YOUDEN = 0.3


@dataclass(frozen=True)
class Labels:
    """Reference labels for the method: shape (m,) each, one row per labelled pair.

    `method` and `truth` are 1 or 0; `case` is the cluster, since pairs of one case
    share their rubric.
    """

    method: ArrayLike
    truth: ArrayLike
    case: ArrayLike


@dataclass(frozen=True)
class RoganGladen:
    """A corrected share with what it rests on.

    `sensitivity` and `specificity` have Wilson intervals at the effective n.
    `corrected` is undefined, with a reason, where the method is too weak.
    """

    raw: float
    sensitivity: Interval
    specificity: Interval
    corrected: Interval


def rogan_gladen(
    flag: ArrayLike,
    case: ArrayLike,
    labels: Labels,
    *,
    resamples: int = 10_000,
    seed: int = 0,
    level: float = 0.95,
) -> RoganGladen:
    """Correct a raw share for the sensitivity and specificity of the method.

    corrected = (raw + sp - 1) / (se + sp - 1), clipped to [0, 1]. The run's cases
    and the labelled cases are resampled independently. A resample in which se or sp
    is undefined or se + sp <= 1 says nothing: it counts as 0 for the lower limit
    and as 1 for the upper one.

    Args:
        flag: What the method said about each pair of the run, 1 or 0, shape (n,).
        case: Case per pair, shape (n,).
        labels: Reference labels; they are of other edits and answers, and the
            correction assumes that the method errs there as it does here.
        resamples: Number of bootstrap resamples.
        seed: Seed of the bootstrap.
        level: Confidence level.

    Raises:
        ValueError: The labels lack true or false rows, so se or sp is undefined.

    Source: Rogan and Gladen, American Journal of Epidemiology 107 (1978).
    """
    tails = ((1 - check_level(level)) / 2, (1 + level) / 2)
    raw = mean_sums(check_values("flag", flag, low=0, high=1), case, "pair")
    cells = _label_cells(labels)
    totals = cells.sum(axis=0)
    if totals[1] == 0 or totals[3] == 0:
        raise ValueError(
            "labels must hold true and false rows, but got "
            f"{totals[1]:.0f} true and {totals[3]:.0f} false: label more pairs"
        )
    drawn = resample_sums(cells, resamples, (seed, 0))
    with np.errstate(divide="ignore", invalid="ignore"):
        se, sp = drawn[:, 0] / drawn[:, 1], drawn[:, 2] / drawn[:, 3]
    run = resample_sums(
        np.column_stack([raw.numerator, raw.denominator]), resamples, (seed, 1)
    )
    estimates = [totals[0] / totals[1], totals[2] / totals[3]]
    rates = [share_interval(_present(cells[:, [i, i + 1]]), level) for i in (0, 2)]
    corrected = _correct(
        raw.estimate, estimates, run[:, 0] / run[:, 1], se + sp - 1, sp, tails
    )
    return RoganGladen(raw.estimate, rates[0], rates[1], corrected)


def _label_cells(labels: Labels) -> FloatArray:
    """Per case: true positives, positives, true negatives, negatives."""
    method = check_values("labels.method", labels.method, low=0, high=1)
    truth = check_values("labels.truth", labels.truth, low=0, high=1)
    if method.shape != truth.shape:
        raise ValueError(
            f"labels.truth must have shape {method.shape}, but got {truth.shape}"
        )
    columns = [method * truth, truth, (1 - method) * (1 - truth), 1 - truth]
    return cluster_sums(columns, labels.case)


def _present(sums: FloatArray) -> RatioSums:
    """Sums of the cases that have any row in the denominator."""
    kept = sums[sums[:, 1] > 0]
    return RatioSums(kept[:, 0], kept[:, 1], int(kept[:, 1].sum()))


def _correct(
    raw: float,
    estimates: list[float],
    run: FloatArray,
    youden: FloatArray,
    sp: FloatArray,
    tails: tuple[float, float],
) -> Interval:
    """The corrected share and its percentile limits, or the reason against them."""
    point = sum(estimates) - 1
    if point < _MIN_YOUDEN:
        reason = f"se + sp - 1 is {point:.2f}, below {_MIN_YOUDEN}: too weak a method"
        return Interval(raw, None, None, "Rogan-Gladen", len(run), reason)
    corrected = float(np.clip((raw + estimates[1] - 1) / point, 0, 1))
    lost = ~(youden > 0)
    values = np.clip((run + sp - 1) / np.where(lost, 1.0, youden), 0, 1)
    low = float(np.quantile(np.where(lost, 0.0, values), tails[0]))
    high = float(np.quantile(np.where(lost, 1.0, values), tails[1]))
    return Interval(corrected, low, high, "Rogan-Gladen", len(run))


def false_omission_rate(
    prevalence: float, sensitivity: float, specificity: float
) -> float:
    """Share of covered pairs among those that the method calls uncovered.

    So much of what stands under "uncovered" is not; with it, a net on uncovered pairs
    measures the method's own errors.

    Args:
        prevalence: True share of covered pairs, in (0, 1).
        sensitivity: Share of covered pairs that the method calls covered.
        specificity: Share of uncovered pairs that it calls uncovered.

    Raises:
        ValueError: A share leaves its range, or the method calls nothing uncovered.
    """
    shares = (prevalence, sensitivity, specificity)
    missed = prevalence * (1 - sensitivity)
    called = missed + (1 - prevalence) * specificity
    if not (0 < prevalence < 1 and all(0 <= s <= 1 for s in shares)) or called == 0:
        raise ValueError(
            "prevalence, sensitivity and specificity must be shares under which "
            f"some pair is called uncovered, but got {shares}"
        )
    return missed / called


def labelled_correction(
    flag: ArrayLike, case: ArrayLike, label: ArrayLike, level: float = 0.95
) -> Interval:
    """Correct a raw share with labels of a random part of the run itself.

    estimate = mean(flag) + mean(label - flag over labelled pairs). Unbiased whatever
    the method's errors, if the labelled pairs were drawn at random.

    Args:
        flag: What the method said, 1 or 0, shape (n,).
        case: Case per pair, shape (n,).
        label: The truth, 1 or 0, NaN where not labelled, shape (n,); label at
            least 50 pairs.
        level: Confidence level.

    Returns:
        t interval with one degree of freedom less than labelled cases, limited to
        [0, 1]; variance linearised over cases.

    Raises:
        ValueError: Fewer than two cases hold labels, or shapes differ.

    Source: the difference estimator; Sarndal et al., Model Assisted Survey
        Sampling (1992), 6.3.
    """
    values = check_values("flag", flag, low=0, high=1)
    truth = np.asarray(label, dtype=np.float64)
    known = ~np.isnan(truth)
    if truth.shape != values.shape or not np.isin(truth[known], (0.0, 1.0)).all():
        raise ValueError(
            f"label must hold 1, 0 or NaN for each of {values.size} pairs, but got "
            f"shape {truth.shape} or other values"
        )
    change = np.where(known, truth - values, 0.0)
    ones = np.ones_like(values)
    sums = cluster_sums([values, ones, change, known.astype(np.float64)], case)
    flagged, n, moved, m = sums.T
    labelled_cases = int((m > 0).sum())
    if labelled_cases < 2:
        raise ValueError(
            f"label must cover at least two cases, but got {labelled_cases}: "
            "label 50 random pairs"
        )
    rate, shift = flagged.sum() / n.sum(), moved.sum() / m.sum()
    influence = (flagged - rate * n) / n.sum() + (moved - shift * m) / m.sum()
    g = len(n)
    half = stats.t.ppf((1 + check_level(level)) / 2, labelled_cases - 1) * np.sqrt(
        g / (g - 1) * (influence**2).sum()
    )
    low, high = np.clip([rate + shift - half, rate + shift + half], 0, 1)
    estimate = float(rate + shift)
    return Interval(estimate, float(low), float(high), "labelled", labelled_cases)
