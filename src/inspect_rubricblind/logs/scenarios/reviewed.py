"""Labels that clinicians gave in the review tool, answer by answer and criterion."""

import json
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from inspect_rubricblind.logs.ratings import Rating, read_ratings

QUESTION = "met"
"""The question of the form `scenario_rating`."""


def item_id(scenario: str, criterion: str, model: str) -> str:
    """The name of an item to be rated; it holds any model's name."""
    return json.dumps([scenario, criterion, model], ensure_ascii=False)


def reviewed_labels(path: Path) -> dict[tuple[str, str, str], bool | None]:
    """Labels of a review's `ratings.jsonl`: what most raters say, None if they split.

    Raises:
        ValueError: The file holds no such rating, or one is malformed.
    """
    votes: defaultdict[tuple[str, str, str], list[Rating]] = defaultdict(list)
    for rating in read_ratings(path):
        if rating.question == QUESTION and rating.key.kind == "item":
            votes[_key(rating, path)].append(rating)
    if not votes:
        raise ValueError(
            f"{path} must hold ratings of the form scenario_rating, but holds none"
        )
    return {key: _majority(given) for key, given in sorted(votes.items())}


def _key(rating: Rating, path: Path) -> tuple[str, str, str]:
    try:
        parts = json.loads(rating.key.case_id)
    except ValueError:
        parts = None
    if not (
        isinstance(parts, list)
        and len(parts) == 3
        and all(isinstance(part, str) for part in parts)
    ):
        raise ValueError(
            f"{path}: an item must be named as `rubricblind scenarios export` names "
            f"it, but got {rating.key.case_id!r:.60}"
        )
    return parts[0], parts[1], parts[2]


def _majority(given: Sequence[Rating]) -> bool | None:
    yes = sum(rating.answer == "yes" for rating in given)
    no = sum(rating.answer == "no" for rating in given)
    return None if yes == no else yes > no
