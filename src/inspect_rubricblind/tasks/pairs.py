"""Pairs that exist already: your own, or published ones, regraded by any grader.

A row of the table is an original answer and a copy of it with one error. Nothing is
answered or injected; coverage and grading are those of every benchmark. The edits are
recovered from the two texts, so that the report can show them.
"""

from collections import Counter
from itertools import chain
from logging import getLogger
from typing import Any, NamedTuple

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample

from inspect_rubricblind import __version__
from inspect_rubricblind.records import Case, SuppliedAnswer, digest
from inspect_rubricblind.scorers.coverage import coverage as coverage_scorer
from inspect_rubricblind.scorers.paired_rubric import paired_rubric
from inspect_rubricblind.solvers.supplied import take_texts
from inspect_rubricblind.tasks.arguments import (
    STAGE_KINDS,
    count,
    flag,
    one_of,
    refuse_unknown,
    word,
)
from inspect_rubricblind.tasks.benchmark import SAMPLE_NOTICE
from inspect_rubricblind.tasks.cases import MESSAGES, describe_skipped
from inspect_rubricblind.tasks.evidence import fact_check_scorers
from inspect_rubricblind.tasks.pairs_files.columns import (
    Columns,
    find_columns,
    read_mapping,
)
from inspect_rubricblind.tasks.pairs_files.grouping import Group, Reader
from inspect_rubricblind.tasks.pairs_files.places import find_pairs
from inspect_rubricblind.tasks.pairs_files.rubrics import read_rubric_file
from inspect_rubricblind.tasks.pairs_files.tables import read_table
from inspect_rubricblind.tasks.shards import parse_shard
from inspect_rubricblind.tasks.sources import Source
from inspect_rubricblind.tasks.viewer import coverage_view
from inspect_rubricblind.taxonomy.model import CANARY

BENCHMARK = "pairs"
VERSION, INTERFACE = 1, "A"
COLUMNS_EXAMPLE = "original=clean_text,variant=wrong_text"
TYPES_EXAMPLE = "'wrong dose=F1,invented study=F4,other=skip'"

logger = getLogger(__name__)


class Pairs(NamedTuple):
    """A table that was read: groups, what was understood, files, and row counts."""

    groups: list[Group]
    columns: Columns
    source: Source
    files: dict[str, str]
    counts: Counter[str]


@task
def pairs(
    dataset: str = "official",
    columns: str | dict[str, str] | None = None,
    types: str | dict[str, str] | None = None,
    criteria: str | None = None,
    benchmark: str | None = None,
    answer_model: str | None = None,
    injector: str | None = None,
    sha256: str | None = None,
    coverage: str = "auto",
    controls: bool = True,
    hide_points: bool = False,
    repeats: int = 1,
    draw: int = 0,
    shard: str | None = None,
    fact_check: str = "off",
    **unknown: object,
) -> Task:
    """Whether a rubric and a grader notice the errors of given pairs.

    Args:
        dataset: `official` (the pairs of "When Rubrics Fail" on the Hugging Face hub),
            `sample` (bundled pairs), `hf:OWNER/NAME[@REVISION][:FILE]`, or a CSV, TSV,
            JSON Lines, JSON or parquet file.
        columns: Columns by field (`original=clean_text,variant=wrong_text`) or a YAML
            file of that, where names leave it open.
        types: Codes by the table's own error types (`wrong dose=F1`), or a YAML file;
            `skip` leaves rows out.
        criteria: JSON Lines `{id, criteria, question?}` for tables without rubrics.
        benchmark: Only rows of this benchmark.
        answer_model: Only answers of this model.
        injector: Only errors of this injector.
        sha256: What the file must have.
        coverage: `auto`, `rules` or `model`; the role is `judge`.
        controls: Whether controls of the table are graded too.
        hide_points: Show the grader the bare criterion.
        repeats: How often the grader grades the original again: the noise floor.
        draw: Number of an independent re-run.
        shard: `"i/n"`, the i-th of n parts by case id, counted from 0.
        fact_check: `off`, or where evidence comes from: `corpus` (the notes that ship),
            a file of `rubricblind corpus build`, `pubmed`, `serper` or `inspect`.
        **unknown: Refused by name.
    """
    given = {name: value for name, value in locals().items() if name != "unknown"}
    refuse_unknown(BENCHMARK, given, unknown)
    one_of("coverage", coverage, STAGE_KINDS)
    only = {"benchmark": benchmark, "answer_model": answer_model, "injector": injector}
    table = read_pairs(
        *(word("dataset", dataset), columns, types, criteria, sha256),
        {name: word(name, value) for name, value in only.items() if value is not None},
    )
    samples = _samples(table, shard)
    _tell(table)
    hashes = {name: value for name, value in table.files.items() if "sha256" in name}
    return Task(
        dataset=MemoryDataset(samples, name=BENCHMARK, location=str(table.source.path)),
        solver=take_texts(hashes),
        scorer=[
            coverage_scorer(coverage),
            paired_rubric(
                count("repeats", repeats),
                controls=flag("controls", controls),
                hide_points=hide_points,
                draw=count("draw", draw),
            ),
            *fact_check_scorers(word("fact_check", fact_check)),
        ],
        display_name="Given pairs: rubric blindness",
        version=VERSION,
        metadata=_describe(table, len(samples)),
        viewer=coverage_view(),
    )


def read_pairs(
    dataset: str,
    columns: object,
    types: object,
    criteria: str | None,
    sha256: str | None,
    only: dict[str, str],
) -> Pairs:
    """Read a table of pairs.

    Raises:
        FileNotFoundError: A file cannot be had.
        ValueError: The table cannot be understood or read; the message names the
            column or the row, and what to do.
    """
    source = find_pairs(dataset, sha256)
    files = {"dataset_file": source.path.name, "dataset_sha256": source.sha256}
    rubrics = read_rubric_file(criteria, files)
    given = read_mapping("columns", columns, COLUMNS_EXAMPLE)
    mapped = read_mapping("types", types, TYPES_EXAMPLE)
    lines = read_table(source.path)
    first = next(lines, None)
    if first is None:
        raise ValueError(f"{source.path} must hold at least one pair, but is empty")
    # JSON Lines may leave a field out of a row, so the first one does not tell all.
    names = list(first.value)
    names += [
        n for line in read_table(source.path) for n in line.value if n not in names
    ]
    found = find_columns(list(dict.fromkeys(names)), given, in_file=bool(rubrics))
    reader = Reader(found, mapped, rubrics, only)
    groups = [g for g in reader.read(chain([first], lines)) if g.variants]
    return Pairs(groups, found, source, files, reader.counts)


def _samples(table: Pairs, shard: object) -> list[Sample]:
    part = parse_shard(shard)
    ids = Counter(group.key.case_id for group in table.groups)
    kept = [group for group in table.groups if part.holds(group.key.case_id)]
    table.counts["other_shard"] = len(table.groups) - len(kept)
    if not kept:
        left_out = {k: n for k, n in table.counts.items() if k != "rows" and n}
        raise ValueError(
            f"{table.source.path} must hold at least one pair to grade, but of "
            f"{table.counts['rows']} rows none is left: {describe_skipped(left_out)}"
        )
    return [_sample(group, table.source, ids[group.key.case_id] > 1) for group in kept]


def _sample(group: Group, source: Source, is_shared: bool) -> Sample:
    key = group.key
    case = Case(
        benchmark=f"{BENCHMARK}/{key.benchmark}" if key.benchmark else BENCHMARK,
        dataset_kind=source.kind,
        criteria=group.criteria,
        theme=group.theme,
        canary=CANARY,
        answer=SuppliedAnswer(
            text=group.original, answer_model=key.answer_model, kind="file"
        ),
        question_id=key.case_id,
        variants=tuple(group.variants),
    )
    name = (
        f"{key.case_id}/{digest(chr(31).join(key))[:8]}" if is_shared else key.case_id
    )
    return Sample(
        id=name,
        input=[MESSAGES[turn.role](content=turn.content) for turn in group.turns],
        metadata=case.model_dump(mode="json"),
    )


def _tell(table: Pairs) -> None:
    """Say what was understood, where Inspect shows it and keeps it in the log."""
    logger.warning(
        "%s is read as: %s", table.source.path.name, "; ".join(table.columns.describe())
    )
    left_out = {k: n for k, n in table.counts.items() if k != "rows" and n}
    if left_out:
        logger.warning(
            "%d rows; left out: %s", table.counts["rows"], describe_skipped(left_out)
        )


def _describe(table: Pairs, cases: int) -> dict[str, Any]:
    kind = table.source.kind
    left_out = {k: n for k, n in table.counts.items() if k != "rows" and n}
    return {
        "suite": "inspect_rubricblind",
        "suite_version": __version__,
        "full_task_version": f"{VERSION}-{INTERFACE}",
        "task_comparability_version": VERSION,
        "task_interface_version": INTERFACE,
        "benchmark": BENCHMARK,
        "dataset_kind": kind,
        **({"notice": SAMPLE_NOTICE} if kind == "sample" else {}),
        **table.files,
        "columns": dict(table.columns.of),
        "rows": table.counts["rows"],
        "cases": cases,
        "rows_left_out": left_out,
    }
