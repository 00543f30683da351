"""Rubrics by case id in a file of their own, for tables that hold none."""

from inspect_rubricblind.records.rows import Line, find_file, read_jsonl, sha256_of
from inspect_rubricblind.tasks.pairs_files.cells import (
    read_criteria,
    read_text,
    read_turns,
)
from inspect_rubricblind.tasks.pairs_files.grouping import Rubric

IDS = ("id", "case_id", "prompt_id")
RUBRICS = ("criteria", "rubrics", "rubric_items")
QUESTIONS = ("question", "prompt", "messages", "conversation")


def read_rubric_file(value: str | None, files: dict[str, str]) -> dict[str, Rubric]:
    """Read `criteria=FILE`: JSON Lines `{id, criteria, question?}`.

    The rows of HealthBench and HealthBench Professional are such lines too.

    Args:
        value: The path; None is no file.
        files: Gets its name and sha256.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: A line is malformed, or an id stands twice.
    """
    if value is None:
        return {}
    path = find_file(value, "criteria", "absent")
    files |= {"criteria_file": path.name, "criteria_sha256": sha256_of(path)}
    rubrics: dict[str, Rubric] = {}
    for line in read_jsonl(path):
        case_id = read_text(line, "id", _first(line, IDS))
        if case_id in rubrics:
            raise ValueError(f"{line.place}: id must be unique, but got {case_id!r}")
        question = _first(line, QUESTIONS)
        rubrics[case_id] = Rubric(
            criteria=read_criteria(line, _first(line, RUBRICS)),
            turns=None if question is None else read_turns(line, question),
        )
    if not rubrics:
        raise ValueError(f"{path} must hold at least one rubric, but is empty")
    return rubrics


def _first(line: Line, names: tuple[str, ...]) -> object:
    return next((line.value[name] for name in names if name in line.value), None)
