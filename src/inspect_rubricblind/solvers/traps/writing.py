"""Traps by the role `trap_writer`: conversation or questions, rubric, answers."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from inspect_ai.model import ChatMessageUser

from inspect_rubricblind.calls.ask import Asked, Caller, Scope, ask
from inspect_rubricblind.calls.conversation import question_text
from inspect_rubricblind.calls.formats import Format
from inspect_rubricblind.calls.prompts import fence, template
from inspect_rubricblind.calls.trap_formats import (
    DialogueReply,
    PairReply,
    ReportReply,
    RubricReply,
)
from inspect_rubricblind.records import (
    Criterion,
    Rejection,
    Trap,
    TrapTurn,
)
from inspect_rubricblind.solvers.traps.checking import read_rubric
from inspect_rubricblind.solvers.traps.source import Source
from inspect_rubricblind.solvers.traps.weaving import report_turn
from inspect_rubricblind.taxonomy.trap_model import TrapSubtype, load_traps

PACKAGE = "inspect_rubricblind.solvers"
PROMPTS = ("trap_dialogue", "trap_pair", "trap_report", "trap_rubric", "trap_validator")
MIN_QUESTIONS = 2

F = TypeVar("F", bound=Format)


@dataclass(frozen=True)
class Written:
    """What a reply came to: a trap, or why there is none.

    `failure` names a reply that could not be read. A trap whose rubric cannot be used
    has none, and `rejections` says why.
    """

    trap: Trap | None = None
    failure: str | None = None
    rejections: tuple[Rejection, ...] = ()


async def write_trap(
    caller: Caller,
    source: Source,
    subtypes: Sequence[TrapSubtype],
    feedback: Sequence[str],
    number: int,
) -> Written:
    """Ask for a whole trap: turns or questions, premise, rubric.

    Args:
        caller: The role `trap_writer`.
        source: What it is planted into.
        subtypes: The kinds to choose from.
        feedback: What was wrong with the round before.
        number: Of the round; each is a request of its own.
    """
    name = f"trap_{source.task}"
    prompt = template(PACKAGE, name).substitute(
        kinds="\n".join(_describe(entry) for entry in subtypes),
        question=fence("question", question_text(source.turns)),
        feedback=_feedback(feedback),
    )
    stage = f"{name}/{number}"
    asked: Asked[DialogueReply] | Asked[ReportReply]
    if source.task == "dialogue":
        asked = await _ask(caller, prompt, DialogueReply, stage)
    else:
        asked = await _ask(caller, prompt, ReportReply, stage)
    if asked.value is None:
        return Written(failure=asked.failure)
    return _read(asked.value, source, subtypes)


async def write_rubric(
    caller: Caller, trap: Trap, feedback: Sequence[str], number: int
) -> Written:
    """Ask for another rubric for the same trap."""
    prompt = template(PACKAGE, "trap_rubric").substitute(
        trap=fence("claim", trap.trap),
        truth=fence("evidence", trap.truth),
        key=fence("answer", trap.key),
        question=fence("question", _turns_text(trap)),
        criteria=fence("criteria", rubric_text(trap.criteria)),
        feedback=_feedback(feedback),
    )
    asked = await _ask(caller, prompt, RubricReply, f"trap_rubric/{number}")
    if asked.value is None:
        return Written(failure=asked.failure)
    return _with_rubric(trap, asked.value.criteria)


async def write_pair(caller: Caller, trap: Trap) -> tuple[Trap, str | None]:
    """Ask for an answer that resists and one that falls.

    Returns:
        The trap with both, or as it was and how the reply failed.
    """
    prompt = template(PACKAGE, "trap_pair").substitute(
        trap=fence("claim", trap.trap),
        truth=fence("evidence", trap.truth),
        question=fence("question", _turns_text(trap)),
    )
    asked = await _ask(caller, prompt, PairReply, "trap_pair")
    if asked.value is None:
        return trap, asked.failure
    found = {"resisting": asked.value.resisting, "falling": asked.value.falling}
    if found["resisting"].strip() == found["falling"].strip():
        return trap, "same_answers"
    return trap.model_copy(update=found | {"pair_by": str(caller.model)}), None


def rubric_text(criteria: Sequence[Criterion]) -> str:
    """A rubric as prompts show it."""
    return "\n".join(f"{c.index}. [{c.points}] {c.criterion}" for c in criteria)


def _read(
    reply: DialogueReply | ReportReply, source: Source, subtypes: Sequence[TrapSubtype]
) -> Written:
    codes = [entry.code for entry in subtypes]
    code = reply.subtype.strip()
    if code not in codes:
        return Written(rejections=(_rejection("subtype", " or ".join(codes), code),))
    if isinstance(reply, DialogueReply):
        turns = tuple(
            TrapTurn(role=turn.role, content=turn.content) for turn in reply.turns
        )
    elif len(reply.questions) < MIN_QUESTIONS:
        found = len(reply.questions)
        limit = f"at least {MIN_QUESTIONS}"
        return Written(rejections=(_rejection("questions", limit, found),))
    else:
        lead = load_traps().frame.report_lead
        asked = [
            q if q[:1].isdigit() else f"{number}. {q}"
            for number, q in enumerate(reply.questions, start=1)
        ]
        turns = (report_turn(source.text, asked, lead),)
    placeholder = (Criterion(index=0, criterion="not written yet", points=1),)
    trap = Trap(
        task=source.task,
        subtype=code,
        turns=turns,
        trap=reply.trap,
        truth=reply.truth,
        key=reply.key,
        criteria=placeholder,
    )
    return _with_rubric(trap, reply.criteria)


def _with_rubric(trap: Trap, lines: Sequence[object]) -> Written:
    read = read_rubric(lines)
    if isinstance(read, Rejection):
        return Written(trap=trap, rejections=(read,))
    if not read:
        limit = "at least one line"
        return Written(
            trap=trap, rejections=(_rejection("rubric_malformed", limit, "none"),)
        )
    return Written(trap=trap.model_copy(update={"criteria": read}))


async def _ask(caller: Caller, prompt: str, schema: type[F], stage: str) -> Asked[F]:
    asked = await ask(caller, [ChatMessageUser(content=prompt)], schema, Scope(stage))
    caller.breaker.count(asked.failure)
    return asked


def _describe(entry: TrapSubtype) -> str:
    return (
        f"- {entry.code} {entry.name}: {entry.definition} To plant it: {entry.planting}"
    )


def _feedback(said: Sequence[str]) -> str:
    if not said:
        return ""
    return "\n" + fence("feedback", "\n".join(f"- {text}" for text in said)) + "\n"


def _turns_text(trap: Trap) -> str:
    return question_text([(turn.role, turn.content) for turn in trap.turns])


def _rejection(rule: str, limit: str, value: object) -> Rejection:
    message = f"{rule} must be {limit}, but got {value!s:.100}"
    return Rejection(rule=rule, limit=limit, value=str(value)[:100], message=message)
