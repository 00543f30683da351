"""What the organiser keeps: which item is what, who rates it, in which order."""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from pydantic import ValidationError

from inspect_rubricblind.logs.ratings import NOTICE, ItemKey
from inspect_rubricblind.records import Record, digest
from inspect_rubricblind.review.assigning import Rated, assign
from inspect_rubricblind.review.checksums import joint_digest
from inspect_rubricblind.review.forms import Form
from inspect_rubricblind.review.items import Item
from inspect_rubricblind.taxonomy.model import CANARY

ASSIGNMENT_FILE = "assignment.json"
PACKETS = "packets"
RETURNED = "returned"


class AssignedItem(Record):
    """An item under its opaque name, with the digest of what is shown of it."""

    item: str
    shown: str
    key: ItemKey


class Packet(Record):
    """One rater's items in their order; `packet` names this very selection."""

    packet: str
    rater: str
    items: tuple[str, ...]

    @property
    def file(self) -> str:
        """Name of the page."""
        return f"{self.rater}.html"


class Assignment(Record):
    """A whole review. It tells errors from controls, so raters must not see it."""

    format: Literal["rubricblind-review-1"] = "rubricblind-review-1"
    warning: str = "For the organiser alone: it says which items are controls."
    notice: str = NOTICE
    canary: str = CANARY
    seed: int
    ratings_per_item: int
    form: Form
    items: tuple[AssignedItem, ...]
    packets: tuple[Packet, ...]


def make_assignment(
    items: Sequence[Item],
    form: Form,
    raters: Sequence[str],
    ratings_per_item: int,
    seed: int,
) -> Assignment:
    """Name the items, share them out, and name the packets.

    Args:
        items: In the order of their strata.
        form: What is asked.
        raters: Names of the raters.
        ratings_per_item: Different raters per item.
        seed: Of names, shares and orders.
    """
    named = tuple(
        AssignedItem(item=_name(item, seed), shown=item.shown_sha256, key=item.key)
        for item in items
    )
    rated = [Rated(n.item, n.key.case_id, _stratum(n.key)) for n in named]
    shared = assign(rated, raters, ratings_per_item, seed)
    shown = {n.item: n.shown for n in named}
    return Assignment(
        seed=seed,
        ratings_per_item=ratings_per_item,
        form=form,
        items=named,
        packets=tuple(
            Packet(packet=_packet(rater, own, shown, form), rater=rater, items=own)
            for rater, own in shared.items()
        ),
    )


def _stratum(key: ItemKey) -> str:
    return key.kind if key.kind == "control" else f"{key.kind} {key.error_type}"


def _name(item: Item, seed: int) -> str:
    return digest(f"{seed}\x1f{item.key.model_dump_json()}")[:12]


def _packet(rater: str, items: Sequence[str], shown: dict[str, str], form: Form) -> str:
    texts = [rater, form.sha256, *(f"{item} {shown[item]}" for item in items)]
    return joint_digest(texts)[:16]


def write_assignment(assignment: Assignment, folder: Path) -> Path:
    """Write the organiser's file; an earlier one stays.

    Raises:
        ValueError: The folder holds a review already.
    """
    path = folder / ASSIGNMENT_FILE
    folder.mkdir(parents=True, exist_ok=True)
    text = assignment.model_dump_json(indent=1)
    try:
        with path.open("x", encoding="utf-8") as stream:
            stream.write(f"{text}\n")
    except FileExistsError:
        raise ValueError(
            f"out must be a folder without a review, but {path} is there: its packets "
            "may be with raters already. Choose another folder."
        ) from None
    return path


def read_assignment(folder: Path) -> Assignment:
    """The organiser's file of a review.

    Raises:
        ValueError: There is none, or it is damaged.
    """
    path = folder / ASSIGNMENT_FILE
    if not path.is_file():
        raise ValueError(
            f"folder must be one that `rubricblind review make` wrote, but {path} is "
            "not there"
        )
    try:
        return Assignment.model_validate_json(path.read_bytes())
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "file"
        raise ValueError(f"{path} is damaged: {where}: {first['msg']}") from None
