"""Any rubric benchmark in a small JSON Lines format, medical or not.

One line per case: `{id, question or messages, criteria: [{criterion, points, tags?}],
reference?, theme?, tags?, difficulty?, language?}`. HealthBench's own rows are such
lines too: `prompt_id`, `prompt`, `rubrics` and `ideal_completions_data` are read as
well. Error types that do not fit a text simply do not apply to it.
"""

import re
from pathlib import Path

from inspect_ai import Task, task

from inspect_rubricblind.records.rows import Line
from inspect_rubricblind.tasks.arguments import check_arguments
from inspect_rubricblind.tasks.benchmark import Benchmark, build_task
from inspect_rubricblind.tasks.items import Item
from inspect_rubricblind.tasks.pairs_files.cells import (
    read_criteria,
    read_text,
    read_turns,
)

SAMPLE = Path(__file__).parent / "samples" / "custom.jsonl"
NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")
THEME = "theme:"
TAKEN = (
    "healthbench",
    "healthbench_professional",
    "livemedbench",
    "pairs",
    "scenarios",
    "grader_calibration",
    "grader_qualification",
)
IDS, CHATS = ("id", "prompt_id"), ("messages", "question", "prompt")
RUBRICS, TAGS = ("criteria", "rubrics"), ("tags", "example_tags")
KNOWN = {
    *(*IDS, *CHATS, *RUBRICS, *TAGS),
    *("reference", "ideal_completions_data"),
    *("theme", "difficulty", "language", "canary"),
}
"""Every key that is read; `rubricblind validate` names the others."""


@task
def custom(
    dataset: str = "sample",
    name: str = "custom",
    answers: str = "auto",
    verdicts: str | None = None,
    applicability: str = "auto",
    injector: str = "auto",
    coverage: str = "auto",
    error_types: str | list[str] | None = None,
    controls: bool | int = True,
    repeats: int = 1,
    seed: int = 0,
    shard: str | None = None,
    ids: str | None = None,
    fact_check: str = "off",
    **unknown: object,
) -> Task:
    """Whether the rubrics of any benchmark notice one error in a good answer.

    Args:
        dataset: The path of a file in the format of this module (`rubricblind
            validate FILE` checks it), or `sample`.
        name: What the benchmark is called in reports.
        answers: `auto` (the evaluated model, or the references if there is none),
            `reference`, or a file as for `healthbench`.
        verdicts: JSON Lines `{id, index, met}`, known verdicts on the given answers.
        applicability: `auto`, `rules` or `model`.
        injector: `auto`, `rules` or `model`; the role is `injector`.
        coverage: `auto`, `rules` or `model`; the role is `judge`.
        error_types: Codes to inject, such as `F1,K1`; None is all.
        controls: Whether to add a control per edit shape of the case's injections.
        repeats: How often the grader, if bound, grades the original again.
        seed: Fixes every choice among possible edits.
        shard: `"i/n"`, the i-th of n parts by case id, counted from 0.
        ids: A file with the ids of the cases to run.
        fact_check: `off`, or where evidence comes from: `corpus` (the notes that ship),
            a file of `rubricblind corpus build`, `pubmed`, `serper` or `inspect`.
        **unknown: Refused by name.
    """
    given = {key: value for key, value in locals().items() if key != "unknown"}
    called = given.pop("name")
    if not isinstance(called, str) or not NAME.fullmatch(called) or called in TAKEN:
        raise ValueError(
            "name must be a word of small letters, digits, _ and -, and no benchmark "
            f"of this suite ({', '.join(TAKEN)}), but got {called!r}"
        )
    if dataset == "official":
        raise ValueError(
            "dataset must be the path of your file, or 'sample', but got 'official': "
            "nobody publishes a benchmark of your own but you"
        )
    arguments = check_arguments("custom", ("full",), given, unknown)
    return build_task(CUSTOM._replace(name=called, title=called), arguments)


def read_row(line: Line) -> Item:
    """Map a line to a case.

    Raises:
        ValueError: A field is missing or malformed; the message names line and field.
    """
    case_id = read_text(line, "id", _one_of(line, IDS))
    tags = _tags(line)
    themes = [tag.removeprefix(THEME) for tag in tags if tag.startswith(THEME)]
    return Item(
        id=case_id,
        turns=read_turns(line, _one_of(line, CHATS)),
        criteria=read_criteria(line, _one_of(line, RUBRICS)),
        tags=tags,
        theme=_optional(line, "theme") or (themes[0] if themes else ""),
        canary=_optional(line, "canary"),
        reference=_reference(line),
        difficulty=_optional(line, "difficulty"),
        language=_optional(line, "language"),
    )


def _reference(line: Line) -> str | None:
    ideal = line.value.get("ideal_completions_data")
    if ideal is not None and not isinstance(ideal, dict):
        raise _must(line, "ideal_completions_data", "be an object or null", ideal)
    held = (ideal or {}).get("ideal_completion")
    said = line.value.get("reference", held)
    return None if said is None else read_text(line, "reference", said)


def _tags(line: Line) -> tuple[str, ...]:
    tags: object = next((line.value[n] for n in TAGS if n in line.value), [])
    if not isinstance(tags, list) or not all(isinstance(tag, str) for tag in tags):
        raise _must(line, "tags", "be a list of words", tags)
    return tuple(tags)


def _optional(line: Line, name: str) -> str:
    value = line.value.get(name)
    if value is None or value == "":
        return ""
    return read_text(line, name, value)


def _one_of(line: Line, names: tuple[str, ...]) -> object:
    held = [name for name in names if name in line.value]
    if len(held) > 1:
        raise _must(line, names[0], f"stand once, not as {' and '.join(held)}", held)
    if not held:
        raise ValueError(f"{line.place}: field {' or '.join(names)} is missing")
    return line.value[held[0]]


def _must(line: Line, field: str, what: str, value: object) -> ValueError:
    return ValueError(f"{line.place}: field {field} must {what}, but got {value!r:.60}")


CUSTOM = Benchmark(
    name="custom",
    title="custom",
    version=1,
    interface="A",
    official={},
    sample=SAMPLE,
    read_row=read_row,
    select=lambda item, _: item,
)
