"""What a reader of `inspect view` sees beside the figures: one short table.

Texts of answers, edits and rubrics are data: they are cut, put on one line, and can
neither start markup, HTML, formulas nor a table cell of their own.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence

from inspect_rubricblind.records import (
    Case,
    Criterion,
    GradingResult,
    Pairing,
    Variant,
    VariantCoverage,
)
from inspect_rubricblind.taxonomy.model import CANARY

EDIT_LENGTH = 140
CRITERION_LENGTH = 90
CRITERIA_SHOWN = 3
MARKS = re.compile(r"[\\`*_\[\]|~$#]")
ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
INVISIBLE = {"Cc", "Cf", "Cs", "Zl", "Zp"}
# Scripts such as Persian and Devanagari need the two joiners.
JOINERS = {"\u200c", "\u200d"}


def explain(
    case: Case, variants: Sequence[Variant], coverages: Sequence[VariantCoverage]
) -> str:
    """The table of a sample: type, before and after, criteria that ask.

    Args:
        case: The benchmark item.
        variants: Injections and controls, in the order of `coverages`.
        coverages: What was found for each of them.
    """
    if not variants:
        return "No error was injected into this answer."
    texts = {criterion.index: criterion.criterion for criterion in case.criteria}
    lines = [
        "Estimated coverage: does a criterion ask about what the edit changed?",
        "",
        "| type | before → after | criteria that ask |",
        "|---|---|---|",
    ]
    for variant, coverage in zip(variants, coverages, strict=True):
        name = "control " if variant.kind == "control" else ""
        lines.append(
            f"| {name}{variant.error_type} | {_edits(variant)} "
            f"| {_criteria(coverage, texts)} |"
        )
    notice = f"The edited texts contain deliberate medical errors. {CANARY}"
    sample = ["SAMPLE: own cases, not the benchmark.", ""]
    is_sample = case.dataset_kind == "sample"
    return "\n".join([*(sample if is_sample else []), *lines, "", notice])


def explain_pairs(
    case: Case,
    rubric: Sequence[Criterion],
    variants: Sequence[Variant],
    result: GradingResult,
) -> str:
    """The table of a graded sample: edit, points, outcome, changed criteria.

    Args:
        case: The benchmark item.
        rubric: The criteria that were graded.
        variants: Injections and controls.
        result: All gradings of the sample.
    """
    edits = {(v.kind, v.error_type): _edits(v) for v in variants}
    texts = {criterion.index: criterion.criterion for criterion in rubric}
    lines = [
        f"Graded by {plain(result.signature.grader, EDIT_LENGTH)}, "
        f"{result.points_possible} points possible.",
        "",
        "| type | before → after | points | outcome | criteria that changed |",
        "|---|---|---|---|---|",
    ]
    for graded in result.pairs:
        pairing = graded.pairing
        name = " ".join(filter(None, (_kind(graded.kind), graded.error_type)))
        lines.append(
            f"| {name} | {edits.get((graded.kind, graded.error_type), '(no edit)')} "  # type: ignore[arg-type]
            f"| {_points(pairing)} | {pairing.outcome} | {_changes(pairing, texts)} |"
        )
    notice = f"The edited texts contain deliberate medical errors. {CANARY}"
    is_sample = case.dataset_kind == "sample"
    sample = ["SAMPLE: own cases, not the benchmark.", ""]
    return "\n".join([*(sample if is_sample else []), *lines, "", notice])


def plain(text: str, limit: int) -> str:
    """A text for the inside of a table cell: cut, on one line, without markup."""
    line = " ".join(text.split())
    shown = line if len(line) <= limit else line[: limit - 1].rstrip() + "…"
    shown = MARKS.sub(r"\\\g<0>", shown)
    for mark, entity in ENTITIES.items():
        shown = shown.replace(mark, entity)
    return "".join(map(_visible, shown))


def _edits(variant: Variant) -> str:
    return "<br>".join(
        f"{plain(edit.find, EDIT_LENGTH)} → {plain(edit.replace, EDIT_LENGTH) or '∅'}"
        for edit in variant.edits
    )


def _criteria(coverage: VariantCoverage, texts: dict[int, str]) -> str:
    if not coverage.covered:
        return "none"
    strongest = sorted(coverage.criteria, key=lambda c: (-c.score, c.index))
    shown = [
        f"[{c.points:+d}] {plain(texts[c.index], CRITERION_LENGTH)}"
        for c in strongest[:CRITERIA_SHOWN]
    ]
    if more := len(strongest) - len(shown):
        shown.append(f"and {more} more")
    if coverage.headroom is False:
        shown.append("(no headroom: their verdicts cannot get worse)")
    return "<br>".join(shown)


def _kind(kind: str) -> str:
    return "" if kind == "error" else kind


def _points(pairing: Pairing) -> str:
    before, after = pairing.points_original, pairing.points_variant
    if before is not None and after is not None:
        return f"{before} → {after}"
    return f"lost between {pairing.diff_min} and {pairing.diff_max}"


def _changes(pairing: Pairing, texts: Mapping[int, str]) -> str:
    changed = [("▼", i) for i in pairing.flipped_down]
    changed += [("▲", i) for i in pairing.flipped_up]
    shown = [
        f"{mark} {plain(texts[i], CRITERION_LENGTH)}"
        for mark, i in changed[:CRITERIA_SHOWN]
    ]
    if more := len(changed) - len(shown):
        shown.append(f"and {more} more")
    return "<br>".join(shown) or "none"


def _visible(char: str) -> str:
    if unicodedata.category(char) in INVISIBLE and char not in JOINERS:
        return char.encode("unicode_escape").decode("ascii")
    return char
