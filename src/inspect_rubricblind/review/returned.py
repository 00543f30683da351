"""One file that came back from a rater: read, checked against its packet."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import ConfigDict, Field, ValidationError

from inspect_rubricblind.logs.ratings import Rating
from inspect_rubricblind.records import Record
from inspect_rubricblind.review.assignment import AssignedItem, Assignment, Packet
from inspect_rubricblind.review.checksums import joint_digest
from inspect_rubricblind.review.forms import Form
from inspect_rubricblind.review.packets import RETURN_FORMAT

LARGEST = 20_000_000
"""Bytes of a returned file; a packet's ratings are a thousandth of it."""

MANY_NAMES = 5


class _Strict(Record):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class ReturnedItem(_Strict):
    """One item as the page saved it; empty `answers` and `skipped`: not rated."""

    item: str
    shown: str
    answers: dict[str, Literal["yes", "no"]]
    skipped: str
    reason: str = Field(max_length=10_000)
    at: str = Field(max_length=40)


class ReturnedFile(_Strict):
    """The file as the page saved it."""

    format: Literal["rubricblind-ratings-1"]
    notice: str
    canary: str
    packet: str
    rater: str
    role: str
    form: str
    exported_at: str
    items: list[ReturnedItem]
    checksum: str


@dataclass(frozen=True)
class Returned:
    """A file that fits its packet: its ratings, and the items it leaves open."""

    path: Path
    packet: Packet
    ratings: tuple[Rating, ...]
    open: tuple[str, ...]


def packet_of(path: Path) -> str | None:
    """The packet that a file says it is from; None where it cannot be read."""
    try:
        return _parse(path).packet
    except (ValueError, OSError):
        return None


def read_returned(path: Path, assignment: Assignment) -> Returned:
    """Read a returned file and hold it against the packet that it is from.

    Raises:
        ValueError: The file is cut off, altered, of another review or rater, or its
            items, texts or answers are not those of the packet. The message says
            what, without the name of the file.
        OSError: The file cannot be read.
    """
    found = _parse(path)
    questions = [question.id for question in assignment.form.questions]
    if found.checksum != _checksum(found, questions):
        raise ValueError(
            "was altered after it was saved (its checksum does not fit): ask the rater "
            "for the file as the page saved it"
        )
    packet = next((p for p in assignment.packets if p.packet == found.packet), None)
    if packet is None:
        raise ValueError(f"belongs to no packet of this review ({found.packet!r})")
    if faults := list(_faults(found, packet, assignment)):
        raise ValueError("; ".join(faults))
    return Returned(
        path=path,
        packet=packet,
        ratings=tuple(_ratings(found, packet, assignment)),
        open=tuple(
            item.item
            for item in found.items
            if not item.skipped and len(item.answers) < len(questions)
        ),
    )


def _parse(path: Path) -> ReturnedFile:
    raw = path.read_bytes()
    if len(raw) > LARGEST:
        raise ValueError(f"must be a file of ratings, but has {len(raw):,} bytes")
    try:
        value = json.loads(raw)
    except (ValueError, RecursionError):
        raise ValueError("is cut off or no JSON") from None
    if not isinstance(value, dict) or value.get("format") != RETURN_FORMAT:
        raise ValueError("is no file of ratings that a packet saved")
    try:
        return ReturnedFile.model_validate(value)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise ValueError(f"breaks the format at {where}: {first['msg']}") from None


def _checksum(found: ReturnedFile, questions: Sequence[str]) -> str:
    """As the page computes it; answers to other questions are refused apart."""
    texts = [
        found.format,
        found.packet,
        found.rater,
        found.role,
        found.form,
        found.exported_at,
        str(len(found.items)),
    ]
    for one in found.items:
        texts += [one.item, one.shown, one.at, one.skipped, one.reason]
        texts += [one.answers.get(question, "") for question in questions]
    return joint_digest(texts)


def _faults(
    found: ReturnedFile, packet: Packet, assignment: Assignment
) -> Iterator[str]:
    form = assignment.form
    if found.rater != packet.rater:
        yield f"mixes up raters: packet of {packet.rater}, signed {found.rater!r}"
    if found.form != form.sha256:
        yield "answers another form than that of this review"
    if found.role not in form.roles:
        yield f"role must be one of the form's, but got {found.role!r}"
    names = [one.item for one in found.items]
    own = set(packet.items)
    if foreign := [name for name in names if name not in own]:
        yield f"foreign items: {_some(foreign)}"
    if double := sorted({name for name in names if names.count(name) > 1}):
        yield f"items rated twice: {_some(double)}"
    if lost := [name for name in packet.items if name not in set(names)]:
        yield f"items missing from the file: {_some(lost)}"
    shown = {item.item: item.shown for item in assignment.items}
    altered = [
        one.item for one in found.items if shown.get(one.item, one.shown) != one.shown
    ]
    if altered:
        yield f"text shown to the rater is not that of the packet: {_some(altered)}"
    yield from _answer_faults(found, form)


def _answer_faults(found: ReturnedFile, form: Form) -> Iterator[str]:
    questions = {question.id for question in form.questions}
    for one in found.items:
        if unknown := sorted(one.answers.keys() - questions):
            yield f"item {one.item} answers unknown questions: {_some(unknown)}"
        if one.skipped and one.skipped not in form.skip_causes:
            yield f"item {one.item} has an unknown cause to skip: {one.skipped!r}"
        if one.skipped and one.answers:
            yield f"item {one.item} is both skipped and answered"


def _ratings(
    found: ReturnedFile, packet: Packet, assignment: Assignment
) -> Iterator[Rating]:
    """One rating per item and question that was answered or skipped."""
    assigned: dict[str, AssignedItem] = {i.item: i for i in assignment.items}
    position = {name: at for at, name in enumerate(packet.items, start=1)}
    for one in sorted(found.items, key=lambda one: position[one.item]):
        for question in assignment.form.questions:
            answer = one.answers.get(question.id)
            if answer is None and not one.skipped:
                continue
            yield Rating(
                packet=packet.packet,
                rater=packet.rater,
                role=found.role,
                form=assignment.form.name,
                item=one.item,
                position=position[one.item],
                question=question.id,
                answer=answer,
                skipped=one.skipped,
                reason=one.reason.strip(),
                at=one.at,
                key=assigned[one.item].key,
            )


def _some(names: Sequence[str]) -> str:
    more = len(names) - MANY_NAMES
    return ", ".join(names[:MANY_NAMES]) + (f" and {more} more" if more > 0 else "")
