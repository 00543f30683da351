"""Verdict on each error type: detected, reversed, blind, or not enough pairs.

Absence of evidence is not blindness: BLIND needs an equivalence test and proof, in
the same run, that the rubric and its grader can detect something.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from inspect_rubricblind.logs.statistics.clusters import FloatArray
from inspect_rubricblind.logs.statistics.intervals import Interval
from inspect_rubricblind.logs.statistics.multiplicity import benjamini_hochberg, holm

Verdict = Literal["DETECTS", "REVERSED", "BLIND", "UNDERPOWERED"]
BlindKind = Literal["score unmoved", "moves both ways", "no repeats to compare"]
MIN_PAIRS = 30


@dataclass(frozen=True)
class Evidence:
    """What one error type of a benchmark x answer model x injector x grader has.

    Args:
        error_type: Its code.
        n: Number of pairs.
        net: Win - loss.
        detection_p: Raw p of `detection_test`.
        equivalence_p: Raw p of `equivalence_test`, None if undefined.
        has_control: Whether controls of this type's edit shape were graded.
        discordance_above_repeats: Whether wins + losses are above what repeats show
            (lower limit of the excess above 0); None without repeats.
    """

    error_type: str
    n: int
    net: float
    detection_p: float
    equivalence_p: float | None
    has_control: bool
    discordance_above_repeats: bool | None


@dataclass(frozen=True)
class Decision:
    """Verdict with its flags; adjusted p-values are None outside the family.

    `kind` says what sort of BLIND it is and is None for the other verdicts.
    `detection_p_bh` controls the share of false detections instead of any; no verdict
    rests on it.
    """

    error_type: str
    verdict: Verdict
    kind: BlindKind | None
    flags: tuple[str, ...]
    detection_p_holm: float | None
    equivalence_p_holm: float | None
    detection_p_bh: float | None = None


def decide(
    evidence: Sequence[Evidence],
    *,
    grader_qualified: bool,
    alpha: float = 0.05,
    min_pairs: int = MIN_PAIRS,
) -> tuple[Decision, ...]:
    """Verdicts for the types of one cell, in the order given.

    The family of both Holm corrections is the types with at least `min_pairs`
    pairs, which is fixed before outcomes are seen.

    Args:
        evidence: One entry per error type of one cell.
        grader_qualified: Whether the grader catches covered gold errors with a
            lower limit above .5 (assay sensitivity); another type that DETECTS
            serves as well.
        alpha: Level after the corrections.
        min_pairs: Types below it are UNDERPOWERED whatever they show.

    Raises:
        ValueError: An error type occurs twice.
    """
    codes = [item.error_type for item in evidence]
    if twice := sorted({code for code in codes if codes.count(code) > 1}):
        raise ValueError(
            f"evidence must hold each error type once, but got {', '.join(twice)} "
            "again: decide each benchmark, answer model, injector and grader apart"
        )
    family = [item for item in evidence if item.n >= min_pairs]
    raw = {x.error_type: x.detection_p for x in family}
    detection, by_share = _adjusted(raw), _adjusted(raw, benjamini_hochberg)
    equivalence = _adjusted(
        {x.error_type: 1.0 if (p := x.equivalence_p) is None else p for x in family}
    )
    detected = {
        x.error_type for x in family if detection[x.error_type] < alpha and x.net > 0
    }

    def one(item: Evidence) -> Decision:
        code = item.error_type
        if code not in detection:
            flag = f"fewer than {min_pairs} pairs"
            return Decision(code, "UNDERPOWERED", None, (flag,), None, None)
        assay = grader_qualified or bool(detected - {code})
        verdict, kind, flags = _verdict(
            item, detection[code] < alpha, equivalence[code] < alpha, assay
        )
        adjusted = (detection[code], equivalence[code], by_share[code])
        return Decision(code, verdict, kind, flags, *adjusted)

    return tuple(one(item) for item in evidence)


def _adjusted(
    p: dict[str, float], adjust: Callable[[list[float]], FloatArray] = holm
) -> dict[str, float]:
    """Adjusted p-values by error type."""
    if not p:
        return {}
    return dict(zip(p, adjust(list(p.values())).tolist(), strict=True))


def _verdict(
    item: Evidence, detected: bool, equivalent: bool, assay: bool
) -> tuple[Verdict, BlindKind | None, tuple[str, ...]]:
    if detected:
        flags = [] if item.has_control else ["no control of its shape"]
        if equivalent:
            flags.insert(0, "small")
        return ("DETECTS" if item.net > 0 else "REVERSED"), None, tuple(flags)
    if not equivalent:
        return "UNDERPOWERED", None, ()
    if not assay:
        return "UNDERPOWERED", None, ("no assay sensitivity",)
    kind: BlindKind = "no repeats to compare"
    if item.discordance_above_repeats is not None:
        above = item.discordance_above_repeats
        kind = "moves both ways" if above else "score unmoved"
    return "BLIND", kind, ()


def s1_verdict(auroc: Interval) -> Literal["DET", "ND"]:
    """S1's verdict: DET if its percentile interval excludes 0.5; an end at 0.5 is ND.

    Args:
        auroc: `S1Intervals.auroc`.

    Raises:
        ValueError: The interval is undefined.
    """
    if auroc.low is None or auroc.high is None:
        raise ValueError(f"auroc must have limits, but got none: {auroc.reason}")
    return "DET" if auroc.low > 0.5 or auroc.high < 0.5 else "ND"
