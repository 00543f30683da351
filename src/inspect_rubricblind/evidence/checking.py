"""Check claims one by one: query, search, verdict. Each distinct claim once."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from inspect_rubricblind.calls.together import together
from inspect_rubricblind.evidence import entailment
from inspect_rubricblind.evidence.asking import Asker, found_quotes
from inspect_rubricblind.evidence.claims import Claim, place_claims, split_claims
from inspect_rubricblind.evidence.query import query_words
from inspect_rubricblind.evidence.searching import Searcher
from inspect_rubricblind.records import CheckedClaim, ClaimVerdict, Search

DOUBT: dict[ClaimVerdict, float] = {
    "supported": 0.0,
    "not_supported": 0.5,
    "contradicted": 1.0,
}
"""A model's verdicts on the scale of the baseline's doubt."""

LANGUAGE = "language"
"""Failure of a claim in a language that the rules do not read."""
NO_QUERY = "no_query"
"""Failure of a claim without a word to search for."""


@dataclass
class Checker:
    """Checks the claims of one sample.

    Args:
        searcher: Where evidence comes from.
        asker: The model; None checks by rules.
        language: Of the texts; the rules read English.
        question: What the texts answer.
    """

    searcher: Searcher
    asker: Asker | None
    language: str
    question: str
    _known: dict[str, CheckedClaim] = field(default_factory=dict, init=False)

    @property
    def name(self) -> str:
        """The model with its prompts, or the version of the rules."""
        return self.asker.name if self.asker else entailment.VERSION

    async def claims(
        self, text: str, context: str = ""
    ) -> tuple[tuple[Claim, ...], str | None]:
        """The claims of a text with their places, or why there are none.

        Args:
            text: The text or a part of it.
            context: What stands before a part; nothing in it is claimed.
        """
        if not text.strip():
            return (), None
        if self.asker is None:
            return split_claims(text, self.language), None
        question = self.question
        if context.strip():
            question += f"\n\n(The answer goes on from here: ...{context.strip()})"
        found, failure = await self.asker.claims(question, text, self.language)
        return tuple(place_claims(found, text, self.language)), failure

    async def check(self, claims: Sequence[Claim]) -> tuple[CheckedClaim, ...]:
        """The claims with evidence and verdict, in order."""
        wanted = dict.fromkeys(c.text for c in claims if c.text not in self._known)
        checked = await together(*(self._check(text) for text in wanted))
        self._known |= {item.claim: item for item in checked}
        return tuple(
            self._known[claim.text].model_copy(
                update={
                    "sentence": claim.sentence,
                    "start": claim.start,
                    "end": claim.end,
                }
            )
            for claim in claims
        )

    async def judge(self, claim: str, search: Search) -> CheckedClaim:
        """The verdict on a claim from what a search found."""
        if search.failure is not None:
            return _failed(claim, search, search.failure)
        if not search.passages:
            return _made(claim, search, "not_supported", reasoning="no evidence found")
        if self.asker is None:
            found = entailment.judge(claim, search.passages)
            return _made(
                claim,
                search,
                found.verdict,
                doubt=found.doubt,
                quotes=found.quotes,
                ranks=found.ranks,
                reasoning=found.reasoning,
            )
        reply = await self.asker.verdict(claim, search.passages)
        if reply.value is None:
            return _failed(claim, search, reply.failure or "unparsed")
        quotes, ranks = found_quotes(reply.value.quotes, search.passages)
        return _made(
            claim,
            search,
            reply.value.verdict,
            quotes=quotes,
            ranks=ranks,
            reasoning=reply.value.reasoning,
        )

    async def _check(self, claim: str) -> CheckedClaim:
        query, failure = await self._query(claim)
        if failure is not None:
            return _failed(claim, None, failure)
        return await self.judge(claim, await self.searcher.search(query))

    async def _query(self, claim: str) -> tuple[str, str | None]:
        if self.asker is not None:
            query, failure = await self.asker.query(claim)
            return query, None if failure is None else f"query_{failure}"
        if self.language not in ("en", "und"):
            return "", LANGUAGE
        query = query_words(claim)
        return query, None if query else NO_QUERY


def _made(
    claim: str, search: Search, verdict: ClaimVerdict, **fields: Any
) -> CheckedClaim:
    """A claim with its verdict; its place is added where it is known."""
    return CheckedClaim(
        claim=claim,
        sentence="",
        start=0,
        end=0,
        search=search,
        verdict=verdict,
        **{"doubt": DOUBT[verdict], **fields},
    )


def _failed(claim: str, search: Search | None, failure: str) -> CheckedClaim:
    return CheckedClaim(
        claim=claim, sentence="", start=0, end=0, search=search, failure=failure
    )
