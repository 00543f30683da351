"""Original against each variant: the claims at the edited place, or all of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from inspect_rubricblind.calls.together import together
from inspect_rubricblind.evidence.checking import Checker
from inspect_rubricblind.evidence.claims import Claim
from inspect_rubricblind.evidence.edited import (
    Places,
    claims_at,
    edited_places,
    sentences_at,
)
from inspect_rubricblind.records import (
    CheckedClaim,
    CheckedPair,
    CheckedText,
    Variant,
    apply_edits,
)

Mode = Literal["targeted", "full"]
MODES: tuple[Mode, ...] = ("targeted", "full")
BEFORE = 300
"""Characters before an edited place that a model sees as context."""


class _Side(NamedTuple):
    """The claims of one text that are checked, and which of them are at the edit."""

    claims: tuple[Claim, ...]
    at_edit: tuple[int, ...]
    n_claims: int | None
    failure: str | None


@dataclass(frozen=True)
class Comparison:
    """Texts (the original first) and pairs of one sample."""

    texts: tuple[CheckedText, ...]
    pairs: tuple[CheckedPair, ...]


async def compare(
    checker: Checker, original: str, variants: Sequence[Variant], mode: Mode
) -> Comparison:
    """Check the original and its variants.

    Args:
        checker: Of this sample.
        original: The unedited answer.
        variants: Errors that make a claim, and controls.
        mode: `targeted` checks the claims at the edited places, `full` all claims.
    """
    whole = await _whole(checker, original) if mode == "full" else None
    sides = await together(
        *(_sides(checker, original, variant, whole) for variant in variants)
    )
    firsts = list(whole.claims if whole else ())
    for first, _ in sides:
        firsts += [claim for claim in first.claims if claim not in firsts]
    checked = await checker.check(firsts)
    counts = {first.n_claims for first, _ in sides if first.n_claims is not None}
    texts = [
        CheckedText(
            n_claims=len(whole.claims) if whole else max(counts, default=None),
            claims=checked,
            failure=whole.failure if whole else None,
        )
    ]
    pairs = []
    for variant, (first, second) in zip(variants, sides, strict=True):
        claims = await checker.check(second.claims)
        texts.append(
            CheckedText(
                kind=variant.kind,
                error_type=variant.error_type,
                n_claims=second.n_claims,
                claims=claims,
                failure=second.failure,
            )
        )
        at_original = tuple(firsts.index(first.claims[n]) for n in first.at_edit)
        located = await _locate(checker, variant, second)
        known = [checked[n] for n in at_original]
        pairs.append(_pair(variant, first, second, at_original, known, claims, located))
    return Comparison(tuple(texts), tuple(pairs))


async def _whole(checker: Checker, text: str) -> _Side:
    claims, failure = await checker.claims(text)
    return _Side(claims, (), None if failure else len(claims), failure)


async def _sides(
    checker: Checker, original: str, variant: Variant, whole: _Side | None
) -> tuple[_Side, _Side]:
    before, after = edited_places(original, variant.edits)
    copy = apply_edits(original, variant.edits)
    if whole is not None:
        second = await _whole(checker, copy)
        return (
            whole._replace(at_edit=claims_at(whole.claims, before)),
            second._replace(at_edit=claims_at(second.claims, after)),
        )
    first, second = await together(
        _targeted(checker, original, before), _targeted(checker, copy, after)
    )
    return first, second


async def _targeted(checker: Checker, text: str, places: Places) -> _Side:
    """Only the claims at the edited places; rules split the whole text anyway."""
    if checker.asker is None:
        claims, failure = await checker.claims(text)
        at_edit = claims_at(claims, places)
        kept = tuple(claims[n] for n in at_edit)
        return _Side(kept, tuple(range(len(kept))), len(claims), failure)
    part = sentences_at(text, places, checker.language)
    claims, failure = await checker.claims(
        part.text, context=text[max(0, part.start - BEFORE) : part.start]
    )
    placed = tuple(
        claim._replace(start=claim.start + part.start, end=claim.end + part.start)
        for claim in claims
    )
    at_edit = claims_at(placed, places)
    kept = tuple(placed[n] for n in at_edit)
    return _Side(kept, tuple(range(len(kept))), None, failure)


async def _locate(
    checker: Checker, variant: Variant, side: _Side
) -> tuple[int, ...] | None:
    """Where a model finds the error among the claims; None where it is not asked."""
    if checker.asker is None or variant.kind != "error" or side.failure is not None:
        return None
    if not side.claims:
        return ()
    return await checker.asker.locate(
        variant.claim, variant.edits, [claim.text for claim in side.claims]
    )


def _pair(
    variant: Variant,
    first: _Side,
    second: _Side,
    at_original: tuple[int, ...],
    known: Sequence[CheckedClaim],
    claims: Sequence[CheckedClaim],
    located: tuple[int, ...] | None,
) -> CheckedPair:
    failure = second.failure or first.failure
    found = [claims[n] for n in second.at_edit]
    return CheckedPair(
        kind=variant.kind,
        error_type=variant.error_type,
        claims=second.at_edit,
        original_claims=at_original,
        identified=None if second.failure else bool(second.at_edit),
        identified_by_model=None if located is None else bool(located),
        flagged=None if second.failure else flagged(found),
        original_flagged=None if first.failure else flagged(known),
        doubt=None if second.failure else doubt(found),
        original_doubt=None if first.failure else doubt(known),
        failure=failure,
    )


def flagged(claims: Sequence[CheckedClaim]) -> bool | None:
    """Whether any claim is unsupported; None where a failed one leaves it open."""
    said = [claim.unsupported for claim in claims]
    if any(said):
        return True
    return None if None in said else False


def doubt(claims: Sequence[CheckedClaim]) -> float | None:
    """The highest doubt, 0 without claims; None where a failed claim leaves it open."""
    said = [claim.doubt for claim in claims]
    known = [value for value in said if value is not None]
    if len(known) < len(said) and max(known, default=0.0) < 1.0:
        return None
    return max(known, default=0.0)
