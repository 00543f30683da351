"""S1's Tables 17, 18 and 19 out of its recovered counts, by the command itself.

`s1_table_17.csv` holds figures printed in "When Rubrics Fail" (Tables 17 and 19) and
the whole-number counts recovered from them. Table 17 prints means of resamples, so a
rate may differ from k/N by 0.15 points (0.35 with N = 6) and an AUROC by 0.002; an end
of an interval by one step (1/N; 1/(2N) for the AUROC) and half a printed unit.
"""

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from inspect_rubricblind.cli import main

DATA = Path(__file__).with_name("s1_table_17.csv")
ROWS = list(csv.DictReader(DATA.open(encoding="utf-8")))
DETECTED_BY_BOTH = {
    "HealthBench": {"R1", "F3", "C1", "R2", "O2", "C2", "K2"},
    "LiveMedBench": {"R1", "F3", "C1", "O2", "C2"},
    "HealthBench Professional": {"F3", "C1"},
}


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], str]:
    folder = tmp_path_factory.mktemp("s1")
    table = folder / "pairs.csv"
    with table.open("w", encoding="utf-8") as stream:
        stream.write("benchmark,case_id,error_type,outcome\n")
        for row in ROWS:
            names = (("win", "wins"), ("tie", "ties"), ("loss", "losses"))
            outcomes = [name for name, column in names for _ in range(int(row[column]))]
            for number, outcome in enumerate(outcomes):
                case = f"{row['code']}-{number}"
                stream.write(f"{row['dataset']},{case},{row['code']},{outcome}\n")
    arguments = ["report", "--pairs", str(table), "--out", str(folder / "out")]
    result = CliRunner().invoke(main, arguments, env={"COLUMNS": "200"})
    assert result.exit_code == 0, result.output
    content = json.loads((folder / "out" / "summary.json").read_text("utf-8"))
    return content, result.output


@pytest.fixture
def types(report: tuple[dict[str, Any], str]) -> dict[tuple[str, str], dict[str, Any]]:
    return {(r["benchmark"], r["error_type"]): r for r in report[0]["by_error_type"]}


def test_table_17_rates_and_aurocs(types: dict[tuple[str, str], dict[str, Any]]):
    assert len(types) == len(ROWS) == 39
    for printed in ROWS:
        row = types[printed["dataset"], printed["code"]]
        assert row["n"] == int(printed["n"])
        tolerance = 0.35 if row["n"] == 6 else 0.15
        for name in ("win", "tie", "loss"):
            rate = float(printed[f"{name}_pct"])
            assert 100 * row[name] == pytest.approx(rate, abs=tolerance)
        assert row["auroc"] == pytest.approx(float(printed["auroc"]), abs=0.002)


def test_table_17_intervals(types: dict[tuple[str, str], dict[str, Any]]):
    for printed in ROWS:
        row = types[printed["dataset"], printed["code"]]
        for name in ("win", "tie", "loss"):
            for end in ("low", "high"):
                wanted = float(printed[f"{name}_{end}"])
                step = 100 / row["n"] + 0.051
                assert 100 * row[f"{name}_s1_{end}"] == pytest.approx(wanted, abs=step)
        for end in ("low", "high"):
            wanted, step = float(printed[f"auroc_{end}"]), 0.5 / row["n"] + 0.00051
            assert row[f"auroc_s1_{end}"] == pytest.approx(wanted, abs=step)


def test_table_19_verdicts_and_ours_beside_them(
    types: dict[tuple[str, str], dict[str, Any]],
):
    for printed in ROWS:
        row = types[printed["dataset"], printed["code"]]
        assert row["s1_verdict"] == printed["verdict"]
        detected = row["error_type"] in DETECTED_BY_BOTH[row["benchmark"]]
        # Holm takes two of S1's detections back and adds none.
        assert (row["verdict"] == "DETECTS") == detected
        if detected:
            assert printed["verdict"] == "DET"
    lost = [
        (row["dataset"], row["code"])
        for row in ROWS
        if row["verdict"] == "DET"
        and types[row["dataset"], row["code"]]["verdict"] != "DETECTS"
    ]
    assert sorted(lost) == [("HealthBench Professional", "O2"), ("LiveMedBench", "R2")]


def test_few_pairs_get_no_claim(types: dict[tuple[str, str], dict[str, Any]]):
    for row in types.values():
        if row["n"] < 30:
            assert (row["verdict"], row["flags"]) == ("UNDERPOWERED", ["n < 30"])
            assert row["p_holm"] is None


def test_table_18_rank_correlations_of_12_types(report: tuple[dict[str, Any], str]):
    found = {
        (row["first"]["benchmark"], row["second"]["benchmark"]): row
        for row in report[0]["rank_agreement"]
    }
    hb, pro, live = "HealthBench", "HealthBench Professional", "LiveMedBench"
    for key, tau, rho in (
        ((hb, pro), 0.523, 0.739),
        ((hb, live), 0.687, 0.837),
        ((pro, live), 0.657, 0.834),
    ):
        assert found[key]["tau_b"] == pytest.approx(tau, abs=0.0005)
        assert found[key]["rho"] == pytest.approx(rho, abs=0.0005)
        assert "O1" not in found[key]["types"]


def test_equal_type_weights(report: tuple[dict[str, Any], str]):
    found = report[0]["comparisons"]
    first = {row["first"]["benchmark"]: row["auroc_first"] for row in found}
    second = {row["second"]["benchmark"]: row["auroc_second"] for row in found}
    assert first["HealthBench"] == pytest.approx(0.621, abs=0.001)
    assert second["LiveMedBench"] == pytest.approx(0.556, abs=0.001)
    assert first["HealthBench Professional"] == pytest.approx(0.524, abs=0.001)


def test_noise_share_rests_on_losses(report: tuple[dict[str, Any], str]):
    rows = {row["benchmark"]: row for row in report[0]["by_benchmark"]}
    assert rows["HealthBench"]["noise_share"] == pytest.approx(0.38, abs=0.005)
    assert rows["LiveMedBench"]["noise_share"] == pytest.approx(0.46, abs=0.005)
    assert {row["noise_share_source"] for row in rows.values()} == {"losses"}


def test_the_tables_are_printed(report: tuple[dict[str, Any], str]):
    printed = report[1]
    # R1 on HealthBench: 40 of 55 won, 13 tied, 2 lost; S1 prints 72.8, 23.6, 3.7, .846.
    line = next(line for line in printed.splitlines() if " 72.7 (" in line)
    assert line.split()[:3] == ["R1", "Under-triage", "55"]
    assert " 23.6 (" in line
    assert " 3.6 (" in line
    assert "0.845 (" in line
    assert "Verdicts: LiveMedBench" in printed
