"""How often raters said Yes and how far they agree, group by group."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from inspect_rubricblind.logs.outcomes.figures import Row, coefficient, figure
from inspect_rubricblind.logs.ratings import Rating
from inspect_rubricblind.logs.statistics.agreement import panel_agreement
from inspect_rubricblind.logs.statistics.review import (
    kappa_by_relabelling,
    pair_bootstrap,
    yes_beyond_controls,
    yes_share,
)
from inspect_rubricblind.taxonomy.load import load_taxonomy

RELABELLINGS = 200
FEWEST = 5
"""Items with two ratings below which agreement is not computed."""
TOO_FEW = f"fewer than {FEWEST} items have two ratings"
NOT_TWO = "most items have another number of ratings than two"


class Group(NamedTuple):
    """A part of the ratings: by what it was taken, and which part."""

    by: str
    value: str
    ratings: tuple[Rating, ...]


def groups(ratings: Sequence[Rating]) -> Iterator[Group]:
    """All, the two regimes, then error types, injectors and professions."""
    yield Group("all", "all", tuple(ratings))
    regimes = {kind.code: kind.regime for kind in load_taxonomy().types}
    for by, key in (
        ("regime", lambda r: regimes.get(r.key.error_type, "")),
        ("error type", lambda r: r.key.error_type),
        ("injector", lambda r: r.key.injector),
        ("profession", lambda r: r.role),
    ):
        parts: defaultdict[str, list[Rating]] = defaultdict(list)
        for rating in ratings:
            parts[key(rating)].append(rating)
        for value, part in sorted(parts.items()):
            if value:
                yield Group(by, value, tuple(part))


def group_row(group: Group, question: str, seed: int, resamples: int) -> Row:
    """Yes share and agreement of one group.

    `yes` has two-way limits, for other pairs and other raters; `yes_s1_low` and
    `_high` are those of S1's bootstrap, which redraws pairs and keeps the raters.

    Args:
        group: Answered ratings, at least one.
        question: The question they answer.
        seed: Of the bootstraps and relabellings.
        resamples: Of the bootstraps.
    """
    ratings = group.ratings
    yes = [float(rating.answer == "yes") for rating in ratings]
    items = [rating.item for rating in ratings]
    raters = [rating.rater for rating in ratings]
    counts = _counts(ratings)
    return {
        "question": question,
        "by": group.by,
        "value": group.value,
        "n_items": len(counts),
        "n_ratings": len(ratings),
        "n_raters": len(set(raters)),
        **figure("yes", yes_share(yes, items, raters)),
        **_pairs_of_two(counts, seed),
        **_agreement(counts, seed, resamples),
    }


def _counts(ratings: Sequence[Rating]) -> list[tuple[int, int]]:
    """No and Yes per item."""
    found: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0])
    for rating in ratings:
        found[rating.item][rating.answer == "yes"] += 1
    return [(no, yes) for _, (no, yes) in sorted(found.items())]


def _pairs_of_two(counts: Sequence[tuple[int, int]], seed: int) -> Row:
    """What is defined for items with two ratings each: S1's limits, Cohen's kappa.

    Where an item was skipped by one rater, the others stand for all.
    """
    twos = [(no, yes) for no, yes in counts if no + yes == 2]
    if 2 * len(twos) < len(counts):
        blank = dict.fromkeys(
            (
                "both_yes",
                "split",
                "both_no",
                "yes_s1_low",
                "yes_s1_high",
                "agreement_s1_low",
                "agreement_s1_high",
                "kappa_lowest",
                "kappa_highest",
                "kappa_changes_sign",
            )
        )
        return {**blank, "pairs_reason": NOT_TWO}
    both, split, neither = (sum(yes == k for _, yes in twos) for k in (2, 1, 0))
    s1 = pair_bootstrap(both, split, neither)
    kappa = kappa_by_relabelling(
        both, split, neither, relabellings=RELABELLINGS, seed=seed
    )
    return {
        "both_yes": both,
        "split": split,
        "both_no": neither,
        "yes_s1_low": s1.yes.low,
        "yes_s1_high": s1.yes.high,
        "agreement_s1_low": s1.agreement.low,
        "agreement_s1_high": s1.agreement.high,
        "kappa_lowest": kappa.low,
        "kappa_highest": kappa.high,
        "kappa_changes_sign": kappa.changes_sign,
        "pairs_reason": None,
    }


def _agreement(counts: Sequence[tuple[int, int]], seed: int, resamples: int) -> Row:
    if sum(no + yes >= 2 for no, yes in counts) < FEWEST:
        return {
            **figure("agreement", None, TOO_FEW),
            **figure("fleiss", None, TOO_FEW),
            **figure("gwet_ac1", None, TOO_FEW),
        }
    found = panel_agreement(counts, resamples=resamples, seed=seed)
    return {
        **figure("agreement", found.raw),
        **coefficient("fleiss", found.fleiss, seed),
        **coefficient("gwet_ac1", found.gwet_ac1, seed),
    }


def control_row(ratings: Sequence[Rating], question: str) -> Row | None:
    """Yes on errors beside Yes on hidden controls; None if either was not rated.

    Args:
        ratings: Answered ratings of errors and controls.
        question: The question they answer.
    """
    is_control = np.array([r.key.kind == "control" for r in ratings], dtype=float)
    if is_control.sum() in (0, len(ratings)):
        return None
    controls = [r for r in ratings if r.key.kind == "control"]
    found = yes_beyond_controls(
        [float(r.answer == "yes") for r in ratings],
        is_control,
        [r.item for r in ratings],
        [r.rater for r in ratings],
    )
    yes = [float(r.answer == "yes") for r in controls]
    own = yes_share(yes, [r.item for r in controls], [r.rater for r in controls])
    return {
        "question": question,
        "n_errors": len(ratings) - len(controls),
        "n_controls": len(controls),
        **figure("control_yes", own),
        **figure("yes_beyond_controls", found.interval),
        "p": found.p,
    }
