"""Verdicts that autoraters did not give, counted by reason."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from inspect_rubricblind.logs.outcomes.figures import Row
from inspect_rubricblind.logs.scenarios.label_tables import START
from inspect_rubricblind.logs.scenarios.reading import RatedAnswer
from inspect_rubricblind.logs.tables import Table

NOTE = (
    "A reply that could not be read after three tries, or a call that failed, is no "
    "label: it is in no rate, and the range beside a rate says what it could change."
)


def ungraded_rows(answers: Sequence[RatedAnswer]) -> Iterator[Row]:
    """One row per autorater and settings: how many verdicts, and why some lack."""
    asked: Counter[tuple[str, str]] = Counter()
    reasons: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for answer in answers:
        for rater in answer.raters:
            key = (rater.grader, rater.setup)
            asked[key] += len(rater.met)
            reasons[key].update(
                reason or "unknown"
                for met, reason in zip(rater.met, rater.reasons, strict=True)
                if met is None
            )
    for key in sorted(asked):
        yield {
            "rater": key[0],
            "setup": key[1],
            "n": asked[key],
            "n_ungraded": reasons[key].total(),
            "reasons": dict(sorted(reasons[key].items())),
        }


def ungraded_table(rows: Sequence[Row]) -> Table:
    """Autoraters with their lost verdicts."""
    return Table(
        title=f"{START}: verdicts that autoraters did not give",
        columns=("Autorater", "Verdicts", "Ungraded", "Reasons"),
        rows=tuple(
            (
                row["rater"],
                str(row["n"]),
                str(row["n_ungraded"]),
                ", ".join(f"{k} {n}" for k, n in row["reasons"].items()) or "-",
            )
            for row in rows
        ),
        notes=(NOTE,),
    )
