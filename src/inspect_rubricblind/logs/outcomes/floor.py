"""The noise floor of a set of pairs: repeats of the same answers, else the losses."""

import numpy as np
import pandas as pd

from inspect_rubricblind.logs.outcomes.figures import Row, absent, figure
from inspect_rubricblind.logs.outcomes.table import Cell, Pairs
from inspect_rubricblind.logs.statistics.auroc import check_outcomes
from inspect_rubricblind.logs.statistics.clusters import FloatArray, Weighting
from inspect_rubricblind.logs.statistics.intervals import Interval
from inspect_rubricblind.logs.statistics.noise import (
    AboveNoise,
    above_noise,
    noise_share_without_repeats,
)

NO_REPEATS = "no repeat of these answers was graded"
EXCESS = ("repeat_discordance", "excess_win", "excess_loss", "excess_discordance")


def repeat_differs(cell: Cell, pairs: Pairs) -> FloatArray:
    """For each pair the share of its answer's repeats that differ; NaN without one."""
    repeats = cell.repeats.decided()
    keys = ["question", "epoch"]
    moved = repeats.rows[keys].assign(moved=(repeats.code != 0).astype(float))
    share = moved.groupby(keys)["moved"].mean()
    index = pd.MultiIndex.from_frame(pairs.rows[keys])
    return share.reindex(index).to_numpy(dtype=np.float64)


def floor_row(
    cell: Cell, pairs: Pairs, weighting: Weighting
) -> tuple[Row, AboveNoise | None]:
    """Wins and losses in excess of repeats, and the noise share of the wins.

    `noise_share_source` says what the noise share rests on: `repeats`, or `losses`
    where nothing was graded again; `n_with_repeat` counts the pairs compared.
    """
    decided = pairs.decided()
    differs = repeat_differs(cell, decided) if len(decided) else np.zeros(0)
    known = decided.where(~np.isnan(differs))
    row: Row = {"n_with_repeat": len(known)}
    if len(known) == 0:
        return row | _without(decided), None
    differs = differs[~np.isnan(differs)]
    found = above_noise(known.code, differs, known.question, weighting)
    share = found.noise_share
    return {
        **row,
        **figure("repeat_discordance", found.discordance),
        **figure("excess_win", found.excess_win),
        **figure("excess_loss", found.excess_loss),
        **figure("excess_discordance", found.excess_discordance),
        **figure("noise_share", share, "no pair is a win"),
        "noise_share_source": "repeats" if share else None,
        "above_floor": found.above_floor,
    }, found


def _without(decided: Pairs) -> Row:
    row: Row = {}
    for name in EXCESS:
        row |= absent(name, NO_REPEATS)
    share = None
    if len(decided):
        code = check_outcomes("outcome", decided.code)
        wins, losses = float((code == 1).sum()), float((code == -1).sum())
        share = noise_share_without_repeats(wins, losses)
    made = None
    if share is not None:
        why = "a quotient of counts: no interval"
        made = Interval(share, None, None, "losses / wins", len(decided), why)
    return {
        **row,
        **figure("noise_share", made, "no pair is a win"),
        "noise_share_source": None if share is None else "losses",
        "above_floor": None,
    }


def above_repeats(found: AboveNoise | None) -> bool | None:
    """Whether wins and losses together are above what repeats show."""
    if found is None:
        return None
    excess = found.excess_discordance
    if excess.low is None:
        # Without spread there are no limits; what is not above at all needs none.
        return False if excess.estimate <= 0 else None
    return excess.low > 0
