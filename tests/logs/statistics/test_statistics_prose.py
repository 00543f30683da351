"""Figures that S1 and S2 state in their text, and why one table cannot be had.

S1: When Rubrics Fail. S2: MHB, Medical Hallucination Benchmark.
"""

import numpy as np
import pytest
from statistics_published import cells, table

from inspect_rubricblind.logs.statistics.auroc import paired_auroc


@pytest.mark.parametrize("name", ["HealthBench", "LiveMedBench"])
def test_table_16_does_not_follow_from_table_17(name: str):
    """Table 16 averages over questions, and S1 does not print which pairs share one.

    The same pairs of Table 17, on as many questions with 1 to 9 pairs each, give
    question-weighted AUROCs on both sides of the printed one, so no function of
    Table 17 can give it.
    """
    printed = next(r for r in table("table_16") if r["dataset"] == name)
    counts = np.zeros(4, dtype=int)
    for row, *found in cells("table_17"):
        if row["dataset"] == name:
            counts += found
    n, wins, ties, losses = (int(k) for k in counts)
    questions = int(printed["n_questions"])
    large = (n - questions) // 8
    sizes = np.full(questions, 1)
    sizes[questions - large :] = 9
    sizes[: n - int(sizes.sum())] += 1
    question = np.repeat(np.arange(questions), sizes)
    reached = []
    # Alone in small questions stand first the wins, then the losses.
    for order in ((1, 0, -1), (-1, 0, 1)):
        outcome = np.repeat(order, (wins, ties, losses)[:: order[0]])
        found = paired_auroc(outcome, question)
        pooled = paired_auroc(outcome, question, "pair")
        assert pooled.auroc.estimate == pytest.approx((wins + ties / 2) / n)
        reached.append(found.auroc.estimate)
    high, low = reached
    assert low + 0.1 < float(printed["auroc"]) < high - 0.1


def test_before_the_ablation_table_14_is_a_row_of_table_12():
    before = cells("table_14")[0]
    assert before[1:] in [
        cell[1:]
        for cell in cells("table_12")
        if (cell[0]["rubric"], cell[0]["grader"], cell[0]["subset"])
        == ("RubricHub", "GPT-4.1", "Hard")
    ]


@pytest.mark.parametrize(
    ("count", "of", "percent", "tolerance"),
    [
        (8, 19, 42.1, 0.05),  # Table 15, accepted of attempted
        (0, 2768, 0.0, 0.05),
        (746, 2656, 28.1, 0.05),
        (17, 51, 33.3, 0.05),
        (11, 49, 22.4, 0.05),
        (162, 389, 41.6, 0.05),
        (1569, 1910, 82.1, 0.05),  # Appendix M, failures by diff and span, Kimi-K3
        (199, 227, 87.7, 0.05),  # the same, o3
        (2039, 2768, 73.7, 0.05),  # pairs of Table 3 over the attempts of Table 15
    ],
)
def test_shares_of_the_pilot(count: int, of: int, percent: float, tolerance: float):
    assert 100 * count / of == pytest.approx(percent, abs=tolerance)


def test_the_totals_of_table_8_are_sums():
    """US dollars per stage: HealthBench, HealthBench Professional, LiveMedBench."""
    stages = ((17, 3, 5, 25), (45, 12, 14, 71), (225, 52, 40, 317), (255, 32, 60, 347))
    for *parts, total in stages:
        assert sum(parts) == total
    assert tuple(map(sum, zip(*stages, strict=True))) == (542, 99, 119, 760)


def test_no_table_holds_more_questions_than_were_usable():
    """Usable by Table 2: 500, 514 and 521; those without an accepted error drop out."""
    sizes = {row["dataset"]: int(row["n_questions"]) for row in table("table_16")}
    usable = {
        "HealthBench": 500,
        "HealthBench Professional": 514,
        "LiveMedBench": 521,
    }
    assert all(sizes[name] <= n for name, n in usable.items())


def test_s2s_combined_rates_are_one_mixture_of_its_two_tasks():
    """Dialogue, report, combined of the four models with all three."""
    rates = {
        "Claude-4-Sonnet": (0.165, 0.346, 0.291),
        "Gemini 2.5-Pro": (0.357, 0.323, 0.333),
        "DeepSeek-R1": (0.454, 0.360, 0.388),
        "Qwen3-235B": (0.513, 0.624, 0.590),
    }
    for dialogue, report, combined in rates.values():
        share = 0.303
        mixed = share * dialogue + (1 - share) * report
        assert mixed == pytest.approx(combined, abs=0.0006)
