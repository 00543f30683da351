"""Two validators check a trap; where they do not agree, two more decide."""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from inspect_ai.model import ChatMessageUser, Model

from inspect_rubricblind.calls.ask import Caller, Scope, ask
from inspect_rubricblind.calls.breaker import Breaker
from inspect_rubricblind.calls.conversation import question_text
from inspect_rubricblind.calls.prompts import fence, template
from inspect_rubricblind.calls.roles import DISSENT_ROLES, VALIDATOR_ROLES
from inspect_rubricblind.calls.together import together
from inspect_rubricblind.calls.trap_formats import ValidatorReply
from inspect_rubricblind.records import TRAP_TESTS, Trap, TrapVote
from inspect_rubricblind.solvers.traps.writing import PACKAGE, rubric_text
from inspect_rubricblind.taxonomy.trap_model import load_traps

RUBRIC_TEST = "rubric_aligned"
Decision = Literal["kept", "rubric", "dropped"]


class Verdict(NamedTuple):
    """What validators make of a trap; `reason` is why it is not kept as it is."""

    decision: Decision
    reason: str = ""


async def validate(
    trap: Trap, models: Mapping[str, Model], breaker: Breaker, epoch: int, number: int
) -> tuple[Verdict, tuple[TrapVote, ...]]:
    """Ask two validators, and two more if these do not agree.

    Args:
        trap: What they see; neither is told who planted it.
        models: The bound roles.
        breaker: Stops the stage if too many replies cannot be read.
        epoch: Of the sample.
        number: Of the round: a new one is a new request.
    """
    first = await _ask_all(trap, VALIDATOR_ROLES, models, breaker, epoch, number)
    if (verdict := decide_first(first)) is not None:
        return verdict, first
    if not set(DISSENT_ROLES) <= models.keys():
        return Verdict("dropped", "dissent"), first
    more = await _ask_all(trap, DISSENT_ROLES, models, breaker, epoch, number)
    return decide_all(first, more), (*first, *more)


def decide_first(votes: Sequence[TrapVote]) -> Verdict | None:
    """What two validators settle between them; None if it takes two more.

    A rubric that either of them finds inadequate is written anew, if the trap itself
    is not turned down by both.
    """
    read = [vote for vote in votes if vote.tests]
    turned_down = [vote for vote in read if _failed(vote, trap_only=True)]
    if len(turned_down) == len(votes):
        return Verdict("dropped", _reasons(turned_down))
    if not turned_down and any(not vote.tests[RUBRIC_TEST] for vote in read):
        return Verdict("rubric", _reasons(read))
    if not turned_down and len(read) == len(votes):
        return Verdict("kept")
    return None


def decide_all(first: Sequence[TrapVote], more: Sequence[TrapVote]) -> Verdict:
    """What four settle: both later ones and one of the first have to accept."""
    votes = (*first, *more)
    if all(vote.accepts for vote in more) and any(vote.accepts for vote in first):
        return Verdict("kept")
    read = [vote for vote in votes if vote.tests]
    turned_down = [vote for vote in read if _failed(vote, trap_only=True)]
    if not turned_down and any(not vote.tests[RUBRIC_TEST] for vote in read):
        return Verdict("rubric", _reasons(read))
    if turned_down:
        return Verdict("dropped", f"dissent: {_reasons(turned_down)}")
    return Verdict("dropped", "validators_unreadable")


def objections(votes: Sequence[TrapVote]) -> list[str]:
    """What validators said against a trap, for the writer."""
    return [
        f"{', '.join(_failed(vote))}: {vote.reasoning}"
        for vote in votes
        if _failed(vote)
    ]


def _failed(vote: TrapVote, *, trap_only: bool = False) -> list[str]:
    return [
        name
        for name in TRAP_TESTS
        if vote.tests.get(name) is False and not (trap_only and name == RUBRIC_TEST)
    ]


def _reasons(votes: Sequence[TrapVote]) -> str:
    named = {name for vote in votes for name in _failed(vote)}
    return ", ".join(name for name in TRAP_TESTS if name in named)


async def _ask_all(
    trap: Trap,
    roles: Sequence[str],
    models: Mapping[str, Model],
    breaker: Breaker,
    epoch: int,
    number: int,
) -> tuple[TrapVote, ...]:
    callers = [(role, Caller(models[role], breaker, epoch)) for role in roles]
    votes = await together(*(_vote(trap, role, c, number) for role, c in callers))
    return tuple(votes)


async def _vote(trap: Trap, role: str, caller: Caller, number: int) -> TrapVote:
    entry = load_traps().by_code(trap.subtype)
    prompt = template(PACKAGE, "trap_validator").substitute(
        name=entry.name,
        definition=entry.definition,
        trap=fence("claim", trap.trap),
        truth=fence("evidence", trap.truth),
        question=fence(
            "question", question_text([(t.role, t.content) for t in trap.turns])
        ),
        criteria=fence("criteria", rubric_text(trap.criteria)),
    )
    asked = await ask(
        caller,
        [ChatMessageUser(content=prompt)],
        ValidatorReply,
        # Roles may share a model; each vote is a request of its own.
        Scope(f"trap_validator/{role}/{number}"),
    )
    caller.breaker.count(asked.failure)
    reply = asked.value
    return TrapVote(
        role=role,
        model=str(caller.model),
        tests={name: getattr(reply, name) for name in TRAP_TESTS} if reply else {},
        reasoning=reply.reasoning if reply else asked.detail,
        failure=asked.failure,
    )
