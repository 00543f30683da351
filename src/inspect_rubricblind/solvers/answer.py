"""Stage 1: the answer under study."""

import re
from typing import Literal

from inspect_ai.model import ChatMessageAssistant, Model, ModelOutput
from inspect_ai.solver import Generate, Solver, TaskState, solver

from inspect_rubricblind.calls.ask import Scope, cache_policy, fatal_error, settings
from inspect_rubricblind.calls.roles import evaluated_model
from inspect_rubricblind.calls.secrets import redact_failed_calls
from inspect_rubricblind.records import (
    Answer,
    AnswerKind,
    Case,
    NoAnswer,
    Trial,
    digest,
)
from inspect_rubricblind.taxonomy.language import detect_language
from inspect_rubricblind.taxonomy.tokens import count_tokens

REFUSAL_TOKENS = 25
REFUSAL = re.compile(
    r"\W*(?:(?:i['’]?m|i am)?\s*(?:very |really |so )?sorry,?\s*(?:but\s*)?)?"
    r"(?:as an? [^.,]{0,40},\s*)?"
    r"i(?:['’]m| am)?\s*"
    r"(?:can['’]?t|cannot|can not|won['’]?t|will not|not able to|unable to)\s+"
    r"(?:\w+\s+){0,2}?"
    r"(?:assist|help(?! \w+ing)|comply|provide|discuss|answer|fulfill?|continue"
    r"|engage|respond)\b",
    re.IGNORECASE,
)


@solver
def write_answer(source: Literal["auto", "supplied"] = "auto") -> Solver:
    """Let the evaluated model answer, or take the answer that came with the case.

    Fills `Trial.answer`, or `Trial.no_answer` with the reason why there is none;
    then the later solvers have nothing to do.

    Args:
        source: `supplied` never calls a model; `auto` calls the evaluated model
            unless it is `none/none`.
    """

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        model = evaluated_model() if source == "auto" else None
        if model is None:
            return _take_supplied(state)
        state = await ask_evaluated(model, "answer", state, generate)
        text = state.output.completion
        if reason := why_no_answer(text, state.output.stop_reason):
            return _end_without(state, reason)
        state.store_as(Trial).answer = describe_answer(text, str(model), "model")
        return state

    return solve


async def ask_evaluated(
    model: Model, stage: str, state: TaskState, generate: Generate
) -> TaskState:
    """Let the evaluated model reply, cached like every call of a stage.

    Raises:
        FatalModelError: The provider answered 400, 401, 403 or 404.
    """
    try:
        return await generate(
            state,
            cache=cache_policy(Scope(stage), state.epoch),
            temperature=settings(model).temperature,
        )
    except Exception as error:
        redact_failed_calls()
        if (fatal := fatal_error(error, model)) is not None:
            raise fatal from None
        raise


def why_no_answer(text: str, stop_reason: str) -> NoAnswer | None:
    """Whether a reply is empty or only declines to answer.

    A short reply that opens by declining counts as a refusal; a longer one has
    something in it for a rubric to grade.
    """
    if stop_reason == "content_filter":
        return "refusal"
    if not text.strip():
        return "empty"
    if REFUSAL.match(text) and count_tokens(text) <= REFUSAL_TOKENS:
        return "refusal"
    return None


def describe_answer(text: str, answer_model: str, kind: AnswerKind) -> Answer:
    """The record of an answer."""
    return Answer(
        text=text,
        answer_model=answer_model,
        kind=kind,
        tokens=count_tokens(text),
        language=detect_language(text),
        sha256=digest(text),
    )


def _take_supplied(state: TaskState) -> TaskState:
    supplied = state.metadata_as(Case).answer
    if supplied is None:
        return _end_without(state, "no_reference_answer")
    if reason := why_no_answer(supplied.text, supplied.stop_reason):
        return _end_without(state, reason)
    state.messages.append(ChatMessageAssistant(content=supplied.text))
    state.output = ModelOutput.from_content(supplied.answer_model, supplied.text)
    state.store_as(Trial).answer = describe_answer(
        supplied.text, supplied.answer_model, supplied.kind
    )
    return state


def _end_without(state: TaskState, reason: NoAnswer) -> TaskState:
    state.store_as(Trial).no_answer = reason
    state.completed = True
    return state
