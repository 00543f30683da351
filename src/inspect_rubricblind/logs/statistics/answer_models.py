"""Are the errors of one answer model easier to catch than those of another?

Main form: a linear model within questions, so that answer models are compared on the
same questions and with the same mix of error types. Effects are in percentage points.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from inspect_rubricblind.logs.statistics.agreement import Coefficient
from inspect_rubricblind.logs.statistics.clusters import (
    FloatArray,
    check_level,
    check_values,
    cluster_index,
    resample_sums,
)
from inspect_rubricblind.logs.statistics.intervals import Interval
from inspect_rubricblind.logs.statistics.means import NO_SPREAD

_CHUNK = 2_000
_NO_SPREAD = 1e-9
METHOD = "within questions, cluster t"


@dataclass(frozen=True)
class Rows:
    """Pairs of two or more answer models, shape (n,) each.

    `value` is the outcome (1, 0, -1) or the win indicator; `log_length` the logarithm
    of the answer's length in tokens. The same question has the same label everywhere.
    """

    value: ArrayLike
    answer_model: ArrayLike
    error_type: ArrayLike
    question: ArrayLike
    log_length: ArrayLike


@dataclass(frozen=True)
class Effect:
    """Effect of one answer model against the reference, in percentage points.

    `p` is None where the questions agree exactly, which leaves no standard error.
    `adjusted` holds the answer's log length fixed. `attenuation` is 1 - adjusted /
    unadjusted, None unless the unadjusted interval excludes 0. A report says that
    adjusting for length attenuates the gap by so much, not that length explains it.
    """

    answer_model: str
    unadjusted: Interval
    p: float | None
    adjusted: Interval
    attenuation: Coefficient | None


@dataclass(frozen=True)
class _Fit:
    coefficients: FloatArray
    errors: FloatArray
    n_questions: int


def answer_model_effects(
    rows: Rows,
    reference: str,
    *,
    resamples: int = 10_000,
    seed: int = 0,
    level: float = 0.95,
) -> tuple[Effect, ...]:
    """Effects of the answer models with question and error-type effects removed.

    Args:
        rows: The pairs.
        reference: The answer model that the others are compared with.
        resamples: Number of resamples of questions for the attenuation.
        seed: Seed of the resamples.
        level: Confidence level.

    Returns:
        One effect per other answer model, sorted; t intervals with questions - 1
        degrees of freedom, standard errors clustered by question.

    Raises:
        ValueError: The reference is absent, there is no other model, or a model
            shares no question with the others.

    Source:
        Within estimator with cluster-robust errors; Wooldridge, Econometric Analysis
        of Cross Section and Panel Data (2010), 10.5.
    """
    models, design, question = _design(rows, reference)
    k = len(models)
    short = _fit(np.delete(design, -2, axis=1), question, k)
    full = _fit(design, question, k)
    gaps = _attenuation_draws(design, question, k, resamples, seed)
    t = stats.t.ppf((1 + check_level(level)) / 2, short.n_questions - 1)
    found = []
    for i, model in enumerate(models):
        unadjusted, adjusted = (_interval(fit, i, t) for fit in (short, full))
        p, attenuation = _p_value(unadjusted.estimate, short, i), None
        if p is not None and p < 1 - level:
            point = 1 - adjusted.estimate / unadjusted.estimate
            attenuation = _coefficient(point, gaps[:, i], short.n_questions, level)
        found.append(Effect(model, unadjusted, p, adjusted, attenuation))
    return tuple(found)


def _interval(fit: _Fit, i: int, t: float) -> Interval:
    value, n = float(fit.coefficients[i]), fit.n_questions
    half = float(t * fit.errors[i])
    if fit.errors[i] < _NO_SPREAD:
        return Interval(value, None, None, METHOD, n, NO_SPREAD)
    return Interval(value, value - half, value + half, METHOD, n)


def _p_value(effect: float, fit: _Fit, i: int) -> float | None:
    if fit.errors[i] < _NO_SPREAD:
        return None
    z = abs(effect) / fit.errors[i]
    return float(2 * stats.t.sf(z, fit.n_questions - 1))


def _design(rows: Rows, reference: str) -> tuple[list[str], FloatArray, ArrayLike]:
    """Model and type indicators, log length and 100 x value, less question means."""
    value = check_values("value", rows.value, low=-1, high=1)
    length = check_values("log_length", rows.log_length)
    names = np.asarray(rows.answer_model)
    codes = np.asarray(rows.error_type)
    index = cluster_index(rows.question, len(value))
    models = sorted(set(names.tolist()) - {reference})
    if reference not in names.tolist() or not models:
        raise ValueError(
            f"reference must be one of two or more answer models, but got "
            f"{reference!r} of {sorted(set(names.tolist()))}"
        )
    columns = [(names == m).astype(np.float64) for m in models]
    columns += [(codes == c).astype(np.float64) for c in np.unique(codes)[1:]]
    raw = np.column_stack([*columns, length, 100 * value])
    # Rows in a fixed order: sums then do not depend on the order they came in.
    order = np.lexsort((*raw.T, index))
    raw, index = raw[order], index[order]
    totals = np.zeros((index.max() + 1, raw.shape[1]))
    np.add.at(totals, index, raw)
    within = raw - (totals / np.bincount(index)[:, None])[index]
    # Questions seen once carry no comparison and would only inflate the df.
    kept = (np.bincount(index) > 1)[index]
    return models, within[kept], index[kept]


def _fit(design: FloatArray, question: ArrayLike, k: int) -> _Fit:
    """Least squares of the last column; errors of the first k coefficients."""
    x, y = design[:, :-1], design[:, -1]
    others = x[:, k:]
    free = x[:, :k] - others @ np.linalg.lstsq(others, x[:, :k], rcond=None)[0]
    if len(x) == 0 or np.linalg.matrix_rank(free, tol=1e-6) < k:
        raise ValueError(
            "answer_model must differ within questions, but some models share no "
            "question with the others: compare them with standardise.compare"
        )
    inverse = np.linalg.pinv(x.T @ x, hermitian=True)
    beta = inverse @ x.T @ y
    scores = x * (y - x @ beta)[:, None]
    index = cluster_index(question, len(y))
    sums = np.zeros((index.max() + 1, x.shape[1]))
    np.add.at(sums, index, scores)
    g = len(sums)
    if g < 2:
        raise ValueError(f"question must name two or more questions, but got {g!r}")
    variance = g / (g - 1) * inverse @ sums.T @ sums @ inverse
    return _Fit(beta[:k], np.sqrt(np.diag(variance)[:k]), g)


def _attenuation_draws(
    design: FloatArray, question: ArrayLike, k: int, resamples: int, seed: int
) -> FloatArray:
    """1 - adjusted / unadjusted of resampled questions, shape (resamples, k)."""
    index, width = cluster_index(question, len(design)), design.shape[1]
    products = np.zeros((index.max() + 1, width * width))
    np.add.at(
        products,
        index,
        (design[:, :, None] * design[:, None, :]).reshape(len(index), -1),
    )
    totals = resample_sums(products, resamples, seed).reshape(-1, width, width)
    short = [i for i in range(width) if i not in (width - 2, width - 1)]
    found = []
    for start in range(0, resamples, _CHUNK):
        part = totals[start : start + _CHUNK]
        full = _solve(part[:, :-1, :-1], part[:, :-1, -1])
        alone = _solve(part[:, short][:, :, short], part[:, short, -1])
        with np.errstate(invalid="ignore", divide="ignore"):
            found.append(1 - full[:, :k] / alone[:, :k])
    return np.concatenate(found)


def _solve(gram: FloatArray, cross: FloatArray) -> FloatArray:
    inverse = np.linalg.pinv(gram, hermitian=True)
    return np.asarray((inverse @ cross[:, :, None])[:, :, 0], dtype=np.float64)


def _coefficient(point: float, drawn: FloatArray, n: int, level: float) -> Coefficient:
    defined = drawn[np.isfinite(drawn)]
    low, high = np.quantile(defined, ((1 - level) / 2, (1 + level) / 2))
    return Coefficient(point, float(low), float(high), n, len(drawn) - len(defined))
