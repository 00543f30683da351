"""What an export did, as a table."""

from collections.abc import Sequence
from pathlib import Path

from inspect_rubricblind.logs.exporting.export import Exported
from inspect_rubricblind.logs.tables import Table


def export_table(found: Sequence[Exported], folder: Path) -> Table:
    """One row per log: what was planned, what is exported, what was there already."""
    return Table(
        title=f"Exported to {folder}",
        columns=("Log", "Planned", "Samples", "Failed", "Pairs", "State"),
        rows=tuple(
            (
                item.path.name,
                *map(str, (item.planned, item.samples, item.failed, item.pairs)),
                _state(item),
            )
            for item in found
        ),
        notes=(
            "Samples: exported, failed ones among them. Unchanged: its parts were "
            "there already.",
        ),
    )


def _state(item: Exported) -> str:
    if item.left_out:
        return f"left out: {item.left_out}"
    return "unchanged" if item.skipped else "written"
