"""A fixed list of case ids: `ids=FILE`."""

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from inspect_rubricblind.records.rows import UTF8_BOM
from inspect_rubricblind.tasks.supplied import refuse_unknown_ids


def read_ids(path: Path, known: Mapping[str, int]) -> frozenset[str]:
    """The ids of a file: a JSON list, or one id per line (`#` at its start: a comment).

    Args:
        path: The file.
        known: The ids that the dataset has.

    Raises:
        ValueError: The file cannot be read, is empty, holds an id twice, or one that
            the dataset does not have.
    """
    try:
        text = path.read_bytes().removeprefix(UTF8_BOM).decode("utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(f"{path}: ids must be UTF-8, but {error}") from None
    ids = _from_json(path, text) if text.lstrip().startswith("[") else _from_lines(text)
    if not ids:
        raise ValueError(f"{path}: ids must hold at least one id, but holds none")
    if twice := [case_id for case_id, n in Counter(ids).items() if n > 1]:
        raise ValueError(
            f"{path}: ids must be unique, but got {', '.join(map(repr, twice[:3]))} "
            "more than once"
        )
    refuse_unknown_ids(path, ids, known)
    return frozenset(ids)


def _from_lines(text: str) -> list[str]:
    lines = [line.strip() for line in text.split("\n")]
    return [line for line in lines if line and not line.startswith("#")]


def _from_json(path: Path, text: str) -> list[str]:
    try:
        values = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path}: ids must be a JSON list, but {error}") from None
    is_id = [isinstance(v, str | int) and not isinstance(v, bool) for v in values]
    if not all(is_id):
        raise ValueError(
            f"{path}: ids must be strings or whole numbers, but got "
            f"{values[is_id.index(False)]!r}"
        )
    return [str(value) for value in values]
