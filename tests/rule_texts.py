"""Hand-made conversations for the rules, and one way to run a rule on them."""

from collections.abc import Iterator
from random import Random

from inspect_rubricblind.records import Candidate, ErrorCode, apply_edits
from inspect_rubricblind.solvers.rules import RULES, Passage

HEADACHE_QUESTION = "I've had a mild headache for two days. Should I see a doctor?"
HEADACHE = (
    "I'm sorry to hear that. A mild headache may be caused by dehydration. The "
    "headache usually resolves on its own within a few days.\n\n"
    "- Drink plenty of water and rest.\n"
    "- Do not take ibuprofen if you have kidney disease.\n"
    "- Do you take any other medications?\n"
    "- Paracetamol is safe for most people with a headache.\n\n"
    "If the headache worsens or you develop a fever, seek immediate medical "
    "attention.\n\n"
    "If your headache persists for more than a week, it's best to see a doctor. They "
    "can order a blood test to look for other causes.\n\n"
    "Let me know if you have any other questions."
)
SPANISH = (
    "Siento mucho que tengas dolor de cabeza. Puede ser causado por deshidratación, "
    "así que bebe agua y descansa. Si empeora, busca atención médica inmediata y "
    "consulta a tu médico lo antes posible."
)


NEUTRAL = (
    "This is what you should know about it, and what there is to do over the next "
    "days. The order is the one in which it will matter to you and to the others."
)


def padded(text: str) -> str:
    """A text long enough for its language to be known, with nothing else in it."""
    return f"{NEUTRAL}\n\n{text}"


def candidates(
    code: ErrorCode, question: str, answer: str, seed: int = 0
) -> Iterator[Candidate]:
    """What the rule of an error type proposes for an answer."""
    return RULES[code].candidates(Passage.build(question, answer), Random(seed))


def trigger(code: ErrorCode, question: str, answer: str) -> str | None:
    """What makes the rule of an error type apply to an answer."""
    return RULES[code].trigger(Passage.build(question, answer))


def copies(code: ErrorCode, question: str, answer: str, seed: int = 0) -> list[str]:
    """All copies that the rule would make of an answer."""
    found = candidates(code, question, answer, seed)
    return [apply_edits(answer, candidate.edits) for candidate in found]


def first(code: ErrorCode, question: str, answer: str, seed: int = 0) -> str:
    """The copy that the rule likes best."""
    return copies(code, question, answer, seed)[0]
