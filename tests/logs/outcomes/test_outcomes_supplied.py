from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner

from inspect_rubricblind.cli import main
from inspect_rubricblind.logs.outcomes.study import summarise_pairs
from inspect_rubricblind.logs.outcomes.supplied import read_pairs
from inspect_rubricblind.logs.pairs import write_pairs
from inspect_rubricblind.logs.study import read_study
from synthetic_logs import coverage, grading, log_sample, variant, write_log


def write(folder: Path, text: str, name: str = "pairs.csv") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("case_id,outcome\na,win\n", "column error_type must be there"),
        ("case_id,error_type\na,F1\n", "outcome, or points_original and"),
        ("case_id,error_type,outcome\n", "a header alone"),
        ("case_id,error_type,outcome\na,F1,won\n", "got 'won' in line 2"),
        ("case_id,error_type,outcome\n,F1,win\n", "case_id must be given in every"),
        ("case_id,error_type,outcome\na,,win\n", "error_type must be given"),
        (
            "case_id,error_type,outcome\na,F1,win\nb,F1,win\na,F1,tie\n",
            "lines 2 and 4 both hold case 'a', 'F1'",
        ),
        (
            "case_id,error_type,outcome,n_criteria\na,F1,win,2.5\n",
            "n_criteria must be a whole number, but got '2.5' in line 2",
        ),
        (
            "case_id,error_type,outcome,points_original,points_variant\na,F1,win,1,2\n",
            "the sign of points_original",
        ),
        (
            "case_id,error_type,outcome,diff_min,diff_max\na,F1,ungraded,2,1\n",
            "diff_min must be at most diff_max",
        ),
        ("case_id,error_type,outcome,covered\na,F1,win,maybe\n", "true or false"),
        ("case_id,error_type,outcome,harm\na,F1,win,6\n", "harm must be 1 to 5"),
        (
            "case_id,error_type,kind,outcome\na,F1,control,win\n",
            "a control's shape, one of",
        ),
        ("case_id,error_type,outcome\na,F1,\n", "outcome must be given for some pair"),
        ("", "must be a table of pairs with a header row, but it is empty"),
        ("\n\n", "must be a table of pairs with a header row, but it is empty"),
        (
            "case_id,error_type,outcome\na,F1,win\nb,F9,win\nb,dosage,win\n",
            "error_type must be one of F1, F2, F3, F4, C1, C2, C3, R1, R2, O1, O2, K1, "
            "K2, but got 'F9' in line 3, 'dosage' in line 4",
        ),
    ],
)
def test_a_bad_row_is_named(tmp_path: Path, text: str, message: str):
    path = write(tmp_path, text)
    with pytest.raises(ValueError, match=r"pairs\.csv") as caught:
        read_pairs(path)
    assert message in str(caught.value)
    shown = CliRunner().invoke(main, ["report", "--pairs", str(path)])
    assert shown.exit_code == 1


def test_another_ending_is_refused(tmp_path: Path):
    with pytest.raises(ValueError, match=r"must be a .csv or .parquet file"):
        read_pairs(write(tmp_path, "x", "pairs.xlsx"))


def test_points_alone_give_the_outcomes(tmp_path: Path):
    text = "case_id,error_type,points_original,points_variant\n"
    table = read_pairs(write(tmp_path, f"{text}a,F1,7.5,3\nb,F1,2,2\nc,F1,-4,0\n"))
    assert table.rows["code"].tolist() == [1, 0, -1]


def test_absent_columns_make_null_figures_that_say_why(tmp_path: Path):
    path = write(tmp_path, "case_id,error_type,outcome\na,F1,win\nb,F1,tie\n")
    [row] = summarise_pairs(read_pairs(path), resamples=50).by_error_type
    assert row["auroc"] == 0.75
    assert row["mean_drop"] is None
    assert row["mean_drop_reason"] == "column points_original is absent"
    assert row["bound_auroc_reason"] == "column covered is absent"
    assert row["tie_causes"] is None
    assert row["tie_causes_reason"] == "column cause is absent"


def test_an_ungraded_pair_without_differences_may_be_anything(tmp_path: Path):
    path = write(
        tmp_path, "case_id,error_type,outcome\na,F1,win\nb,F1,tie\nc,F1,ungraded\n"
    )
    [row] = summarise_pairs(read_pairs(path), resamples=50).by_error_type
    assert (row["n"], row["n_graded"], row["n_ungraded"]) == (2, 3, 1)
    # One win, one tie, and a third that is a loss at worst and a win at best.
    assert row["bounds"]["auroc"] == pytest.approx([1.5 / 3, 2.5 / 3])
    assert row["ungraded"] == pytest.approx(1 / 3)


def test_a_misspelt_column_is_named(tmp_path: Path):
    path = write(tmp_path, "case_id,error_type,outcome,benchmrk\na,F1,win,x\n")
    shown = CliRunner().invoke(
        main, ["report", "--pairs", str(path), "--out", str(tmp_path / "out")]
    )
    assert "not used: benchmrk" in " ".join(shown.output.split())


def test_logs_or_a_pairs_file_but_not_both(tmp_path: Path):
    path = write(tmp_path, "case_id,error_type,outcome\na,F1,win\n")
    for arguments in ([], [str(tmp_path), "--pairs", str(path)]):
        assert CliRunner().invoke(main, ["report", *arguments]).exit_code == 2


def test_many_ungraded_pairs_end_with_3(tmp_path: Path):
    rows = "".join(f"c{i},F1,{'ungraded' if i < 2 else 'tie'}\n" for i in range(20))
    path = write(tmp_path, f"case_id,error_type,outcome\n{rows}")
    out = tmp_path / "out"
    shown = CliRunner().invoke(
        main, ["report", "--pairs", str(path), "--out", str(out)]
    )
    assert shown.exit_code == 3
    assert "2 of 20 pairs are ungraded" in shown.output
    assert (out / "summary.json").exists()


def test_the_order_of_rows_changes_nothing(tmp_path: Path):
    lines = [
        f"q{i % 7},{code},{('win', 'tie', 'loss')[(i + k) % 3]},{i % 7 + 2},0\n"
        for k, code in enumerate(("F1", "C1", "R1"))
        for i in range(7)
    ]
    header = "case_id,error_type,outcome,n_criteria,epoch\n"
    first = read_pairs(write(tmp_path, header + "".join(lines), "a.csv"))
    again = read_pairs(write(tmp_path, header + "".join(reversed(lines)), "b.csv"))
    assert summarise_pairs(first, resamples=200) == summarise_pairs(
        again, resamples=200
    )


def test_exported_pairs_read_back_give_the_same_rows(tmp_path: Path):
    """Both formats of the export hold what the logs held."""
    result = grading(
        ("error", "F1", [False, True, False]),
        ("error", "K1", [True, True, False]),
        ("control", "same", [True, True, False]),
        ("repeat", "", [True, False, False]),
    )
    samples = [
        log_sample(
            f"case-{i}",
            injections=[variant("F1"), variant("K1", injector="m")],
            controls=[variant("same")],
            scored=coverage(("F1", True, True), ("K1", True, True)),
            graded=[result],
        )
        for i in range(3)
    ]
    for sample in samples:
        for item in sample.store["Trial:injections"]:
            item["injector"] = "m"
    study = read_study([write_log(tmp_path / "a.eval", samples)])
    csv, parquet = write_pairs(study.pairs, tmp_path)
    found = [summarise_pairs(read_pairs(path), resamples=50) for path in (csv, parquet)]
    assert found[0] == found[1]
    [row] = found[0].by_benchmark
    assert (row["injector"], row["n"], row["n_with_repeat"]) == ("m", 6, 6)
    assert pd.read_parquet(parquet)["outcome"].notna().all()


def test_a_parquet_file_says_what_its_csv_says(tmp_path: Path):
    text = (
        "case_id,error_type,points_original,points_variant,covered\n"
        "a,F1,3,1,true\nb,F1,2,2,false\nc,K1,1,2,true\n"
    )
    table = write(tmp_path, text)
    typed = pd.read_csv(table)
    typed.to_parquet(tmp_path / "pairs.parquet")
    first, second = (
        summarise_pairs(read_pairs(path), resamples=50)
        for path in (table, tmp_path / "pairs.parquet")
    )
    assert first == second
    assert [row["win"] for row in first.by_error_type] == [0.5, 0.0]
