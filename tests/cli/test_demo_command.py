import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from inspect_rubricblind.cli import main
from inspect_rubricblind.records import ERROR_CODES


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> tuple[Result, Path]:
    folder = tmp_path_factory.mktemp("demo")
    result = CliRunner().invoke(
        main, ["demo", "--dir", str(folder)], env={"COLUMNS": "120"}
    )
    return result, folder


def test_it_runs_without_model_key_or_network(demo: tuple[Result, Path]):
    result, folder = demo
    assert result.exit_code == 0, result.output
    assert len(list((folder / "logs").glob("*.eval"))) == 1
    assert {path.name for path in (folder / "report").iterdir()} == {
        "figures",
        "pairs.csv",
        "pairs.parquet",
        "report.html",
        "report.md",
        "summary.json",
        "tables",
    }


def test_it_shows_all_types_and_says_sample(demo: tuple[Result, Path]):
    result, _ = demo
    for code in ERROR_CODES:
        assert f" {code} " in result.output
    assert "SAMPLE data" in result.output
    assert "No grader bound: coverage only" in result.output
    assert "Self-check on own pairs" in result.output


def test_every_type_is_looked_for_in_every_answer(demo: tuple[Result, Path]):
    _, folder = demo
    summary = json.loads((folder / "report" / "summary.json").read_text())
    (benchmark,) = summary["by_benchmark"]
    assert summary["sample"] is True
    assert summary["incomplete"] == []
    assert benchmark["n"] > 2 * benchmark["answers"]
    for row in summary["by_error_type"]:
        assert row["considered"] == benchmark["answers"], row["error_type"]


@pytest.mark.slow
def test_the_same_seed_gives_the_same_pairs_but_for_the_log(
    demo: tuple[Result, Path], tmp_path: Path
):
    _, folder = demo
    again = CliRunner().invoke(main, ["demo", "--dir", str(tmp_path)])
    assert again.exit_code == 0
    tables = [
        [
            line.rsplit(",", 2)[0]  # log_id and canary are the last two columns
            for line in (root / "report" / "pairs.csv").read_text().splitlines()
        ]
        for root in (folder, tmp_path)
    ]
    assert tables[0] == tables[1]
