"""Scheme `openrubrics`: general criteria, written from the question alone.

The model that was trained for this is a role like any other (`rubric_writer`): serve it
behind any OpenAI-compatible address. It expects the prompt that it was trained with,
which can be given as a file; the prompt here is this project's own.
"""

from string import Template

from inspect_ai.model import ChatMessageUser

from inspect_rubricblind.calls.ask import Caller, Scope, ask
from inspect_rubricblind.calls.prompts import fence, template
from inspect_rubricblind.solvers.rubrics.formats import UNTAGGED, ListReply, read_list
from inspect_rubricblind.solvers.rubrics.written import Written, number

PACKAGE = "inspect_rubricblind.solvers"
OPENRUBRICS = "openrubrics"
KIND = "kind:"
"""Start of the tag that says whether a criterion is a hard rule or a principle."""


async def write_openrubrics(
    caller: Caller, question: str, draw: int = 0, prompt: Template | None = None
) -> Written:
    """One rubric from one call; every criterion weighs the same.

    Args:
        caller: The writer.
        question: The question.
        draw: Number of an independent re-run.
        prompt: Another prompt, with `$question`; such a prompt gets the bare question.
    """
    written = Written(OPENRUBRICS, (str(caller.model),))
    text = (
        template(PACKAGE, OPENRUBRICS).substitute(question=fence("question", question))
        if prompt is None
        else prompt.safe_substitute(question=question)
    )
    asked = await ask(
        caller,
        [ChatMessageUser(content=text)],
        ListReply,
        Scope("rubric/openrubrics", draw=draw),
        read=read_list,
    )
    caller.breaker.count(asked.failure)
    if asked.value is None:
        written.failures[f"list: {asked.failure}"] += 1
        written.no_rubric = f"list: {asked.failure}"
        return written
    items = asked.value.items
    written.criteria, repeated = number(
        (item.criterion, 1, (f"{KIND}{item.kind}",)) for item in items
    )
    written.steps = {
        "listed": len(items),
        "repeated": repeated,
        "untagged": sum(item.kind == UNTAGGED for item in items),
    }
    return written
