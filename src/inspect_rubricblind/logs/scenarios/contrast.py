"""Contrast pairs: one model meets an important criterion that another one misses.

Such pairs can train or test preferences. They hold the text of prompts and answers, so
they must not be published where the scenarios must not.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from inspect_rubricblind.logs.scenarios.panel import Panel
from inspect_rubricblind.records.scenario import CRITICAL


def contrast_pairs(
    panel: Panel, rater: str, min_weight: int = CRITICAL
) -> Iterator[dict[str, Any]]:
    """One line per criterion and pair of models of which only the first meets it.

    Args:
        panel: The labels, with the answers.
        rater: Whose labels decide; both models need one.
        min_weight: From which weight on.
    """
    table = panel.tables[rater]
    for j, line in enumerate(panel.lines):
        if line.weight < min_weight:
            continue
        met = [m for i, m in enumerate(panel.models) if table[i, j] == 1]
        missed = [m for i, m in enumerate(panel.models) if table[i, j] == 0]
        for chosen in met:
            for rejected in missed:
                first = panel.answers.get((chosen, line.scenario))
                second = panel.answers.get((rejected, line.scenario))
                if first is None or second is None:
                    continue
                yield {
                    "scenario": line.scenario,
                    "criterion": line.id,
                    "text": line.text,
                    "weight": line.weight,
                    "categories": list(line.categories),
                    "rater": rater,
                    "prompt": first.prompt,
                    "chosen_model": chosen,
                    "chosen": first.text,
                    "rejected_model": rejected,
                    "rejected": second.text,
                }


def write_contrast_pairs(panel: Panel, path: Path, min_weight: int = CRITICAL) -> int:
    """Write the pairs by the labels that count, as JSON Lines; how many they are."""
    lines = [
        json.dumps(pair, ensure_ascii=False)
        for rater in panel.main
        for pair in contrast_pairs(panel, rater, min_weight)
    ]
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return len(lines)
