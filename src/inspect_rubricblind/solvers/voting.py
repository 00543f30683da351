"""Applicability by two models: one question per error type, both must say yes."""

from collections.abc import Sequence

from inspect_ai.model import ChatMessageUser

from inspect_rubricblind.calls.ask import Caller, Scope, ask
from inspect_rubricblind.calls.formats import ApplicabilityReply
from inspect_rubricblind.calls.prompts import fence, template
from inspect_rubricblind.calls.together import together
from inspect_rubricblind.records import Applicability, Vote
from inspect_rubricblind.taxonomy.model import ErrorType

PACKAGE = "inspect_rubricblind.solvers"


async def vote_on_types(
    callers: Sequence[Caller],
    question: str,
    answer: str,
    types: Sequence[ErrorType],
) -> tuple[Applicability, ...]:
    """Ask every model about every type, all at once.

    Args:
        callers: The models of the two roles.
        question: The conversation before the answer.
        answer: The answer under study.
        types: The error types to decide.
    """
    votes = await together(
        *(
            _vote(caller, question, answer, error)
            for error in types
            for caller in callers
        )
    )
    n = len(callers)
    return tuple(
        decide(error, votes[k * n : (k + 1) * n]) for k, error in enumerate(types)
    )


def decide(error: ErrorType, votes: Sequence[Vote]) -> Applicability:
    """Yes if all say yes, no if any says no, else open: a vote could not be read."""
    said = [vote.applicable for vote in votes]
    applicable = False if False in said else (None if None in said else True)
    reasons = [f"{vote.model}: {vote.reasoning}" for vote in votes if vote.reasoning]
    return Applicability(
        error_type=error.code,
        applicable=applicable,
        kind="model",
        reason="\n".join(reasons),
        votes=tuple(votes),
    )


def applicability_prompt(question: str, answer: str, error: ErrorType) -> str:
    """The prompt of one vote."""
    return template(PACKAGE, "applicability").substitute(
        name=error.name,
        definition=error.definition,
        applicability_question=error.applicability_question,
        question=fence("question", question),
        answer=fence("answer", answer),
    )


async def _vote(caller: Caller, question: str, answer: str, error: ErrorType) -> Vote:
    prompt = applicability_prompt(question, answer, error)
    asked = await ask(
        caller,
        [ChatMessageUser(content=prompt)],
        ApplicabilityReply,
        # The two roles may be bound to one model; each vote is a request of its own.
        Scope(f"applicability/{caller.model.role}"),
    )
    caller.breaker.count(asked.failure)
    reply = asked.value
    return Vote(
        model=str(caller.model),
        applicable=reply.applicable if reply else None,
        reasoning=reply.reasoning if reply else asked.detail,
        failure=asked.failure,
    )
