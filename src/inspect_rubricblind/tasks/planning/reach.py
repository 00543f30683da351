"""What a planned number of pairs can show."""

import math
from typing import NamedTuple

from inspect_rubricblind.logs.statistics.equivalence import MARGIN
from inspect_rubricblind.logs.statistics.power import (
    detectable_effect,
    pairs_for_blind,
)

ALPHA = 0.05
MIN_PAIRS = 30
"""Types with fewer pairs get no verdict."""


class Reach(NamedTuple):
    """What can be shown of one error type at one level.

    `effect` is the smallest AUROC - 0.5 that is detected with 80 % power, None if no
    effect is; `pairs_blind` and `cases_blind` are needed for the verdict BLIND.
    """

    level: str
    pairs: int
    effect: float | None
    pairs_blind: int
    cases_blind: int


def reach(
    cases: int, accepted: float, types: int, discordance: float
) -> tuple[Reach, ...]:
    """What the pairs of an average error type can show, alone and in a family.

    Args:
        cases: Planned cases.
        accepted: Expected accepted injections per case, over all types.
        types: How many error types are injected.
        discordance: Expected share of pairs that are a win or a loss.
    """
    per_case = accepted / types
    pairs = math.floor(cases * per_case)
    levels = {"one type alone": ALPHA, f"Holm over {types} types": ALPHA / types}
    return tuple(
        _reach(level, alpha, pairs, per_case, discordance)
        for level, alpha in levels.items()
    )


def _reach(
    level: str, alpha: float, pairs: int, per_case: float, discordance: float
) -> Reach:
    needed = pairs_for_blind(discordance, MARGIN, alpha)
    return Reach(
        level=level,
        pairs=pairs,
        effect=detectable_effect(pairs, discordance, alpha) if pairs else None,
        pairs_blind=needed,
        cases_blind=math.ceil(needed / per_case),
    )
