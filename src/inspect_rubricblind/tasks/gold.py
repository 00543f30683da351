"""Pairs with known truth: errors and controls written by hand on the own cases.

A pair edits the reference answer of one case of the bundled sample. For each
criterion it holds the verdict of a fair expert who knows the edit, before and
after it, and whether the criterion asks about what the edit changed. So a coverage
estimate or a grader can be held against it without any model.

`validate_gold` proves that the pairs are consistent; whether they are right about
medicine only a reader can tell.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from inspect_rubricblind.records import (
    CONTROL_SHAPES,
    ERROR_CODES,
    ControlShape,
    Criterion,
    Edit,
    ErrorCode,
    Yes,
)
from inspect_rubricblind.records.rows import (
    Row,
    Text,
    parse_row,
    read_jsonl,
    refuse_duplicates,
)
from inspect_rubricblind.solvers.checks import check_edits, measure_edits
from inspect_rubricblind.tasks.healthbench import SAMPLE, read_row
from inspect_rubricblind.tasks.items import Item
from inspect_rubricblind.taxonomy.load import load_taxonomy
from inspect_rubricblind.taxonomy.model import CANARY, EditLimits

GOLD = SAMPLE.with_name("gold_pairs.jsonl")
WARNING = "contains deliberate medical errors"

Outcome = Literal["win", "tie", "loss"]

_CONTROL_LIMITS = {
    # A control is bound by its shape alone; the rest keeps it local.
    shape: EditLimits(
        shape=shape,
        destroy=None,
        write=None,
        sentences=4,
        length_min=-1.0,
        length_max=1.0,
    )
    for shape in CONTROL_SHAPES
}


class GoldCriterion(Row):
    """What a fair expert who knows the edit says about one criterion.

    `covered`: it asks about the very fact, step, urgency, hedge or question that
    the edit changed. `should_change` is yes where the verdict differs, no where it
    stays, and unsure where experts could part; `met_after` is then the likelier one.
    """

    model_config = ConfigDict(extra="forbid")

    index: int = Field(ge=0)
    met_before: bool
    met_after: bool
    covered: bool
    should_change: Yes


class GoldPair(Row):
    """A reference answer and an edited copy of it, with the truth about both.

    `error_type` is the shape for a control, whose `claim` is empty and `harm` None.
    `outcome` is that of an ideal grader. `warning` and `canary` mark the record.
    """

    model_config = ConfigDict(extra="forbid")

    pair_id: Text
    case_id: Text
    kind: Literal["error", "control"]
    error_type: ErrorCode | ControlShape
    edits: Annotated[tuple[Edit, ...], Field(min_length=1, strict=False)]
    claim: str
    harm: Annotated[int, Field(ge=1, le=5)] | None
    outcome: Outcome
    criteria: Annotated[tuple[GoldCriterion, ...], Field(min_length=1, strict=False)]
    note: str
    warning: Text
    canary: Text

    @property
    def covered(self) -> bool:
        """Whether any criterion asks about what the edit changed."""
        return any(criterion.covered for criterion in self.criteria)


def load_gold(path: Path = GOLD) -> tuple[GoldPair, ...]:
    """The gold pairs of a file (default: the bundled ones), in its order.

    Raises:
        ValueError: A record is malformed or an id is used twice; the message names
            the line.
    """
    lines = list(read_jsonl(path))
    pairs = tuple(parse_row(GoldPair, line, "pair_id") for line in lines)
    ids = [pair.pair_id for pair in pairs]
    refuse_duplicates(zip(ids, lines, strict=True), "pair_id")
    return pairs


def load_cases(path: Path = SAMPLE) -> dict[str, Item]:
    """The cases that gold pairs edit, by id (default: the bundled sample)."""
    return {item.id: item for item in map(read_row, read_jsonl(path))}


def validate_gold(pairs: Sequence[GoldPair], cases: Mapping[str, Item]) -> list[str]:
    """Everything that is inconsistent, one sentence each; empty if nothing is.

    Args:
        pairs: Gold pairs.
        cases: The cases by id, each with its reference answer.
    """
    problems = [
        f"{pair.pair_id}: {problem}"
        for pair in pairs
        for problem in _check_pair(pair, cases.get(pair.case_id))
    ]
    return problems + list(_check_baselines(pairs)) + list(_check_repetition(pairs))


def outcome_of(pair: GoldPair, criteria: Sequence[Criterion]) -> Outcome:
    """The outcome that the verdicts of a pair imply: achieved points compared."""
    points = {criterion.index: criterion.points for criterion in criteria}
    before = sum(points[c.index] for c in pair.criteria if c.met_before)
    after = sum(points[c.index] for c in pair.criteria if c.met_after)
    if before == after:
        return "tie"
    return "win" if before > after else "loss"


def _check_pair(pair: GoldPair, case: Item | None) -> Iterator[str]:
    if case is None:
        yield f"case_id must be a case of the sample, but got {pair.case_id!r}"
        return
    if case.reference is None:
        yield f"case {pair.case_id} must have a reference answer, but has none"
        return
    yield from _check_marks(pair)
    yield from _check_kind(pair)
    yield from _check_size(pair, case.reference)
    expected = [criterion.index for criterion in case.criteria]
    labelled = [criterion.index for criterion in pair.criteria]
    if labelled != expected:
        yield (
            f"criteria must be labelled once each, {expected} in this order, but "
            f"got {labelled}"
        )
        return
    yield from _check_verdicts(pair, case.criteria)


def _check_marks(pair: GoldPair) -> Iterator[str]:
    if pair.canary != CANARY:
        yield f"canary must be {CANARY!r}, but got {pair.canary!r}"
    if WARNING not in pair.warning:
        yield f"warning must say {WARNING!r}, but got {pair.warning!r}"


def _check_kind(pair: GoldPair) -> Iterator[str]:
    is_error = pair.kind == "error"
    allowed = ERROR_CODES if is_error else CONTROL_SHAPES
    if pair.error_type not in allowed:
        yield (
            f"error_type of kind {pair.kind} must be one of {', '.join(allowed)}, "
            f"but got {pair.error_type!r}"
        )
    if is_error != bool(pair.claim.strip()):
        yield f"claim must be given for errors alone, but got {pair.claim!r}"
    if is_error != (pair.harm is not None):
        yield f"harm must be given for errors alone, but got {pair.harm!r}"


def _check_size(pair: GoldPair, answer: str) -> Iterator[str]:
    if pair.error_type in CONTROL_SHAPES:
        limits = _CONTROL_LIMITS[pair.error_type]
    else:
        limits = load_taxonomy().by_code(pair.error_type).limits
    rejections = check_edits(answer, pair.edits, limits)
    yield from (f"{rejection.rule}: {rejection.message}" for rejection in rejections)
    if pair.kind == "control" and not rejections:
        shape = measure_edits(answer, pair.edits).shape
        if shape != pair.error_type:
            yield f"shape must be {pair.error_type}, but the edit is {shape}"


def _check_verdicts(pair: GoldPair, criteria: Sequence[Criterion]) -> Iterator[str]:
    for label in pair.criteria:
        changed = label.met_before != label.met_after
        if label.should_change != "unsure" and changed != (
            label.should_change == "yes"
        ):
            yield (
                f"criterion {label.index}: should_change must be yes exactly where "
                f"the verdict changes, but got {label.should_change!r} and "
                f"{label.met_before} -> {label.met_after}"
            )
        if changed and pair.kind == "control":
            yield f"criterion {label.index}: a control must not change a verdict"
    implied = outcome_of(pair, criteria)
    if pair.outcome != implied:
        yield f"outcome must be {implied} by its points, but got {pair.outcome!r}"


def _check_baselines(pairs: Sequence[GoldPair]) -> Iterator[str]:
    """The original is one text, so its verdicts are the same in all its pairs."""
    first: dict[tuple[str, int], tuple[bool, str]] = {}
    for pair in pairs:
        for label in pair.criteria:
            known, other = first.setdefault(
                (pair.case_id, label.index), (label.met_before, pair.pair_id)
            )
            if known != label.met_before:
                yield (
                    f"{pair.pair_id}: criterion {label.index}: met_before must be "
                    f"{known} as in {other}, but got {label.met_before}"
                )


def _check_repetition(pairs: Sequence[GoldPair]) -> Iterator[str]:
    counts = Counter((pair.case_id, pair.edits) for pair in pairs)
    for pair in pairs:
        if counts[pair.case_id, pair.edits] > 1:
            yield f"{pair.pair_id}: edits must differ from those of all other pairs"
