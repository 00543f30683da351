"""Which answers make sense on their own, and who says so (S1 Tables 9 and 10)."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import numpy as np

from inspect_rubricblind.logs.medhallu.pooling import DIFFICULTIES, questions
from inspect_rubricblind.logs.medhallu.reading import Pair
from inspect_rubricblind.logs.outcomes.figures import Row, coefficient, figure
from inspect_rubricblind.logs.statistics.agreement import panel_agreement
from inspect_rubricblind.logs.statistics.contingency import chi_square
from inspect_rubricblind.logs.statistics.proportions import proportion
from inspect_rubricblind.records import LABELS, AnswerLabel

UNDECIDED = "no majority"
NAMES = (*LABELS, UNDECIDED)
HEURISTIC = "labels are a heuristic's, not a panel's"
EMPTY = "a row or a column of the table is empty"


def label_rows(pairs: Sequence[Pair], seed: int = 0) -> Iterator[Row]:
    """One row per data set and kind of label: counts, agreement, difficulty.

    `by_difficulty` and `by_hallucinated` hold counts by label of the correct answer.
    """
    groups: defaultdict[tuple[str, str], list[Pair]] = defaultdict(list)
    for pair in questions(pairs):
        if pair.label is not None:
            groups[pair.dataset_kind, pair.label.kind].append(pair)
    for (dataset_kind, kind), group in sorted(groups.items()):
        labels = [label for pair in group if (label := pair.label) is not None]
        difficulty = _table(group, [pair.difficulty for pair in group], DIFFICULTIES)
        yield {
            "dataset_kind": dataset_kind,
            "kind": kind,
            "panel": sorted({vote.model for x in labels for vote in x.votes}),
            "n": len(group),
            **{name: sum(_name(x) == name for x in labels) for name in NAMES},
            "unread_votes": sum(v.label is None for x in labels for v in x.votes),
            "by_difficulty": difficulty,
            **_independence(difficulty),
            "by_hallucinated": _hallucinated(group),
            **panel_figures(
                [[vote.label for vote in x.votes] for x in labels], LABELS, seed
            ),
        }


def panel_figures(
    votes: Sequence[Sequence[str | None]], names: Sequence[str], seed: int
) -> Row:
    """Unanimity and Fleiss' kappa of a panel; null where one model or none voted.

    An item counts as unanimous if every vote could be read and all say the same.
    """
    several = [item for item in votes if len(item) >= 2]
    counts = np.array([[item.count(name) for name in names] for item in several])
    if not several or not (counts.sum(axis=1) >= 2).any():
        reason = HEURISTIC if not any(votes) else "one model voted"
        return figure("unanimous", None, reason) | figure("fleiss", None, reason)
    same = sum(len(set(item)) == 1 and item[0] is not None for item in several)
    agreement = panel_agreement(counts, seed=seed)
    return {
        **figure("unanimous", proportion(same, len(several))),
        **coefficient("fleiss", agreement.fleiss, seed),
    }


def _name(label: AnswerLabel) -> str:
    return label.label or UNDECIDED


def _table(
    group: Sequence[Pair], values: Sequence[str], columns: Sequence[str]
) -> dict[str, dict[str, int]]:
    """Counts by label of the correct answer (rows) and another value (columns)."""
    found = Counter(
        (_name(pair.label), value)
        for pair, value in zip(group, values, strict=True)
        if pair.label is not None
    )
    rows = [name for name in NAMES if any(found[name, c] for c in columns)]
    table: dict[str, dict[str, int]] = {name: {} for name in rows}
    for name, column in product(rows, columns):
        table[name][column] = found[name, column]
    return table


def _independence(table: dict[str, dict[str, int]]) -> dict[str, Any]:
    """Chi-square of label against difficulty, over the two main labels."""
    main = [table[n] for n in ("referential", "self-contained") if n in table]
    columns = [c for c in DIFFICULTIES if any(row[c] for row in main)]
    if len(main) < 2 or len(columns) < 2:
        return {"chi2": None, "chi2_df": None, "chi2_p": None, "chi2_reason": EMPTY}
    found = chi_square([[row[c] for c in columns] for row in main])
    return {
        "chi2": found.statistic,
        "chi2_df": found.df,
        "chi2_p": found.p,
        "chi2_reason": None,
    }


def _hallucinated(group: Sequence[Pair]) -> dict[str, dict[str, int]] | None:
    """Counts by both labels; None where hallucinated answers were not labelled."""
    other = {
        pair.case_id: _name(label)
        for pair in group
        for label in pair.labels
        if label.answer == "hallucinated"
    }
    both = [pair for pair in group if pair.case_id in other]
    if not both:
        return None
    return _table(both, [other[pair.case_id] for pair in both], NAMES)
