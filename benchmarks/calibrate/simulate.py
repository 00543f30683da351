"""Known truths to draw from, and rows that say how a method did on them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import stats

from inspect_rubricblind.logs.statistics.clusters import FloatArray, IntArray
from inspect_rubricblind.logs.statistics.intervals import Interval

# Wins and losses of S1: HealthBench, LiveMedBench, Professional; heavy ties; few ties.
OUTCOMES = ((0.311, 0.112), (0.161, 0.073), (0.070, 0.037), (0.02, 0.02), (0.50, 0.10))


@dataclass(frozen=True)
class Row:
    """What a method did over its settings.

    `low` and `high` are the smallest and largest result. `holds` says whether the
    default keeps what is asked of it; None for forms shown only for comparison.
    """

    family: str
    method: str
    measure: str
    settings: int
    low: float
    high: float
    worst: str
    note: str
    holds: bool | None


Found = list[tuple[str, float]]


def records(n: int) -> tuple[Found, ...]:
    """Empty lists of (setting, result), one per method."""
    return tuple([] for _ in range(n))


def error(share: float, runs: int) -> float:
    """Monte Carlo standard error of a share."""
    return float(np.sqrt(max(share * (1 - share), 0.25 / runs) / runs))


def coverage_row(
    family: str,
    method: str,
    found: Sequence[tuple[str, float]],
    runs: int,
    *,
    floor: float | None,
) -> Row:
    """Coverage over settings; `floor` is what the default must reach."""
    worst, low = min(found, key=lambda item: item[1])
    values = np.array([value for _, value in found])
    note = (
        f"{(values < 0.93).mean():.0%} under .93, {(values > 0.98).mean():.0%} over .98"
    )
    holds = None if floor is None else bool(low >= floor - 3 * error(floor, runs))
    high = float(values.max())
    return Row(family, method, "coverage", len(found), low, high, worst, note, holds)


def size_row(
    family: str,
    method: str,
    found: Sequence[tuple[str, float]],
    runs: int,
    *,
    ceiling: float | None,
) -> Row:
    """Share of false rejections over settings; `ceiling` is what it may reach."""
    worst, high = max(found, key=lambda item: item[1])
    low = min(value for _, value in found)
    holds = None
    if ceiling is not None:
        holds = bool(high <= ceiling + 3 * error(ceiling, runs))
    return Row(family, method, "size", len(found), low, high, worst, "", holds)


def value_row(family: str, method: str, found: Sequence[tuple[str, float]]) -> Row:
    """Figures that are neither a coverage nor a size."""
    values = [value for _, value in found]
    worst = "; ".join(f"{name}: {value:.3f}" for name, value in found)
    low, high = min(values), max(values)
    return Row(family, method, "value", len(found), low, high, worst, "", None)


def covers(interval: Interval, truth: float) -> bool:
    """Whether the truth is within; an undefined interval does not cover."""
    if interval.low is None or interval.high is None:
        return False
    return interval.low <= truth + 1e-12 and truth - 1e-12 <= interval.high


def width(interval: Interval) -> float:
    """Length of an interval; NaN if undefined."""
    if interval.low is None or interval.high is None:
        return float("nan")
    return interval.high - interval.low


def latent_pairs(
    rng: np.random.Generator,
    questions: int,
    win: float,
    loss: float,
    rho: float,
    sizes: tuple[int, int] = (1, 9),
) -> tuple[IntArray, IntArray]:
    """Outcomes whose latent scores correlate by rho within a question."""
    index = np.repeat(
        np.arange(questions), rng.integers(sizes[0], sizes[1] + 1, questions)
    )
    return thresholded(latent(rng, index, rho), win, loss), index


def latent(rng: np.random.Generator, index: IntArray, rho: float) -> FloatArray:
    """Standard normal scores, correlated by rho where the index is the same."""
    shared = rng.normal(size=int(index.max()) + 1)[index]
    own = rng.normal(size=len(index))
    return np.asarray(np.sqrt(rho) * shared + np.sqrt(1 - rho) * own)


def thresholded(score: FloatArray, win: float, loss: float) -> IntArray:
    """Win above, loss below, tie between the quantiles that give the two shares."""
    high, low = stats.norm.ppf(1 - win), stats.norm.ppf(loss)
    return np.where(score > high, 1, np.where(score < low, -1, 0))


def generators(runs: int, *key: int) -> Iterator[np.random.Generator]:
    """One independent stream per run."""
    for run in range(runs):
        yield np.random.default_rng([*key, run])
