"""The section of the report on ready-made pairs, as numbers."""

from collections.abc import Iterator, Sequence
from typing import Any

from inspect_rubricblind.logs.medhallu.classes import (
    Classes,
    ablation_rows,
    class_rows,
    panel_votes,
)
from inspect_rubricblind.logs.medhallu.comparing import baseline_rows, scheme_rows
from inspect_rubricblind.logs.medhallu.criteria import dimension_rows, rubric_rows
from inspect_rubricblind.logs.medhallu.labelled import label_rows, panel_figures
from inspect_rubricblind.logs.medhallu.reading import KEY_LENGTH, MedHallu
from inspect_rubricblind.logs.outcomes.figures import Row
from inspect_rubricblind.records import CLASSES, ClassifiedCriterion

Section = dict[str, list[Row]]


def medhallu_section(found: MedHallu, seed: int = 0) -> Section | None:
    """All rows of the section; None without a ready-made pair.

    Args:
        found: What the logs hold.
        seed: Of the bootstraps.
    """
    if not found.pairs:
        return None
    classes = settle_classes(found.classes)
    return {
        "baselines": list(baseline_rows(found.pairs)),
        "schemes": list(scheme_rows(found.pairs)),
        "labels": list(label_rows(found.pairs, seed)),
        "rubrics": list(rubric_rows(found.pairs)),
        "dimensions": list(dimension_rows(found.pairs)),
        "panel": list(_panel_rows(list(classes.values()), seed)),
        "classes": list(class_rows(found.pairs, classes)),
        "ablation": list(ablation_rows(found.pairs, classes, seed)),
    }


def flat_lists(section: Section | None) -> dict[str, Any]:
    """The lists under names of their own, for `tables/*.csv`."""
    return {f"medhallu_{name}": rows for name, rows in (section or {}).items()}


def settle_classes(classes: Sequence[ClassifiedCriterion]) -> Classes:
    """One class per criterion text; of several, the one with most votes counts."""
    settled: dict[str, ClassifiedCriterion] = {}
    order = sorted(
        classes,
        key=lambda c: (
            c.sha256,
            -sum(vote.criterion_class is not None for vote in c.votes),
            c.model_dump_json(),
        ),
    )
    for item in order:
        settled.setdefault(item.sha256[:KEY_LENGTH], item)
    return settled


def _panel_rows(classes: Sequence[ClassifiedCriterion], seed: int) -> Iterator[Row]:
    """How the panel that classified criteria agrees."""
    if not classes:
        return
    named = [c.criterion_class for c in classes]
    yield {
        "panel": sorted({vote.model for c in classes for vote in c.votes}),
        "n_criteria": len(classes),
        **{name: named.count(name) for name in CLASSES},
        "undecided": named.count(None),
        "unread_votes": sum(
            vote.criterion_class is None for c in classes for vote in c.votes
        ),
        **panel_figures(panel_votes(classes), CLASSES, seed),
    }
