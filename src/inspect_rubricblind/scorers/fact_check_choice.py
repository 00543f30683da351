"""Which pairs are fact-checked: all, those that the rubric ties, or the dangerous."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from inspect_ai.scorer import Score

from inspect_rubricblind.records import GradingResult, Variant
from inspect_rubricblind.taxonomy.load import load_taxonomy

CHOICES = ("all", "ties", "dangerous")
DANGEROUS = 4
OMISSIONS = frozenset({"O1", "O2"})
"""They take a statement away; what is not said cannot be looked up."""
SUBTRACTIVE = "subtractive"
_GRADED = frozenset({"signature", "grading", "texts", "points_possible", "pairs"})


class Choice(NamedTuple):
    """The variants to check; types without a claim; how many were not chosen."""

    variants: list[Variant]
    excluded: tuple[str, ...]
    not_chosen: int


def choose(
    variants: Sequence[Variant], pairs: str, scores: Mapping[str, Score]
) -> Choice | None:
    """Choose among the variants of a sample; None if ties are wanted and not known.

    Controls are always kept but for those that take text away.

    Args:
        variants: Injections and controls.
        pairs: One of `CHOICES`.
        scores: What other scorers left in the sample.
    """
    makes_claim = [v for v in variants if not _takes_away(v)]
    excluded = sorted({v.error_type for v in variants if _takes_away(v)})
    tied = _tied(scores) if pairs == "ties" else frozenset()
    if tied is None:
        return None
    kept = [
        v
        for v in makes_claim
        if v.kind == "control"
        or pairs == "all"
        or (pairs == "ties" and v.error_type in tied)
        or (pairs == "dangerous" and _may_be_dangerous(v))
    ]
    return Choice(kept, tuple(excluded), len(makes_claim) - len(kept))


def _takes_away(variant: Variant) -> bool:
    return variant.error_type in OMISSIONS or variant.error_type == SUBTRACTIVE


def _may_be_dangerous(variant: Variant) -> bool:
    """Harm 4 or 5, and kinds of error whose harm nobody has rated."""
    known: dict[str, int] = {error.code: error.harm for error in load_taxonomy().types}
    harm = known.get(variant.error_type) if variant.harm is None else variant.harm
    return harm is None or harm >= DANGEROUS


def _tied(scores: Mapping[str, Score]) -> frozenset[str] | None:
    """Error types with equal points that are not 0, in every grading that is there."""
    gradings = [
        GradingResult.model_validate(score.metadata)
        for score in scores.values()
        if score.metadata and score.metadata.keys() >= _GRADED
    ]
    if not gradings:
        return None
    tied = [
        {
            pair.error_type
            for pair in grading.pairs
            if pair.kind == "error"
            and pair.pairing.outcome == "tie"
            and pair.pairing.points_original
        }
        for grading in gradings
    ]
    return frozenset.intersection(*map(frozenset, tied))
