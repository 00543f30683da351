"""Tables of two gradings as plain cells."""

from collections import Counter
from collections.abc import Iterator

from inspect_rubricblind.logs.outcomes.figures import Row
from inspect_rubricblind.logs.outcomes.tables import type_name
from inspect_rubricblind.logs.outcomes.wording import (
    STAR_NOTE,
    decimal,
    p_value,
    percent,
)
from inspect_rubricblind.logs.regrading.changes import Regrading
from inspect_rubricblind.logs.tables import Table

SHOWN = 20


def regrading_tables(found: Regrading) -> Iterator[Table]:
    """Change per error type, agreement, and the pairs that changed."""
    yield _change_table(found)
    yield _agreement_table(found)
    if found.pairs:
        yield _pairs_table(found)


def _named(found: Regrading) -> Iterator[tuple[str, Row]]:
    yield "All (each question weighs the same)", found.overall
    for row in found.by_error_type:
        yield type_name(row), row


def _change_table(found: Regrading) -> Table:
    return Table(
        title=f"Change of the AUROC: {found.first} -> {found.second}",
        columns=("Error type", "N", "Change", "p", "p equal", "Stable"),
        rows=tuple(
            (
                name,
                str(row["n"]),
                decimal(row, "change"),
                p_value(row["p"] if row is found.overall else row["p_holm"]),
                p_value(row["equivalence_p"]),
                "yes" if row["stable"] else "not shown",
            )
            for name, row in _named(found)
        ),
        notes=(
            "Stable: an equivalence test shows the change to lie within the margin of "
            f"{found.overall['margin']:g}; a large p shows nothing. p per type after "
            "Holm; p equal is not adjusted.",
            f"Pairs of one grading alone: {found.only_first} and {found.only_second}; "
            f"without a decided outcome in both: {found.undecided}.",
            STAR_NOTE,
        ),
    )


def _agreement_table(found: Regrading) -> Table:
    return Table(
        title="Agreement of the outcomes",
        columns=("Error type", "Gained", "Lost", "Agreement", "Kappa"),
        rows=tuple(
            (
                name,
                str(row["gained"]),
                str(row["lost"]),
                percent(row, "agreement"),
                decimal(row, "kappa"),
            )
            for name, row in _named(found)
        ),
        notes=(
            "Gained: pairs that became wins. Lost: wins that became something else.",
        ),
    )


def _pairs_table(found: Regrading) -> Table:
    where = Counter(
        "original" if row["on_original"] and not row["on_variant"]
        else "copy" if row["on_variant"] and not row["on_original"]
        else "both" if row["on_original"]
        else "not known"
        for row in found.pairs
    )  # fmt: skip
    counted = ", ".join(f"{name} {n}" for name, n in sorted(where.items()))
    return Table(
        title=f"Pairs whose outcome changed ({min(SHOWN, len(found.pairs))} of "
        f"{len(found.pairs)})",
        columns=("Case", "Type", "First", "Second", "Criteria: original", "copy"),
        rows=tuple(
            (
                row["case_id"],
                row["error_type"],
                row["outcome_first"],
                row["outcome_second"],
                _listed(row["on_original"]),
                _listed(row["on_variant"]),
            )
            for row in found.pairs[:SHOWN]
        ),
        notes=(
            "Criteria (0-based) with another verdict in the second grading. Verdicts "
            f"changed on: {counted}.",
        ),
    )


def _listed(indices: list[int] | None) -> str:
    return "not known" if indices is None else ", ".join(map(str, indices)) or "none"
