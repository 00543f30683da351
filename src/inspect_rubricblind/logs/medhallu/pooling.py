"""Pairs of several runs: one entry per question, and gradings that belong together."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from inspect_rubricblind.logs.medhallu.reading import Graded, Pair
from inspect_rubricblind.records import AnswerLabel

DIFFICULTIES = ("easy", "medium", "hard")
OVERALL = "overall"
ALL_ANSWERS, SELF_CONTAINED = "all", "self-contained"


@dataclass(frozen=True)
class Cell:
    """What is pooled in one row: never two schemes, graders, settings or draws."""

    dataset_kind: str
    scheme: str
    writers: tuple[str, ...]
    grader: str
    draw: int
    setup: str


@dataclass(frozen=True)
class Item:
    """One graded pair of a cell."""

    pair: Pair
    graded: Graded


def questions(pairs: Iterable[Pair]) -> list[Pair]:
    """One entry per question of a data set, with all that any run found about it.

    Labels by a panel come before those of the heuristic; among several, the one with
    most votes counts.
    """
    groups: defaultdict[tuple[str, str], list[Pair]] = defaultdict(list)
    for pair in pairs:
        groups[pair.dataset_kind, pair.case_id].append(pair)
    return [_joined(group) for _, group in sorted(groups.items())]


def _joined(group: Sequence[Pair]) -> Pair:
    ordered = sorted(group, key=_order)
    labels: dict[str, AnswerLabel] = {}
    for label in sorted((x for pair in ordered for x in pair.labels), key=_preference):
        labels.setdefault(label.answer, label)
    return replace(
        ordered[0],
        labels=tuple(labels[name] for name in sorted(labels)),
        baselines={k: v for pair in ordered for k, v in pair.baselines.items()},
        models={k: v for pair in ordered for k, v in pair.models.items()},
    )


def _order(pair: Pair) -> tuple[object, ...]:
    """Free of the order in which logs were given."""
    gradings = [
        (g.scheme, g.grader, g.draw, g.setup, g.outcome, g.diff_min, g.diff_max)
        for g in pair.gradings
    ]
    return pair.case_id, pair.epoch, gradings, sorted(pair.baselines)


def _preference(label: AnswerLabel) -> tuple[object, ...]:
    return label.kind != "model", -len(label.votes), label.model_dump_json()


def cells(pairs: Iterable[Pair]) -> Iterator[tuple[Cell, list[Item]]]:
    """The graded pairs cell by cell, each (question, epoch) once.

    Raises:
        ValueError: A pair has two results under one name.
    """
    held = list(pairs)
    known = {(p.dataset_kind, p.case_id): p for p in questions(held)}
    found: defaultdict[Cell, dict[tuple[str, int], Item]] = defaultdict(dict)
    for pair in sorted(held, key=_order):
        joined = known[pair.dataset_kind, pair.case_id]
        for graded in pair.gradings:
            cell = Cell(
                pair.dataset_kind,
                graded.scheme,
                graded.writers,
                graded.grader,
                graded.draw,
                graded.setup,
            )
            item = Item(replace(joined, epoch=pair.epoch), graded)
            kept = found[cell].setdefault((pair.case_id, pair.epoch), item)
            _check_same(kept, item)
    for cell in sorted(found, key=repr):
        yield cell, [found[cell][key] for key in sorted(found[cell])]


def _check_same(kept: Item, other: Item) -> None:
    """Refuse two results of one pair, as the table of injected errors does."""
    one, two = kept.graded, other.graded
    if (one.rubric, one.outcome, one.diff) == (two.rubric, two.outcome, two.diff):
        return
    what = "rubrics" if one.rubric != two.rubric else "outcomes"
    raise ValueError(
        f"a pair must have one result, but {kept.pair.case_id} ({one.scheme}, graded "
        f"by {one.grader}, draw {one.draw}) has two {what}: report these logs apart, "
        "or give each set of rubrics its own draw"
    )


def is_self_contained(pair: Pair) -> bool:
    """Whether the correct answer is labelled as making sense on its own."""
    return pair.label is not None and pair.label.label == SELF_CONTAINED


def answer_sets(pairs: Sequence[Pair]) -> tuple[str, ...]:
    """All answers, and the self-contained ones where they are some but not all."""
    kept = sum(map(is_self_contained, pairs))
    return (ALL_ANSWERS, SELF_CONTAINED) if 0 < kept < len(pairs) else (ALL_ANSWERS,)


def label_kind(pairs: Iterable[Pair]) -> str | None:
    """Who labelled: `model`, `rules`, or both; None without labels."""
    kinds = sorted({pair.label.kind for pair in pairs if pair.label is not None})
    return " and ".join(kinds) or None


Stratum = Mapping[str, str | None]


def strata(pairs: Sequence[Pair]) -> Iterator[tuple[Stratum, list[int]]]:
    """Positions of the pairs by answer set and difficulty, all together last."""
    labels = label_kind(pairs)
    for answers in answer_sets(pairs):
        chosen = [
            at
            for at, pair in enumerate(pairs)
            if answers == ALL_ANSWERS or is_self_contained(pair)
        ]
        for difficulty in (*DIFFICULTIES, OVERALL):
            kept = [
                at for at in chosen if difficulty in (OVERALL, pairs[at].difficulty)
            ]
            if kept:
                yield (
                    {
                        "answers": answers,
                        "difficulty": difficulty,
                        "labels": labels,
                    },
                    kept,
                )
