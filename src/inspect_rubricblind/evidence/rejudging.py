"""Give verdicts again on the evidence that an earlier fact check stored."""

from collections.abc import Mapping

from inspect_ai.scorer import Score

from inspect_rubricblind.calls.together import together
from inspect_rubricblind.evidence.checking import Checker
from inspect_rubricblind.evidence.comparing import Comparison, doubt, flagged
from inspect_rubricblind.records import (
    CheckedClaim,
    CheckedPair,
    CheckedText,
    FactCheckResult,
)

_FIELDS = frozenset({"checking", "texts", "pairs", "backend"})


def stored_check(scores: Mapping[str, Score]) -> FactCheckResult | None:
    """The last fact check among the scores of a sample, None without one."""
    found = [
        FactCheckResult.model_validate(score.metadata)
        for score in scores.values()
        if score.metadata and score.metadata.keys() >= _FIELDS
    ]
    return found[-1] if found else None


async def judge_again(checker: Checker, earlier: FactCheckResult) -> Comparison:
    """The same claims and passages with new verdicts; nothing is searched.

    A claim without a search stays failed, since there is nothing to judge it on.
    """
    searches = {
        claim.claim: claim.search
        for text in earlier.texts
        for claim in text.claims
        if claim.search is not None
    }
    made = await together(
        *(
            # What a search took was paid by the earlier check.
            checker.judge(text, search.model_copy(update={"requests": 0}))
            for text, search in searches.items()
        )
    )
    known = {claim.claim: claim for claim in made}
    texts = tuple(_text(text, known) for text in earlier.texts)
    return Comparison(texts, tuple(_pair(pair, texts) for pair in earlier.pairs))


def _text(text: CheckedText, known: Mapping[str, CheckedClaim]) -> CheckedText:
    claims = tuple(
        known[old.claim].model_copy(
            update={"sentence": old.sentence, "start": old.start, "end": old.end}
        )
        if old.claim in known
        else old
        for old in text.claims
    )
    return text.model_copy(update={"claims": claims})


def _pair(pair: CheckedPair, texts: tuple[CheckedText, ...]) -> CheckedPair:
    """The pair with the new verdicts; what could not be split stays open."""
    of = {(text.kind, text.error_type): text for text in texts[1:]}
    variant, original = of[(pair.kind, pair.error_type)], texts[0]
    found = [variant.claims[n] for n in pair.claims]
    known = [original.claims[n] for n in pair.original_claims]
    if pair.failure is not None:
        return pair
    return pair.model_copy(
        update={
            "flagged": flagged(found),
            "original_flagged": flagged(known),
            "doubt": doubt(found),
            "original_doubt": doubt(known),
        }
    )
