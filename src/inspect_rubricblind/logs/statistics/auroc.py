"""Paired AUROC, net detection and the shares of wins, ties and losses.

The paired AUROC is the mean of 1 / 0.5 / 0 over pairs. With ties it is a probability
of superiority, not the area under a classifier's curve. net = win - loss =
2 AUROC - 1: "of 100 injected errors, 100 net more lowered the score than raised it".
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from inspect_rubricblind.logs.statistics.clusters import (
    FloatArray,
    RatioSums,
    Weighting,
    check_values,
    cluster_sums,
    weighted_sums,
)
from inspect_rubricblind.logs.statistics.intervals import (
    Interval,
    S1Intervals,
    effective_n,
    s1_intervals,
    tango_limits,
    wilson_limits,
)

ONE_CLUSTER = "needs at least two questions"


@dataclass(frozen=True)
class PairedAuroc:
    """Outcome shares of a set of pairs, each with its default interval.

    `win`, `tie`, `loss`: Wilson at the effective n. `net` and `auroc`: Tango at the
    effective n. `s1`: S1's own intervals, over questions if `weighting` is
    "question" and over pairs otherwise.
    """

    n_pairs: int
    n_questions: int
    weighting: Weighting
    win: Interval
    tie: Interval
    loss: Interval
    net: Interval
    auroc: Interval
    s1: S1Intervals


def check_outcomes(name: str, outcome: ArrayLike) -> FloatArray:
    """Outcomes as floats; anything but -1, 0, 1 is refused.

    Raises:
        ValueError: A value is no outcome. Ungraded pairs belong to `ungraded`.
    """
    values = check_values(name, outcome)
    if not np.isin(values, (-1.0, 0.0, 1.0)).all():
        raise ValueError(
            f"{name} must hold 1 (win), 0 (tie) or -1 (loss), but got other values; "
            "ungraded pairs go to ungraded.bounds"
        )
    return values


@dataclass(frozen=True)
class SignedSums:
    """Cluster sums of positive parts, negative parts, their difference and the rest.

    `square` sums the squares; with outcomes it is gain + cost.
    """

    gain: RatioSums
    cost: RatioSums
    net: RatioSums
    rest: RatioSums
    square: RatioSums

    def effective_n(self, level: float) -> float | None:
        """Pairs that the three-point form with variance W + L - net^2 is worth.

        Values between the ends vary less than that form says, so that N of them are
        worth N (W + L - net^2) / var(values) of its pairs.
        """
        gain, cost = self.gain.estimate, self.cost.estimate
        unit = gain + cost - (gain - cost) ** 2
        rows = self.square.estimate - (gain - cost) ** 2
        excess = unit / rows if rows > 1e-12 else 1.0
        most = self.net.n_rows * (excess if excess > 1 + 1e-9 else 1.0)
        return effective_n(unit, self.net, level, most)


def signed_sums(
    values: FloatArray, question: ArrayLike, weighting: Weighting
) -> SignedSums:
    """Sum gains, costs and squares by question, in one pass.

    Args:
        values: Values in [-1, 1], shape (n,).
        question: Question per value, shape (n,).
        weighting: Equal weight per question or per pair.
    """
    columns = [
        np.maximum(values, 0),
        np.maximum(-values, 0),
        values**2,
        np.ones_like(values),
    ]
    gain, cost, square, counts = cluster_sums(columns, question).T
    return SignedSums(
        *(
            weighted_sums(totals, counts, weighting)
            for totals in (gain, cost, gain - cost, counts - gain - cost, square)
        )
    )


def score_interval(sums: SignedSums, level: float) -> Interval:
    """Tango interval of the mean of values in [-1, 1] at the effective n.

    With outcomes it is the interval of net. Values between the ends (half steps,
    differences of two outcomes) enter with their positive and negative parts as the
    shares of wins and losses.

    Args:
        sums: Cluster sums of the values.
        level: Confidence level.
    """
    gain, cost = sums.gain.estimate, sums.cost.estimate
    n = sums.effective_n(level)
    if n is None:
        rows = sums.net.n_rows
        return Interval(gain - cost, None, None, "Tango", rows, ONE_CLUSTER)
    low, high = tango_limits(gain, cost, n, level)
    return Interval(gain - cost, float(low), float(high), "Tango", n)


def mean_interval(
    values: ArrayLike,
    question: ArrayLike,
    weighting: Weighting = "question",
    level: float = 0.95,
) -> Interval:
    """Mean of values in [-1, 1] with the score interval at the effective n.

    Args:
        values: Shape (n,), in [-1, 1]: outcomes, halved differences of outcomes.
        question: Question per value, shape (n,).
        weighting: Equal weight per question or per pair.
        level: Confidence level.
    """
    x = check_values("values", values, low=-1, high=1)
    return score_interval(signed_sums(x, question, weighting), level)


def share_interval(sums: RatioSums, level: float = 0.95) -> Interval:
    """A share with its Wilson interval at the effective n.

    Args:
        sums: Cluster sums of a 0/1 indicator (or of k of n counts).
        level: Confidence level.
    """
    share = min(max(sums.estimate, 0.0), 1.0)
    n = effective_n(share * (1 - share), sums, level)
    if n is None:
        return Interval(share, None, None, "Wilson", sums.n_rows, ONE_CLUSTER)
    low, high = wilson_limits(share, n, level)
    return Interval(share, float(low), float(high), "Wilson", n)


def paired_auroc(
    outcome: ArrayLike,
    question: ArrayLike,
    weighting: Weighting = "question",
    level: float = 0.95,
) -> PairedAuroc:
    """Paired AUROC, net and outcome shares with default and S1 intervals.

    Args:
        outcome: 1 win, 0 tie, -1 loss, shape (n,).
        question: Question per pair, shape (n,).
        weighting: "question" gives every question the same weight, whatever its
            number of pairs (data set level, S1 Table 16); "pair" every pair (one
            error type, S1 Table 17). With one pair per question they agree.
        level: Confidence level.

    Raises:
        ValueError: An outcome is not -1, 0 or 1, or shapes differ.

    Source:
        S1 equation 1 for the AUROC; see `intervals` for the limits.
    """
    x = check_outcomes("outcome", outcome)
    sums = signed_sums(x, question, weighting)
    net = score_interval(sums, level)
    win, loss, questions = sums.gain, sums.cost, sums.net.n_clusters
    size = questions if weighting == "question" else len(x)
    return PairedAuroc(
        n_pairs=len(x),
        n_questions=questions,
        weighting=weighting,
        win=share_interval(win, level),
        tie=share_interval(sums.rest, level),
        loss=share_interval(loss, level),
        net=net,
        auroc=net.affine(0.5, 0.5),
        s1=s1_intervals(win.estimate, loss.estimate, size, level),
    )
