"""What comes of trying to make one copy: an accepted variant, failed attempts."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from inspect_rubricblind.records import (
    Candidate,
    Discarded,
    Judgement,
    Rejection,
    Variant,
)
from inspect_rubricblind.solvers.checks import measure_edits
from inspect_rubricblind.taxonomy.model import EditLimits


class Target(NamedTuple):
    """What a copy shall be: its kind, its error type (or shape), harm and limits."""

    kind: Literal["error", "control"]
    error_type: str
    harm: int | None
    limits: EditLimits


class Attempt(NamedTuple):
    """The accepted copy, if there is one, and the candidates that failed before."""

    accepted: Variant | None
    discarded: tuple[Discarded, ...]


def accept(
    answer: str,
    candidate: Candidate,
    target: Target,
    injector: str,
    attempt: int = 1,
    judgement: Judgement | None = None,
) -> Variant:
    """The record of a candidate that passed."""
    return Variant(
        kind=target.kind,
        error_type=target.error_type,
        edits=candidate.edits,
        claim=candidate.claim,
        injector=injector,
        trigger=candidate.trigger,
        template=candidate.template,
        harm=target.harm,
        size=measure_edits(answer, candidate.edits),
        attempt=attempt,
        judgement=judgement,
    )


def discard(
    candidate: Candidate,
    target: Target,
    rejections: Sequence[Rejection],
    injector: str,
    attempt: int = 1,
    judgement: Judgement | None = None,
) -> Discarded:
    """The record of a candidate that failed."""
    return Discarded(
        kind=target.kind,
        error_type=target.error_type,
        injector=injector,
        template=candidate.template,
        edits=candidate.edits,
        rejections=tuple(rejections),
        claim=candidate.claim,
        attempt=attempt,
        judgement=judgement,
    )


def accepted(attempts: Sequence[Attempt]) -> tuple[Variant, ...]:
    """All accepted copies, in order."""
    return tuple(a.accepted for a in attempts if a.accepted is not None)


def failed(attempts: Sequence[Attempt]) -> tuple[Discarded, ...]:
    """All attempts that failed, in order."""
    return tuple(d for a in attempts for d in a.discarded)
