"""S3's labels as far as its print fixes them: one table of many that fit all of it.

`benchmarks/scenario_labels.py` found the counts; tests look only at what the print
says, so any other table that fits would do.
"""

import csv
from pathlib import Path
from typing import NamedTuple

import numpy as np

from inspect_rubricblind.logs.statistics.scenarios import Labels

DATA = Path(__file__).parent / "logs" / "statistics" / "data"
MODELS = ("Gemini 3.1 Pro", "GPT 5.4", "Claude Opus 4.7")
AUTORATERS = ("GPT", "Gemini", "Claude")


class Row(NamedTuple):
    """One criterion: where it stands, and which of the models meet it."""

    task: str
    weight: int
    tags: tuple[str, ...]
    met: tuple[int, ...]


def published(name):
    """Rows of one of S3's tables; the first line names the source."""
    path = DATA / f"scenarios_{name}.csv"
    with path.open(encoding="utf-8", newline="") as file:
        file.readline()
        return list(csv.DictReader(file))


def criteria():
    """All 184 criteria."""
    return [
        Row(
            row["task"],
            int(row["weight"]),
            tuple(row["categories"].split("|")),
            tuple(map(int, row["met"])),
        )
        for row in published("labels")
        for _ in range(int(row["n"]))
    ]


def labels():
    """The labels of the three models."""
    rows = criteria()
    return Labels.of(
        MODELS,
        np.array([row.met for row in rows]).T,
        [row.weight for row in rows],
        [row.task for row in rows],
    )


def autorated(n_agree):
    """Expert labels, and those of an autorater that agrees on so many of them."""
    found = labels()
    expert = found.met.ravel()
    rater = expert.copy()
    # Spread over the criteria, so that neither class takes all the disagreement.
    chosen = np.linspace(0, len(rater) - 1, len(rater) - n_agree).round().astype(int)
    rater[chosen] = 1 - rater[chosen]
    return expert, rater, list(found.scenario) * len(found.models)
