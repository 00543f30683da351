"""Published figures that follow from other published figures."""

import numpy as np
import pytest
from statistics_published import cells, table

from inspect_rubricblind.logs.statistics.auroc import paired_auroc


def totals():
    found = {}
    for row, *counts in cells("table_17"):
        found.setdefault(row["dataset"], np.zeros(4, dtype=int))
        found[row["dataset"]] += counts
    return found


def test_the_pairs_of_table_17_sum_to_those_of_table_16():
    assert {name: int(c[0]) for name, c in totals().items()} == {
        row["dataset"]: int(row["n_pairs"]) for row in table("table_16")
    }


def test_the_five_configurations_hold_9427_pairs():
    rows = {row["model"]: int(row["n_pairs"]) for row in table("tables_23_26")}
    # o3 answers with DeepSeek's injections are in both tables.
    assert rows["o3"] == rows["DeepSeek-V3.2"]
    assert sum(rows.values()) - rows["o3"] == 9427


def test_pooled_pairs_are_another_estimand_than_table_16():
    expected = {
        "HealthBench": (30.1, 58.6, 11.3, 0.594),
        "LiveMedBench": (15.7, 77.0, 7.2, 0.543),
        "HealthBench Professional": (7.8, 88.5, 3.7, 0.521),
    }
    printed = {row["dataset"]: float(row["auroc"]) for row in table("table_16")}
    for name, (n, w, t, lost) in totals().items():
        shares = [100 * k / n for k in (w, t, lost)]
        assert [*shares] == pytest.approx(expected[name][:3], abs=0.051)
        assert (w + t / 2) / n == pytest.approx(expected[name][3], abs=0.0006)
        assert (w + t / 2) / n != pytest.approx(printed[name], abs=0.0005)


def test_livemedbench_of_table_16_follows_from_the_bins_of_table_22():
    """Untied share of a bin = (AUROC - 1/2) / (conditional win - 1/2)."""
    win = loss = questions = 0.0
    for row in table("tables_21_22"):
        if row["table"] == "22":
            n, rate = int(row["n_questions"]), float(row["cond_win_pct"]) / 100
            untied = (float(row["auroc"]) - 0.5) / (rate - 0.5)
            win, loss = win + n * untied * rate, loss + n * untied * (1 - rate)
            questions += n
    printed = next(r for r in table("table_16") if r["dataset"] == "LiveMedBench")
    assert questions == int(printed["n_questions"])
    shares = (100 * win / questions, 100 * loss / questions)
    assert shares == pytest.approx(
        (float(printed["win_pct"]), float(printed["loss_pct"])), abs=0.4
    )
    auroc = 0.5 + (win - loss) / questions / 2
    assert auroc == pytest.approx(float(printed["auroc"]), abs=0.0006)


def test_the_bins_hold_all_pairs_and_questions():
    pooled = sum(int(r["n_pairs"]) for r in table("tables_23_26") if r["table"] == "23")
    sums = {"21": 0, "22": 0}
    for row in table("tables_21_22"):
        sums[row["table"]] += int(row["n_pairs"])
    assert sums == {"21": pooled, "22": 2700}


def test_the_regrade_of_table_29_is_the_weighted_mean_of_table_30():
    sizes = {
        row["code"]: n
        for row, n, *_ in cells("table_17")
        if row["dataset"] == "HealthBench"
    }
    rows = [row for row in table("table_30") if row["grading"] == "Regrade"]
    weights = [sizes[row["code"]] for row in rows]
    mean = np.average([float(row["auroc"]) for row in rows], weights=weights)
    assert mean == pytest.approx(float(table("table_29")[1]["auroc"]), abs=0.0005)


def test_columns_that_show_the_same_run_are_identical():
    columns = {}
    for row in table("tables_24_28"):
        key = row["table"], row["model"]
        columns.setdefault(key, {})[row["code"]] = row["auroc"]
    healthbench = {
        row["code"]: row["auroc"]
        for row in table("table_17")
        if row["dataset"] == "HealthBench"
    }
    assert columns["24", "Gemini-3.1-Flash-Lite"] == healthbench
    assert columns["28", "o3"] == columns["24", "DeepSeek-V3.2"]


def test_question_weights_recover_table_16_from_pairs_that_have_its_shares():
    """One pair per question with the printed shares gives the printed row."""
    for row in table("table_16"):
        n = int(row["n_questions"])
        w, lost = (round(n * float(row[f"{k}_pct"]) / 100) for k in ("win", "loss"))
        found = paired_auroc(
            np.repeat([1, 0, -1], [w, n - w - lost, lost]), np.arange(n)
        )
        assert found.auroc.estimate == pytest.approx(float(row["auroc"]), abs=0.0015)
        low, high = (float(row[f"auroc_ci_{end}"]) for end in ("low", "high"))
        s1 = found.s1.auroc
        assert (s1.low, s1.high) == pytest.approx((low, high), abs=0.0025)
