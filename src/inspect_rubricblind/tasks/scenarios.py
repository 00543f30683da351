"""Clinical scenarios with weighted criteria: how good an answer is, and how blind.

One turn, no tools. The evaluated model answers; every model of the role `autorater`
grades each criterion; an expert's labels join when the logs are reported. A scenario
is a rubric benchmark as well: its weights are points, its golden answer is the
reference answer, and errors are injected and graded as anywhere else.

Design of the scenarios and their evaluation: the study of clinician-written weighted
rubrics (S3 in docs/scenarios.md), whose own five scenarios are not published.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from inspect_ai import Task, task

from inspect_rubricblind.records import digest
from inspect_rubricblind.records.rows import Line, sha256_of
from inspect_rubricblind.records.scenario import Scenario
from inspect_rubricblind.records.scenario_files import (
    Found,
    find_scenarios,
    parse_document,
)
from inspect_rubricblind.scorers.autoraters import autoraters
from inspect_rubricblind.tasks.arguments import check_arguments, count, flag
from inspect_rubricblind.tasks.attachments import attached_files, prompt_of, turn_of
from inspect_rubricblind.tasks.benchmark import Benchmark, run_cases
from inspect_rubricblind.tasks.cases import load_cases
from inspect_rubricblind.tasks.items import Item, Turn, read_items
from inspect_rubricblind.tasks.sources import Source

SAMPLE = Path(__file__).parent / "samples" / "scenarios"


@task
def scenarios(
    dataset: str = "sample",
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
    hide_weights: bool = True,
    draw: int = 0,
    **unknown: object,
) -> Task:
    """How many weighted criteria an answer to a clinical scenario meets.

    Args:
        dataset: A YAML file of scenarios, a folder of such files (`rubricblind
            scenarios check` checks both), or `sample`: two written for this project.
        answers: `auto` (the evaluated model, or the golden answers if there is none),
            `reference` (the golden answers), or a file as for `healthbench`.
        verdicts: JSON Lines `{id, index, met}`, known verdicts on the given answers.
        applicability: `auto`, `rules` or `model`.
        injector: `auto`, `rules` or `model`; the role is `injector`.
        coverage: `auto`, `rules` or `model`; the role is `judge`.
        error_types: Codes to inject, such as `F1,K1`; None is all.
        controls: Whether to add a control per edit shape of the case's injections.
        repeats: How often the grader, if bound, grades the original again.
        seed: Fixes every choice among possible edits.
        shard: `"i/n"`, the i-th of n parts by scenario id, counted from 0.
        ids: A file with the ids of the scenarios to run.
        hide_weights: Show autoraters the bare criterion, not its weight.
        draw: Number of an independent re-run of the autoraters.
        **unknown: Refused by name.
    """
    given = {key: value for key, value in locals().items() if key != "unknown"}
    if dataset == "official":
        raise ValueError(
            "dataset must be a YAML file, a folder of them, or 'sample', but got "
            "'official': no weighted scenarios of this kind are published"
        )
    arguments = check_arguments("scenarios", ("full",), given, unknown)
    panel = autoraters(flag("hide_weights", hide_weights), draw=count("draw", draw))
    place = SAMPLE if dataset == "sample" else Path(dataset).expanduser().resolve()
    found = find_scenarios(place)
    source = Source("sample" if dataset == "sample" else "path", place, _digest(found))
    items = read_items(place, read_lines(place), read_row)
    cases = load_cases(SCENARIOS.name, source, arguments, items, SCENARIOS.select)
    turns = {f.scenario.id: turn_of(f.scenario, f.path.parent) for f in found}
    for sample in cases.samples:
        sample.input = [turns[str(sample.id)]]
    return run_cases(SCENARIOS, arguments, source, cases, scorers=[panel])


def read_lines(path: Path) -> Iterator[Line]:
    """The scenarios of a file or folder as rows.

    Raises:
        FileNotFoundError: There is none.
        ValueError: One is malformed.
    """
    for number, found in enumerate(find_scenarios(path), start=1):
        value = found.scenario.model_dump(mode="json")
        yield Line(found.path, number, value, "scenario")


def read_row(line: Line) -> Item:
    """Map a scenario to a case; its attachments lie beside its file.

    Raises:
        FileNotFoundError: An attached file does not exist.
        ValueError: The scenario or an attachment is malformed.
    """
    scenario = parse_document(Scenario, line.value, line.place)
    return Item(
        id=scenario.id,
        turns=(Turn(role="user", content=prompt_of(scenario, line.file.parent)),),
        criteria=scenario.as_criteria(),
        tags=(),
        theme=scenario.specialty,
        canary=scenario.canary,
        reference=scenario.golden_answer.strip(),
        language=scenario.language,
    )


def _digest(found: Sequence[Found]) -> str:
    """SHA-256 over all files of the scenarios, attached ones included."""
    files = {item.path for item in found}
    for item in found:
        files |= set(attached_files(item.scenario, item.path.parent))
    if len(files) == 1:
        return sha256_of(files.pop())
    parts = [f"{file.name}\x1f{sha256_of(file)}" for file in sorted(files)]
    return digest("\x1e".join(parts))


SCENARIOS = Benchmark(
    name="scenarios",
    title="Scenarios",
    version=1,
    interface="A",
    official={},
    sample=SAMPLE,
    read_row=read_row,
    select=lambda item, _: item,
    read_lines=read_lines,
)
