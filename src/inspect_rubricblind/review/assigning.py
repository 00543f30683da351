"""Who rates what: equal loads, different raters per item, varied pairs of raters."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

from inspect_rubricblind.records import stream


@dataclass(frozen=True)
class Rated:
    """What the assignment goes by: an item, its case, and the stratum it was drawn for.

    Items of one stratum are spread over raters; nobody should meet a case twice.
    """

    item: str
    case: str
    stratum: str


@dataclass
class _Tally:
    load: Counter[str] = field(default_factory=Counter)
    met: Counter[tuple[str, str]] = field(default_factory=Counter)
    cases: Counter[tuple[str, str]] = field(default_factory=Counter)
    strata: Counter[tuple[str, str]] = field(default_factory=Counter)


def rater_names(count: int) -> tuple[str, ...]:
    """R01, R02, ..."""
    width = max(2, len(str(count)))
    return tuple(f"R{number:0{width}d}" for number in range(1, count + 1))


def assign(
    items: Sequence[Rated], raters: Sequence[str], ratings_per_item: int, seed: int
) -> dict[str, tuple[str, ...]]:
    """The items of each rater, in an order of the rater's own.

    Loads differ by one at most: each place goes to a rater with the fewest items.
    Among those, to one who has not met the case, has seen little of the stratum, and
    has seldom been paired with the raters that the item already has.

    Args:
        items: In the order in which places are given away, stratum by stratum.
        raters: Names of the raters.
        ratings_per_item: Different raters per item.
        seed: Of ties and of the orders.

    Raises:
        ValueError: There are fewer raters than ratings per item, or no rating.
    """
    if not 1 <= ratings_per_item <= len(raters):
        raise ValueError(
            "ratings_per_item must be at least 1 and at most the number of raters "
            f"({len(raters)}), but got {ratings_per_item!r}"
        )
    tally = _Tally()
    given: dict[str, list[str]] = {rater: [] for rater in raters}
    for item in items:
        for rater in _panel(item, raters, ratings_per_item, tally, seed):
            given[rater].append(item.item)
    for rater, own in given.items():
        own.sort()
        stream(seed, rater, "review order").shuffle(own)
    return {rater: tuple(own) for rater, own in given.items()}


def _panel(
    item: Rated, raters: Sequence[str], size: int, tally: _Tally, seed: int
) -> list[str]:
    random = stream(seed, item.item, "review raters")
    chance = {rater: random.random() for rater in raters}
    panel: list[str] = []
    while len(panel) < size:

        def cost(rater: str) -> tuple[float, ...]:
            return (
                tally.load[rater],
                tally.cases[rater, item.case],
                tally.strata[rater, item.stratum],
                sum(tally.met[_two(rater, other)] for other in panel),
                chance[rater],
            )

        chosen = min((rater for rater in raters if rater not in panel), key=cost)
        panel.append(chosen)
        tally.load[chosen] += 1
        tally.cases[chosen, item.case] += 1
        tally.strata[chosen, item.stratum] += 1
    tally.met.update(_two(*pair) for pair in combinations(panel, 2))
    return panel


def _two(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one < other else (other, one)
