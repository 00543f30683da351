"""Autoraters and pairs of scenarios in tables."""

from collections.abc import Iterator, Sequence

from inspect_rubricblind.logs.outcomes.figures import Row
from inspect_rubricblind.logs.outcomes.wording import ABSENT, decimal, percent
from inspect_rubricblind.logs.scenarios.label_tables import START
from inspect_rubricblind.logs.tables import Table

AGREEMENT_NOTE = (
    "Autoraters against the expert, whose label is final, not right by proof. Kappa "
    "and macro F1 have intervals from five scenarios on (resampled by scenario). "
    "*: the autorater rates its own answers."
)
GOLDEN_NOTE = (
    "A rubric made from a golden answer should be met by it: a criterion that is not "
    "points at the criterion, the answer or the autorater."
)
BLIND_NOTE = (
    "Pairs by the heaviest criterion that asks about their error. Own AUROC: points of "
    "criteria of that weight alone, where one of them asks. Coverage by rules is an "
    "estimate. * fewer than 30 pairs: a count, not a finding."
)


def agreement_table(rows: Sequence[Row]) -> Table:
    """Autoraters against the expert."""
    return Table(
        title=f"{START}: autoraters against the expert",
        columns=(
            "Autorater",
            "Answers by",
            "Labels",
            "Unrated",
            "Raw",
            "Kappa",
            "Macro F1",
        ),
        rows=tuple(
            (
                row["rater"],
                (row["model"] or "all") + ("*" if row["rates_itself"] else ""),
                str(row["n"]),
                str(row["n_unrated"]),
                percent(row, "raw"),
                decimal(row, "kappa"),
                decimal(row, "macro_f1"),
            )
            for row in rows
        ),
        notes=(AGREEMENT_NOTE,),
    )


def golden_table(rows: Sequence[Row]) -> Table:
    """What autoraters make of the golden answers."""
    return Table(
        title=f"{START}: golden answers",
        columns=("Scenario", "Autorater", "Weighted rate", "Not met", "Ungraded"),
        rows=tuple(
            (
                row["scenario"],
                row["rater"],
                f"{row['rate']:.3f}",
                ", ".join(row["not_met"]) or ABSENT,
                str(row["n_unlabelled"]),
            )
            for row in rows
        ),
        notes=(GOLDEN_NOTE,),
    )


def blindness_tables(rows: Sequence[Row]) -> Iterator[Table]:
    """One table per injector and grader."""
    key = ("injector", "coverage_kind", "grader", "setup")
    for name in dict.fromkeys(tuple(row[k] for k in key) for row in rows):
        own = [row for row in rows if tuple(row[k] for k in key) == name]
        injector, kind, grader, _ = name
        by = f"graded by {grader}" if grader else "no grader bound"
        yield Table(
            title=f"{START}: blindness by weight, errors by {injector}, {by}",
            columns=(
                "Heaviest criterion that asks",
                "Pairs",
                "Asked about by this weight",
                "Win",
                "Loss",
                "AUROC",
                "Own AUROC",
            ),
            rows=tuple(_blind_cells(row) for row in own),
            notes=(BLIND_NOTE, f"Coverage: {kind or 'not scored'}."),
        )


def _blind_cells(row: Row) -> tuple[str, ...]:
    names = {None: "any or none", 0: "none asks"}
    asked = ABSENT if row["covered"] is None else percent(row, "covered")
    return (
        names.get(row["weight"], str(row["weight"])) + ("*" if row["flags"] else ""),
        str(row["n_pairs"]),
        asked,
        percent(row, "win"),
        percent(row, "loss"),
        decimal(row, "auroc"),
        decimal(row, "own_auroc"),
    )
