"""The turns before an answer, as prompts show them."""

from collections.abc import Sequence

from inspect_ai.solver import TaskState

PLANTED = "TrapTrial:turns"
"""Where a trap task keeps the turns that stand in the place of the source's."""


def turns_of(state: TaskState) -> list[tuple[str, str]]:
    """Role and text of the turns before the answer, with the trap if one is planted."""
    if planted := state.store.get(PLANTED):
        return [(turn["role"], turn["content"]) for turn in planted]
    if isinstance(state.input, str):
        return [("user", state.input)]
    return [(message.role, message.text) for message in state.input]


def question_of(state: TaskState) -> str:
    """The conversation before the answer in one text; one turn stands alone."""
    return question_text(turns_of(state))


def question_text(turns: Sequence[tuple[str, str]]) -> str:
    """Turns in one text; one turn stands alone."""
    if len(turns) == 1:
        return turns[0][1]
    return "\n\n".join(f"{role}: {text}" for role, text in turns)
