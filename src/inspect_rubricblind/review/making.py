"""`rubricblind review make`: from logs or items to a folder of packets."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from inspect_rubricblind.logs.parallel import Advance
from inspect_rubricblind.review.assigning import rater_names
from inspect_rubricblind.review.assignment import (
    PACKETS,
    RETURNED,
    Assignment,
    make_assignment,
    write_assignment,
)
from inspect_rubricblind.review.drawing import draw_rows
from inspect_rubricblind.review.forms import Form
from inspect_rubricblind.review.items import Item
from inspect_rubricblind.review.packets import render_packet
from inspect_rubricblind.review.population import read_items, reviewable
from inspect_rubricblind.review.supplied import read_supplied


@dataclass(frozen=True)
class Plan:
    """How a review is drawn and shared out."""

    per_cell: int = 3
    raters: int = 12
    ratings_per_item: int = 2
    control_share: float = 0.15
    language: str = ""
    seed: int = 0


@dataclass(frozen=True)
class Made:
    """A review on disk. `short` names cells with fewer pairs than asked for."""

    assignment: Assignment
    folder: Path
    short: tuple[str, ...]


def make_from_logs(
    logs: Sequence[Path],
    form: Form,
    plan: Plan,
    folder: Path,
    advance: Advance | None = None,
) -> Made:
    """Draw pairs of logs and write their packets.

    Args:
        logs: `.eval` files or folders of them.
        form: What is asked.
        plan: How many, and to whom.
        folder: Where to; it must hold no review.
        advance: Told (done, total) after each run that was read.

    Raises:
        ValueError: The logs or the plan cannot be used; nothing is written.
    """
    rows = reviewable(logs, plan.language, advance)
    drawn = draw_rows(
        rows,
        per_cell=plan.per_cell,
        control_share=plan.control_share,
        seed=plan.seed,
    )
    return _write(read_items(drawn.rows), form, plan, folder, drawn.short)


def make_from_items(path: Path, form: Form, plan: Plan, folder: Path) -> Made:
    """Write packets of everything in a file of items (`supplied`)."""
    items = [
        item
        for item in read_supplied(path)
        if not plan.language or item.language == plan.language
    ]
    if not items:
        raise ValueError(
            f"language must be one of the items', but no item has {plan.language!r}"
        )
    items.sort(key=lambda item: (item.key.error_type, item.key.case_id))
    return _write(items, form, plan, folder, ())


def _write(
    items: Sequence[Item], form: Form, plan: Plan, folder: Path, short: tuple[str, ...]
) -> Made:
    assignment = make_assignment(
        items, form, rater_names(plan.raters), plan.ratings_per_item, plan.seed
    )
    by_name = {
        named.item: item for named, item in zip(assignment.items, items, strict=True)
    }
    write_assignment(assignment, folder)
    (folder / RETURNED).mkdir(exist_ok=True)
    packets = folder / PACKETS
    packets.mkdir(exist_ok=True)
    for packet in assignment.packets:
        page = render_packet(packet, by_name, form)
        (packets / packet.file).write_text(page, encoding="utf-8")
    return Made(assignment, folder, short)
