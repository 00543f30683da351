"""S1's random intercept per question, beside the main form of `answer_models`.

S1 calls its models linear, but a coefficient of -0.526 is beyond any difference of its
win rates (0.31 to 0.47) and fits the log-odds scale. So both forms are here.
"""

import warnings
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import optimize, special

from inspect_rubricblind.logs.statistics.clusters import (
    FloatArray,
    IntArray,
    check_values,
    cluster_index,
)

_NODES = 15


@dataclass(frozen=True)
class RandomIntercept:
    """Coefficients against the reference model, with standard errors.

    `log_length` is None in S1's M1 and its coefficient in M2. `sd` is the standard
    deviation of the intercepts. A fit that did not converge says so in `converged`,
    and its numbers are not to be read.
    """

    scale: str
    coefficients: dict[str, float]
    errors: dict[str, float]
    log_length: float | None
    sd: float
    converged: bool


@dataclass(frozen=True)
class _Design:
    names: list[str]
    y: FloatArray
    x: FloatArray
    index: IntArray


def _design(
    win: ArrayLike,
    answer_model: ArrayLike,
    question: ArrayLike,
    reference: str,
    log_length: ArrayLike | None,
) -> _Design:
    y = check_values("win", win, low=0, high=1)
    models = np.asarray(answer_model)
    names = sorted(set(models.tolist()) - {reference})
    if reference not in models.tolist() or not names:
        raise ValueError(
            "reference must be one of two or more answer models, but got "
            f"{reference!r} of {sorted(set(models.tolist()))}"
        )
    columns = [np.ones_like(y), *((models == m).astype(np.float64) for m in names)]
    if log_length is not None:
        columns.append(check_values("log_length", log_length))
    index = cluster_index(question, len(y))
    x = np.column_stack(columns)
    order = np.lexsort((*x.T, y, index))
    return _Design(names, y[order], x[order], index[order])


def random_intercept_linear(
    win: ArrayLike,
    answer_model: ArrayLike,
    question: ArrayLike,
    reference: str,
    log_length: ArrayLike | None = None,
) -> RandomIntercept:
    """Linear mixed model, win ~ answer model (+ log length), by REML.

    Args:
        win: 1 or 0 per pair, shape (n,).
        answer_model: Answer model per pair, shape (n,).
        question: Question per pair, shape (n,).
        reference: The answer model that the others are compared with.
        log_length: Logarithm of the answer's length, shape (n,); None for S1's M1.

    Source: `statsmodels.MixedLM`.
    """
    from statsmodels.regression.mixed_linear_model import MixedLM

    d = _design(win, answer_model, question, reference, log_length)
    with warnings.catch_warnings():
        # Convergence is a field of the result, not a message.
        warnings.simplefilter("ignore")
        fit = MixedLM(d.y, d.x, groups=d.index).fit(reml=True)
        beta, se = np.asarray(fit.fe_params), np.asarray(fit.bse_fe)
    k = len(d.names)
    # A singular fit calls itself converged and has no standard errors.
    usable = bool(np.isfinite(beta).all() and np.isfinite(se).all())
    return RandomIntercept(
        "linear",
        dict(zip(d.names, beta[1 : k + 1].tolist(), strict=True)),
        dict(zip(d.names, se[1 : k + 1].tolist(), strict=True)),
        None if log_length is None else float(beta[-1]),
        float(np.sqrt(max(float(np.asarray(fit.cov_re)[0, 0]), 0.0))),
        bool(fit.converged) and usable,
    )


def random_intercept_logit(
    win: ArrayLike,
    answer_model: ArrayLike,
    question: ArrayLike,
    reference: str,
    log_length: ArrayLike | None = None,
) -> RandomIntercept:
    """Logistic mixed model of the same form, by maximum likelihood.

    The intercept is integrated out by Gauss-Hermite quadrature with 15 nodes;
    standard errors come from the observed information.

    Args:
        win: 1 or 0 per pair, shape (n,).
        answer_model: Answer model per pair, shape (n,).
        question: Question per pair, shape (n,).
        reference: The answer model that the others are compared with.
        log_length: Logarithm of the answer's length, shape (n,); None for S1's M1.

    Source: Agresti, Categorical Data Analysis, 3rd ed. (2013), 13.6.
    """
    d = _design(win, answer_model, question, reference, log_length)
    start = np.append(np.zeros(d.x.shape[1]), 0.5)
    found = optimize.minimize(
        _deviance, start, args=(d,), jac=True, method="BFGS", options={"gtol": 1e-4}
    )
    k, theta = len(d.names), found.x
    steps = 1e-4 * np.eye(len(theta))
    rows = [
        (_deviance(theta + s, d)[1] - _deviance(theta - s, d)[1]) / 2e-4 for s in steps
    ]
    information = np.array(rows)
    variance = np.diag(np.linalg.pinv((information + information.T) / 2))
    se = np.sqrt(np.maximum(variance, 0.0))
    # BFGS stops with "precision loss" at the optimum too: judge by the gradient.
    gradient = float(np.abs(_deviance(theta, d)[1]).max())
    return RandomIntercept(
        "log-odds",
        dict(zip(d.names, theta[1 : k + 1].tolist(), strict=True)),
        dict(zip(d.names, se[1 : k + 1].tolist(), strict=True)),
        None if log_length is None else float(theta[-2]),
        float(abs(theta[-1])),
        bool(gradient < 1e-2 and (variance > 0).all()),
    )


def _deviance(theta: FloatArray, d: _Design) -> tuple[float, FloatArray]:
    """Minus log likelihood and its gradient in (coefficients, sd)."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(_NODES)
    eta = (d.x @ theta[:-1])[:, None] + theta[-1] * nodes
    sign = 2 * d.y - 1
    g = d.index.max() + 1
    terms = np.zeros((g, _NODES))
    np.add.at(terms, d.index, -np.logaddexp(0.0, -sign[:, None] * eta))
    joint = terms + np.log(weights / weights.sum())
    by_question = special.logsumexp(joint, axis=1)
    posterior = np.exp(joint - by_question[:, None])
    residual = (d.y[:, None] - special.expit(eta)) * posterior[d.index]
    gradient = np.append(d.x.T @ residual.sum(axis=1), (residual @ nodes).sum())
    return -float(by_question.sum()), -gradient
