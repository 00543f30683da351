"""Faults of the local model of `model_server`: which request gets which, and how.

A fault depends on the request alone. A faulty request fails once or twice and is then
served, or fails for ever if it was chosen to; so a run with faults can be compared
row by row with one without.
"""

import hashlib
import json
from dataclasses import dataclass, field
from typing import Any

TRANSPORT = ("429", "500", "503", "reset", "slow")
REPAIRED = ("prose", "fence", "string_boolean", "two_objects")
UNREADABLE = ("garbage", "empty", "truncated", "refusal", "not_boolean")
KINDS = (*TRANSPORT, *REPAIRED, *(k for k in UNREADABLE if k != "not_boolean"))
BOOLEAN_STAGES = (
    "grading",
    "applicability",
    "judge",
    "control_judge",
    "trap_validator",
)
FAILURES = {
    "429": "error",
    "500": "error",
    "503": "error",
    "reset": "error",
    "garbage": "unparsed",
    "empty": "empty",
    "truncated": "truncated",
    "refusal": "refused",
    "not_boolean": "not_boolean",
}
"""The outcome of a cell whose request fails for ever in this way."""


@dataclass(frozen=True)
class Plan:
    """Which requests get faults.

    `share` of the requests, by their hash, get one or two faults of `kinds` before
    they are served. Every `doomed_every`-th distinct request of each of the
    `doomed_stages` always fails, in one of `doomed_kinds` after the other. `latency`
    and `slow` are in seconds.
    """

    latency: float = 0.0
    slow: float = 0.2
    share: float = 0.0
    kinds: tuple[str, ...] = KINDS
    doomed_every: int = 0
    doomed_kinds: tuple[str, ...] = tuple(FAILURES)
    doomed_stages: tuple[str, ...] = ("grading",)

    @classmethod
    def read(cls, given: dict[str, Any]) -> "Plan":
        """A plan from JSON; unknown names are refused."""
        fields: Any = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in given.items()
        }
        return cls(**fields)


@dataclass
class Seen:
    """What happened to one distinct request.

    `chat` is the hash of its messages, `settings` is all but these and the model.
    """

    stage: str
    model: str
    chat: str
    settings: dict[str, Any]
    doomed: str | None = None
    arrivals: int = 0
    served: int = 0
    faults: list[str] = field(default_factory=list)


def doom_of(plan: Plan, stage: str, number: int) -> str | None:
    """How the stage's request with this number (from 1) always fails, if it does."""
    if stage not in plan.doomed_stages or not plan.doomed_every:
        return None
    turn, rest = divmod(number, plan.doomed_every)
    kinds = [k for k in plan.doomed_kinds if _fits(k, stage)]
    return None if rest else kinds[turn % len(kinds)]


def fault_of(plan: Plan, key: str, stage: str, before: int) -> str | None:
    """The fault of a request that already had `before` faults, None if it is served."""
    if _number(key, "faulty") >= plan.share * 2**64:
        return None
    if before >= 1 + _number(key, "how many") % 2:
        return None
    kinds = [k for k in plan.kinds if _fits(k, stage)]
    return kinds[_number(key, f"kind {before}") % len(kinds)]


def damage(kind: str, text: str) -> tuple[str, str]:
    """A reply with a fault in its content, and its finish reason."""
    if kind == "prose":
        return f"Here is what I think.\n\n{text}\n\nI hope this helps.", "stop"
    if kind == "fence":
        return f"```json\n{text}\n```", "stop"
    if kind == "two_objects":
        return f"{text}\n{text}", "stop"
    if kind in ("string_boolean", "not_boolean"):
        return json.dumps(_booleans(json.loads(text), kind)), "stop"
    if kind == "truncated":
        return text[: len(text) // 2], "length"
    if kind == "refusal":
        return "I'm sorry, but I can't help with that.", "stop"
    return {"garbage": "met: yes, I would say", "empty": ""}[kind], "stop"


def _booleans(reply: dict[str, Any], kind: str) -> dict[str, Any]:
    say = {True: "True", False: "false"} if kind == "string_boolean" else {}
    return {
        k: say.get(v, "perhaps") if isinstance(v, bool) else v for k, v in reply.items()
    }


def _fits(kind: str, stage: str) -> bool:
    if stage == "answer":  # any text is an answer
        return kind in TRANSPORT
    return "boolean" not in kind or stage in BOOLEAN_STAGES


def _number(key: str, purpose: str) -> int:
    digest = hashlib.sha256(f"{key}\x1f{purpose}".encode()).digest()
    return int.from_bytes(digest[:8], "big")
