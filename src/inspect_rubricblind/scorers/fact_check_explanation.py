"""What a reader of `inspect view` sees of a fact check: claims with their evidence."""

from collections.abc import Sequence

from inspect_rubricblind.records import (
    CheckedClaim,
    CheckedPair,
    CheckedText,
    FactCheckResult,
)
from inspect_rubricblind.scorers.explanation import BETWEEN, NOTICE, plain

CLAIM_LENGTH, EVIDENCE_LENGTH = 200, 160
VERDICTS = {
    "supported": "supported",
    "contradicted": "**contradicted**",
    "not_supported": "**not supported**",
}


def explain_checks(result: FactCheckResult) -> str:
    """One row per variant: what it claims at the edit, and what evidence says."""
    lines = [
        NOTICE,
        "",
        f"Checked by {result.checker} against {result.evidence}, {result.mode}. "
        "Not supported: no passage says it, which is no proof that it is wrong.",
    ]
    if result.kind == "rules":
        lines.append("The rules compare words and numbers: a baseline, no judge.")
    if result.excluded:
        left = ", ".join(result.excluded)
        lines.append(f"Not checked, since they take a statement away: {left}.")
    if not result.pairs:
        return "\n".join([*lines, "", "There is no pair to check."])
    lines += ["", "| Original | Copy |", "|---|---|"]
    firsts, *others = result.texts
    for pair, text in zip(result.pairs, others, strict=True):
        lines.append(
            f"| {_claims(firsts, pair.original_claims)} "
            f"| **{plain(pair.error_type, 20)}** {_pair(pair)}: "
            f"{_claims(text, pair.claims)} |"
        )
    return "\n".join(lines)


def _pair(pair: CheckedPair) -> str:
    if pair.failure is not None:
        return f"open ({plain(pair.failure, 40)})"
    if not pair.identified:
        return "no claim at the edit"
    said = {True: "flagged", False: "not flagged", None: "open"}
    return f"{said[pair.flagged]}, original {said[pair.original_flagged]}"


def _claims(text: CheckedText, numbers: Sequence[int]) -> str:
    if not numbers:
        return "no claim"
    return BETWEEN.join(_claim(text.claims[n]) for n in numbers)


def _claim(claim: CheckedClaim) -> str:
    said = plain(claim.claim, CLAIM_LENGTH)
    if claim.verdict is None:
        return f"{said} *failed: {plain(claim.failure or 'unknown', 40)}*"
    shown = f"{said} {VERDICTS[claim.verdict]}"
    if not claim.quotes:
        return shown
    quote = plain(claim.quotes[0], EVIDENCE_LENGTH)
    return f"{shown} by “{quote}” ({_source(claim)})"


def _source(claim: CheckedClaim) -> str:
    passages = claim.search.passages if claim.search else ()
    for passage in passages:
        if passage.rank in claim.ranks:
            return plain(f"{passage.title}, {passage.source}", 120)
    return "source not known"
