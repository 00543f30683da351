"""The role `fact_checker`: claims, query, verdict, and where an error is claimed."""

from collections.abc import Sequence
from dataclasses import dataclass

from inspect_ai.model import ChatMessageUser

from inspect_rubricblind.calls.ask import Asked, Caller, F, Scope, ask
from inspect_rubricblind.calls.formats import (
    ClaimsReply,
    EvidenceReply,
    LocatedReply,
    QueryReply,
)
from inspect_rubricblind.calls.prompts import fence, prompt_hash, template, unfence
from inspect_rubricblind.calls.together import together
from inspect_rubricblind.evidence.claims import chunks
from inspect_rubricblind.records import Edit, Passage, digest

PACKAGE = "inspect_rubricblind.evidence"
STAGES = ("claims", "query", "verdict", "locate")
MOST_CLAIMS = 200
"""A reply with more claims than this to one part of a text is not a list of claims."""


@dataclass(frozen=True)
class Asker:
    """How the model is asked; `draw` separates independent re-runs."""

    caller: Caller
    draw: int = 0
    structured: bool = False

    @property
    def name(self) -> str:
        """The model and the hash of all prompts."""
        hashes = "".join(prompt_hash(PACKAGE, stage) for stage in STAGES)
        return f"{self.caller.model} {digest(hashes)[:12]}"

    async def claims(
        self, question: str, text: str, language: str
    ) -> tuple[list[str], str | None]:
        """The claims of a text, a long one in parts; or the failure of any part."""
        parts = list(chunks(text, language))
        replies = await together(
            *(
                self._ask(
                    ClaimsReply,
                    "claims",
                    question=fence("question", question),
                    answer=fence("answer", part.text),
                )
                for part in parts
            )
        )
        found: dict[str, None] = {}
        for reply in replies:
            failure = reply.failure
            if reply.value is None or len(reply.value.claims) > MOST_CLAIMS:
                self.caller.breaker.count(failure or "unparsed")
                return [], failure or "unparsed"
            self.caller.breaker.count(None)
            claims = (unfence(" ".join(c.split())) for c in reply.value.claims)
            found |= dict.fromkeys(claim for claim in claims if claim)
        return list(found), None

    async def query(self, claim: str) -> tuple[str, str | None]:
        """What to search for, or the failure."""
        reply = await self._ask(QueryReply, "query", claim=fence("claim", claim))
        self.caller.breaker.count(reply.failure)
        if reply.value is None:
            return "", reply.failure or "unparsed"
        return unfence(reply.value.query), None

    async def verdict(
        self, claim: str, passages: Sequence[Passage]
    ) -> Asked[EvidenceReply]:
        """What the passages say of a claim."""
        reply = await self._ask(
            EvidenceReply,
            "verdict",
            claim=fence("claim", claim),
            evidence=fence("evidence", describe(passages)),
        )
        self.caller.breaker.count(reply.failure)
        return reply

    async def locate(
        self, error: str, edits: Sequence[Edit], claims: Sequence[str]
    ) -> tuple[int, ...] | None:
        """Positions of the claims that state the error; None if not read.

        A number that no claim has makes the whole reply unreadable: which claim it
        means would be a guess.
        """
        changes = "\n".join(f"{e.find!r} was replaced by {e.replace!r}" for e in edits)
        listed = "\n".join(f"{n}. {text}" for n, text in enumerate(claims, start=1))
        reply = await self._ask(
            LocatedReply,
            "locate",
            claim=fence("claim", error),
            edits=fence("edits", changes),
            claims=fence("claims", listed),
        )
        numbers = reply.value.numbers if reply.value is not None else []
        known = reply.value is not None and all(0 < n <= len(claims) for n in numbers)
        self.caller.breaker.count(None if known else reply.failure or "unparsed")
        return tuple(sorted({n - 1 for n in numbers})) if known else None

    async def _ask(self, schema: type[F], stage: str, **fields: str) -> Asked[F]:
        prompt = template(PACKAGE, stage).substitute(fields)
        return await ask(
            self.caller,
            [ChatMessageUser(content=prompt)],
            schema,
            Scope(f"fact_check/{stage}", draw=self.draw),
            structured=self.structured,
        )


def describe(passages: Sequence[Passage]) -> str:
    """Passages as a prompt shows them."""
    if not passages:
        return "(no passages)"
    return "\n\n".join(
        f"[{p.rank}] {', '.join(x for x in (p.title, p.source, p.date) if x)}\n"
        f"{p.snippet}"
        for p in passages
    )


def found_quotes(
    quotes: Sequence[str], passages: Sequence[Passage]
) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The quotes that stand in a passage, and the ranks of these passages.

    White space and case may differ. What no passage says is no quote.
    """
    kept, ranks = [], set()
    for quote in (unfence(quote) for quote in quotes):
        plain = _plain(quote)
        holding = [p.rank for p in passages if plain and plain in _plain(p.snippet)]
        if holding:
            kept.append(quote)
            ranks.add(holding[0])
    return tuple(kept), tuple(sorted(ranks))


def _plain(text: str) -> str:
    return " ".join(text.lower().split()).strip("\"'“”‘’ ")
