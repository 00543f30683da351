"""The sections of the page: which figures and tables stand where, and why some lack."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from inspect_rubricblind.logs.cost_tables import cost_tables
from inspect_rubricblind.logs.cost_tables import incomplete as cost_gaps
from inspect_rubricblind.logs.costs import Costs
from inspect_rubricblind.logs.medhallu.plates import medhallu_plates
from inspect_rubricblind.logs.page.cells import MOST_CELLS, Block, Content
from inspect_rubricblind.logs.page.more_plates import (
    agreement_plates,
    cost_plate,
    density_plates,
    noise_plates,
)
from inspect_rubricblind.logs.page.plates import (
    Plate,
    auroc_plates,
    coverage_plates,
    outcome_plates,
    type_plates,
)
from inspect_rubricblind.logs.scenarios.plates import scenario_plates
from inspect_rubricblind.logs.tables import Table
from inspect_rubricblind.logs.traps.plates import trap_plates

TITLES = {
    "map": "Blind-spot map",
    "outcomes": "Outcomes",
    "auroc": "AUROC with intervals",
    "types": "Error types and funnel",
    "noise": "Noise and controls",
    "density": "Number of criteria",
    "agreement": "Agreement between graders and cells",
    "medhallu": "MedHallu: ready-made pairs",
    "fact_check": "Fact check",
    "traps": "Hallucination traps",
    "scenarios": "Scenarios with weighted criteria",
    "cost": "Cost",
    "failures": "Failures and gaps",
    "more": "Further tables",
}

NO_CALLS = "No model was called: errors and coverage come from rules on this machine."
NO_COSTS = "No log was read, so nothing is known of calls."
NO_FAILURES = "No pair is ungraded, no sample is missing, no case is without an answer."

_PLACES = (
    ("medhallu", r"MedHallu"),
    ("fact_check", r"Fact check"),
    ("traps", r"Traps: "),
    ("scenarios", r"Scenarios: "),
    ("outcomes", r"By severity|Outcomes per|Causes"),
    ("auroc", r"Verdicts|Size and bound"),
    ("types", r"Funnel"),
    ("map", r"(Estimated )?[Cc]overage"),
    ("noise", r"Noise floor|Graded controls|Controls"),
    ("density", r"By number of criteria"),
    (
        "agreement",
        r"Comparisons|Rank agreement|Graded twice|Agreement|Assay|Graders against"
        r"|By kind of criterion",
    ),
)
"""The section of each table by the start of its title; others are further tables."""


@dataclass(frozen=True)
class Section:
    """A part of the page. `key` is its anchor; `notes` are sentences above the rest."""

    key: str
    title: str
    notes: tuple[str, ...]
    plates: tuple[Plate, ...]
    tables: tuple[Table, ...]


def all_plates(
    content: Content, shown: Sequence[Block], costs: Costs | None
) -> list[Plate]:
    """Every figure of the report, section by section."""
    cost = costs and cost_plate(costs)
    return [
        *coverage_plates(shown),
        *outcome_plates(shown),
        *auroc_plates(shown, content["settings"]["margin"]),
        *type_plates(shown),
        *noise_plates(content, shown),
        *density_plates(content, shown),
        *agreement_plates(content),
        *medhallu_plates(content.get("medhallu")),
        *trap_plates(content.get("traps")),
        *scenario_plates(content.get("scenarios")),
        *([cost] if cost else []),
    ]


def page_sections(
    shown: Sequence[Block],
    plates: Sequence[Plate],
    tables: Sequence[Table],
    costs: Costs | None,
    failures: Sequence[Table],
) -> list[Section]:
    """All sections in order; those without anything to show are left out.

    Args:
        shown: The cells.
        plates: All figures.
        tables: The report's tables, of which none is lost.
        costs: None for a pairs file.
        failures: Tables of what went wrong.
    """
    graded = any(block.graded for block in shown)
    spending = cost_tables(costs) if costs else []
    found = []
    for key, title in TITLES.items():
        own = [table for table in tables if place(table) == key]
        own += {"cost": spending, "failures": list(failures)}.get(key, [])
        section = Section(
            key=key,
            title="Coverage map" if key == "map" and not graded else title,
            notes=tuple(_notes(key, shown, costs, failures)),
            plates=tuple(plate for plate in plates if plate.section == key),
            tables=tuple(own),
        )
        if section.plates or section.tables or section.notes or key == "map":
            found.append(section)
    return found


def place(table: Table) -> str:
    """The section that a table of the report belongs to."""
    for key, start in _PLACES:
        if re.match(start, table.title):
            return key
    return "more"


def _notes(
    key: str, shown: Sequence[Block], costs: Costs | None, failures: Sequence[Table]
) -> list[str]:
    if key == "cost":
        if costs is None:
            return [NO_COSTS]
        return [*([] if costs.rows else [NO_CALLS]), *cost_gaps(costs)]
    if key == "failures" and not failures:
        return [NO_FAILURES]
    if key in ("outcomes", "auroc") and len(shown) > MOST_CELLS and shown[0].graded:
        few = f"Figures of the first {MOST_CELLS} of {len(shown)} cells"
        return [f"{few}; tables of all."]
    return []
