"""Adjusted p-values for a family of tests."""

import numpy as np
from numpy.typing import ArrayLike

from inspect_rubricblind.logs.statistics.clusters import FloatArray, check_values


def holm(p: ArrayLike) -> FloatArray:
    """Holm's adjusted p-values, in the order given; controls any false rejection.

    Args:
        p: Raw p-values, shape (k,).

    Source: Holm, Scandinavian Journal of Statistics 6 (1979).
    """
    values = check_values("p", p, low=0, high=1)
    order = np.argsort(values, kind="stable")
    stepped = values[order] * np.arange(len(values), 0, -1)
    adjusted = np.empty_like(values)
    adjusted[order] = np.minimum(np.maximum.accumulate(stepped), 1.0)
    return adjusted


def benjamini_hochberg(p: ArrayLike) -> FloatArray:
    """Benjamini-Hochberg q-values, in the order given; control the false share.

    Args:
        p: Raw p-values, shape (k,).

    Source: Benjamini and Hochberg, JRSS B 57 (1995).
    """
    values = check_values("p", p, low=0, high=1)
    order = np.argsort(values, kind="stable")[::-1]
    k = len(values)
    stepped = values[order] * k / np.arange(k, 0, -1)
    adjusted = np.empty_like(values)
    adjusted[order] = np.minimum(np.minimum.accumulate(stepped), 1.0)
    return adjusted
