"""Graded pairs in words: what may be said, and with which words."""

from collections.abc import Iterator, Sequence

from inspect_rubricblind.logs.outcomes.figures import FEW_PAIRS, Row
from inspect_rubricblind.logs.outcomes.study import Outcomes, named
from inspect_rubricblind.logs.outcomes.table import CELL_KEY

ABSENT = "-"
LABELS = {"sample": "SAMPLE data", "official": "official", "path": "local file"}

SHARE_NOTE = (
    "Win: the original scored higher; loss: the copy with the error did. AUROC: "
    "paired, ties at one half, a probability of superiority. Net = win - loss. In "
    "brackets: 95 % intervals, Wilson for shares, Tango for net and AUROC, at the "
    "effective number of pairs."
)
VERDICT_NOTE = (
    "DETECTS / REVERSED: the net differs from 0 after Holm's correction. BLIND: shown "
    "to lie within the margin, in a run that detects something. UNDERPOWERED: neither, "
    "so nothing is shown. S1: DET where S1's percentile interval excludes .5, else ND; "
    "it is not corrected for the number of types."
)
MDE_NOTE = (
    "p, p equal: of detection and of equivalence, after Holm. MDE: smallest net / 2 "
    "found with 80 % power at the observed share of wins and losses; none: not "
    "reachable with these pairs."
)
STAR_NOTE = f"* fewer than {FEW_PAIRS} pairs: a count, not a finding."
INJECTED_NOTE = (
    "These are injected errors that passed the checks, not errors as models make them: "
    "the shares are no prevalence."
)


def headline(outcomes: Outcomes) -> Iterator[str]:
    """What the whole report says first, cell by cell."""
    for row in outcomes.by_benchmark:
        yield net_sentence(row)
        yield from verdict_sentences(row, outcomes.by_error_type)
    if outcomes.by_benchmark:
        yield INJECTED_NOTE


def net_sentence(row: Row) -> str:
    """Of 100 injected errors, so many more lowered the score than raised it."""
    start = f"{cell_title(row)}: {row['n']} pairs of {row['n_questions']} questions"
    if row["net"] is None:
        return f"{start}; {row['net_reason']}."
    said = f"{start}. {net_claim(row)} ({net_limits(row)})"
    if row["noise_share"] is not None:
        said += f"; {noise_words(row)}"
    return f"{said}. {grader_words(row)}".strip()


def net_claim(row: Row) -> str:
    """The claim alone; `net_limits` has to stand with it."""
    net = 100 * row["net"]
    more = "lowered the score than raised it"
    if net < 0:
        more = "raised the score than lowered it"
    return f"Of 100 injected errors, {abs(net):.0f} more {more}"


def net_limits(row: Row) -> str:
    """`net 14, 95 % interval 6 to 23`."""
    if row["net_low"] is None:
        return "no interval"
    ends = (100 * row["net_low"], 100 * row["net_high"])
    net = 100 * row["net"]
    return f"net {net:.0f}, 95 % interval {ends[0]:.0f} to {ends[1]:.0f}"


def noise_words(row: Row) -> str:
    """How much of the wins noise explains, and what that rests on."""
    source = (
        "repeats" if row["noise_share_source"] == "repeats" else "losses, no repeats"
    )
    return f"noise explains {percent(row, 'noise_share')} of the wins (from {source})"


def grader_words(row: Row) -> str:
    """Grader-blindness, only where the observed rate is shown below the reference."""
    if not row["grader_blind"]:
        return ""
    observed, reference = (
        percent(row, f"{name}_change_rate") for name in ("covered", "reference")
    )
    return (
        f"Grader-blind: of covered errors with headroom {observed} lowered the score; "
        f"a reader who knows the edit changes {reference}."
    )


def verdict_sentences(row: Row, types: Sequence[Row]) -> Iterator[str]:
    """Types by verdict; those without a shown result are named as such."""
    own = [t for t in types if all(t[name] == row[name] for name in CELL_KEY)]
    for verdict in ("DETECTS", "REVERSED", "BLIND", "UNDERPOWERED"):
        codes = sorted(t["error_type"] for t in own if t["verdict"] == verdict)
        if codes:
            yield f"{verdict}: {', '.join(codes)} ({cell_title(row)})."


def cell_title(row: Row) -> str:
    """A cell in words, with SAMPLE wherever it applies."""
    kind = LABELS.get(row["dataset_kind"] or "")
    return named(row) + (f" ({kind})" if kind else "")


def share(row: Row, name: str) -> str:
    """A percentage without its sign, for a column that has it: `31.1 (27–35)`."""
    return shown(row, name, 100, ".1f", ".0f")


def percent(row: Row, name: str) -> str:
    """`38 % (31–45)`, or without limits where there are none."""
    return shown(row, name, 100, ".0f", ".0f", " %")


def decimal(row: Row, name: str) -> str:
    """`0.599 (0.57–0.63)`."""
    return shown(row, name, 1, ".3f", ".2f")


def points(row: Row, name: str) -> str:
    """Percentage points: `-3.1 (-5.0 to -1.2)`."""
    return shown(row, name, 1, ".1f", ".1f")


def s1_limits(row: Row, name: str) -> str:
    """S1's interval alone."""
    low, high = row[f"{name}_s1_low"], row[f"{name}_s1_high"]
    return ABSENT if low is None else f"{low:.3f}–{high:.3f}"


def p_value(value: float | None) -> str:
    """`0.012`, `<0.001`, or a dash."""
    if value is None:
        return ABSENT
    return "<0.001" if value < 0.001 else f"{value:.3f}"


def shown(
    row: Row, name: str, scale: float, form: str, ends: str, unit: str = ""
) -> str:
    """A figure with its limits; `form` and `ends` are format specifications."""
    if row[name] is None:
        return ABSENT
    said = f"{row[name] * scale:{form}}{unit}"
    low, high = row[f"{name}_low"], row[f"{name}_high"]
    if low is None:
        return said
    dash = " to " if low < 0 else "–"
    return f"{said} ({low * scale:{ends}}{dash}{high * scale:{ends}})"
