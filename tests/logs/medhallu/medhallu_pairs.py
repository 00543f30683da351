"""Ready-made pairs as the reader gives them, and published counts."""

import csv
from pathlib import Path

from inspect_rubricblind.logs.medhallu.reading import Graded, Pair
from inspect_rubricblind.records import (
    AnswerLabel,
    Baseline,
    Criterion,
    LabelVote,
    RubricFacts,
)

PUBLISHED = Path(__file__).parents[1] / "statistics" / "data"
GRADER = "provider/grader"


def published(name):
    """Rows of a published table; its first line names the source."""
    with open(PUBLISHED / f"{name}.csv", encoding="utf-8", newline="") as file:
        assert file.readline().startswith("# ")
        return list(csv.DictReader(file))


def criterion(index, text=None, points=1, tags=()):
    return Criterion(
        index=index, criterion=text or f"Criterion {index}.", points=points, tags=tags
    )


def graded(outcome, criteria=(), met=(), other=(), scheme="rubrichub", **changes):
    diff = {"win": 1, "tie": 0, "loss": -1}.get(outcome)
    fields = {
        "grader": GRADER,
        "draw": 0,
        "setup": "s",
        "calls": "c",
        "scheme": scheme,
        "writers": (),
        "rubric": "r",
        "outcome": outcome,
        "diff": diff,
        "diff_min": -1 if diff is None else diff,
        "diff_max": 1 if diff is None else diff,
        "repeat_differs": (),
        "criteria": tuple(criteria),
        "met": tuple(met),
        "met_hallucinated": tuple(other),
    }
    return Graded(**{**fields, **changes})


def label(value, answer="correct", kind="model", votes=None):
    votes = [value] * 3 if votes is None else votes
    return AnswerLabel(
        answer=answer,
        kind=kind,
        label=value,
        votes=tuple(LabelVote(model=f"m{n}", label=v) for n, v in enumerate(votes)),
    )


def pair(case_id, difficulty="hard", gradings=(), lengths=(200, 150), **changes):
    fields = {
        "case_id": case_id,
        "epoch": 1,
        "dataset_kind": "path",
        "difficulty": difficulty,
        "category": "",
        "tags": (),
        "labels": (),
        "baselines": {"length": Baseline(correct=lengths[0], hallucinated=lengths[1])},
        "models": {},
        "rubric": RubricFacts(scheme="rubrichub", origin="file", n_criteria=3),
        "no_rubric": None,
        "gradings": tuple(gradings),
    }
    return Pair(**{**fields, **changes})
