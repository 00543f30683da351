"""What became of every error type and control shape in every answer."""

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from inspect_rubricblind.logs.pairs import (
    VariantName,
)
from inspect_rubricblind.logs.samples import LogSample
from inspect_rubricblind.records import TRAP_PREFIX, Discarded, ErrorCode, Variant


class Cell(NamedTuple):
    """What is pooled in one row of a table: never two benchmarks or two injectors."""

    benchmark: str
    dataset_kind: str
    answer_model: str
    injector: str


class Attempt(NamedTuple):
    """What became of one error type, or one control shape, in one answer.

    `applicable` is None where it could not be decided, and for controls, which are
    always tried. `failed` holds the broken rules of every discarded try.
    """

    cell: Cell
    case_id: str
    epoch: int
    kind: Literal["error", "control"]
    error_type: str
    applicable: bool | None
    accepted: bool
    failed: tuple[tuple[str, ...], ...]


def attempts_of(sample: LogSample, cell: Cell) -> Iterable[Attempt]:
    """Every error type that was decided on or tried, and every control shape."""
    trial = sample.trial
    votes = {item.error_type: item.applicable for item in trial.applicability}
    tried: list[Variant | Discarded] = [*trial.variants, *trial.discarded]
    names: set[VariantName] = {(item.kind, item.error_type) for item in tried}
    names |= {("error", code) for code in votes}
    accepted = {(variant.kind, variant.error_type) for variant in trial.variants}
    for kind, error_type in sorted(names):
        yield Attempt(
            cell=cell,
            case_id=sample.sample_id,
            epoch=sample.epoch,
            kind=kind,
            error_type=error_type,
            applicable=_applies(votes, kind, error_type),
            accepted=(kind, error_type) in accepted,
            failed=tuple(
                tuple(sorted({rejection.rule for rejection in item.rejections}))
                for item in trial.discarded
                if (item.kind, item.error_type) == (kind, error_type)
            ),
        )


def _applies(
    votes: Mapping[ErrorCode, bool | None], kind: str, error_type: str
) -> bool | None:
    """What was decided; a trap was planted and so applies."""
    if kind != "error":
        return None
    if error_type.startswith(TRAP_PREFIX):
        return True
    return votes.get(error_type)  # type: ignore[call-overload,no-any-return]


def attempt_order(attempt: Attempt) -> tuple[object, ...]:
    """A key to sort by, which is also what may occur once."""
    return (*attempt.cell, attempt.case_id, attempt.epoch, *_name(attempt))


def _name(attempt: Attempt) -> VariantName:
    return attempt.kind, attempt.error_type
