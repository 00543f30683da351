"""Pairs with labelled coverage, and how far an estimate agrees with the labels.

A file of labelled pairs is JSONL: one injection per line with `case_id`,
`error_type`, `answer`, `edits` [{find, replace}], `claim` and `criteria` [{index,
criterion, points, original_met, injected_met, addresses}]. `addresses` is the label. A
`conversation` [{role, content}] is needed only where a model is asked.
The cases are split in halves by the parity of sha256(case_id): weights are fitted on
the even half, the odd half is for one final look.
"""

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from inspect_rubricblind.records import Criterion, Edit

Half = Literal["even", "odd", "all"]
HALVES: tuple[Half, ...] = ("even", "odd", "all")
FIELDS = ("case_id", "error_type", "answer", "edits", "claim", "criteria")
RESAMPLES = 2_000


@dataclass(frozen=True)
class LabelledPair:
    """One injection with its rubric; the tuples run parallel to `criteria`.

    But for `turns`: role and text of the conversation, where the file has it.
    """

    case_id: str
    error_type: str
    answer: str
    edits: tuple[Edit, ...]
    claim: str
    criteria: tuple[Criterion, ...]
    original_met: tuple[bool, ...]
    injected_met: tuple[bool, ...]
    addresses: tuple[bool, ...]
    turns: tuple[tuple[str, str], ...] = ()

    @property
    def covered(self) -> bool:
        """Whether any criterion is labelled as asking about the change."""
        return any(self.addresses)


def half_of(case_id: str) -> Half:
    """The half of a case, from its id alone."""
    is_odd = int(hashlib.sha256(case_id.encode()).hexdigest(), 16) % 2
    return "odd" if is_odd else "even"


def read_pairs(path: Path, half: Half) -> list[LabelledPair]:
    """Read the pairs of one half; rows of the other are dropped unread.

    Raises:
        ValueError: A line is no JSON or lacks a field (names line and field), or
            the half holds no pair.
    """
    pairs = []
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            row = _parse(line, number)
            if half in ("all", half_of(row["case_id"])):
                pairs.append(_pair(row, number))
    if not pairs:
        raise ValueError(f"file must hold pairs of the half {half!r}, but got none")
    return pairs


def points_gained(pair: LabelledPair, met: Sequence[bool]) -> int:
    """Achieved points: the sum over met criteria, negatives included."""
    return sum(
        criterion.points
        for criterion, is_met in zip(pair.criteria, met, strict=True)
        if is_met
    )


def has_headroom(pair: LabelledPair, covered: Sequence[bool]) -> bool:
    """Whether a covered criterion could still change for the worse."""
    return any(
        is_covered and is_met == (criterion.points > 0)
        for criterion, is_covered, is_met in zip(
            pair.criteria, covered, pair.original_met, strict=True
        )
    )


def agreement(truth: NDArray[np.bool_], method: NDArray[np.bool_]) -> dict[str, float]:
    """Counts and rates of a yes/no method against labels; NaN where undefined."""
    both, only_method = int((truth & method).sum()), int((~truth & method).sum())
    only_truth, neither = int((truth & ~method).sum()), int((~truth & ~method).sum())
    n = len(truth)
    observed = (both + neither) / n
    chance = truth.mean() * method.mean() + (1 - truth.mean()) * (1 - method.mean())
    return {
        "n": n,
        "true_positive": both,
        "false_positive": only_method,
        "false_negative": only_truth,
        "true_negative": neither,
        "precision": _ratio(both, both + only_method),
        "recall": _ratio(both, both + only_truth),
        "specificity": _ratio(neither, neither + only_method),
        "accuracy": observed,
        "kappa": float((observed - chance) / (1 - chance)) if chance < 1 else np.nan,
    }


def cluster_interval(
    cases: Sequence[str],
    figure: Callable[[NDArray[np.int_]], float],
    seed: int,
) -> tuple[float, float]:
    """95 % percentile interval of a figure, resampling whole cases.

    Args:
        cases: Case id per row.
        figure: Computes the figure from the chosen rows (with repetition).
        seed: Seed of the resampling.
    """
    names, code = np.unique(np.array(cases), return_inverse=True)
    rows = [np.flatnonzero(code == k) for k in range(len(names))]
    rng = np.random.default_rng(seed)
    draws = rng.integers(len(names), size=(RESAMPLES, len(names)))
    values = [figure(np.concatenate([rows[k] for k in draw])) for draw in draws]
    low, high = np.nanpercentile(values, [2.5, 97.5])
    return float(low), float(high)


def _parse(line: str, number: int) -> dict[str, Any]:
    try:
        row: dict[str, Any] = json.loads(line)
    except json.JSONDecodeError as error:
        raise ValueError(f"line {number} must be JSON, but got: {error}") from error
    if missing := [name for name in FIELDS if name not in row]:
        raise ValueError(f"line {number} must have {', '.join(missing)}: not found")
    return row


def _pair(row: dict[str, Any], number: int) -> LabelledPair:
    rubric = row["criteria"]
    try:
        return LabelledPair(
            case_id=row["case_id"],
            error_type=row["error_type"],
            answer=row["answer"],
            edits=tuple(Edit.model_validate(edit) for edit in row["edits"]),
            claim=row["claim"],
            criteria=tuple(
                Criterion(
                    index=c["index"], criterion=c["criterion"], points=c["points"]
                )
                for c in rubric
            ),
            original_met=tuple(bool(c["original_met"]) for c in rubric),
            injected_met=tuple(bool(c["injected_met"]) for c in rubric),
            addresses=tuple(bool(c["addresses"]) for c in rubric),
            turns=tuple((t["role"], t["content"]) for t in row.get("conversation", [])),
        )
    except KeyError as error:
        raise ValueError(f"line {number}: a criterion lacks {error}") from error


def _ratio(part: int, whole: int) -> float:
    return part / whole if whole else float("nan")
