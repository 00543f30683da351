"""Two gradings of the same pairs: another grader, another draw, another rubric."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from inspect_rubricblind.logs.statistics.agreement import PairAgreement, pair_agreement
from inspect_rubricblind.logs.statistics.auroc import check_outcomes, mean_interval
from inspect_rubricblind.logs.statistics.clusters import (
    Weighting,
    check_level,
    mean_sums,
    resample_sums,
)
from inspect_rubricblind.logs.statistics.detection import sign_flip_test
from inspect_rubricblind.logs.statistics.equivalence import (
    MARGIN,
    Equivalence,
    check_margin,
    equivalence_of_mean,
)
from inspect_rubricblind.logs.statistics.intervals import Interval


@dataclass(frozen=True)
class Regrade:
    """Paired change from the first grading to the second, on the AUROC scale.

    `change` is the score interval at the effective n, `bootstrap` S1's percentile
    form with questions redrawn jointly. `p` is the exact sign-flip test of no change.
    `stable` rests on the equivalence test alone: p > .05 shows nothing. `gained` are
    pairs that became wins, `lost` wins that became something else.
    """

    n_pairs: int
    n_questions: int
    change: Interval
    bootstrap: Interval
    p: float
    equivalence: Equivalence
    stable: bool
    gained: int
    lost: int
    agreement: PairAgreement


def regrade_change(
    first: ArrayLike,
    second: ArrayLike,
    question: ArrayLike,
    weighting: Weighting = "question",
    *,
    margin: float = MARGIN,
    alpha: float = 0.05,
    resamples: int = 10_000,
    seed: int = 0,
    level: float = 0.95,
) -> Regrade:
    """Compare two gradings of the same pairs.

    Args:
        first: Outcomes under the first grading, shape (n,).
        second: Outcomes of the same pairs under the second, shape (n,).
        question: Question per pair, shape (n,).
        weighting: Equal weight per question or per pair.
        margin: Margin of the equivalence test, on the AUROC scale.
        alpha: One-sided level of each of its two tests.
        resamples: Number of resamples of questions.
        seed: Seed of the bootstraps.
        level: Confidence level.
    """
    a, b = check_outcomes("first", first), check_outcomes("second", second)
    if a.shape != b.shape:
        raise ValueError(
            f"second must grade the pairs of first, shape {a.shape}, but got {b.shape}"
        )
    change = (b - a) / 2
    # Changes are on the AUROC scale already, where the margin holds undoubled.
    halved = equivalence_of_mean(change, question, weighting, check_margin(margin) / 2)
    equivalence = replace(halved, margin=margin)
    sums = mean_sums(change, question, weighting)
    totals = resample_sums(
        np.column_stack([sums.numerator, sums.denominator]), resamples, seed
    )
    tails = ((1 - check_level(level)) / 2, (1 + level) / 2)
    low, high = np.quantile(totals[:, 0] / totals[:, 1], tails)
    return Regrade(
        n_pairs=len(a),
        n_questions=sums.n_clusters,
        change=mean_interval(change, question, weighting, level),
        bootstrap=Interval(
            sums.estimate, float(low), float(high), "percentile", sums.n_clusters
        ),
        p=sign_flip_test(change, question),
        equivalence=equivalence,
        stable=equivalence.p is not None and equivalence.p < alpha,
        gained=int(((b == 1) & (a != 1)).sum()),
        lost=int(((a == 1) & (b != 1)).sum()),
        agreement=pair_agreement(
            a, b, question, resamples=resamples, seed=seed, level=level
        ),
    )
