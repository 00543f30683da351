"""Answer models beside each other on the same questions and error types."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from inspect_rubricblind.logs.outcomes.figures import Row, absent, coefficient, figure
from inspect_rubricblind.logs.outcomes.table import CELL_KEY, Cell
from inspect_rubricblind.logs.statistics.answer_models import (
    Effect,
    Rows,
    answer_model_effects,
)

SAME = tuple(name for name in CELL_KEY if name != "answer_model")


def answer_model_rows(cells: Sequence[Cell], resamples: int, seed: int) -> list[Row]:
    """Effects of each answer model against the first by name, in percentage points.

    A linear model with question and error-type effects, clustered by question; beside
    it the same with the answer's log length held fixed.
    """
    together: defaultdict[tuple[Any, ...], list[Cell]] = defaultdict(list)
    for cell in cells:
        if cell.key["answer_model"] is not None:
            together[tuple(cell.key[name] for name in SAME)].append(cell)
    rows = []
    for group in together.values():
        if len({cell.key["answer_model"] for cell in group}) > 1:
            for value in ("outcome", "win"):
                rows += _effects(group, value, resamples, seed)
    return rows


def _effects(group: list[Cell], value: str, resamples: int, seed: int) -> list[Row]:
    pairs = pd.concat([cell.errors.decided().rows for cell in group])
    reference = min(str(cell.key["answer_model"]) for cell in group)
    key = {name: group[0].key[name] for name in SAME}
    base: Row = {**key, "value": value, "reference": reference, "n": len(pairs)}
    length = pairs["answer_tokens"].to_numpy(dtype=np.float64, na_value=np.nan)
    known = bool(np.isfinite(length).all() and (length > 0).all())
    code = pairs["code"].to_numpy(dtype=np.float64)
    data = Rows(
        code if value == "outcome" else (code == 1).astype(float),
        pairs["answer_model"].to_numpy(dtype=str),
        pairs["error_type"].to_numpy(dtype=str),
        pairs["question"].to_numpy(),
        np.log(length) if known else np.zeros(len(pairs)),
    )
    try:
        found = answer_model_effects(data, reference, resamples=resamples, seed=seed)
    except (ValueError, np.linalg.LinAlgError) as error:
        return [{**base, "answer_model": None, "p": None} | _none(str(error))]
    return [
        {**base, "answer_model": item.answer_model, "p": item.p}
        | figure("effect", item.unadjusted)
        | _at_equal_length(item, known, seed)
        for item in found
    ]


def _at_equal_length(item: Effect, known: bool, seed: int) -> Row:
    if not known:
        reason = "answer_tokens is not known for every pair"
        return absent("effect_at_equal_length", reason) | absent("attenuation", reason)
    row = figure("effect_at_equal_length", item.adjusted)
    if item.attenuation is None:
        return row | absent("attenuation", "the unadjusted gap does not exclude 0")
    return row | coefficient("attenuation", item.attenuation, seed)


def _none(reason: str) -> Row:
    names = ("effect", "effect_at_equal_length", "attenuation")
    return {k: v for name in names for k, v in absent(name, reason).items()}
