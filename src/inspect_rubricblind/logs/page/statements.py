"""What the page says first: one statement per cell, then what belongs beside it."""

from collections.abc import Sequence
from dataclasses import dataclass

from inspect_rubricblind.logs.headline import NO_GRADER_NOTE, SAMPLE_NOTE
from inspect_rubricblind.logs.outcomes.wording import (
    cell_title,
    grader_words,
    net_claim,
    net_limits,
    net_sentence,
    noise_words,
    verdict_sentences,
)
from inspect_rubricblind.logs.page.blind_map import MARKS
from inspect_rubricblind.logs.page.cells import Block
from inspect_rubricblind.logs.report import Report

MOST_STATEMENTS = 12


@dataclass(frozen=True)
class Statement:
    """A claim with what it is about, its interval and counts, and types by verdict.

    `verdicts` holds a mark, the verdict and the codes of the types that have it.
    """

    about: str
    claim: str
    details: tuple[str, ...]
    verdicts: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True)
class Opening:
    """Banners, statements, and the other sentences of the report's headline.

    `grader_missing` is None with a grader; `unshown` counts cells without a statement
    of their own, whose sentences are in `sentences`.
    """

    sample: str | None
    grader_missing: str | None
    statements: tuple[Statement, ...]
    sentences: tuple[str, ...]


def opening(report: Report, shown: Sequence[Block]) -> Opening:
    """The report's headline, set for reading; every sentence of it stays."""
    graded = [block for block in shown if block.graded][:MOST_STATEMENTS]
    said = {SAMPLE_NOTE, NO_GRADER_NOTE}
    for block in graded:
        said |= {net_sentence(block.row), *verdict_sentences(block.row, block.types)}
    return Opening(
        sample=SAMPLE_NOTE if SAMPLE_NOTE in report.headline else None,
        grader_missing=NO_GRADER_NOTE if NO_GRADER_NOTE in report.headline else None,
        statements=tuple(_statement(block) for block in graded),
        sentences=tuple(s for s in report.headline if s not in said),
    )


def _statement(block: Block) -> Statement:
    row = block.row
    details = [
        net_limits(row),
        f"{row['n']:,} pairs of {row['n_questions']:,} questions",
    ]
    if row["noise_share"] is not None:
        details.append(noise_words(row))
    if words := grader_words(row):
        details.append(words)
    return Statement(
        about=cell_title(row),
        claim=net_claim(row),
        details=tuple(details),
        verdicts=tuple(_verdicts(block)),
    )


def _verdicts(block: Block) -> list[tuple[str, str, str]]:
    found = []
    for verdict, mark in MARKS.items():
        codes = [t["error_type"] for t in block.types if t["verdict"] == verdict]
        if codes:
            found.append((mark, verdict, ", ".join(codes)))
    return found
