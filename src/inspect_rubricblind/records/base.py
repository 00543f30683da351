"""Names, versions and the base that every record shares."""

import hashlib
import random
from typing import Literal

from pydantic import BaseModel, ConfigDict

RECORDS_VERSION = "1"

ErrorCode = Literal[
    "F1", "F2", "F3", "F4", "C1", "C2", "C3", "R1", "R2", "O1", "O2", "K1", "K2"
]
ERROR_CODES: tuple[ErrorCode, ...] = (
    "F1",
    "F2",
    "F3",
    "F4",
    "C1",
    "C2",
    "C3",
    "R1",
    "R2",
    "O1",
    "O2",
    "K1",
    "K2",
)
EditShape = Literal["same", "varied", "additive", "additive minor", "subtractive"]
ControlShape = Literal["same", "varied", "additive", "subtractive"]
CONTROL_SHAPES: tuple[ControlShape, ...] = (
    "same",
    "varied",
    "additive",
    "subtractive",
)
VariantKind = Literal["error", "control", "repeat"]
StageKind = Literal["rules", "model"]
AnswerKind = Literal["reference", "file", "log", "model"]
NoAnswer = Literal[
    "no_reference_answer",
    "refusal",
    "empty",
    "at_floor",
    "no_trap",
    "no_pair",
    "not_self_contained",
    "no_rubric",
]
"""Why a case has no answer under study. `at_floor`: it has nothing left to lose."""
Yes = Literal["yes", "no", "unsure"]


class Record(BaseModel):
    """Base of every record: immutable, and a misspelt field is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def stream(seed: int, case_id: str, purpose: str) -> random.Random:
    """Random numbers that depend on (seed, case id, purpose), never on order."""
    key = f"{seed}\x1f{case_id}\x1f{purpose}".encode()
    return random.Random(int.from_bytes(hashlib.sha256(key).digest()[:16], "big"))


def digest(text: str) -> str:
    """SHA-256 of a text in UTF-8, as hex."""
    return hashlib.sha256(text.encode()).hexdigest()
