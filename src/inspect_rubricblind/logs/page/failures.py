"""What went wrong in a run, as tables of counts."""

from collections import Counter

import pandas as pd

from inspect_rubricblind.logs.outcomes.study import named
from inspect_rubricblind.logs.page.cells import Content
from inspect_rubricblind.logs.tables import Table

_KEY = ("benchmark", "dataset_kind", "answer_model", "injector")


def failure_tables(content: Content, pairs: pd.DataFrame | None) -> list[Table]:
    """Ungraded pairs by reason, cases without an answer, tries that failed.

    Args:
        content: `summary.json`.
        pairs: The pair table; None for a pairs file.
    """
    tables = [
        Table("Ungraded pairs by reason", ("Grader", "Reason", "Pairs"), _lost(pairs)),
        Table(
            "Cases without an answer",
            ("Reason", "Cases"),
            tuple((why, f"{n:,}") for why, n in content["unanswered"].items()),
        ),
        Table(
            "Tries that checks discarded",
            ("Errors", "Check", "Tries"),
            _rejected(content),
            ("One try may break several checks; a type may be tried again.",),
        ),
    ]
    return [table for table in tables if table.rows]


def _lost(pairs: pd.DataFrame | None) -> tuple[tuple[str, ...], ...]:
    if pairs is None:
        return ()
    lost = pairs[pairs["outcome"] == "ungraded"]
    names = lost[["grader", "ungraded_reason"]].astype(object).fillna("unknown")
    counts = Counter(names.itertuples(index=False, name=None))
    return tuple((str(g), str(why), f"{n:,}") for (g, why), n in sorted(counts.items()))


def _rejected(content: Content) -> tuple[tuple[str, ...], ...]:
    """By check; the same tries stand behind every grading and pooled answer models."""
    counts: Counter[tuple[str, str]] = Counter()
    seen = set()
    for row in content["by_error_type"]:
        own = {name: row[name] for name in _KEY}
        key = (*own.values(), row["error_type"])
        if row["answer_model"] is None or key in seen:
            continue
        seen.add(key)
        for rule, n in (row["failed_checks"] or {}).items():
            counts[(named(own), rule)] += n
    return tuple((who, rule, f"{n:,}") for (who, rule), n in sorted(counts.items()))
