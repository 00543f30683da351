"""Does a longer rubric notice more? Figures by number of criteria per question."""

import numpy as np

from inspect_rubricblind.logs.outcomes.figures import Row, absent, coefficient, figure
from inspect_rubricblind.logs.outcomes.floor import repeat_differs
from inspect_rubricblind.logs.outcomes.rows import share_figures
from inspect_rubricblind.logs.outcomes.table import Cell, Pairs
from inspect_rubricblind.logs.statistics.density import (
    DensityBin,
    density_bins,
    density_correlation,
)

RHOS = ("rho_tie_rate", "rho_auroc", "rho_conditional_win")
NO_REPEATS = "no repeat of these answers was graded"


def density_bin_rows(cell: Cell) -> list[Row]:
    """One row per bin of questions with similar numbers of criteria."""
    pairs, reason = _usable(cell)
    if reason is not None:
        return []
    differs = repeat_differs(cell, pairs)
    complete = None if np.isnan(differs).any() else differs
    found = density_bins(
        pairs.code, pairs.numbers("n_criteria"), pairs.question, complete
    )
    return [{**cell.key, **_bin_row(item)} for item in found]


def density_row(cell: Cell, resamples: int, seed: int) -> Row:
    """S1's correlations of the number of criteria with three rates, by question."""
    pairs, reason = _usable(cell)
    if reason is None and pairs.rows["question"].nunique() < 3:
        reason = "fewer than three questions"
    if reason is not None:
        blank = [absent(name, reason) for name in RHOS]
        return {**cell.key, **{k: v for row in blank for k, v in row.items()}}
    found = density_correlation(
        pairs.code,
        pairs.numbers("n_criteria"),
        pairs.question,
        resamples=resamples,
        seed=seed,
    )
    return {
        **cell.key,
        **coefficient("rho_tie_rate", found.tie_rate, seed),
        **coefficient("rho_auroc", found.auroc, seed),
        **coefficient("rho_conditional_win", found.conditional_win, seed),
    }


def _usable(cell: Cell) -> tuple[Pairs, str | None]:
    pairs = cell.errors.decided()
    if (reason := pairs.lacks("n_criteria")) is not None:
        return pairs, reason
    known = pairs.having("n_criteria")
    sizes = known.rows.groupby("question")["n_criteria"].nunique()
    if (sizes > 1).any():
        return known, "n_criteria differs between pairs of one question"
    return known, None


def _bin_row(item: DensityBin) -> Row:
    return {
        "n_criteria_min": item.n_criteria_min,
        "n_criteria_max": item.n_criteria_max,
        "n": item.outcomes.n_pairs,
        "n_questions": item.outcomes.n_questions,
        **share_figures(item.outcomes),
        **figure("conditional_win", item.conditional_win, "no untied pair"),
        "conditional_win_from_noise": 0.5,
        "conditional_win_expected": item.expected_win,
        **figure("repeat_discordance", item.repeat_discordance, NO_REPEATS),
    }
