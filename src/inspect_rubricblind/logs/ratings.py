"""Ratings of pairs by clinicians, one JSON line each: written by a review, read here.

The lines hold no benchmark text, only which pair was rated, by whom, and how.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from inspect_rubricblind.records import Record
from inspect_rubricblind.records.rows import (
    Line,
    Row,
    parse_row,
    read_jsonl,
    refuse_duplicates,
)
from inspect_rubricblind.taxonomy.model import CANARY

MANAGEMENT = "changes_management"
"""The question whose Yes makes an error clinically relevant in a report."""

NOTICE = "About texts that may contain deliberate medical errors."

Opinion = Literal["yes", "split", "no"]
PairName = tuple[str, ...]


class ItemKey(Record):
    """Which pair, or which other thing, was rated.

    `kind` is error or control for pairs of a log, item for anything else; then
    `error_type` names its group and `case_id` the thing. `content` is the digest of
    answer and edit, so that a rating never counts for another edit.
    """

    kind: Literal["error", "control", "item"]
    error_type: str
    injector: str
    case_id: str
    benchmark: str = ""
    dataset_kind: str = ""
    epoch: int = 1
    answer_model: str = ""
    content: str = ""
    edit_shape: str = ""
    harm: int | None = None


class Rating(Row):
    """One rater's answer to one question about one item.

    `answer` is None where the item was skipped; `skipped` then says why. `position`
    counts from 1 in the rater's own order.
    """

    packet: str
    rater: str
    role: str
    form: str
    item: str
    position: int = Field(ge=1)
    question: str
    answer: Literal["yes", "no"] | None
    skipped: str = ""
    reason: str = ""
    at: str = ""
    key: ItemKey
    notice: str = NOTICE
    canary: str = CANARY


def read_ratings(path: Path) -> list[Rating]:
    """Ratings of a file that a review's ingest wrote.

    Raises:
        ValueError: A line is no rating, or two lines are the same rater's answer to
            the same question about the same item.
        OSError: The file cannot be read.
    """
    found: list[tuple[Rating, Line]] = [
        (parse_row(Rating, line, "item"), line) for line in read_jsonl(path)
    ]
    refuse_duplicates(
        (((r.packet, r.item, r.question), line) for r, line in found),
        "packet, item and question",
    )
    return [rating for rating, _ in found]


def opinions(
    ratings: Iterable[Rating], question: str = MANAGEMENT
) -> dict[PairName, tuple[Opinion, str]]:
    """What clinicians said of each error: more Yes, as many of both, or more No.

    Returns:
        Opinion and content digest by the name of the pair (`pair_name`).
    """
    votes: defaultdict[PairName, list[int]] = defaultdict(list)
    contents: dict[PairName, str] = {}
    for rating in ratings:
        if rating.key.kind != "error" or rating.question != question:
            continue
        if rating.answer is not None:
            name = pair_name(rating.key.model_dump())
            votes[name].append(1 if rating.answer == "yes" else -1)
            contents[name] = rating.key.content
    return {n: (_opinion(v), contents[n]) for n, v in sorted(votes.items())}


def pair_name(columns: Any) -> PairName:
    """What a rating and a row of the pair table have in common."""
    names = (
        "benchmark",
        "dataset_kind",
        "case_id",
        "epoch",
        "answer_model",
        "injector",
        "error_type",
    )
    return tuple(str(columns[name]) for name in names)


def _opinion(votes: Sequence[int]) -> Opinion:
    total = sum(votes)
    return "yes" if total > 0 else "no" if total < 0 else "split"
