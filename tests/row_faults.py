"""Malformed variants of benchmark rows: required parts taken away or replaced."""

import copy
import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

Key = tuple[str | int, ...]
REMOVED = object()
WRONG: tuple[Any, ...] = (
    REMOVED,
    None,
    True,
    3.5,
    -(10**30),
    "",
    " \u2028",
    "\ud800",
    [],
    {},
    [[]],
    [None],
    {"x": 1},
    float("nan"),
    float("inf"),
)
BYTES: tuple[Callable[[bytes], bytes], ...] = (
    lambda raw: raw[: len(raw) // 2],
    lambda raw: raw.replace(b'"', b"'"),
    lambda raw: raw[:40] + b"\xff\xfe" + raw[40:],
    lambda raw: b"[" * 5000 + raw,
    lambda raw: raw.replace(b":", b"", 1),
    lambda raw: b"\x00" + raw,
    lambda raw: b"",
    lambda raw: b"null",
    lambda raw: b'"text"',
    lambda raw: raw + b"}",
)


class Format(NamedTuple):
    """A file format: `required` lists the places whose content is checked.

    A path may hold `*`, any item of a list. The values beside a path are well-formed
    there, such as a null that the loader takes for "missing".
    """

    required: Mapping[str, tuple[Any, ...]]
    is_list: bool = False


def is_allowed(value: Any, allowed: Sequence[Any]) -> bool:
    """Whether a value is among those, with its type: 1 is not True."""
    return any(type(a) is type(value) and a == value for a in allowed)


def faults(
    rows: Sequence[Mapping[str, Any]], kind: Format, count: int, seed: int
) -> Iterator[tuple[str, bytes]]:
    """Malformed files with one row each, and what was done to it."""
    chance = random.Random(seed)
    for number in range(count):
        row = copy.deepcopy(dict(chance.choice(rows)))
        if number % 10 == 9:
            which = number // 10 % len(BYTES)
            yield f"bytes {which}", BYTES[which](encode([row], kind))
            continue
        path = chance.choice(sorted(kind.required))
        values = [v for v in WRONG if not is_allowed(v, kind.required[path])]
        value = chance.choice(values)
        place = resolve(row, path, chance)
        set_at(row, place, value)
        said = "removed" if value is REMOVED else repr(value)
        yield f"{'.'.join(map(str, place))} {said}", encode([row], kind)


def resolve(row: Any, path: str, chance: random.Random) -> Key:
    """A concrete place for a path: `*` becomes an item of the list that is there."""
    place: list[str | int] = []
    held = row
    for part in path.split("."):
        key = chance.randrange(len(held)) if part == "*" else part
        place.append(key)
        held = held.get(key) if isinstance(held, dict) else held[key]
    return tuple(place)


def set_at(row: Any, place: Key, value: Any) -> None:
    """Put a value at a place, or take away what is there."""
    held = row
    for key in place[:-1]:
        held = held[key]
    if value is REMOVED and place[-1] not in held and isinstance(held, dict):
        return
    if value is REMOVED:
        del held[place[-1]]
    else:
        held[place[-1]] = value


def encode(rows: Sequence[Any], kind: Format) -> bytes:
    """A file of these rows; half a surrogate pair stays as its escape."""
    if kind.is_list:
        return json.dumps(rows).encode()
    return b"".join(json.dumps(row).encode() + b"\n" for row in rows)


def read_rows(path: Path, kind: Format) -> list[dict[str, Any]]:
    """The rows of a well-formed file."""
    text = path.read_text(encoding="utf-8")
    if kind.is_list:
        return list(json.loads(text))
    return [json.loads(line) for line in text.split("\n") if line.strip()]
