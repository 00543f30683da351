"""All numbers of a review, computed once: `review.json` is this and nothing else."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from inspect_rubricblind.logs.outcomes.figures import Row
from inspect_rubricblind.logs.ratings import NOTICE, Rating
from inspect_rubricblind.review.agreeing import control_row, group_row, groups
from inspect_rubricblind.review.forms import Form
from inspect_rubricblind.taxonomy.model import CANARY

RESAMPLES = 10_000


@dataclass(frozen=True)
class ReviewSummary:
    """Rows of plain values.

    `results` has a row per question and group of errors (or items), `controls` one per
    question where controls were rated. `panel` counts raters by profession, `raters`
    the work of each. `disagreements` are items with both answers, with every reason.
    `skipped` counts skipped items by cause. `missing` says what has not come back.
    """

    form: Form
    results: list[Row]
    controls: list[Row]
    panel: list[Row]
    raters: list[Row]
    disagreements: list[Row]
    skipped: dict[str, int]
    missing: tuple[str, ...]
    seed: int

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "review_version": "1",
            "notice": NOTICE,
            "canary": CANARY,
            "form": self.form.name,
            "form_version": self.form.version,
            "questions": {q.id: q.text for q in self.form.questions},
            "settings": {"level": 0.95, "resamples": RESAMPLES, "seed": self.seed},
            "results": self.results,
            "controls": self.controls,
            "panel": self.panel,
            "raters": self.raters,
            "disagreements": self.disagreements,
            "skipped": self.skipped,
            "missing": list(self.missing),
        }


def summarise_review(
    ratings: Sequence[Rating],
    form: Form,
    missing: Sequence[str] = (),
    *,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> ReviewSummary:
    """Compute everything that a report on a review shows.

    Args:
        ratings: Of one review.
        form: What was asked.
        missing: What has not come back, in words.
        seed: Of the bootstraps and relabellings.
        resamples: Of the bootstraps.

    Raises:
        ValueError: No item was answered.
    """
    answered = sorted(
        (rating for rating in ratings if rating.answer is not None),
        key=lambda r: (r.question, r.item, r.rater),
    )
    if not answered:
        raise ValueError("ratings must hold answers, but got none")
    results, controls = [], []
    for question in form.questions:
        own = [r for r in answered if r.question == question.id]
        tested = [r for r in own if r.key.kind != "control"]
        if tested:
            results += [
                group_row(group, question.id, seed, resamples)
                for group in groups(tested)
            ]
        if (row := control_row(own, question.id)) is not None:
            controls.append(row)
    return ReviewSummary(
        form=form,
        results=results,
        controls=controls,
        panel=_panel(ratings),
        raters=_raters(ratings),
        disagreements=_disagreements(answered),
        skipped=_skipped(ratings),
        missing=tuple(missing),
        seed=seed,
    )


def _skipped(ratings: Sequence[Rating]) -> dict[str, int]:
    """Items by cause; an item with several questions counts once per rater."""
    skipped = {(r.packet, r.item, r.skipped) for r in ratings if r.skipped}
    return dict(sorted(Counter(cause for _, _, cause in skipped).items()))


def _panel(ratings: Sequence[Rating]) -> list[Row]:
    raters = {rating.rater: rating.role for rating in ratings}
    counted = Counter(raters.values()).most_common()
    return [{"role": role, "raters": n} for role, n in sorted(counted, key=_most)]


def _most(counted: tuple[str, int]) -> tuple[int, str]:
    return -counted[1], counted[0]


def _raters(ratings: Sequence[Rating]) -> list[Row]:
    """What each rater did. Shares of one rater are shown as counts alone."""
    parts: defaultdict[str, list[Rating]] = defaultdict(list)
    for rating in ratings:
        parts[rating.rater].append(rating)
    return [
        {
            "rater": rater,
            "role": own[0].role,
            "items": len({r.item for r in own}),
            "skipped": len({r.item for r in own if r.skipped}),
            "yes_errors": sum(
                r.answer == "yes" and r.key.kind != "control" for r in own
            ),
            "n_errors": sum(
                r.answer is not None and r.key.kind != "control" for r in own
            ),
            "yes_controls": sum(
                r.answer == "yes" and r.key.kind == "control" for r in own
            ),
            "n_controls": sum(
                r.answer is not None and r.key.kind == "control" for r in own
            ),
            "reasons": sum(bool(r.reason) for r in own),
        }
        for rater, own in sorted(parts.items())
    ]


def _disagreements(answered: Sequence[Rating]) -> list[Row]:
    parts: defaultdict[tuple[str, str], list[Rating]] = defaultdict(list)
    for rating in answered:
        parts[rating.question, rating.item].append(rating)
    found = [
        {
            "question": question,
            "item": item,
            "kind": own[0].key.kind,
            "error_type": own[0].key.error_type,
            "injector": own[0].key.injector,
            "benchmark": own[0].key.benchmark,
            "case_id": own[0].key.case_id,
            "ratings": [
                {
                    "rater": r.rater,
                    "position": r.position,
                    "role": r.role,
                    "answer": r.answer,
                    "reason": r.reason,
                }
                for r in sorted(own, key=lambda r: (r.answer or "", r.rater))
            ],
        }
        for (question, item), own in parts.items()
        if len({r.answer for r in own}) > 1
    ]
    order = ("question", "kind", "error_type", "injector", "case_id", "item")
    return sorted(found, key=lambda row: [row[name] for name in order])
