"""Tests and verdicts of the error types of one cell."""

from inspect_rubricblind.logs.outcomes.figures import FEW_PAIRS, Row
from inspect_rubricblind.logs.outcomes.floor import above_repeats, floor_row
from inspect_rubricblind.logs.outcomes.placebo import has_control
from inspect_rubricblind.logs.outcomes.table import Cell, Pairs
from inspect_rubricblind.logs.statistics.auroc import paired_auroc
from inspect_rubricblind.logs.statistics.clusters import Weighting
from inspect_rubricblind.logs.statistics.detection import detection_test
from inspect_rubricblind.logs.statistics.equivalence import (
    MARGIN,
    SENSITIVITY_MARGINS,
    equivalence_test,
)
from inspect_rubricblind.logs.statistics.power import (
    N_TYPES,
    detectable_effect,
    pairs_for_blind,
)
from inspect_rubricblind.logs.statistics.verdicts import (
    Decision,
    Evidence,
    decide,
    s1_verdict,
)

ALPHA = 0.05
SEVERAL_PER_QUESTION = "several pairs per question"
VERDICT_KEYS = ("verdict", "blind_kind", "p_holm", "p_bh", "equivalence_p_holm")
NOT_REACHABLE = "not reachable with this number of pairs"


def tests_row(pairs: Pairs, weighting: Weighting) -> Row:
    """Detection and equivalence p, raw, with the sensitivity to the margin."""
    decided = pairs.decided()
    if len(decided) == 0:
        names = ("p", "p_method", "equivalence_p", "equivalence_p_margin_025")
        return dict.fromkeys((*names, "equivalence_p_margin_10"))
    code, question = decided.code, decided.question
    test = detection_test(code, question)
    narrow, wide = (
        equivalence_test(code, question, weighting, margin).p
        for margin in SENSITIVITY_MARGINS
    )
    return {
        "p": test.p,
        "p_method": test.method,
        "equivalence_p": equivalence_test(code, question, weighting, MARGIN).p,
        "equivalence_p_margin_025": narrow,
        "equivalence_p_margin_10": wide,
    }


def power_row(pairs: Pairs) -> Row:
    """Smallest detectable net / 2, raw and for a family of 13; pairs for BLIND."""
    decided = pairs.decided()
    n = len(decided)
    blank = dict.fromkeys(("mde", "mde_holm", "pairs_for_blind"))
    if n == 0:
        return {**blank, "mde_reason": "no pair"}
    discordance = float((decided.code != 0).mean())
    needed = pairs_for_blind(discordance) if discordance else None
    if decided.rows["question"].nunique() != n:
        return {**blank, "pairs_for_blind": needed, "mde_reason": SEVERAL_PER_QUESTION}
    raw = detectable_effect(n, discordance, ALPHA)
    family = detectable_effect(n, discordance, ALPHA / N_TYPES)
    reason = NOT_REACHABLE if raw is None else None
    return {
        "mde": raw,
        "mde_holm": family,
        "pairs_for_blind": needed,
        "mde_reason": reason,
    }


def verdict_rows(cell: Cell, qualified: bool) -> dict[str, Row]:
    """Verdict, flags, p-values and S1's verdict of every type of a cell.

    Args:
        cell: Its pairs.
        qualified: Whether the cell's grader was shown to detect covered gold errors.
    """
    tests = {code: tests_row(cell.of_type(code), "pair") for code in cell.types()}
    evidence = [
        _evidence(cell, code, tests[code])
        for code in cell.types()
        if tests[code]["p"] is not None
    ]
    decided = {
        item.error_type: item for item in decide(evidence, grader_qualified=qualified)
    }
    return {
        code: tests[code]
        | _verdict(decided.get(code))
        | {"s1_verdict": _s1(cell.of_type(code))}
        for code in cell.types()
    }


def _evidence(cell: Cell, code: str, tests: Row) -> Evidence:
    pairs = cell.of_type(code).decided()
    return Evidence(
        error_type=code,
        n=len(pairs),
        net=float(pairs.code.mean()),
        detection_p=tests["p"],
        equivalence_p=tests["equivalence_p"],
        has_control=has_control(cell, pairs),
        discordance_above_repeats=above_repeats(floor_row(cell, pairs, "pair")[1]),
    )


def _verdict(decision: Decision | None) -> Row:
    if decision is None:
        return {**dict.fromkeys(VERDICT_KEYS), "flags": ["every pair is ungraded"]}
    few = decision.detection_p_holm is None
    return {
        "verdict": decision.verdict,
        "blind_kind": decision.kind,
        "flags": [f"n < {FEW_PAIRS}"] if few else list(decision.flags),
        "p_holm": decision.detection_p_holm,
        "p_bh": decision.detection_p_bh,
        "equivalence_p_holm": decision.equivalence_p_holm,
    }


def _s1(pairs: Pairs) -> str | None:
    decided = pairs.decided()
    if len(decided) == 0:
        return None
    found = paired_auroc(decided.code, decided.question, "pair")
    return s1_verdict(found.s1.auroc)
