"""Rules without a rubric, and rubric schemes, by difficulty (S1 Table 12, Figure 16).

Beside every row stands what the length of the answers alone gives on the same pairs,
the row within pairs of about one length, and at equal length by a straight line.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence

import numpy as np

from inspect_rubricblind.logs.medhallu.pooling import (
    Cell,
    Item,
    Stratum,
    cells,
    questions,
    strata,
)
from inspect_rubricblind.logs.medhallu.reading import Pair
from inspect_rubricblind.logs.outcomes.figures import Row, absent, ends, figure
from inspect_rubricblind.logs.outcomes.rows import SHARES, UNDECIDED, share_figures
from inspect_rubricblind.logs.statistics.auroc import mean_interval, paired_auroc
from inspect_rubricblind.logs.statistics.clusters import FloatArray
from inspect_rubricblind.logs.statistics.detection import signed_rank_p
from inspect_rubricblind.logs.statistics.length import (
    MATCHED,
    UNDEFINED,
    adjust_for_length,
    length_matched,
)
from inspect_rubricblind.logs.statistics.proportions import clustered_proportion
from inspect_rubricblind.logs.statistics.ungraded import bounds

CODES = {"win": 1.0, "tie": 0.0, "loss": -1.0}
LENGTH = "length"
ITSELF = "the rule is length itself"
NO_LENGTH = "the scorer leakage left no lengths in the log"
NOT_MATCHED = f"no pair differs in length by at most {MATCHED:.0%}"


def baseline_rows(pairs: Sequence[Pair]) -> Iterator[Row]:
    """One row per rule or model without a rubric, answer set and difficulty."""
    by_kind: defaultdict[str, list[Pair]] = defaultdict(list)
    for pair in questions(pairs):
        by_kind[pair.dataset_kind].append(pair)
    for kind, group in sorted(by_kind.items()):
        for name in dict.fromkeys(n for pair in group for n in pair.baselines):
            having = [pair for pair in group if name in pair.baselines]
            for stratum, at in strata(having):
                chosen = [having[i] for i in at]
                code = _codes(chosen, name)
                yield {
                    "dataset_kind": kind,
                    "baseline": name,
                    "model": ", ".join(
                        sorted({p.models.get(name, "") for p in chosen})
                    ),
                    **stratum,
                    "n": len(chosen),
                    **share_figures(paired_auroc(code, _ids(chosen))),
                    "wilcoxon_p": signed_rank_p(
                        _differences(chosen, name), _ids(chosen)
                    ),
                    **_lengths(chosen, code, is_length=name == LENGTH),
                }


def scheme_rows(pairs: Sequence[Pair]) -> Iterator[Row]:
    """One row per scheme, grader, answer set and difficulty."""
    for cell, items in cells(pairs):
        held = [item.pair for item in items]
        for stratum, at in strata(held):
            yield _scheme_row(cell, stratum, [items[i] for i in at])


def cell_key(cell: Cell) -> Row:
    """The columns that name a cell."""
    return {
        "dataset_kind": cell.dataset_kind,
        "scheme": cell.scheme,
        "writers": list(cell.writers),
        "grader": cell.grader,
        "draw": cell.draw,
        "setup": cell.setup,
    }


def _scheme_row(cell: Cell, stratum: Stratum, items: Sequence[Item]) -> Row:
    decided = [item for item in items if item.graded.outcome in CODES]
    chosen = [item.pair for item in decided]
    code = np.array([CODES[item.graded.outcome] for item in decided])
    row: Row = {
        **cell_key(cell),
        **stratum,
        "n": len(decided),
        "n_graded": len(items),
        "n_ungraded": len(items) - len(decided),
        **_repeats(items),
        **_bounds(items, len(decided)),
    }
    if not decided:
        nothing = [absent(name, UNDECIDED, with_s1=True) for name in SHARES]
        lengths = [absent(name, UNDECIDED) for name in LENGTH_FIGURES]
        return (
            row | _flat(nothing) | {"wilcoxon_p": None, "n_matched": 0} | _flat(lengths)
        )
    return {
        **row,
        **share_figures(paired_auroc(code, _ids(chosen))),
        "wilcoxon_p": _wilcoxon(decided),
        **_lengths(chosen, code),
    }


LENGTH_FIGURES = (
    "length_auroc",
    "beyond_length",
    "matched_auroc",
    "equal_length_auroc",
)


def _lengths(pairs: Sequence[Pair], code: FloatArray, is_length: bool = False) -> Row:
    """What length gives on these pairs, and what is left without it."""
    if any(LENGTH not in pair.baselines for pair in pairs):
        nothing = [absent(name, NO_LENGTH) for name in LENGTH_FIGURES]
        return {"n_matched": 0} | _flat(nothing)
    first = np.array([pair.baselines[LENGTH].correct for pair in pairs])
    second = np.array([pair.baselines[LENGTH].hallucinated for pair in pairs])
    ids = np.array(_ids(pairs))
    matched = length_matched(first, second)
    row: Row = {"n_matched": int(matched.sum())}
    row |= (
        figure("matched_auroc", paired_auroc(code[matched], ids[matched]).auroc)
        if matched.any()
        else absent("matched_auroc", NOT_MATCHED)
    )
    if is_length:
        others = [n for n in LENGTH_FIGURES if n != "matched_auroc"]
        return row | _flat([absent(name, ITSELF) for name in others])
    by_length = _codes(pairs, LENGTH)
    adjusted = adjust_for_length(code, first, second, ids)
    return {
        **row,
        **figure("length_auroc", paired_auroc(by_length, ids).auroc),
        **figure("beyond_length", mean_interval((code - by_length) / 2, ids)),
        **figure(
            "equal_length_auroc",
            adjusted.auroc if adjusted else None,
            None if adjusted else UNDEFINED,
        ),
    }


def _wilcoxon(items: Sequence[Item]) -> float | None:
    """S1's test of the paired scores; None where a question stands twice."""
    known = [item for item in items if item.graded.diff is not None]
    ids = [item.pair.case_id for item in known]
    if not known or len(set(ids)) < len(ids):
        return None
    return signed_rank_p([float(item.graded.diff or 0) for item in known], ids)


def _repeats(items: Sequence[Item]) -> Row:
    flags = [(d, i.pair.case_id) for i in items for d in i.graded.repeat_differs]
    if not flags:
        return absent("repeat_differs", "the correct answer was graded once only")
    return figure(
        "repeat_differs",
        clustered_proportion([float(d) for d, _ in flags], [q for _, q in flags]),
    )


def _bounds(items: Sequence[Item], decided: int) -> Row:
    """The AUROC whatever the lost verdicts were; null where none was lost."""
    if decided == len(items):
        return {"auroc_bounds": None}
    low = np.sign([item.graded.diff_min for item in items])
    high = np.sign([item.graded.diff_max for item in items])
    found = bounds(low, high, [item.pair.case_id for item in items], "question")
    return {"auroc_bounds": ends(found.auroc)}


def _ids(pairs: Sequence[Pair]) -> list[str]:
    return [pair.case_id for pair in pairs]


def _differences(pairs: Sequence[Pair], name: str) -> list[float]:
    return [p.baselines[name].correct - p.baselines[name].hallucinated for p in pairs]


def _codes(pairs: Sequence[Pair], name: str) -> FloatArray:
    return np.sign(np.array(_differences(pairs, name), dtype=np.float64))


def _flat(rows: Sequence[Row]) -> Row:
    return {key: value for row in rows for key, value in row.items()}
