"""Whether the bundled samples keep the promises that docs/data.md makes.

The loaders check what a run needs. These checks are stricter: sources for every
case, enough criteria of both signs, and this project's canary in every record.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from inspect_rubricblind.records.rows import Line, read_jsonl
from inspect_rubricblind.tasks.gold import (
    WARNING,
    load_cases,
    load_gold,
    validate_gold,
)
from inspect_rubricblind.tasks.healthbench import SAMPLE, read_row
from inspect_rubricblind.tasks.items import Item
from inspect_rubricblind.taxonomy.model import CANARY

SAMPLES = SAMPLE.parent
WITH_ERRORS = frozenset(
    {
        "gold_pairs.jsonl",
        "healthbench_meta.jsonl",
        "medhallu.jsonl",
        "pairs.jsonl",
        "probes.jsonl",
    }
)
"""The bundled files whose texts contain deliberate medical errors."""

MIN_CRITERIA, MAX_CRITERIA = 8, 14
CANARY_FIELDS = ("canary", "canary_string")
SOURCE_FIELDS = ("fact", "source", "year")


def validate_samples() -> list[str]:
    """Everything wrong with the bundled files, one sentence each; empty if nothing.

    Raises:
        ValueError: A file cannot be read as what it should be.
    """
    return [
        *validate_cases(),
        *validate_gold(load_gold(), load_cases()),
        *validate_marks(),
    ]


def validate_cases(path: Path = SAMPLE) -> list[str]:
    """What the own cases in HealthBench's row format lack."""
    return [
        f"{path.name}, line {line.number}: {problem}"
        for line in read_jsonl(path)
        for problem in _check_case(read_row(line), line)
    ]


def validate_marks(folder: Path = SAMPLES) -> list[str]:
    """Records of the data files in a folder without canary or warning."""
    return [
        f"{path.name}, record {number}: {problem}"
        for path in sorted(folder.glob("*.json*"))
        for number, record in enumerate(_records(path), start=1)
        for problem in _check_marks(record, path.name in WITH_ERRORS)
    ]


def _check_case(item: Item, line: Line) -> Iterator[str]:
    n = len(item.criteria)
    if not MIN_CRITERIA <= n <= MAX_CRITERIA:
        yield f"criteria must be {MIN_CRITERIA} to {MAX_CRITERIA}, but got {n}"
    if len({criterion.criterion for criterion in item.criteria}) < n:
        yield "criteria must differ from each other"
    if all(criterion.points > 0 for criterion in item.criteria):
        yield "criteria must include one with negative points"
    if item.reference is None:
        yield "ideal_completions_data must hold a reference answer"
    sources = line.value.get("sources")
    if not isinstance(sources, list) or not sources:
        yield f"sources must be a list of facts, but got {sources!r}"
        return
    for source in sources:
        if missing := [field for field in SOURCE_FIELDS if not source.get(field)]:
            yield f"each source must have {', '.join(missing)}, but got {source!r}"


def _check_marks(record: dict[str, Any], has_errors: bool) -> Iterator[str]:
    if CANARY not in (record.get(field) for field in CANARY_FIELDS):
        yield f"canary must be {CANARY!r}"
    if has_errors and WARNING not in str(record.get("warning")):
        yield f"warning must say {WARNING!r}, but got {record.get('warning')!r}"


def _records(path: Path) -> list[dict[str, Any]]:
    """The records of a JSON Lines file, or of a JSON file that holds one list."""
    if path.suffix == ".jsonl":
        return [line.value for line in read_jsonl(path)]
    content = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(content, list):
        raise ValueError(f"{path} must hold one list, but got {type(content).__name__}")
    return content
