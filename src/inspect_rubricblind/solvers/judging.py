"""Role `judge`: does an edited copy hold what it should?"""

from inspect_ai.model import ChatMessageUser

from inspect_rubricblind.calls.ask import Caller, Scope, ask
from inspect_rubricblind.calls.formats import ControlJudgeReply, JudgeReply
from inspect_rubricblind.calls.prompts import fence, template
from inspect_rubricblind.records import Judgement
from inspect_rubricblind.taxonomy.model import ErrorType

PACKAGE = "inspect_rubricblind.solvers"
FAILED_TEST = {
    "error_present": "the intended error is not present, or is not really wrong",
    "clinically_relevant": "the error could not change diagnosis or management",
    "fluent": "the copy does not read naturally or contradicts itself",
    "meaning_unchanged": "the meaning of the answer has changed",
}


async def judge_error(
    caller: Caller,
    question: str,
    original: str,
    edited: str,
    error: ErrorType,
    claim: str,
) -> Judgement:
    """Put the three tests of an injection to the judge."""
    prompt = template(PACKAGE, "judge").substitute(
        name=error.name,
        definition=error.definition,
        claim=fence("claim", claim),
        question=fence("question", question),
        original=fence("original", original),
        edited=fence("edited", edited),
    )
    return await _judge(caller, prompt, JudgeReply, "judge")


async def judge_control(
    caller: Caller, question: str, original: str, edited: str
) -> Judgement:
    """Ask the judge whether a control left the meaning unchanged."""
    prompt = template(PACKAGE, "control_judge").substitute(
        question=fence("question", question),
        original=fence("original", original),
        edited=fence("edited", edited),
    )
    return await _judge(caller, prompt, ControlJudgeReply, "control_judge")


async def _judge(
    caller: Caller,
    prompt: str,
    schema: type[JudgeReply] | type[ControlJudgeReply],
    stage: str,
) -> Judgement:
    chat = [ChatMessageUser(content=prompt)]
    asked = await ask(caller, chat, schema, Scope(stage))
    caller.breaker.count(asked.failure)
    if asked.value is None:
        return Judgement(
            model=str(caller.model), failure=asked.failure, reasoning=asked.detail
        )
    return Judgement(
        model=str(caller.model),
        tests={name: getattr(asked.value, name) for name in schema.decisive},
        reasoning=asked.value.reasoning,
    )
