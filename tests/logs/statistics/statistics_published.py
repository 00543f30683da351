"""Published figures that the tests compare with, and pairs that have them."""

import csv
from pathlib import Path

import numpy as np
from hypothesis import settings

# Several workers share the machine: a slow example is no failure.
steady = settings(deadline=None, max_examples=50)

DATA = Path(__file__).parent / "data"
SHARES = (("win", "win_pct", 100), ("tie", "tie_pct", 100), ("loss", "loss_pct", 100))


def table(name):
    """Rows of a data file; its first line names the source."""
    with open(DATA / f"{name}.csv", encoding="utf-8", newline="") as file:
        assert file.readline().startswith("# ")
        return list(csv.DictReader(file))


def cells(name):
    """Rows of Table 12, 14 or 17 with whole counts: (row, n, win, tie, loss)."""
    return [
        (row, *(int(row[key]) for key in ("n_pairs", "win", "tie", "loss")))
        for row in table(name)
    ]


def pairs(win, tie, loss):
    """One outcome per pair, wins first."""
    return np.repeat([1, 0, -1], [win, tie, loss])
