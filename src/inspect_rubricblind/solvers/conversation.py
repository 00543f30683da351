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
