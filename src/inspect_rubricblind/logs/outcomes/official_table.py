"""The benchmark's own score of the original answers as a table."""

from collections.abc import Iterator, Sequence

from inspect_rubricblind.logs.outcomes.figures import Row
from inspect_rubricblind.logs.outcomes.wording import LABELS, decimal
from inspect_rubricblind.logs.tables import Table

NOTE = (
    "Mean over cases of the benchmark's own score of the original answer, with its "
    "clipping and length adjustment per case; a leaderboard may clip the mean to 0..1. "
    "Wins, ties and losses compare raw points instead. Without: a verdict is missing, "
    "or the rubric has no positive points. In brackets: 95 % t intervals, clustered by "
    "question."
)


def official_tables(rows: Sequence[Row]) -> Iterator[Table]:
    """One table of all benchmarks, answer models and graders; none without a row."""
    if not rows:
        return
    yield Table(
        title="Official score of the original answers",
        columns=("Benchmark", "Answers by", "Grader", "N", "Without", "Score"),
        rows=tuple(
            (
                f"{row['benchmark']} ({LABELS[row['dataset_kind']]})",
                row["answer_model"],
                row["grader"] + (f", draw {row['draw']}" if row["draw"] else ""),
                str(row["n"]),
                str(row["n_without"]),
                decimal(row, "score"),
            )
            for row in rows
        ),
        notes=(NOTE,),
    )
