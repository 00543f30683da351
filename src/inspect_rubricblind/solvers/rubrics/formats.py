"""Reply formats of rubric writers, and how a numbered list is read."""

import re
from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field

from inspect_rubricblind.calls.formats import Format
from inspect_rubricblind.calls.replies import Failure, Parsed, looks_refused

MOST = 120
"""More criteria than that are no rubric but a runaway reply."""

HARD_RULE, PRINCIPLE, UNTAGGED = "hard rule", "principle", "untagged"
_ITEM = re.compile(r"^\s{0,3}(?:\*\*)?(\d{1,3})[.)](?:\*\*)?\s+(.*)$")
_TAG = re.compile(r"[\[(]\s*(hard[ _-]?rules?|principles?)\s*[\])]", re.IGNORECASE)
_BLOCK = re.compile(r"^\s*<(think|thinking|reasoning)>.*?</\1>", re.DOTALL | re.I)


def _not_blank(value: str) -> str:
    if not value.strip():
        raise ValueError("must not be blank")
    return " ".join(value.split())


def _whole(value: Any) -> Any:
    """A number such as 7.0 is a whole one; anything else is left to the check."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


Line = Annotated[str, AfterValidator(_not_blank)]


class WeightedLine(Format):
    """One criterion with its weight."""

    criterion: Line
    weight: Annotated[int, BeforeValidator(_whole), Field(ge=0, le=10)]


class WeightedReply(Format):
    """A weighted rubric."""

    decisive = ("criteria",)

    criteria: list[WeightedLine] = Field(min_length=1, max_length=MOST)


class AddedReply(Format):
    """Criteria that come on top of a rubric; there may be none."""

    decisive = ("criteria",)

    criteria: list[WeightedLine] = Field(max_length=MOST)


class AnswerReply(Format):
    """An answer."""

    decisive = ("answer",)

    answer: Line


class TaggedLine(Format):
    """One item of a numbered list with its kind."""

    criterion: str
    kind: str


class ListReply(Format):
    """A numbered list of criteria."""

    decisive = ("items",)

    items: list[TaggedLine]


def read_list(
    text: str, stop_reason: str, schema: type[ListReply]
) -> Parsed[ListReply]:
    """Read a numbered list of criteria; nothing outside the list counts.

    A list that was cut off is not read, since its last criterion may be half of one.

    Args:
        text: The completion.
        stop_reason: Inspect's stop reason.
        schema: The format.
    """
    body = _BLOCK.sub("", text)
    items = [_tagged(item) for item in _items(body)]
    items = [item for item in items if item.criterion]
    if stop_reason in ("max_tokens", "model_length"):
        return _unread("truncated", "the list is cut off")
    if stop_reason == "content_filter":
        return _unread("refused", "the provider's filter")
    if not body.strip():
        return _unread("empty", "no text")
    if not items:
        why: Failure = "refused" if looks_refused(body) else "unparsed"
        return _unread(why, "no numbered list")
    if len(items) > MOST:
        return _unread("unparsed", f"{len(items)} items, more than {MOST}")
    return Parsed(schema(items=items), None, "", ())


def _items(body: str) -> Iterator[str]:
    """The items in order; indented lines go on with the item before them."""
    current: list[str] = []
    for line in body.splitlines():
        if found := _ITEM.match(line):
            if current:
                yield " ".join(current)
            current = [found[2]]
        elif current and line.strip() and line[:1].isspace():
            current.append(line.strip())
        elif current and not line.strip():
            yield " ".join(current)
            current = []
    if current:
        yield " ".join(current)


def _tagged(item: str) -> TaggedLine:
    found = _TAG.search(item)
    text = _TAG.sub("", item).replace("**", "")
    kind = UNTAGGED
    if found:
        kind = HARD_RULE if found[1].lower().startswith("hard") else PRINCIPLE
    return TaggedLine(criterion=" ".join(text.split()), kind=kind)


def _unread(failure: Failure, detail: str) -> Parsed[Any]:
    return Parsed(None, failure, detail, ())
