"""Things to rate that are no pairs of a log: one JSON object per line.

`id`, `group` (what they are stratified by) and `passages`, a list of `heading` and
`text`; `source` and `language` may be there too.
"""

from pathlib import Path

from pydantic import Field

from inspect_rubricblind.logs.ratings import ItemKey
from inspect_rubricblind.records.rows import (
    Row,
    Text,
    parse_row,
    read_jsonl,
    refuse_duplicates,
)
from inspect_rubricblind.review.checksums import joint_digest
from inspect_rubricblind.review.items import Item, Passage, shown_text


class SuppliedPassage(Row):
    """A text and its heading."""

    heading: Text
    text: Text


class SuppliedItem(Row):
    """One line of the file."""

    id: Text
    group: Text
    source: str = ""
    language: str = ""
    passages: tuple[SuppliedPassage, ...] = Field(min_length=1, strict=False)


def read_supplied(path: Path) -> list[Item]:
    """The items of a file, in its order.

    Raises:
        ValueError: A line breaks the format, an id comes twice, or there is none.
        OSError: The file cannot be read.
    """
    found = [(parse_row(SuppliedItem, line, "id"), line) for line in read_jsonl(path)]
    refuse_duplicates(((item.id, line) for item, line in found), "id")
    if not found:
        raise ValueError(f"items must hold at least one line, but got none in {path}")
    return [_item(item) for item, _ in found]


def _item(row: SuppliedItem) -> Item:
    passages = tuple(
        Passage(shown_text(p.heading), shown_text(p.text)) for p in row.passages
    )
    key = ItemKey(
        kind="item",
        error_type=row.group,
        injector=row.source,
        case_id=row.id,
        content=joint_digest(p.text for p in passages),
    )
    return Item(key=key, passages=passages, language=row.language)
