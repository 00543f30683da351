"""What the rule-driven stages read: the answer with the turns it replies to."""

from functools import lru_cache

from inspect_ai.solver import TaskState

from inspect_rubricblind.records import Answer
from inspect_rubricblind.solvers.rules import Passage


def passage_of(state: TaskState, answer: Answer) -> Passage:
    """The answer under study as the rules see it."""
    turns = state.input if isinstance(state.input, list) else []
    asked = [turn.text for turn in turns if turn.role == "user"]
    return _build("\n\n".join(asked) or state.input_text, answer.text)


@lru_cache(maxsize=64)
def _build(question: str, answer: str) -> Passage:
    """Three stages in a row read the same passage."""
    return Passage.build(question, answer)


def question_of(state: TaskState) -> str:
    """The conversation before the answer, as a model reads it."""
    if isinstance(state.input, str):
        return state.input
    if len(state.input) == 1:
        return state.input[0].text
    return "\n\n".join(f"{turn.role}: {turn.text}" for turn in state.input)
