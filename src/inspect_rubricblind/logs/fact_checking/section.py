"""The section of the report on fact checks, as numbers."""

from typing import Any

from inspect_rubricblind.logs.fact_checking.beside_rubric import (
    curve_rows,
    recovered_rows,
    rubric_rows,
)
from inspect_rubricblind.logs.fact_checking.measures import (
    check_rows,
    control_rows,
    rate_rows,
)
from inspect_rubricblind.logs.fact_checking.reading import FactChecks
from inspect_rubricblind.logs.outcomes.figures import Row

Section = dict[str, list[Row]]


def fact_check_section(found: FactChecks) -> Section | None:
    """All rows of the section; None without a fact check."""
    if not found.cases:
        return None
    rows = sorted(found.rows, key=lambda r: (r.case_id, r.epoch, r.kind, r.error_type))
    return {
        "checks": list(check_rows(found.cases)),
        "rates": list(rate_rows(rows)),
        "controls": list(control_rows(rows)),
        "recovered": list(recovered_rows(rows)),
        "beside_rubric": list(rubric_rows(rows)),
        "curve": list(curve_rows(rows)),
    }


def flat_fact_checks(section: Section | None) -> dict[str, Any]:
    """The lists under names of their own, for `tables/*.csv`."""
    return {f"fact_check_{name}": rows for name, rows in (section or {}).items()}
