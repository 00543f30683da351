"""Blindness by the weight of criteria: do the important ones notice an error?

A criterion of weight 5 that asks about an error and keeps its verdict is worse than a
trivial one that does. Pairs stand under the weight of the heaviest criterion that asks
about their error; 0 is for errors that no criterion asks about.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from inspect_rubricblind.logs.outcomes.figures import FEW_PAIRS, Row, absent, figure
from inspect_rubricblind.logs.scenarios.reading import RatedAnswer, WeighedPair
from inspect_rubricblind.logs.statistics.auroc import paired_auroc
from inspect_rubricblind.logs.statistics.proportions import clustered_proportion
from inspect_rubricblind.records import Criterion, pair
from inspect_rubricblind.records.scenario import CRITICAL, MIN_WEIGHT

SIGNS = {"win": 1, "tie": 0, "loss": -1}
NO_GRADER = "no grader bound"
UNDECIDED = "no pair is decided"
NO_COVERAGE = "no coverage score"
WEIGHTS = (0, *range(MIN_WEIGHT, CRITICAL + 1))


class _Pair(NamedTuple):
    """A pair with the rubric it was graded by."""

    scenario: str
    criteria: tuple[Criterion, ...]
    found: WeighedPair

    @property
    def heaviest(self) -> int | None:
        """The weight of the heaviest criterion that asks; None: not scored."""
        if self.found.covered is None:
            return None
        return max((self.criteria[i].points for i in self.found.covered), default=0)


def blindness_rows(answers: Sequence[RatedAnswer]) -> Iterator[Row]:
    """One row per injector, kind of coverage, grader and weight (null: all pairs).

    `n_covered` counts pairs of which a criterion of this very weight asks about the
    error. `win` to `auroc` compare all points; `own_auroc` those of criteria of this
    weight alone, on the pairs that one of them asks about.
    """
    groups: defaultdict[tuple[str, ...], list[_Pair]] = defaultdict(list)
    for answer in answers:
        for found in answer.pairs:
            kind = found.coverage_kind or ""
            key = (found.injector, kind, found.grader or "", found.setup)
            groups[key].append(_Pair(answer.scenario, answer.criteria, found))
    for (injector, kind, grader, setup), pairs in sorted(groups.items()):
        scored = [p for p in pairs if p.heaviest is not None]
        head = {
            "injector": injector,
            "coverage_kind": kind or None,
            "grader": grader or None,
            "setup": setup or None,
            "n_unscored": len(pairs) - len(scored),
        }
        for weight in (None, *WEIGHTS):
            own = [p for p in scored if weight is None or p.heaviest == weight]
            yield {
                **head,
                "weight": weight,
                "n_pairs": len(own),
                "n_scenarios": len({p.scenario for p in own}),
                **_covered(scored, weight),
                **_outcomes(own, graded=bool(grader)),
                **_own_weight(scored, weight, graded=bool(grader)),
                "flags": [f"n < {FEW_PAIRS}"] if len(own) < FEW_PAIRS else [],
            }


def _asked_by(item: _Pair, weight: int | None) -> bool:
    weights = {item.criteria[i].points for i in item.found.covered or ()}
    return bool(weights) if weight is None else weight in weights


def _covered(scored: Sequence[_Pair], weight: int | None) -> Row:
    if not scored:
        return {"n_covered": 0, **absent("covered", NO_COVERAGE)}
    if weight == 0:
        flags = [not item.found.covered for item in scored]
        return {"n_covered": 0} | absent("covered", f"{sum(flags)} are not asked about")
    flags = [_asked_by(item, weight) for item in scored]
    names = [item.scenario for item in scored]
    share = clustered_proportion(flags, names)
    return {"n_covered": sum(flags), **figure("covered", share)}


def _outcomes(own: Sequence[_Pair], *, graded: bool) -> Row:
    signs, names, ungraded = [], [], 0
    for item in own if graded else ():
        found = pair(item.criteria, item.found.before, item.found.after)
        if found.outcome == "ungraded":
            ungraded += 1
            continue
        signs.append(SIGNS[found.outcome])
        names.append(item.scenario)
    names_of = ("win", "tie", "loss", "net", "auroc")
    row: Row = {"n_decided": len(signs), "n_ungraded": ungraded}
    if not signs:
        reason = UNDECIDED if graded else NO_GRADER
        for name in names_of:
            row |= absent(name, reason)
        return row
    made = paired_auroc(signs, names, "pair")
    for name in names_of:
        row |= figure(name, getattr(made, name))
    return row


def _own_weight(scored: Sequence[_Pair], weight: int | None, *, graded: bool) -> Row:
    """The AUROC of the points of one weight alone, where such a criterion asks."""
    if weight is None or weight == 0:
        return {"own_n": 0} | absent("own_auroc", "of one weight only")
    signs, names = [], []
    for item in scored if graded else ():
        if not _asked_by(item, weight):
            continue
        places = [i for i, c in enumerate(item.criteria) if c.points == weight]
        before, after = (
            [labels[i] for i in places]
            for labels in (item.found.before, item.found.after)
        )
        found = pair([item.criteria[i] for i in places], before, after)
        if found.outcome != "ungraded":
            signs.append(SIGNS[found.outcome])
            names.append(item.scenario)
    if not signs:
        reason = UNDECIDED if graded else NO_GRADER
        return {"own_n": 0} | absent("own_auroc", reason)
    made = paired_auroc(np.array(signs), names, "pair")
    return {"own_n": len(signs), **figure("own_auroc", made.auroc)}
