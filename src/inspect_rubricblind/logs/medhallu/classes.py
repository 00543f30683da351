"""Fact-checking criteria against others (S1 Table 13), and scores without (Table 14).

Everything is counted from stored verdicts; nothing is graded again.
"""

from collections.abc import Iterator, Mapping, Sequence

from inspect_rubricblind.logs.medhallu.comparing import CODES, cell_key
from inspect_rubricblind.logs.medhallu.pooling import Cell, Item, Stratum, cells, strata
from inspect_rubricblind.logs.medhallu.reading import Graded, Pair, criterion_key
from inspect_rubricblind.logs.outcomes.figures import Row, figure
from inspect_rubricblind.logs.outcomes.rows import share_figures
from inspect_rubricblind.logs.statistics.auroc import paired_auroc
from inspect_rubricblind.logs.statistics.intervals import Interval
from inspect_rubricblind.logs.statistics.regrade import regrade_change
from inspect_rubricblind.logs.statistics.risk_ratio import criteria_contrast
from inspect_rubricblind.records import CLASSES, ClassifiedCriterion
from inspect_rubricblind.records import pair as compare

FACTCHECK, OTHER = "FACTCHECK", "OTHER"
RATIOS = ("neither", "discriminates", "discriminates_if_met")
Classes = Mapping[str, ClassifiedCriterion]


def class_rows(pairs: Sequence[Pair], classes: Classes) -> Iterator[Row]:
    """Table 13: how criteria of each class behave, and ratios of the two classes.

    Once over all classified criteria, once over those that the panel was unanimous
    about. Positive criteria alone; criteria with an ungraded verdict are left out.
    """
    for cell, items in cells(pairs) if classes else ():
        held = [item.pair for item in items]
        for stratum, at in strata(held):
            for basis in ("all", "unanimous"):
                rows = [
                    found
                    for i in at
                    for found in _classified(items[i], classes, basis == "unanimous")
                ]
                yield from _class_table(cell, {**stratum, "basis": basis}, rows)


Verdict = tuple[str, bool, bool, str]
"""Class, met by the correct answer, met by the hallucinated one, question."""


def _classified(item: Item, classes: Classes, unanimous: bool) -> Iterator[Verdict]:
    graded = item.graded
    for c, a, b in zip(
        graded.criteria, graded.met, graded.met_hallucinated, strict=True
    ):
        known = classes.get(criterion_key(c))
        if known is None or known.criterion_class is None or c.points <= 0:
            continue
        if unanimous and len({vote.criterion_class for vote in known.votes}) > 1:
            continue
        if a is not None and b is not None:
            yield known.criterion_class, a, b, item.pair.case_id


def _class_table(
    cell: Cell, stratum: Stratum, rows: Sequence[Verdict]
) -> Iterator[Row]:
    ratios = _ratios(rows)
    for name in CLASSES:
        own = [row for row in rows if row[0] == name]
        if own:
            n = len(own)
            yield {
                **cell_key(cell),
                **stratum,
                "class": name,
                "n_criteria": n,
                "n_questions": len({q for *_, q in own}),
                "discriminates": sum(a and not b for _, a, b, _ in own) / n,
                "both_met": sum(a and b for _, a, b, _ in own) / n,
                "neither_met": sum(not a and not b for _, a, b, _ in own) / n,
                "reversed": sum(b and not a for _, a, b, _ in own) / n,
                # Ratios are of fact-checking against other criteria.
                **(ratios if name == FACTCHECK else _no_ratios(None)),
            }


def _ratios(rows: Sequence[Verdict]) -> Row:
    used = [row for row in rows if row[0] in (FACTCHECK, OTHER)]
    if len({row[0] for row in used}) < 2:
        return _no_ratios("needs criteria of both classes")
    try:
        found = criteria_contrast(
            [float(a) for _, a, _, _ in used],
            [float(b) for _, _, b, _ in used],
            [float(name == FACTCHECK) for name, *_ in used],
            [q for *_, q in used],
        )
    except ValueError as error:
        return _no_ratios(str(error))
    made: dict[str, Interval] = {name: getattr(found, name) for name in RATIOS}
    return {k: v for n, i in made.items() for k, v in figure(f"ratio_{n}", i).items()}


def _no_ratios(reason: str | None) -> Row:
    rows = [figure(f"ratio_{name}", None, reason) for name in RATIOS]
    return {key: value for row in rows for key, value in row.items()}


def ablation_rows(
    pairs: Sequence[Pair], classes: Classes, seed: int = 0
) -> Iterator[Row]:
    """Table 14: outcomes before and after leaving fact-checking criteria out.

    Only pairs whose criteria are all classified, with decided outcomes both times; the
    others are counted. A rubric of nothing but facts ties without them.
    """
    for cell, items in cells(pairs) if classes else ():
        held = [item.pair for item in items]
        for stratum, at in strata(held):
            made = [
                (CODES[items[i].graded.outcome], after, items[i].pair.case_id)
                for i in at
                if items[i].graded.outcome in CODES
                and (after := _without_facts(items[i].graded, classes)) is not None
            ]
            if made:
                yield _ablation_row(cell, stratum, made, len(at) - len(made), seed)


def _ablation_row(
    cell: Cell,
    stratum: Stratum,
    made: Sequence[tuple[float, float, str]],
    left_out: int,
    seed: int,
) -> Row:
    before, after, ids = (list(column) for column in zip(*made, strict=True))
    row: Row = {**cell_key(cell), **stratum, "n": len(made), "n_left_out": left_out}
    for name, codes in (("before", before), ("after", after)):
        shares = share_figures(paired_auroc(codes, ids))
        row |= {f"{name}_{key}": value for key, value in shares.items()}
    change = regrade_change(before, after, ids, seed=seed)
    return {
        **row,
        **figure("change", change.change),
        **figure("change_bootstrap", change.bootstrap, seed=seed),
        "change_p": change.p,
    }


def _without_facts(graded: Graded, classes: Classes) -> float | None:
    """The outcome without fact-checking criteria; None if it cannot be told."""
    known = [classes.get(criterion_key(c)) for c in graded.criteria]
    if not known or any(c is None or c.criterion_class is None for c in known):
        return None
    keep = [i for i, c in enumerate(known) if c and c.criterion_class != FACTCHECK]
    found = compare(
        [graded.criteria[i] for i in keep],
        [graded.met[i] for i in keep],
        [graded.met_hallucinated[i] for i in keep],
    )
    return CODES.get(found.outcome)


def panel_votes(classes: Sequence[ClassifiedCriterion]) -> list[list[str | None]]:
    """The votes on each criterion."""
    return [[vote.criterion_class for vote in c.votes] for c in classes]
