"""Outcome of a pair: the sign of the difference in points, or the signs in reach.

Codes: +1 win (the original scores higher), 0 tie, -1 loss (the variant scores
higher). Points are raw: never clipped, length-adjusted or divided.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from inspect_rubricblind.logs.statistics.clusters import FloatArray, check_values

SignArray = NDArray[np.int8]

# Weights may be fractions; two sums of the same weights in another order are a tie.
_TIE = 1e-9


def signs(difference: ArrayLike) -> SignArray:
    """Sign of each difference, shape (n,); below 1e-9 points it is a tie."""
    values = check_values("difference", difference)
    return np.where(np.abs(values) <= _TIE, 0, np.sign(values)).astype(np.int8)


def outcomes(points_original: ArrayLike, points_variant: ArrayLike) -> SignArray:
    """Outcome of each pair from the points of both answers, shape (n,).

    Raises:
        ValueError: The shapes differ, or points are NaN (an ungraded verdict:
            see `reachable`).
    """
    original = check_values("points_original", points_original)
    variant = check_values("points_variant", points_variant)
    if original.shape != variant.shape:
        raise ValueError(
            "points_variant must have one value per pair, but got shapes "
            f"{original.shape} and {variant.shape}"
        )
    return signs(original - variant)


@dataclass(frozen=True)
class Reachable:
    """The outcomes that ungraded verdicts leave open, shape (n,) each.

    `low` and `high` are the worst and the best outcome in reach; `decided` marks
    pairs where they agree. Whether a tie lies between a loss and a win cannot be
    told from the two ends, so it is taken as reachable.
    """

    low: SignArray
    high: SignArray
    decided: NDArray[np.bool_]


def reachable(diff_min: ArrayLike, diff_max: ArrayLike) -> Reachable:
    """Outcomes in reach between the smallest and the largest difference in points.

    Raises:
        ValueError: The shapes differ, or a diff_min lies above its diff_max.
    """
    low, high = signs(diff_min), signs(diff_max)
    if low.shape != high.shape:
        raise ValueError(
            f"diff_max must have shape {low.shape} like diff_min, but got {high.shape}"
        )
    if bad := int((np.asarray(diff_min) > np.asarray(diff_max) + _TIE).sum()):
        raise ValueError(
            f"diff_min must not exceed diff_max, but got {bad} pairs where it does"
        )
    return Reachable(low, high, low == high)


def difference_range(
    points: ArrayLike, original: ArrayLike, variant: ArrayLike
) -> tuple[FloatArray, FloatArray]:
    """Smallest and largest difference in points over all values of lost verdicts.

    Args:
        points: Points of the m criteria, shape (m,), of either sign.
        original: Verdicts on the original answer, shape (n, m) or (m,): 1 met,
            0 not met, NaN ungraded.
        variant: The same for the variant, shape (n, m) or (m,).

    Returns:
        diff_min and diff_max, shape (n,). A criterion ungraded on both sides can
        move the difference by its points in either direction.

    Raises:
        ValueError: A verdict is none of 1, 0, NaN, or the shapes do not fit.
    """
    weight = check_values("points", points)
    sides = []
    for name, verdicts in (("original", original), ("variant", variant)):
        array = np.atleast_2d(np.asarray(verdicts, dtype=np.float64))
        if array.shape[1:] != weight.shape:
            raise ValueError(
                f"{name} must have one column per criterion ({weight.size}), but got "
                f"shape {array.shape}"
            )
        if not (np.isnan(array) | (array == 0) | (array == 1)).all():
            raise ValueError(f"{name} must hold 1, 0 or NaN, but got other verdicts")
        sides.append((np.nan_to_num(array * weight, nan=0.0), np.isnan(array) * weight))
    (known_a, open_a), (known_b, open_b) = sides
    base = (known_a - known_b).sum(axis=1)
    low = np.minimum(open_a, 0).sum(axis=1) - np.maximum(open_b, 0).sum(axis=1)
    high = np.maximum(open_a, 0).sum(axis=1) - np.minimum(open_b, 0).sum(axis=1)
    return base + low, base + high
