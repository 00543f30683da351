"""Is the score shown not to move? Two one-sided tests on the net, by Tango's score.

A margin is given on the AUROC scale: 0.05 lets up to 10 net detections per 100
errors count as none. It is to be fixed before grading.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from inspect_rubricblind.logs.statistics.auroc import (
    ONE_CLUSTER,
    check_outcomes,
    signed_sums,
)
from inspect_rubricblind.logs.statistics.clusters import (
    FloatArray,
    Weighting,
    check_values,
)
from inspect_rubricblind.logs.statistics.intervals import tango_score

MARGIN = 0.05
SENSITIVITY_MARGINS = (0.025, 0.10)


def check_margin(margin: float) -> float:
    """Refuse a margin outside (0, 0.5), the range of the AUROC around chance."""
    if not 0 < margin < 0.5:
        raise ValueError(
            f"margin must be in (0, 0.5) on the AUROC scale, but got {margin!r}"
        )
    return float(margin)


def tost(
    win: ArrayLike, loss: ArrayLike, n: ArrayLike, margin: float = MARGIN
) -> FloatArray:
    """Test against "the net is at least 2 margin away from 0"; vectorised.

    Args:
        win: Shares of wins, any shape.
        loss: Shares of losses, broadcast.
        n: Numbers of pairs, or effective ones, broadcast.
        margin: Margin on the AUROC scale; the net must stay within 2 margin.

    Returns:
        The larger of the two one-sided p-values, same shape.

    Source:
        Two one-sided tests: Schuirmann (1987); score statistic: Tango (1998). The
        Wald form has a size up to .23 with 14 pairs.
    """
    delta = 2 * check_margin(margin)
    above_low = stats.norm.sf(tango_score(win, loss, n, -delta))
    below_high = stats.norm.cdf(tango_score(win, loss, n, delta))
    return np.maximum(above_low, below_high)


@dataclass(frozen=True)
class Equivalence:
    """Result of the two one-sided tests; p is None, with a reason, if undefined."""

    p: float | None
    margin: float
    n: float
    reason: str | None = None


def equivalence_test(
    outcome: ArrayLike,
    question: ArrayLike,
    weighting: Weighting = "pair",
    margin: float = MARGIN,
) -> Equivalence:
    """Equivalence of the net to zero, at the effective n.

    Args:
        outcome: 1 win, 0 tie, -1 loss, shape (n,).
        question: Question per pair, shape (n,).
        weighting: Equal weight per pair (an error type) or per question.
        margin: Margin on the AUROC scale.
    """
    return equivalence_of_mean(
        check_outcomes("outcome", outcome), question, weighting, margin
    )


def equivalence_of_mean(
    values: ArrayLike,
    question: ArrayLike,
    weighting: Weighting = "pair",
    margin: float = MARGIN,
) -> Equivalence:
    """Equivalence of the mean of values in [-1, 1] to zero, within 2 margin.

    For halved differences of outcomes (`regrade`) the effective n makes up for their
    smaller variance.

    Args:
        values: Shape (n,), in [-1, 1].
        question: Question per value, shape (n,).
        weighting: Equal weight per pair or per question.
        margin: Margin on the AUROC scale (half the scale of the values).
    """
    x = check_values("values", values, low=-1, high=1)
    sums = signed_sums(x, question, weighting)
    # The t correction for 90 %: the interval that two 5 % tests amount to.
    n = sums.effective_n(level=0.90)
    if n is None:
        return Equivalence(None, check_margin(margin), len(x), ONE_CLUSTER)
    return Equivalence(
        float(tost(sums.gain.estimate, sums.cost.estimate, n, margin)), margin, n
    )
