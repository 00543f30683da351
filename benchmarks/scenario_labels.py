"""Find labels, criterion by criterion, that have every figure S3 prints.

`python benchmarks/scenario_labels.py` writes the test data of that name (a minute).

S3 publishes no labels. An integer programme finds counts by task, weight, category
and pattern of models that reproduce its Tables 1 to 4 and its universal misses; so
they are one of many tables behind the print, and tests may only look at what all of
these have in common, or at what the print itself says.
"""

import itertools
from csv import DictReader
from pathlib import Path

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp

MODELS = ("Gemini 3.1 Pro", "GPT 5.4", "Claude Opus 4.7")
TASKS, WEIGHTS = ("1", "2", "3", "4", "5"), (1, 2, 3, 4, 5)
TAGS = ("Reasoning", "Safety", "Extraction", "Instruction Following", "Style")
TAG_SETS = (*((t,) for t in TAGS), ("Reasoning", "Safety"))
PATTERNS = tuple(itertools.product((0, 1), repeat=3))
CELLS = tuple(itertools.product(TASKS, WEIGHTS, TAG_SETS, PATTERNS))
HALF = 0.005


DATA = Path(__file__).parent.parent / "tests" / "logs" / "statistics" / "data"
HEADER = (
    "# Labels that have every figure of S3's Tables 1 to 4 and Section 4.5, found by "
    "benchmarks/scenario_labels.py; S3 prints no labels"
)


def published(name):
    """Rows of one of S3's tables; the first line names the source."""
    path = DATA / f"scenarios_{name}.csv"
    with path.open(encoding="utf-8", newline="") as file:
        file.readline()
        return list(DictReader(file))


def main():
    """Solve the programme and write the counts."""
    found = milp(
        c=np.zeros(len(CELLS)),
        constraints=[*_counts(), *_rates()],
        integrality=np.ones(len(CELLS)),
        bounds=Bounds(0, np.inf),
    )
    if not found.success:
        raise SystemExit(found.message)
    lines = [HEADER, "task,weight,categories,met,n"]
    for cell, n in zip(CELLS, np.rint(found.x).astype(int), strict=True):
        if n:
            task, weight, tags, pattern = cell
            met = "".join(map(str, pattern))
            lines.append(f"{task},{weight},{'|'.join(tags)},{met},{n}")
    text = "\n".join(lines) + "\n"
    (DATA / "scenarios_labels.csv").write_text(text, encoding="utf-8")


def _equal(keep, n):
    return LinearConstraint([float(keep(*cell)) for cell in CELLS], n, n)


def _counts():
    """Everything that is printed as a whole number."""
    for row in published("01"):
        yield _equal(lambda t, w, s, p, r=row: t == r["task"], int(row["n_criteria"]))
    for row in published("misses"):
        if row["task"] != "All":
            task = row["task"]
            yield _equal(
                lambda t, w, s, p, k=task: t == k and w == 5,
                int(row["n_weight5_criteria"]),
            )
            yield _equal(
                lambda t, w, s, p, k=task: t == k and w == 5 and not any(p),
                int(row["n_missed_by_all_models"]),
            )
    for m, model in enumerate(MODELS):
        for row in published("03"):
            if row["model"] == model:
                weight = int(row["weight"])
                yield _equal(
                    lambda t, w, s, p, k=weight: w == k, int(row["n_criteria"])
                )
                yield _equal(
                    lambda t, w, s, p, k=weight, m=m: w == k and p[m],
                    int(row["n_met"]),
                )
        for row in published("04"):
            if row["model"] == model:
                tag = row["category"]
                yield _equal(lambda t, w, s, p, k=tag: k in s, int(row["n_criteria"]))
                yield _equal(
                    lambda t, w, s, p, k=tag, m=m: k in s and p[m], int(row["n_met"])
                )


def _rates():
    """Rates within half a printed unit; Task 2 and Gemini below 0.60, as S3 needs it.

    The rate times the weight of the task is linear in the counts.
    """
    for row in published("02"):
        if row["task"] == "Mean":
            continue
        m, printed = MODELS.index(row["model"]), float(row["weighted_pass_frac"])
        tight = (row["task"], m) == ("2", 0)
        for side, limit in (
            (1, printed + (-1e-4 if tight else HALF)),
            (-1, printed - HALF),
        ):
            yield LinearConstraint(
                [
                    side * w * (p[m] - limit) * (t == row["task"])
                    for t, w, _, p in CELLS
                ],
                -np.inf,
                -1e-9,
            )


if __name__ == "__main__":
    main()
