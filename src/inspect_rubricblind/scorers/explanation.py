"""What a reader of `inspect view` sees beside the figures: one short table.

The viewer breaks words where a narrow column needs it and shows HTML as text, so the
tables have two wide columns, and what stands in one cell is parted by a dot.

Texts of answers, edits and rubrics are data: they are cut, put on one line, and can
neither start markup, HTML, formulas nor a table cell of their own.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence

from inspect_rubricblind.records import (
    ERROR_CODES,
    Case,
    Criterion,
    Edit,
    GradingResult,
    Pairing,
    Variant,
    VariantCoverage,
)
from inspect_rubricblind.taxonomy.load import load_taxonomy
from inspect_rubricblind.taxonomy.model import CANARY

EDIT_LENGTH = 240
CRITERION_LENGTH = 120
# An edit shorter than this is shown with so many characters of text around it.
SHORT_EDIT, AROUND = 30, 40
CRITERIA_SHOWN = 3
BETWEEN = " · "
NOTICE = f"The edited texts contain deliberate medical errors. {CANARY}"
MARKS = re.compile(r"[\\`*_\[\]|~$#]")
ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
INVISIBLE = {"Cc", "Cf", "Cs", "Zl", "Zp"}
# Scripts such as Persian and Devanagari need the two joiners.
JOINERS = {"\u200c", "\u200d"}


def explain(
    case: Case,
    original: str,
    variants: Sequence[Variant],
    coverages: Sequence[VariantCoverage],
) -> str:
    """The table of a sample: what was changed, and which criteria ask about it.

    Args:
        case: The benchmark item.
        original: The answer that was edited.
        variants: Injections and controls, in the order of `coverages`.
        coverages: What was found for each of them.
    """
    if not variants:
        return _page(
            case,
            [
                "No error was injected into this answer: no type fitted it, or no edit "
                "passed the checks. The reasons stand in the tab Info, under Store.",
            ],
        )
    texts = {criterion.index: criterion.criterion for criterion in case.criteria}
    rows = [
        f"| {_edited(original, variant)} | {_criteria(coverage, texts)} |"
        for variant, coverage in zip(variants, coverages, strict=True)
    ]
    by_judge = any(c.rules_covered is not None for c in coverages)
    how = "Coverage by the judge" if by_judge else "Estimated coverage"
    return _page(
        case,
        [
            f"{how}: does a criterion ask about what the edit changed?",
            "",
            "| before → after | criteria that ask |",
            "|---|---|",
            *rows,
            "",
            NOTICE,
        ],
    )


def explain_pairs(
    case: Case,
    original: str,
    rubric: Sequence[Criterion],
    variants: Sequence[Variant],
    result: GradingResult,
) -> str:
    """The table of a graded sample: edit, outcome, points, changed criteria.

    Args:
        case: The benchmark item.
        original: The answer that was edited.
        rubric: The criteria that were graded.
        variants: Injections and controls.
        result: All gradings of the sample.
    """
    edits: dict[tuple[str, str | None], str] = {
        (v.kind, v.error_type): _edited(original, v) for v in variants
    }
    texts = {criterion.index: criterion.criterion for criterion in rubric}
    rows = []
    for graded in result.pairs:
        edited = edits.get((graded.kind, graded.error_type))
        name = edited or "**Repeat:** the original, graded again"
        rows.append(f"| {name} | {_outcome(graded.pairing, texts)} |")
    return _page(
        case,
        [
            f"Graded by {plain(result.signature.grader, EDIT_LENGTH)}, "
            f"{result.points_possible} points possible. win: the original scores "
            "higher, so the error was noticed. tie: it cost nothing.",
            "",
            _score_of_original(case, result),
            "",
            "| before → after | outcome: points and criteria that changed |",
            "|---|---|",
            *rows,
            "",
            NOTICE,
        ],
    )


def _score_of_original(case: Case, result: GradingResult) -> str:
    score = result.official_score
    shown = "not known" if score is None else f"{score:.3f}"
    return f"Score of the original: {shown} ({case.scoring.describe()})."


def plain(text: str, limit: int) -> str:
    """A text for the inside of a table cell: cut, on one line, without markup."""
    line = " ".join(text.split())
    shown = line if len(line) <= limit else line[: limit - 1].rstrip() + "…"
    shown = MARKS.sub(r"\\\g<0>", shown)
    for mark, entity in ENTITIES.items():
        shown = shown.replace(mark, entity)
    return "".join(map(_visible, shown))


def _page(case: Case, lines: Sequence[str]) -> str:
    sample = ["SAMPLE: own cases, not the benchmark.", ""]
    return "\n".join([*(sample if case.dataset_kind == "sample" else []), *lines])


def _edited(original: str, variant: Variant) -> str:
    """The name of an edit and what it does, for the inside of a table cell."""
    if variant.kind == "control":
        name = f"Control, {variant.error_type}"
    else:
        name = variant.error_type
        # A ready-made pair brings an error that is of no type of ours.
        if name in ERROR_CODES:
            name = f"{name} {load_taxonomy().by_code(name).name}"
    return f"**{name}:** " + BETWEEN.join(_edit(original, e) for e in variant.edits)


def _edit(original: str, edit: Edit) -> str:
    """Before and after, with the words around it where it says little by itself."""
    find, replace = plain(edit.find, EDIT_LENGTH), plain(edit.replace, EDIT_LENGTH)
    shown = f"{find} → {replace or '∅'}"
    place = original.find(edit.find)
    if place < 0 or len(edit.find) > SHORT_EDIT:
        return shown
    end = place + len(edit.find)
    before = _tail(original[:place].rpartition("\n")[2])
    after = _head(original[end:].partition("\n")[0])
    return (
        f"{plain(before, AROUND + 1)}{' ' if before[-1:].isspace() else ''}⟦{shown}⟧"
        f"{' ' if after[:1].isspace() else ''}{plain(after, AROUND + 1)}"
    )


def _tail(text: str) -> str:
    """The last words of a text, at most `AROUND` characters."""
    if len(text) <= AROUND:
        return text
    return "…" + (text[-AROUND:].partition(" ")[2] or text[-AROUND:])


def _head(text: str) -> str:
    """The first words of a text, at most `AROUND` characters."""
    if len(text) <= AROUND:
        return text
    return (text[:AROUND].rpartition(" ")[0] or text[:AROUND]) + "…"


def _criteria(coverage: VariantCoverage, texts: dict[int, str]) -> str:
    if coverage.covered is None:
        return "not read: no usable reply of the judge"
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
    return BETWEEN.join(shown)


def _outcome(pairing: Pairing, texts: Mapping[int, str]) -> str:
    changes = _changes(pairing, texts)
    return f"**{pairing.outcome}**, {_points(pairing)}{changes and ': ' + changes}"


def _points(pairing: Pairing) -> str:
    before, after = pairing.points_original, pairing.points_variant
    if before is not None and after is not None:
        return f"{before} → {after} points"
    return f"lost between {pairing.diff_min} and {pairing.diff_max} points"


def _changes(pairing: Pairing, texts: Mapping[int, str]) -> str:
    changed = [("▼", i) for i in pairing.flipped_down]
    changed += [("▲", i) for i in pairing.flipped_up]
    shown = [
        f"{mark} {plain(texts[i], CRITERION_LENGTH)}"
        for mark, i in changed[:CRITERIA_SHOWN]
    ]
    if more := len(changed) - len(shown):
        shown.append(f"and {more} more")
    return BETWEEN.join(shown)


def _visible(char: str) -> str:
    if unicodedata.category(char) in INVISIBLE and char not in JOINERS:
        return char.encode("unicode_escape").decode("ascii")
    return char
