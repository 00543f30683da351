"""Scenarios and answers as items of the review tool, for colleagues to look at."""

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from inspect_rubricblind.logs.scenarios.panel import Panel
from inspect_rubricblind.logs.scenarios.reviewed import item_id
from inspect_rubricblind.records.scenario import Scenario, ScenarioCriterion
from inspect_rubricblind.records.scenario_files import find_scenarios
from inspect_rubricblind.tasks.attachments import prompt_of

Item = dict[str, Any]


def peer_review_items(path: Path) -> Iterator[Item]:
    """One item per scenario, for the form `peer_review`: prompt, golden answer, rubric.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: A scenario is malformed.
    """
    for scenario, file in find_scenarios(path):
        yield {
            "id": scenario.id,
            "group": scenario.specialty,
            "source": "scenario",
            "language": scenario.language,
            "passages": [
                _passage("Scenario", prompt_of(scenario, file.parent)),
                _passage("Golden answer", scenario.golden_answer),
                *(
                    _passage(_heading(criterion), _criterion(scenario, criterion))
                    for criterion in scenario.criteria
                ),
            ],
        }


def rating_items(panel: Panel) -> Iterator[Item]:
    """One item per answer and criterion, for the form `scenario_rating`.

    The model's name is in the organiser's part of the item alone.

    Args:
        panel: Answers of logs, with their text.
    """
    for (model, scenario), answer in sorted(panel.answers.items()):
        for line in panel.lines:
            if line.scenario == scenario:
                yield {
                    "id": item_id(scenario, line.id, model),
                    "group": scenario,
                    "source": model,
                    "passages": [
                        _passage("Scenario", answer.prompt),
                        _passage("Answer", answer.text),
                        _passage(f"Criterion {line.id}", line.text),
                    ],
                }


def write_items(items: Iterable[Item], path: Path) -> int:
    """Write items as JSON Lines; how many they are."""
    lines = [json.dumps(item, ensure_ascii=False) for item in items]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return len(lines)


def _passage(heading: str, text: str) -> dict[str, str]:
    return {"heading": heading, "text": text.strip()}


def _heading(criterion: ScenarioCriterion) -> str:
    return (
        f"Criterion {criterion.id}, weight {criterion.weight} "
        f"({', '.join(criterion.categories)})"
    )


def _criterion(scenario: Scenario, criterion: ScenarioCriterion) -> str:
    lines = [criterion.text, f"Why: {criterion.justification}"]
    lines += [f"Source: {said}" for said in _sources(scenario, criterion.sources)]
    return "\n".join(lines)


def _sources(scenario: Scenario, keys: Sequence[str]) -> Iterator[str]:
    for key in keys:
        source = scenario.sources[key]
        yield f"{source.organisation}, {source.title} ({source.year}) {source.url}"
