"""S1's random-intercept form of the answer-model comparison, beside the main one.

Run only where two or more answer models stand in one cell but for their name. A fit
that did not converge is a row that says so; its numbers are null.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import pandas as pd
from scipy import stats

from inspect_rubricblind.logs.outcomes.figures import Row, absent, figure
from inspect_rubricblind.logs.outcomes.table import CELL_KEY, Cell
from inspect_rubricblind.logs.statistics.clusters import FloatArray
from inspect_rubricblind.logs.statistics.intervals import Interval
from inspect_rubricblind.logs.statistics.mixed import (
    RandomIntercept,
    random_intercept_linear,
    random_intercept_logit,
)

SAME = tuple(name for name in CELL_KEY if name != "answer_model")
FORMS: tuple[tuple[str, Callable[..., RandomIntercept]], ...] = (
    ("linear", random_intercept_linear),
    ("log-odds", random_intercept_logit),
)
NOT_CONVERGED = "the fit did not converge"
METHOD = "random intercept per question, Wald"
_Z = float(stats.norm.ppf(0.975))


def by_answer_model(cells: Sequence[Cell]) -> Iterator[list[Cell]]:
    """Cells that differ in the answer model alone, where there are two or more."""
    together: defaultdict[tuple[Any, ...], list[Cell]] = defaultdict(list)
    for cell in cells:
        if cell.key["answer_model"] is not None:
            together[tuple(cell.key[name] for name in SAME)].append(cell)
    for group in together.values():
        if len({cell.key["answer_model"] for cell in group}) > 1:
            yield group


def mixed_model_rows(cells: Sequence[Cell]) -> list[Row]:
    """Win rate by answer model: linear and log-odds, without and with answer length.

    One row per other answer model, scale and form; where a fit fails, one row per
    scale and form with the reason.
    """
    rows: list[Row] = []
    for group in by_answer_model(cells):
        pairs = pd.concat([cell.errors.decided().rows for cell in group])
        reference = min(str(cell.key["answer_model"]) for cell in group)
        key = {name: group[0].key[name] for name in SAME}
        base: Row = {
            **key,
            "reference": reference,
            "n": len(pairs),
            "n_questions": int(pairs["question"].nunique()),
        }
        rows += _fits(base, pairs, reference)
    return rows


def _fits(base: Row, pairs: pd.DataFrame, reference: str) -> Iterator[Row]:
    length = pairs["answer_tokens"].to_numpy(dtype=np.float64, na_value=np.nan)
    known = bool(np.isfinite(length).all() and (length > 0).all())
    forms = [("M1", None), ("M2", np.log(length))] if known else [("M1", None)]
    for scale, fit in FORMS:
        for form, log_length in forms:
            own = {**base, "scale": scale, "form": form}
            yield from _rows(own, fit, pairs, reference, log_length)


def _rows(
    base: Row,
    fit: Callable[..., RandomIntercept],
    pairs: pd.DataFrame,
    reference: str,
    log_length: FloatArray | None,
) -> Iterator[Row]:
    try:
        found = fit(
            (pairs["code"] == 1).astype(float),
            pairs["answer_model"].to_numpy(dtype=str),
            pairs["question"].to_numpy(),
            reference,
            log_length,
        )
    except (ValueError, np.linalg.LinAlgError) as error:
        yield _empty(base, None, f"the fit failed: {error}")
        return
    for model in found.coefficients:
        if found.converged:
            yield _row(base, found, model)
        else:
            yield _empty(base, model, NOT_CONVERGED)


def _row(base: Row, found: RandomIntercept, model: str) -> Row:
    value, se = found.coefficients[model], found.errors[model]
    made = Interval(value, value - _Z * se, value + _Z * se, METHOD, base["n"])
    return {
        **base,
        "answer_model": model,
        "converged": True,
        **figure("coefficient", made),
        "log_length": found.log_length,
        "sd": found.sd,
        "p": float(2 * stats.norm.sf(abs(value) / se)) if se > 0 else None,
    }


def _empty(base: Row, model: str | None, reason: str) -> Row:
    return {
        **base,
        "answer_model": model,
        "converged": False,
        **absent("coefficient", reason),
        **dict.fromkeys(("log_length", "sd", "p")),
    }
