"""What a cell of a table says: a conversation, a rubric, an error type."""

import json
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, cast

from inspect_rubricblind.records import CONTROL_SHAPES, ERROR_CODES, Criterion
from inspect_rubricblind.records.rows import Line
from inspect_rubricblind.tasks.items import Turn
from inspect_rubricblind.taxonomy.load import load_taxonomy

ROLES = ("system", "user", "assistant")
CRITERION_NAMES = ("criterion", "criterion_text", "text")
LARGEST = 1_000_000
SHOWN = 60
KINDS: Mapping[str, Literal["error", "control"]] = {
    "error": "error",
    "injection": "error",
    "control": "control",
}


class Named(NamedTuple):
    """The kind of a variant, and its error type or shape."""

    kind: Literal["error", "control"]
    error_type: str


def read_text(line: Line, field: str, value: object) -> str:
    """A text with something in it.

    Raises:
        ValueError: It is none; the message names the place.
    """
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str) or not value.strip():
        raise _fault(line, field, "must be text", value)
    return value


def read_turns(line: Line, value: object) -> tuple[Turn, ...]:
    """A conversation that ends with the user: text, a list of turns, or JSON of it.

    Raises:
        ValueError: It is none; the message names the place.
    """
    value = _from_json(value)
    if isinstance(value, dict) and isinstance(value.get("messages"), list):
        value = value["messages"]
    if isinstance(value, str):
        return (Turn(role="user", content=read_text(line, "question", value)),)
    if not isinstance(value, list) or not value:
        raise _fault(line, "question", "must be text or a list of turns", value)
    turns = []
    for item in value:
        role, content = _pick(item, "role"), _pick(item, "content")
        if role not in ROLES or not isinstance(content, str) or not content.strip():
            raise _fault(line, "question", "must have turns {role, content}", item)
        known = cast(Literal["system", "user", "assistant"], role)
        turns.append(Turn(role=known, content=content))
    if turns[-1].role != "user":
        raise _fault(line, "question", "must end with a user turn", turns[-1].role)
    return tuple(turns)


def read_criteria(line: Line, value: object) -> tuple[Criterion, ...]:
    """A rubric: a list of {criterion, points, tags?}, or JSON of it.

    Raises:
        ValueError: It is none, or has no positive points; the message names the place.
    """
    value = _from_json(value)
    if not isinstance(value, list) or not value:
        raise _fault(line, "criteria", "must be a list of {criterion, points}", value)
    criteria = tuple(_criterion(line, n, item) for n, item in enumerate(value))
    if not any(criterion.points > 0 for criterion in criteria):
        raise _fault(line, "criteria", "must have one with positive points", value)
    return criteria


def read_type(
    line: Line, kind: object, value: object, mapping: Mapping[str, str]
) -> Named:
    """Kind and error type of a variant.

    Args:
        line: The row.
        kind: What stands in the column `kind`; None is error.
        value: What stands in the column `error_type`.
        mapping: Codes by the values that the table uses.

    Raises:
        ValueError: Nothing says which error type it is.
    """
    known = KINDS.get(str(kind).strip().lower()) if kind is not None else "error"
    if known is None:
        raise _fault(line, "kind", f"must be one of {', '.join(KINDS)}", kind)
    said = read_text(line, "error_type", value).strip()
    wanted = mapping.get(said, said)
    allowed = ERROR_CODES if known == "error" else CONTROL_SHAPES
    names = {str(word).casefold(): str(word) for word in allowed}
    if known == "error":
        names |= {e.name.casefold(): e.code for e in load_taxonomy().types}
    if wanted.casefold() not in names:
        raise _fault(
            line,
            "error_type",
            f"of kind {known} must be one of {', '.join(allowed)} (or be mapped to one "
            f"with `-T types={said.replace(' ', '_')}=CODE` or a YAML file)",
            said,
        )
    return Named(known, names[wanted.casefold()])


def _criterion(line: Line, index: int, item: object) -> Criterion:
    where = f"criteria[{index}]"
    text = next((t for n in CRITERION_NAMES if (t := _pick(item, n))), None)
    if not isinstance(text, str) or not text.strip():
        raise _fault(line, where, "must have a text in criterion", item)
    points = _pick(item, "points")
    if isinstance(points, float) and points.is_integer():
        points = int(points)
    is_number = isinstance(points, int) and not isinstance(points, bool)
    if not is_number or points == 0 or abs(cast(int, points)) > LARGEST:
        raise _fault(
            line, f"{where}.points", "must be a whole number other than 0", points
        )
    tags = _pick(item, "tags") or []
    if not isinstance(tags, list) or not all(isinstance(tag, str) for tag in tags):
        raise _fault(line, f"{where}.tags", "must be a list of words", tags)
    return Criterion(
        index=index, criterion=text, points=cast(int, points), tags=tuple(tags)
    )


def _from_json(value: object) -> Any:
    """JSON inside a cell; a text that is none stays as it is."""
    if isinstance(value, str) and value.lstrip().startswith(("[", "{")):
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return value
    return value


def _pick(item: object, name: str) -> object:
    return item.get(name) if isinstance(item, dict) else None


def _fault(line: Line, field: str, must: str, value: object) -> ValueError:
    shown = repr(value)
    shown = shown if len(shown) <= SHOWN else f"{shown[:SHOWN]}..."
    return ValueError(f"{line.place}: field {field} {must}, but got {shown}")
