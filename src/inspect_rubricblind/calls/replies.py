"""Read a model's reply as one JSON object, or say why it cannot be read.

Nothing is guessed from words in the text. Small damage is repaired by fixed rules
and each repair is named, so that it can be counted:

- `reasoning_block`: a leading `<think>`, `<thinking>` or `<reasoning>` block is cut.
- `fence`, `prose`: the object stands in a code fence, or has other text around it.
- `control_characters`: a raw line break or tab inside a string.
- `trailing_comma`: a comma before a closing brace or bracket.
- `python_literal`: `True`, `None` or single quotes instead of JSON.
- `string_boolean`: `"true"` or `"false"` (any case) where a boolean is due.
- `two_objects`: several objects with the wanted keys that agree; the last one counts.

An object inside a string (a verdict quoted in an explanation) is part of that string
and never a verdict. Objects that disagree are not read at all.
"""

import json
import re
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar, get_args

from pydantic import ValidationError

from inspect_rubricblind.calls.formats import Format
from inspect_rubricblind.calls.objects import Found, Repair, find_objects

Failure = Literal["unparsed", "not_boolean", "refused", "truncated", "empty", "error"]
FAILURES: tuple[Failure, ...] = get_args(Failure)

F = TypeVar("F", bound=Format)

_BLOCK = re.compile(
    r"^\s*<(think|thinking|reasoning)>.*?</\1>", re.DOTALL | re.IGNORECASE
)
_OPEN_BLOCK = re.compile(r"^\s*<(think|thinking|reasoning)>", re.IGNORECASE)
_FENCE = re.compile(r"^\s*```[a-zA-Z]*\s*$", re.MULTILINE)
_REFUSAL = re.compile(
    r"^\W*(i['’]?m (very )?sorry|sorry|i (can(no|['’])?t|cannot|won['’]?t)"
    r"|i (am|['’]m)? ?(not able|unable)|as an ai\b|unfortunately,? i (can|am))",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Parsed(Generic[F]):
    """A reply that was read (`value`), or why not (`failure` and `detail`)."""

    value: F | None
    failure: Failure | None
    detail: str
    repairs: tuple[Repair, ...]


def parse_reply(text: str, stop_reason: str, schema: type[F]) -> Parsed[F]:
    """Read the object that `schema` describes out of a completion.

    Args:
        text: The completion, without reasoning that the provider returns apart.
        stop_reason: Inspect's stop reason; `max_tokens` and `content_filter` name
            the failure of a reply that holds no object.
        schema: The reply format.
    """
    repairs: list[Repair] = []
    body = _BLOCK.sub("", text)
    if body != text:
        repairs.append("reasoning_block")
    if not body.strip():
        return _unread(_no_object(body, stop_reason), "no text", repairs)
    found, rest = find_objects(body)
    wanted = [item for item in found if _has_keys(item.value, schema)]
    if not wanted:
        failure = _no_object(body, stop_reason)
        keys = ", ".join(_required(schema))
        return _unread(failure, f"no JSON object with {keys}", repairs)
    repairs += _around(rest)
    return _read(wanted, schema, repairs)


def looks_refused(text: str) -> bool:
    """Whether a text opens like a refusal. Used only where no verdict could be read."""
    return _REFUSAL.match(text.strip()) is not None


def _read(wanted: list[Found], schema: type[F], repairs: list[Repair]) -> Parsed[F]:
    values, failure, detail = [], None, ""
    for item in wanted:
        raw, coerced = _booleans(item.value, schema)
        try:
            values.append(schema.model_validate_json(json.dumps(raw)))
        except ValidationError as error:
            failure, detail = _invalid(error, schema)
            continue
        repairs += [*item.repairs, *coerced]
    if failure is not None:
        return _unread(failure, detail, repairs)
    if len({_decision(value) for value in values}) > 1:
        return _unread("unparsed", "two JSON objects that disagree", repairs)
    if len(values) > 1:
        repairs.append("two_objects")
    return Parsed(values[-1], None, "", tuple(dict.fromkeys(repairs)))


def _unread(failure: Failure, detail: str, repairs: list[Repair]) -> Parsed[Any]:
    return Parsed(None, failure, detail, tuple(dict.fromkeys(repairs)))


def _no_object(body: str, stop_reason: str) -> Failure:
    if stop_reason == "content_filter":
        return "refused"
    if stop_reason in ("max_tokens", "model_length"):
        return "truncated"
    if not body.strip():
        return "empty"
    if _OPEN_BLOCK.match(body):
        return "truncated"
    return "refused" if looks_refused(body) else "unparsed"


def _around(rest: str) -> list[Repair]:
    """Which text stands around the objects: a code fence, prose, or both."""
    bare = _FENCE.sub("", rest)
    bare = bare.replace("```json", "").replace("```", "")
    repairs: list[Repair] = ["fence"] if "```" in rest else []
    return [*repairs, "prose"] if bare.strip() else repairs


def _required(schema: type[Format]) -> tuple[str, ...]:
    return tuple(n for n, f in schema.model_fields.items() if f.is_required())


def _has_keys(value: dict[str, Any], schema: type[Format]) -> bool:
    return all(name in value for name in _required(schema))


def _booleans(
    value: dict[str, Any], schema: type[Format]
) -> tuple[dict[str, Any], tuple[Repair, ...]]:
    """Turn "true" and "false" into booleans in the fields that are booleans."""
    raw, repairs = dict(value), []
    for name, field in schema.model_fields.items():
        text = raw.get(name)
        if field.annotation is bool and isinstance(text, str):
            word = text.strip().lower()
            if word in ("true", "false"):
                raw[name] = word == "true"
                repairs.append("string_boolean")
    return raw, tuple(repairs)  # type: ignore[arg-type]


def _invalid(error: ValidationError, schema: type[Format]) -> tuple[Failure, str]:
    first = error.errors()[0]
    name = str(first["loc"][0]) if first["loc"] else ""
    field = schema.model_fields.get(name)
    detail = f"{name}: {first['msg']}"
    if field is not None and field.annotation is bool:
        return "not_boolean", detail
    return "unparsed", detail


def _decision(value: Format) -> str:
    return json.dumps(value.model_dump(include=set(value.decisive)), sort_keys=True)
