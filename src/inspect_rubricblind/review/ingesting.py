"""`rubricblind review ingest`: returned files to one file of ratings."""

import os
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from inspect_rubricblind.logs.ratings import Rating, read_ratings
from inspect_rubricblind.review.assignment import (
    RETURNED,
    Assignment,
    read_assignment,
)
from inspect_rubricblind.review.returned import Returned, packet_of, read_returned

RATINGS_FILE = "ratings.jsonl"


@dataclass(frozen=True)
class Refused:
    """A file, or a rating in it, that is not taken, and why."""

    name: str
    reason: str


@dataclass(frozen=True)
class Ingested:
    """What came of it. `missing` says per rater what is still to come."""

    path: Path
    taken: tuple[Returned, ...]
    refused: tuple[Refused, ...]
    missing: tuple[str, ...]
    added: int
    known: int
    total: int


def ingest(folder: Path) -> Ingested:
    """Check every file in `returned/` and add its ratings to `ratings.jsonl`.

    A rating that is there already stays as it is; another answer in its place is
    refused by name.

    Args:
        folder: A review that `make` wrote.

    Raises:
        ValueError: The folder holds no review, nothing came back, or the ratings that
            are there already cannot be read.
    """
    assignment = read_assignment(folder)
    files = sorted((folder / RETURNED).glob("*.json"))
    if not files:
        raise ValueError(
            f"{folder / RETURNED} must hold files that raters sent back (*.json), but "
            "got none"
        )
    taken, refused = _read_all(files, assignment)
    path = folder / RATINGS_FILE
    held = read_ratings(path) if path.is_file() else []
    names = {_name(rating): rating for rating in held}
    new: list[Rating] = []
    for file in taken:
        for rating in file.ratings:
            before = names.get(_name(rating))
            if before is None:
                new.append(rating)
            elif before != rating:
                refused.append(_contradiction(file, rating))
    if new:
        _write(path, [*held, *new])
    return Ingested(
        path=path,
        taken=tuple(taken),
        refused=tuple(refused),
        missing=tuple(missing_ratings([*held, *new], assignment)),
        added=len(new),
        known=len(held),
        total=len(held) + len(new),
    )


def _read_all(
    files: Sequence[Path], assignment: Assignment
) -> tuple[list[Returned], list[Refused]]:
    by_packet: defaultdict[str, list[str]] = defaultdict(list)
    for file in files:
        if (packet := packet_of(file)) is not None:
            by_packet[packet].append(file.name)
    taken, refused = [], []
    for file in files:
        try:
            found = read_returned(file, assignment)
        except (ValueError, OSError) as error:
            refused.append(Refused(file.name, str(error)))
            continue
        if len(same := by_packet[found.packet.packet]) > 1:
            others = ", ".join(name for name in same if name != file.name)
            reason = (
                f"is a second file of packet {found.packet.packet} beside {others}: "
                "keep the one that counts"
            )
            refused.append(Refused(file.name, reason))
            continue
        taken.append(found)
    return taken, refused


def _contradiction(file: Returned, rating: Rating) -> Refused:
    return Refused(
        file.path.name,
        f"item {rating.item} ({rating.rater}, {rating.question}) has another rating "
        "already; it stays as it is",
    )


def _name(rating: Rating) -> tuple[str, str, str]:
    return rating.packet, rating.item, rating.question


def missing_ratings(ratings: Sequence[Rating], assignment: Assignment) -> Iterator[str]:
    """Per rater what has not come back, in words."""
    rated = {_name(rating) for rating in ratings}
    questions = [question.id for question in assignment.form.questions]
    for packet in assignment.packets:
        open_ = [
            at
            for at, item in enumerate(packet.items, start=1)
            if any((packet.packet, item, asked) not in rated for asked in questions)
        ]
        if len(open_) == len(packet.items):
            yield f"{packet.rater}: nothing has come back ({len(open_)} items)"
        elif open_:
            yield f"{packet.rater}: not rated: item {', '.join(map(str, open_))}"


def _write(path: Path, ratings: Sequence[Rating]) -> None:
    """Whole or not at all: what was there before is in it."""
    part = path.with_suffix(".part")
    lines = "".join(f"{rating.model_dump_json()}\n" for rating in ratings)
    part.write_text(lines, encoding="utf-8")
    os.replace(part, path)
