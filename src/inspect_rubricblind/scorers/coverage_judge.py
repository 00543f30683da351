"""Role `judge` names the criteria that ask about what an edit changed."""

from collections.abc import Sequence

from inspect_ai.model import ChatMessageUser

from inspect_rubricblind.calls.ask import Caller, Scope, ask
from inspect_rubricblind.calls.formats import CoverageReply
from inspect_rubricblind.calls.prompts import fence, template
from inspect_rubricblind.records import Criterion, CriterionCoverage, Variant

PACKAGE = "inspect_rubricblind.scorers"
STAGE = "coverage"


async def judge_coverage(
    caller: Caller,
    question: str,
    original: str,
    variant: Variant,
    criteria: Sequence[Criterion],
) -> tuple[CriterionCoverage, ...] | str:
    """The criteria that ask, or the name of the failure if no reply could be read.

    A reply that names a criterion which does not exist is as unreadable as one that
    is no JSON: which criterion it means would be a guess.
    """
    asked = await ask(
        caller,
        [
            ChatMessageUser(
                content=coverage_prompt(question, original, variant, criteria)
            )
        ],
        CoverageReply,
        Scope(STAGE),
    )
    failure = asked.failure
    known = {criterion.index: criterion for criterion in criteria}
    if asked.value is not None and any(
        found.id not in known for found in asked.value.criteria
    ):
        failure = "unparsed"
    caller.breaker.count(failure)
    if failure is not None or asked.value is None:
        return failure or "unparsed"
    named = {found.id: found.should_change for found in asked.value.criteria}
    return tuple(
        CriterionCoverage(
            index=index,
            points=known[index].points,
            covered=True,
            score=1.0,
            reason=asked.value.reasoning,
            should_change=should_change,
        )
        for index, should_change in sorted(named.items())
    )


def coverage_prompt(
    question: str, original: str, variant: Variant, criteria: Sequence[Criterion]
) -> str:
    """The prompt for one pair. It does not show the points of the criteria."""
    edits = "\n".join(
        f"{edit.find!r} was replaced by {edit.replace!r}" for edit in variant.edits
    )
    numbered = "\n".join(f"{c.index}. {c.criterion}" for c in criteria)
    return template(PACKAGE, "coverage").substitute(
        question=fence("question", question),
        original=fence("original", original),
        edits=fence("edits", edits),
        claim=fence("claim", variant.claim),
        criteria=fence("criteria", numbered),
    )
