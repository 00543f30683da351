"""Criteria per question (S1 appendix G) and the gap per dimension (Figure 15)."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import numpy as np

from inspect_rubricblind.logs.medhallu.comparing import cell_key
from inspect_rubricblind.logs.medhallu.pooling import cells, strata
from inspect_rubricblind.logs.medhallu.reading import Graded, Pair
from inspect_rubricblind.logs.outcomes.figures import Row, figure
from inspect_rubricblind.logs.statistics.detection import signed_rank_p
from inspect_rubricblind.logs.statistics.means import clustered_mean

DIMENSION = "dimension:"

Key = tuple[str, str, tuple[str, ...]]
"""Kind of data, scheme and writers: what a set of rubrics is known by."""


def rubric_rows(pairs: Sequence[Pair]) -> Iterator[Row]:
    """Criteria per question of each scheme, and schemes compared question by question.

    `compared` holds, for each other scheme, the Wilcoxon p over shared questions.
    """
    sizes: defaultdict[Key, dict[str, int]] = defaultdict(dict)
    failed: defaultdict[Key, Counter[str]] = defaultdict(Counter)
    without: Counter[Key] = Counter()
    seen: set[tuple[Key, str]] = set()
    for pair in pairs:
        if pair.rubric is None:
            continue
        key = (pair.dataset_kind, pair.rubric.scheme, pair.rubric.writers)
        if (key, pair.case_id) in seen:
            continue
        seen.add((key, pair.case_id))
        failed[key].update(pair.rubric.failures)
        if pair.no_rubric is not None:
            without[key] += 1
        else:
            sizes[key][pair.case_id] = pair.rubric.n_criteria
    compared = _compared(sizes)
    for key in sorted({*sizes, *without}):
        n = np.array(list(sizes[key].values()), dtype=float)
        yield {
            "dataset_kind": key[0],
            "scheme": key[1],
            "writers": list(key[2]),
            "n_questions": len(n),
            "n_without_rubric": without[key],
            "failures": dict(sorted(failed[key].items())),
            "criteria_mean": float(n.mean()) if len(n) else None,
            "criteria_sd": float(n.std(ddof=1)) if len(n) > 1 else None,
            "criteria_min": int(n.min()) if len(n) else None,
            "criteria_max": int(n.max()) if len(n) else None,
            "compared": compared.get(key, {}),
        }


def _compared(
    sizes: Mapping[Key, Mapping[str, int]],
) -> dict[Key, dict[str, float]]:
    found: defaultdict[Key, dict[str, float]] = defaultdict(dict)
    for one, other in combinations(sorted(sizes), 2):
        shared = sorted(sizes[one].keys() & sizes[other].keys())
        if one[0] != other[0] or one[1] == other[1] or not shared:
            continue
        p = signed_rank_p(
            [float(sizes[one][case] - sizes[other][case]) for case in shared], shared
        )
        found[one][other[1]] = found[other][one[1]] = p
    return dict(found)


def dimension_rows(pairs: Sequence[Pair]) -> Iterator[Row]:
    """Gap per dimension: met by the correct answer less met by the hallucinated one.

    In shares of the dimension's criteria; a pair with an ungraded verdict in a
    dimension is left out of it and counted.
    """
    for cell, items in cells(pairs):
        names = dict.fromkeys(
            name
            for item in items
            for c in item.graded.criteria
            for name in _names(c.tags)
        )
        held = [item.pair for item in items]
        for stratum, at in strata(held) if names else ():
            for name in names:
                gaps = [
                    (gap, items[i].pair.case_id)
                    for i in at
                    if (gap := _gap(items[i].graded, name)) is not None
                ]
                yield {
                    **cell_key(cell),
                    **stratum,
                    "dimension": name,
                    "n": len(gaps),
                    "n_ungraded": len(at) - len(gaps),
                    **_mean(gaps),
                }


def _names(tags: Sequence[str]) -> list[str]:
    return [t.removeprefix(DIMENSION) for t in tags if t.startswith(DIMENSION)]


def _gap(graded: Graded, dimension: str) -> float | None:
    met = [
        (a, b)
        for c, a, b in zip(
            graded.criteria, graded.met, graded.met_hallucinated, strict=True
        )
        if dimension in _names(c.tags)
    ]
    if not met or any(a is None or b is None for a, b in met):
        return None
    return sum(bool(a) - bool(b) for a, b in met) / len(met)


def _mean(gaps: Sequence[tuple[float, str]]) -> Row:
    if not gaps:
        return figure("gap", None, "no pair is graded")
    return figure("gap", clustered_mean([g for g, _ in gaps], [q for _, q in gaps]))
