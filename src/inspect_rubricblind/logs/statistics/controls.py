"""Controls: edits that keep the meaning, in the shapes of the injections."""

from dataclasses import dataclass
from typing import Literal

from numpy.typing import ArrayLike

from inspect_rubricblind.logs.statistics.auroc import check_outcomes, mean_interval
from inspect_rubricblind.logs.statistics.clusters import Weighting
from inspect_rubricblind.logs.statistics.detection import sign_flip_test
from inspect_rubricblind.logs.statistics.equivalence import MARGIN, equivalence_test
from inspect_rubricblind.logs.statistics.intervals import Interval
from inspect_rubricblind.logs.statistics.power import pairs_for_blind

Reading = Literal["no effect", "undecided", "not equivalent"]


@dataclass(frozen=True)
class PlaceboAdjusted:
    """Net of errors less net of controls of the same shape in the same cases."""

    n_pairs: int
    error_net: Interval
    control_net: Interval
    adjusted: Interval
    p: float


def placebo_adjusted(
    error: ArrayLike,
    control: ArrayLike,
    question: ArrayLike,
    weighting: Weighting = "question",
    level: float = 0.95,
) -> PlaceboAdjusted:
    """Net of the errors beyond what an edit of the same shape does by itself.

    Args:
        error: Outcome of each error pair, shape (n,).
        control: Outcome of the control of the same shape in the same case, (n,).
        question: Question per pair, shape (n,).
        weighting: Equal weight per question or per pair.
        level: Confidence level.

    Returns:
        The paired score interval, and the exact p of flipping the sign of each
        question's summed difference.
    """
    x, y = check_outcomes("error", error), check_outcomes("control", control)
    if x.shape != y.shape:
        raise ValueError(
            f"control must have shape {x.shape}, one for each error pair, but got "
            f"{y.shape}: take pairs without a control of their shape out first"
        )
    return PlaceboAdjusted(
        n_pairs=len(x),
        error_net=mean_interval(x, question, weighting, level),
        control_net=mean_interval(y, question, weighting, level),
        adjusted=mean_interval((x - y) / 2, question, weighting, level).affine(2),
        p=sign_flip_test(x - y, question),
    )


@dataclass(frozen=True)
class ControlCheck:
    """Whether controls are shown to leave the score alone.

    `n` is the effective number of pairs, `pairs_needed` what the equivalence test
    wants at the observed discordance (None without discordance).
    """

    n: float
    equivalence_p: float | None
    pairs_needed: int | None
    reading: Reading


def control_check(
    outcome: ArrayLike,
    question: ArrayLike,
    margin: float = MARGIN,
    alpha: float = 0.05,
) -> ControlCheck:
    """Equivalence of the controls' net to 0, and "undecided" where too few.

    Args:
        outcome: Outcomes of control pairs, shape (n,).
        question: Question per pair, shape (n,).
        margin: Margin on the AUROC scale.
        alpha: One-sided level of each of the two tests.
    """
    x = check_outcomes("outcome", outcome)
    test = equivalence_test(x, question, "pair", margin)
    discordance = float((x != 0).mean())
    needed = pairs_for_blind(discordance, margin, alpha) if discordance else None
    reading: Reading = "undecided"
    if test.p is not None and test.p < alpha:
        reading = "no effect"
    elif needed is not None and test.n >= needed:
        reading = "not equivalent"
    return ControlCheck(test.n, test.p, needed, reading)
