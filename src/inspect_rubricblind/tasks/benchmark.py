"""The one pipeline through which every rubric benchmark goes."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from logging import getLogger
from pathlib import Path
from typing import NamedTuple

from inspect_ai import Task
from inspect_ai.dataset import MemoryDataset
from inspect_ai.scorer import Scorer
from inspect_ai.solver import Solver

from inspect_rubricblind import __version__
from inspect_rubricblind.records import Scoring
from inspect_rubricblind.records.rows import Line, read_jsonl
from inspect_rubricblind.scorers.coverage import coverage
from inspect_rubricblind.scorers.paired_rubric import paired_rubric
from inspect_rubricblind.solvers.answer import write_answer
from inspect_rubricblind.solvers.applicability import decide_applicability
from inspect_rubricblind.solvers.controls import add_controls
from inspect_rubricblind.solvers.injection import inject_errors
from inspect_rubricblind.solvers.stages import resolve_stages
from inspect_rubricblind.tasks.arguments import Arguments
from inspect_rubricblind.tasks.cases import (
    DEFAULT_SCORING,
    Cases,
    describe_skipped,
    load_cases,
)
from inspect_rubricblind.tasks.evidence import fact_check_scorers
from inspect_rubricblind.tasks.items import Choose, Item, choose_all, read_items
from inspect_rubricblind.tasks.sources import PinnedFile, Source, find_source
from inspect_rubricblind.tasks.viewer import coverage_view

SAMPLE_NOTICE = (
    "SAMPLE: a few cases written for this project, to try it out; "
    "no result on them says anything about the benchmark."
)

logger = getLogger(__name__)


class Benchmark(NamedTuple):
    """What sets one rubric benchmark apart.

    `version` rises when results stop being comparable, `interface` when arguments
    change; `select` gives a case as it stands in a subset; `file_subsets` are those
    that only a file of their own tells. `read_lines` splits a file into rows, and
    `drop_duplicates` skips the later rows of an id instead of refusing the file.
    """

    name: str
    title: str
    version: int
    interface: str
    official: Mapping[str, PinnedFile]
    sample: Path
    read_row: Callable[[Line], Item]
    select: Callable[[Item, str], Item | None]
    file_subsets: tuple[str, ...] = ()
    read_lines: Callable[[Path], Iterable[Line]] = read_jsonl
    drop_duplicates: bool = False
    scoring: Scoring = DEFAULT_SCORING


def find_cases(
    benchmark: Benchmark, arguments: Arguments, choose: Choose = choose_all
) -> tuple[Source, Cases]:
    """The file of a run and the cases that it holds for these arguments.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: A file cannot be used, or no case is left.
    """
    source = find_source(
        arguments.dataset,
        arguments.subset,
        benchmark.official,
        benchmark.sample,
        benchmark.file_subsets,
    )
    items = read_items(
        source.path,
        benchmark.read_lines(source.path),
        benchmark.read_row,
        drop_duplicates=benchmark.drop_duplicates,
    )
    cases = load_cases(
        benchmark.name,
        source,
        arguments,
        items,
        benchmark.select,
        choose,
        benchmark.scoring,
    )
    return source, cases


def build_task(
    benchmark: Benchmark,
    arguments: Arguments,
    choose: Choose = choose_all,
    screen: Solver | None = None,
) -> Task:
    """The task of a benchmark: its cases through answer, injection and coverage.

    Args:
        benchmark: What sets it apart.
        arguments: The checked task arguments.
        choose: Leaves out cases by a rule of the benchmark's own.
        screen: Leaves out answers, before errors are injected into them.
    """
    source, cases = find_cases(benchmark, arguments, choose)
    return run_cases(benchmark, arguments, source, cases, screen=screen)


def run_cases(
    benchmark: Benchmark,
    arguments: Arguments,
    source: Source,
    cases: Cases,
    *,
    screen: Solver | None = None,
    scorers: Sequence[Scorer] = (),
) -> Task:
    """The task of cases that are at hand.

    Args:
        benchmark: What sets it apart.
        arguments: The checked task arguments.
        source: Where the cases are from.
        cases: The cases.
        screen: Leaves out answers, before errors are injected into them.
        scorers: What a benchmark wants to know beside coverage and outcomes.
    """
    if cases.skipped:
        logger.warning(
            "%d of %d rows are skipped: %s",
            sum(cases.skipped.values()),
            cases.rows,
            describe_skipped(cases.skipped),
        )
    return Task(
        dataset=MemoryDataset(
            cases.samples, name=benchmark.name, location=str(source.path)
        ),
        solver=[
            resolve_stages(
                applicability=arguments.applicability,
                injector=arguments.injector,
                coverage=arguments.coverage,
                seed=arguments.seed,
                hashes=cases.hashes,
            ),
            write_answer("auto" if arguments.answers == "auto" else "supplied"),
            *([screen] if screen else []),
            decide_applicability(arguments.error_types),
            inject_errors(seed=arguments.seed),
            *([add_controls(seed=arguments.seed)] if arguments.controls else []),
        ],
        scorer=[
            coverage(arguments.coverage),
            paired_rubric(arguments.repeats, grader_prompt=arguments.grader_prompt),
            *fact_check_scorers(arguments.fact_check),
            *scorers,
        ],
        display_name=f"{benchmark.title}: rubric blindness",
        version=benchmark.version,
        metadata=describe_run(benchmark, source.kind, cases),
        viewer=coverage_view(),
    )


def describe_run(
    benchmark: Benchmark, dataset_kind: str, cases: Cases
) -> dict[str, object]:
    """What a log says about its run beside the arguments: versions, files, losses."""
    return {
        "suite": "inspect_rubricblind",
        "suite_version": __version__,
        "full_task_version": f"{benchmark.version}-{benchmark.interface}",
        "task_comparability_version": benchmark.version,
        "task_interface_version": benchmark.interface,
        "benchmark": benchmark.name,
        "dataset_kind": dataset_kind,
        **({"notice": SAMPLE_NOTICE} if dataset_kind == "sample" else {}),
        **cases.files,
        "rows": cases.rows,
        "cases": len(cases.samples),
        "skipped": cases.skipped,
        "official_score": benchmark.scoring.describe(),
        "outcomes": "points met, neither clipped nor adjusted",
        **cases.about,
    }
