"""A row of any rubric benchmark, and what may keep it from being a case of a run."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

from inspect_rubricblind.records import Criterion
from inspect_rubricblind.records.rows import Line, Row, Text, refuse_duplicates

Skip = Literal[
    "no_criteria",
    "no_positive_points",
    "duplicate_id",
    "not_in_subset",
    "known_issue",
    "not_in_ids",
    "other_language",
    "not_drawn",
    "other_shard",
    "no_reference_answer",
    "no_answer_in_file",
    "failed_in_log",
]


class Turn(Row):
    """One message of a conversation."""

    role: Literal["system", "user", "assistant"]
    content: Text


class Item(NamedTuple):
    """A row of any rubric benchmark; `reference` is its expert answer, if any.

    `skip` says why the row itself cannot be a case, whatever the run asks for.
    """

    id: str
    turns: tuple[Turn, ...]
    criteria: tuple[Criterion, ...]
    tags: tuple[str, ...]
    theme: str
    canary: str
    reference: str | None
    difficulty: str = ""
    language: str = ""
    skip: Skip | None = None


class Choice(NamedTuple):
    """Which cases of a benchmark are left out and why; `about` goes into the log."""

    left_out: Mapping[str, Skip]
    about: Mapping[str, Any]


Choose = Callable[[Sequence[Item]], Choice]


def choose_all(items: Sequence[Item]) -> Choice:
    """Leave nothing out."""
    return Choice({}, {})


def read_items(
    path: Path,
    lines: Iterable[Line],
    read_row: Callable[[Line], Item],
    *,
    drop_duplicates: bool = False,
) -> list[Item]:
    """Map every row of a file.

    Args:
        path: The file, for errors.
        lines: Its rows.
        read_row: Maps one.
        drop_duplicates: Skip the later rows of an id instead of refusing the file.

    Raises:
        ValueError: A row is malformed, an id stands twice, or there is no row.
    """
    ids: list[tuple[object, Line]] = []
    items: list[Item] = []
    for line in lines:
        item = read_row(line)
        items.append(item)
        # Without the row itself, which a large file would hold a second time.
        ids.append((item.id, line._replace(value={})))
    if not items:
        raise ValueError(f"{path} must hold at least one row, but is empty")
    if drop_duplicates:
        return _mark_later(items)
    refuse_duplicates(ids, "id")
    return items


def _mark_later(items: Iterable[Item]) -> list[Item]:
    seen: set[str] = set()
    marked = []
    for item in items:
        is_later = item.id in seen
        marked.append(item._replace(skip="duplicate_id") if is_later else item)
        seen.add(item.id)
    return marked
