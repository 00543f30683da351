"""Find JSON objects in a text, mending small damage by fixed rules (see `replies`)."""

import ast
import json
import re
from dataclasses import dataclass
from typing import Any, Literal

Repair = Literal[
    "reasoning_block",
    "fence",
    "prose",
    "control_characters",
    "trailing_comma",
    "python_literal",
    "string_boolean",
    "two_objects",
]

# A reply may hold this many braces that open nothing before reading is given up:
# each costs a scan of the text, and hostile text could hold any number.
_MAX_FAILED_OPENINGS = 200


@dataclass(frozen=True)
class Found:
    """One object as read, and what had to be mended."""

    value: dict[str, Any]
    repairs: tuple[Repair, ...]


def find_objects(body: str) -> tuple[list[Found], str]:
    """All top-level objects of a text, in order, and the text outside them."""
    found: list[Found] = []
    rest: list[str] = []
    at = failed = 0
    while (start := body.find("{", at)) != -1 and failed < _MAX_FAILED_OPENINGS:
        item, end = _object_at(body, start)
        if item is None:
            failed += 1
            rest.append(body[at : start + 1])
            at = start + 1
            continue
        rest.append(body[at:start])
        found.append(item)
        at = end
    rest.append(body[at:])
    return found, "".join(rest)


def _object_at(body: str, start: int) -> tuple[Found | None, int]:
    for strict in (True, False):
        try:
            value, end = json.JSONDecoder(strict=strict).raw_decode(body, start)
        except (json.JSONDecodeError, RecursionError):
            continue
        return Found(value, () if strict else ("control_characters",)), end
    closing = _closing(body, start)
    if closing is None:
        return None, start
    segment, end = body[start:closing], closing
    without = _without_trailing_commas(segment)
    if without != segment:
        try:
            value = json.loads(without, strict=False)
            return Found(value, ("trailing_comma",)), end
        except (json.JSONDecodeError, RecursionError):
            pass
    try:
        value = ast.literal_eval(segment)
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        return None, start
    if not isinstance(value, dict):
        return None, start
    return Found(value, ("python_literal",)), end


def _closing(body: str, start: int) -> int | None:
    """End of the balanced braces that open at `start`, strings respected."""
    depth, quote, at = 0, "", start
    while at < len(body):
        char = body[at]
        if quote:
            if char == "\\":
                at += 1
            elif char == quote:
                quote = ""
        elif char == '"' or (char == "'" and body[at - 1] in "{[:, "):
            quote = char
        elif char == "{":
            depth += 1
        elif char == "}":
            depth -= 1
            if depth == 0:
                return at + 1
        at += 1
    return None


def _without_trailing_commas(segment: str) -> str:
    """Drop commas before a closing bracket; text inside strings is left alone."""
    parts = re.split(r'("(?:[^"\\]|\\.)*")', segment, flags=re.DOTALL)
    parts[::2] = [re.sub(r",(\s*[}\]])", r"\1", part) for part in parts[::2]]
    return "".join(parts)
