"""The report: pairs, `summary.json`, `report.md` and `tables/*.csv` in one folder.

Nothing here prints; `Report` holds what a page and a console show alike.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from inspect_rubricblind.logs import escape
from inspect_rubricblind.logs.contents import Summary
from inspect_rubricblind.logs.examples import (
    Example,
    dangerous_uncovered,
    uncovered_examples,
)
from inspect_rubricblind.logs.fact_checking.examples import example_tables
from inspect_rubricblind.logs.fact_checking.section import flat_fact_checks
from inspect_rubricblind.logs.fact_checking.tables import fact_check_tables
from inspect_rubricblind.logs.headline import headline, main_groups
from inspect_rubricblind.logs.markdown import fill_template
from inspect_rubricblind.logs.medhallu.section import flat_lists
from inspect_rubricblind.logs.medhallu.tables import medhallu_tables
from inspect_rubricblind.logs.outcomes.calibration_tables import (
    calibration_tables,
)
from inspect_rubricblind.logs.outcomes.csv import write_tables
from inspect_rubricblind.logs.outcomes.more_tables import further_tables
from inspect_rubricblind.logs.outcomes.official_table import official_tables
from inspect_rubricblind.logs.outcomes.severity_table import (
    severity_table,
)
from inspect_rubricblind.logs.outcomes.table import PairTable
from inspect_rubricblind.logs.outcomes.tables import outcome_tables
from inspect_rubricblind.logs.pairs import write_pairs
from inspect_rubricblind.logs.ratings import Rating
from inspect_rubricblind.logs.scenarios.labels import ExpertLabels
from inspect_rubricblind.logs.scenarios.tables import flat_scenarios, scenario_tables
from inspect_rubricblind.logs.signature import signature_line
from inspect_rubricblind.logs.study import Study
from inspect_rubricblind.logs.summarise import summarise, summarise_file
from inspect_rubricblind.logs.tables import Table, group_tables, models_table
from inspect_rubricblind.logs.traps.section import flat_traps
from inspect_rubricblind.logs.traps.tables import trap_tables
from inspect_rubricblind.taxonomy.model import CANARY

EXAMPLES_NOTE = "What follows contains deliberate medical errors."
TEXT_NOTE = (
    "examples of official or local data are left out, since benchmarks ask not to "
    "publish their text; --with-text adds them for your own eyes."
)
NO_TEXT_NOTE = "none, since a pairs file carries no text."
EXPORT_NOTE = "none, since an export carries no text; report on the logs for examples."


@dataclass(frozen=True)
class Report:
    """What is shown: sentences, tables, examples, and how it all was made."""

    headline: tuple[str, ...]
    incomplete: tuple[str, ...]
    tables: tuple[Table, ...]
    examples: tuple[Example, ...]
    examples_note: str
    signature: str
    summary: Summary


def build_report(
    study: Study,
    *,
    with_text: bool = False,
    seed: int = 0,
    ratings: Sequence[Rating] = (),
    expert: ExpertLabels | None = None,
) -> Report:
    """Compute the report of a study.

    Args:
        study: Pooled logs.
        with_text: Whether benchmark text may appear in examples.
        seed: Of the bootstrap behind the corrected rate.
        ratings: What clinicians said of some pairs.
        expert: An expert's labels of answers to scenarios.
    """
    summary = summarise(study, seed, ratings, expert)
    shown = study.variants if study.logs.has_text else study.variants.iloc[:0]
    examples = uncovered_examples(shown, with_text=with_text)
    note = _examples_note(study, examples, with_text)
    made = _report(summary, tuple(examples), note)
    rows = study.fact_checks.rows if study.logs.has_text else []
    checked = example_tables(rows, with_text=with_text)
    return replace(made, tables=(*made.tables, *checked))


def build_file_report(
    table: PairTable, path: Path, *, seed: int = 0, ratings: Sequence[Rating] = ()
) -> Report:
    """Compute the report of pairs that were graded elsewhere.

    Args:
        table: The pairs.
        path: The file they are from.
        seed: Of the bootstraps and permutations.
        ratings: What clinicians said of some pairs.
    """
    summary = summarise_file(table, path, seed, ratings)
    return _report(summary, (), NO_TEXT_NOTE)


def _report(summary: Summary, examples: tuple[Example, ...], note: str) -> Report:
    return Report(
        headline=tuple(headline(summary)),
        incomplete=summary.incomplete,
        tables=tuple(_tables(summary)),
        examples=examples,
        examples_note=note,
        signature=signature_line(summary.signature),
        summary=summary,
    )


def write_report(report: Report, study: Study, folder: Path) -> list[Path]:
    """Write all files of a report; the folder is made if it is not there."""
    return [*write_numbers(report, folder), *write_pairs(study.pairs, folder)]


def write_numbers(report: Report, folder: Path) -> list[Path]:
    """Write the page, `summary.json` and `tables/*.csv`."""
    folder.mkdir(parents=True, exist_ok=True)
    page, numbers = folder / "report.md", folder / "summary.json"
    page.write_text(render_markdown(report), encoding="utf-8")
    numbers.write_text(summary_json(report.summary), encoding="utf-8")
    return [page, numbers, *_tables_csv(report.summary, folder / "tables")]


def _tables_csv(summary: Summary, folder: Path) -> list[Path]:
    lists = flat_lists(summary.medhallu) | flat_fact_checks(summary.fact_check)
    lists |= flat_traps(summary.traps) | flat_scenarios(summary.scenarios)
    return write_tables(summary.as_json() | lists, folder)


def summary_json(summary: Summary) -> str:
    """`summary.json` as text; an absent number is null, never NaN."""
    content = json.dumps(
        summary.as_json(), indent=2, ensure_ascii=False, allow_nan=False
    )
    return f"{content}\n"


def render_markdown(report: Report) -> str:
    """The page; every value is escaped on its way into the template."""
    return fill_template(
        "inspect_rubricblind.logs",
        "report.md.j2",
        report=report,
        canary=CANARY,
        code=escape.code,
    )


def _tables(summary: Summary) -> Iterable[Table]:
    if summary.severity:
        yield severity_table(summary.severity)
    yield from outcome_tables(summary.outcomes)
    yield from further_tables(summary.outcomes)
    yield from official_tables(summary.official)
    yield from calibration_tables(summary.calibration)
    yield from medhallu_tables(summary.medhallu)
    yield from fact_check_tables(summary.fact_check)
    yield from trap_tables(summary.traps)
    yield from scenario_tables(summary.scenarios)
    for group in main_groups(summary.groups):
        yield from group_tables(group, summary.estimators)
    if len(summary.groups) > len(main_groups(summary.groups)):
        yield models_table(summary.groups, summary.estimators)


def _examples_note(study: Study, shown: Sequence[Example], with_text: bool) -> str:
    if not study.logs.has_text:
        return EXPORT_NOTE
    found = dangerous_uncovered(study.variants)
    by_rules = "rules" in set(found["coverage_kind"])
    note = (
        f"{len(shown)} of {len(found)} errors of harm 4 or 5 that no criterion asks "
        f"about{', by the estimate' if by_rules else ''}"
    )
    hidden = not with_text and bool((found["dataset_kind"] != "sample").any())
    return f"{note}; {TEXT_NOTE}" if hidden else f"{note}."
