"""The noise floor: what the same grader does to the same answer a second time.

A repeat has no direction: it wins and loses equally often, so net is already centred
and the floor only inflates wins, losses and their variance. Repeats of one run are a
lower bound of the noise, since a grader may drift between days.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from inspect_rubricblind.logs.statistics.auroc import check_outcomes, mean_interval
from inspect_rubricblind.logs.statistics.clusters import (
    RatioSums,
    Weighting,
    check_values,
    mean_sums,
)
from inspect_rubricblind.logs.statistics.intervals import Interval
from inspect_rubricblind.logs.statistics.means import clustered_mean, t_interval
from inspect_rubricblind.logs.statistics.proportions import clustered_proportion


@dataclass(frozen=True)
class AboveNoise:
    """Wins and losses in excess of what repeats of the same cases do.

    `discordance` is D0, the share of repeats whose points differ. `excess_win` and
    `excess_loss` compare pair by pair with half of it, `excess_discordance` with all
    of it. `above_floor`: the lower limits of excess wins and of net are above 0;
    None where one of them is undefined. `noise_share` = D0 / (2 win), None without
    a win.
    """

    discordance: Interval
    excess_win: Interval
    excess_loss: Interval
    excess_discordance: Interval
    net: Interval
    above_floor: bool | None
    noise_share: Interval | None


def above_noise(
    outcome: ArrayLike,
    repeat_differs: ArrayLike,
    question: ArrayLike,
    weighting: Weighting = "question",
    level: float = 0.95,
) -> AboveNoise:
    """Compare outcomes with repeats of the same case.

    Args:
        outcome: 1 win, 0 tie, -1 loss, shape (n,).
        repeat_differs: For each pair the share of its case's repeats whose points
            differ from the first grading, in [0, 1], shape (n,).
        question: Question (case) per pair, shape (n,).
        weighting: Equal weight per question or per pair.
        level: Confidence level.
    """
    x = check_outcomes("outcome", outcome)
    d = check_values("repeat_differs", repeat_differs, low=0, high=1)
    if d.shape != x.shape:
        raise ValueError(
            f"repeat_differs must have shape {x.shape}, but got {d.shape}: take the "
            "pairs of cases without a repeat out first"
        )
    win, loss = (x == 1).astype(np.float64), (x == -1).astype(np.float64)

    def excess(values: ArrayLike) -> Interval:
        return clustered_mean(values, question, weighting, level)

    excess_win, net = excess(win - d / 2), mean_interval(x, question, weighting, level)
    above = None
    if excess_win.low is not None and net.low is not None:
        above = excess_win.low > 0 and net.low > 0
    return AboveNoise(
        discordance=clustered_proportion(d, question, weighting, level),
        excess_win=excess_win,
        excess_loss=excess(loss - d / 2),
        excess_discordance=excess(win + loss - d),
        net=net,
        above_floor=above,
        noise_share=_noise_share(win, d, question, weighting, level),
    )


def _noise_share(
    win: ArrayLike,
    differs: ArrayLike,
    question: ArrayLike,
    weighting: Weighting,
    level: float,
) -> Interval | None:
    wins = mean_sums(np.asarray(win, dtype=np.float64), question, weighting)
    noise = mean_sums(np.asarray(differs, dtype=np.float64) / 2, question, weighting)
    if wins.numerator.sum() == 0:
        return None
    return t_interval(RatioSums(noise.numerator, wins.numerator, wins.n_rows), level)


def noise_share_without_repeats(win: float, loss: float) -> float | None:
    """Share of the wins that noise explains, if all losses are noise: loss / win.

    Args:
        win: Share or count of wins.
        loss: Share or count of losses.

    Returns:
        The quotient, above 1 where losses outnumber wins; None without a win. A
        report says that it rests on losses and not on repeats.
    """
    if win < 0 or loss < 0:
        raise ValueError(
            f"win and loss must not be negative, but got {win!r} and {loss!r}"
        )
    return None if win == 0 else loss / win
