"""`rubricblind scenarios report`: labels, rulings and logs into one folder of files."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from inspect_rubricblind.logs.markdown import fill_template
from inspect_rubricblind.logs.outcomes.csv import write_tables
from inspect_rubricblind.logs.scenarios.contrast import write_contrast_pairs
from inspect_rubricblind.logs.scenarios.labels import ExpertLabels, LabelKey
from inspect_rubricblind.logs.scenarios.panel import Panel, build_panel
from inspect_rubricblind.logs.scenarios.reading import RatedAnswer
from inspect_rubricblind.logs.scenarios.reconciling import (
    Dispute,
    apply_rulings,
    disputes,
    final_check,
    write_disputes,
    write_labels,
)
from inspect_rubricblind.logs.scenarios.section import (
    Section,
    answer_section,
    panel_section,
)
from inspect_rubricblind.logs.scenarios.tables import scenario_tables
from inspect_rubricblind.logs.scenarios.wording import scenario_sentences
from inspect_rubricblind.logs.tables import Table
from inspect_rubricblind.records.scenario import CRITICAL, Scenario

SAMPLE_NOTE = (
    "SAMPLE data: scenarios written for this project. They show how the method works "
    "and say nothing about any model."
)
NOTHING = "logs hold no answer to a scenario, and no labels were given"


@dataclass(frozen=True)
class ScenarioReport:
    """What labels and rulings come to.

    `disputes` are of the labels before the rulings, `ruled` those that a ruling
    turned; `incomplete` says what is missing.
    """

    panel: Panel
    section: Section
    labels: ExpertLabels | None
    disputes: tuple[Dispute, ...]
    ruled: tuple[LabelKey, ...]
    incomplete: tuple[str, ...]
    seed: int

    @property
    def sentences(self) -> tuple[str, ...]:
        """What may be said first."""
        notes = (SAMPLE_NOTE,) if self.panel.sample else ()
        return (*notes, *scenario_sentences(self.section))

    @property
    def tables(self) -> tuple[Table, ...]:
        """All tables."""
        return tuple(scenario_tables(self.section))

    def as_json(self) -> dict[str, Any]:
        """Every number, and what was ruled."""
        return {
            **self.section,
            "sample": self.panel.sample,
            "seed": self.seed,
            "n_disputes": len(self.disputes),
            "ruled": [list(key) for key in self.ruled],
            "incomplete": list(self.incomplete),
        }


def build_scenario_report(
    answers: Sequence[RatedAnswer],
    scenarios: Sequence[Scenario] = (),
    expert: ExpertLabels | None = None,
    rulings: Path | None = None,
    seed: int = 0,
) -> ScenarioReport:
    """Compute everything.

    Args:
        answers: What logs hold; may be empty.
        scenarios: Scenarios that no log may hold.
        expert: The expert's labels.
        rulings: The list of disputes with its column `ruling` filled in.
        seed: Of bootstraps and permutations.

    Raises:
        ValueError: Inputs contradict each other, or there is nothing to report.
    """
    panel = build_panel(answers, expert, scenarios)
    if not panel.models and not panel.golden and not answers:
        raise ValueError(NOTHING)
    found, incomplete = disputes(panel), list[str]()
    turned: tuple[LabelKey, ...] = ()
    if rulings is not None:
        if expert is None:
            raise ValueError("rulings need the labels that they are on: give --labels")
        ruled = apply_rulings(expert, found, rulings)
        expert, turned = ruled.labels, ruled.changed
        panel = build_panel(answers, expert, scenarios)
        open_ = len(ruled.missing)
    else:
        open_ = len(found)
    if open_:
        incomplete.append(
            f"{open_} label(s) that autoraters contradict have no ruling "
            "(reconciliation.csv)"
        )
    if expert is not None:
        incomplete += final_check(panel)
    section = panel_section(panel, seed) | answer_section(answers)
    return ScenarioReport(
        panel, section, expert, tuple(found), turned, tuple(incomplete), seed
    )


def write_scenario_report(
    report: ScenarioReport, folder: Path, min_weight: int | None = CRITICAL
) -> list[Path]:
    """Write all files; the folder is made if it is not there.

    Args:
        report: What to write.
        folder: Where to.
        min_weight: Of the criteria of contrast pairs; None writes none, as an export
            carries no text.
    """
    folder.mkdir(parents=True, exist_ok=True)
    page, numbers = folder / "scenarios.md", folder / "scenarios.json"
    page.write_text(render_markdown(report), encoding="utf-8")
    content = report.as_json()
    text = json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False)
    numbers.write_text(f"{text}\n", encoding="utf-8")
    written = [page, numbers, *write_tables(content, folder / "tables")]
    if report.labels is not None:
        listed, final = folder / "reconciliation.csv", folder / "labels.csv"
        write_disputes(report.disputes, listed)
        write_labels(report.labels, final)
        written += [listed, final]
    if min_weight is not None:
        written.append(folder / "contrast.jsonl")
        write_contrast_pairs(report.panel, written[-1], min_weight)
    return written


def render_markdown(report: ScenarioReport) -> str:
    """The page; every value is escaped on its way into the template."""
    return fill_template("inspect_rubricblind.logs", "scenarios.md.j2", report=report)
