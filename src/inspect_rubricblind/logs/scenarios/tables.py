"""All tables of the section on scenarios, in the order of the report."""

from collections.abc import Iterator

from inspect_rubricblind.logs.outcomes.figures import Row
from inspect_rubricblind.logs.scenarios.check_tables import (
    agreement_table,
    blindness_tables,
    golden_table,
)
from inspect_rubricblind.logs.scenarios.failures import ungraded_table
from inspect_rubricblind.logs.scenarios.label_tables import (
    inclusion_table,
    miss_table,
    rate_table,
    stratum_table,
    trend_table,
)
from inspect_rubricblind.logs.scenarios.labels import EXPERT
from inspect_rubricblind.logs.scenarios.section import Section
from inspect_rubricblind.logs.tables import Table


def scenario_tables(section: Section | None) -> Iterator[Table]:
    """All tables of the section."""
    if section is None:
        return
    raters = main_raters(section)
    for rater in raters:
        yield from _rater_tables(section, rater)
    if section["agreement"]:
        yield agreement_table(section["agreement"])
    if section["golden"]:
        yield golden_table(section["golden"])
    if any(row["n_ungraded"] for row in section.get("ungraded", ())):
        yield ungraded_table(section["ungraded"])
    yield from blindness_tables(section.get("blindness", ()))


def main_raters(section: Section) -> list[str]:
    """The expert, or without one each autorater."""
    found = list(dict.fromkeys(row["rater"] for row in section["rates"]))
    return [EXPERT] if EXPERT in found else found


def _rater_tables(section: Section, rater: str) -> Iterator[Table]:
    def own(name: str) -> list[Row]:
        return [row for row in section[name] if row["rater"] == rater]

    yield rate_table(own("rates"), rater)
    yield stratum_table(own("strata"), rater)
    if own("misses"):
        yield miss_table(own("misses"), rater)
    yield inclusion_table(own("inclusion"), rater)
    yield trend_table(own("trend"), rater)


def flat_scenarios(section: Section | None) -> dict[str, list[Row]]:
    """The lists under names of their own, for `tables/*.csv`."""
    return {f"scenarios_{name}": rows for name, rows in (section or {}).items()}
