"""Pairs as a reader meets them: question, edited answer, criteria and verdicts."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from inspect_rubricblind.logs.escape import cut
from inspect_rubricblind.logs.page.marked import Piece, excerpt, marked
from inspect_rubricblind.logs.page.reading import Source, read_joined
from inspect_rubricblind.logs.samples import LogSample, Run
from inspect_rubricblind.records import (
    Criterion,
    CriterionVerdict,
    GradedPair,
    GradedText,
    GradingResult,
    Variant,
    criteria_digest,
)
from inspect_rubricblind.taxonomy.load import load_taxonomy
from inspect_rubricblind.taxonomy.model import DANGEROUS_HARM

Row = dict[str, Any]

QUESTION_LENGTH = 1500
CRITERION_LENGTH = 400
EXPLANATION_LENGTH = 300
MOST_CRITERIA = 12
VERDICTS = {True: "met", False: "not met", None: "ungraded"}


@dataclass(frozen=True)
class CriterionLine:
    """A criterion of an example: its points, its text, the verdicts on both texts.

    `why` is what the grader said of the copy, or how coverage was found.
    """

    number: int
    points: str
    text: str
    before: str
    after: str
    why: str
    asks: bool


@dataclass(frozen=True)
class Shown:
    """One pair on the page.

    `changed` are criteria whose verdict changed, `met_both` those met on both texts
    (for ties and losses of dangerous types), `asks` those that ask about the edit.
    `more_met` counts what was left out of `met_both`.
    """

    row: Row
    name: str
    dangerous: bool
    points: str
    question: str
    place: tuple[Piece, ...]
    answer: tuple[Piece, ...]
    claim: str
    changed: tuple[CriterionLine, ...]
    met_both: tuple[CriterionLine, ...]
    more_met: int
    asks: tuple[CriterionLine, ...]
    rubric_note: str
    canary: str


def shown_examples(runs: Sequence[Run], rows: Sequence[Row]) -> list[Shown]:
    """Read the samples behind some rows of the pair table, in the order of the rows."""
    found = dict(read_joined(runs, {_source(row) for row in rows}))
    return [_shown(row, found[_source(row)]) for row in rows]


def _source(row: Row) -> Source:
    path, sample_id, epoch = row["source"].split("\x1f")
    return Path(path), (sample_id, int(epoch))


def _shown(row: Row, sample: LogSample) -> Shown:
    variant = next(
        v for v in sample.trial.injections if v.error_type == row["error_type"]
    )
    answer = sample.trial.answer.text if sample.trial.answer else ""
    grading = next((g for g in sample.gradings if g.grading == row["grading"]), None)
    pair = grading and _pair(grading, variant)
    unnoticed = row["state"] in ("tie", "loss") and (row["harm"] or 0) >= DANGEROUS_HARM
    lines = _lines(sample, grading, variant) if grading else []
    moved = {*pair.pairing.flipped_down, *pair.pairing.flipped_up} if pair else set()
    met = [line for line in lines if line.before == line.after == "met"]
    met = met if unnoticed else []
    return Shown(
        row=row,
        name=_name(row["error_type"]),
        dangerous=(row["harm"] or 0) >= DANGEROUS_HARM,
        points=_points(row),
        question=_cut(sample.question, QUESTION_LENGTH),
        place=excerpt(marked(answer, variant.edits)),
        answer=marked(answer, variant.edits),
        claim=variant.claim,
        changed=tuple(line for line in lines if line.number in moved),
        met_both=tuple(met[:MOST_CRITERIA]),
        more_met=max(len(met) - MOST_CRITERIA, 0),
        asks=tuple(_asking(sample, variant)) if grading is None else (),
        rubric_note=_rubric_note(sample, grading),
        canary=sample.case.canary,
    )


def _pair(grading: GradingResult, variant: Variant) -> GradedPair:
    return next(
        p
        for p in grading.pairs
        if (p.kind, p.error_type) == (variant.kind, variant.error_type)
    )


def _lines(
    sample: LogSample, grading: GradingResult, variant: Variant
) -> list[CriterionLine]:
    """Every criterion with its verdicts; without a text where the log holds none."""
    before = _verdicts(next(t for t in grading.texts if t.kind is None))
    after = _verdicts(
        next(
            t
            for t in grading.texts
            if (t.kind, t.error_type) == (variant.kind, variant.error_type)
        )
    )
    own = {c.index: c for c in _criteria(sample, grading)}
    asked = set(_pair(grading, variant).covered)
    lines = []
    for index in sorted(before):
        criterion, one, other = own.get(index), before[index], after[index]
        lines.append(
            CriterionLine(
                number=index,
                points=f"{criterion.points:+d}" if criterion else "",
                text=_criterion_text(criterion, index),
                before=VERDICTS[one.met],
                after=VERDICTS[other.met],
                why=cut(other.explanation, EXPLANATION_LENGTH),
                asks=index in asked,
            )
        )
    return lines


def _verdicts(text: GradedText) -> dict[int, CriterionVerdict]:
    return {verdict.index: verdict for verdict in text.verdicts}


def _criteria(sample: LogSample, grading: GradingResult) -> tuple[Criterion, ...]:
    own = criteria_digest(sample.case.criteria) == grading.signature.criteria_hash
    return sample.case.criteria if own else ()


def _rubric_note(sample: LogSample, grading: GradingResult | None) -> str:
    if grading is None or _criteria(sample, grading):
        return ""
    return "Graded with another rubric, whose text the log does not hold."


def _criterion_text(criterion: Criterion | None, index: int) -> str:
    if criterion is None:
        return f"criterion {index + 1}"
    return cut(criterion.criterion, CRITERION_LENGTH)


def _asking(sample: LogSample, variant: Variant) -> list[CriterionLine]:
    """The criteria that ask about the edit, where nobody graded it."""
    by_index = {c.index: c for c in sample.case.criteria}
    found = sample.coverage.variants if sample.coverage else ()
    return [
        CriterionLine(
            number=item.index,
            points=f"{item.points:+d}",
            text=_criterion_text(by_index.get(item.index), item.index),
            before="",
            after="",
            why=cut(item.reason, EXPLANATION_LENGTH),
            asks=True,
        )
        for coverage in found
        if (coverage.kind, coverage.error_type) == (variant.kind, variant.error_type)
        for item in coverage.criteria
        if item.covered
    ]


def _points(row: Row) -> str:
    before, after = row["points_original"], row["points_variant"]
    if before is None or after is None:
        return ""
    possible = row["points_possible"]
    return f"{int(before)} → {int(after)} of {int(possible or 0)} points"


def _name(code: str) -> str:
    return next((t.name for t in load_taxonomy().types if t.code == code), code)


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else f"{text[: limit - 1].rstrip()}…"
