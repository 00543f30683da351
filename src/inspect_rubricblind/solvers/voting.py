"""Applicability by two models: one question per error type, both must say yes."""

from collections.abc import Sequence

from inspect_ai.model import ChatMessageUser, Model

from inspect_rubricblind.calls.ask import Scope, ask
from inspect_rubricblind.calls.breaker import Breaker
from inspect_rubricblind.calls.formats import ApplicabilityReply
from inspect_rubricblind.calls.prompts import fence, template
from inspect_rubricblind.calls.together import together
from inspect_rubricblind.records import Applicability, Vote
from inspect_rubricblind.taxonomy.model import ErrorType

PACKAGE = "inspect_rubricblind.solvers"


async def vote_on_types(
    models: Sequence[Model],
    question: str,
    answer: str,
    types: Sequence[ErrorType],
    breaker: Breaker,
) -> tuple[Applicability, ...]:
    """Ask every model about every type, all at once.

    Args:
        models: The models of the two roles.
        question: The conversation before the answer.
        answer: The answer under study.
        types: The error types to decide.
        breaker: Counts the votes that could not be read.
    """
    votes = await together(
        *(
            _vote(model, question, answer, error, breaker)
            for error in types
            for model in models
        )
    )
    n = len(models)
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


async def _vote(
    model: Model, question: str, answer: str, error: ErrorType, breaker: Breaker
) -> Vote:
    prompt = applicability_prompt(question, answer, error)
    asked = await ask(
        model,
        [ChatMessageUser(content=prompt)],
        ApplicabilityReply,
        # The two roles may be bound to one model; each vote is a request of its own.
        Scope(f"applicability/{model.role}"),
        breaker,
    )
    breaker.count(asked.failure)
    reply = asked.value
    return Vote(
        model=str(model),
        applicable=reply.applicable if reply else None,
        reasoning=reply.reasoning if reply else asked.detail,
        failure=asked.failure,
    )
