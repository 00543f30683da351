import csv
import random
from collections.abc import Sequence
from pathlib import Path

import pandas as pd
import pytest
from inspect_ai.log import EvalSample

from inspect_rubricblind.logs.pairs import COLUMNS, KEY, write_pairs
from inspect_rubricblind.logs.study import read_study
from inspect_rubricblind.taxonomy.model import CANARY
from synthetic_logs import case, coverage, log_sample, variant, write_log

F1, K1 = variant("F1"), variant("K1")

# The contract with everyone who reads the table, spelt out on purpose.
CONTRACT = [
    "benchmark",
    "dataset_kind",
    "case_id",
    "epoch",
    "answer_model",
    "injector",
    "kind",
    "error_type",
    "repeat",
    "grading",
    "grader",
    "draw",
    "answer_kind",
    "coverage_kind",
    "n_criteria",
    "points_original",
    "points_variant",
    "points_possible",
    "outcome",
    "ungraded_reason",
    "diff_min",
    "diff_max",
    "flips_down",
    "flips_up",
    "covered",
    "covered_specific",
    "should_change",
    "headroom",
    "headroom_repeat",
    "covered_room",
    "covered_down",
    "covered_room_repeat",
    "covered_down_repeat",
    "cause",
    "caught_by",
    "edit_shape",
    "edit_tokens",
    "token_delta",
    "answer_tokens",
    "harm",
    "theme",
    "difficulty",
    "language",
    "rubric_scheme",
    "grader_f1",
    "log_id",
    "canary",
]


def pairs(folder: Path, *samples: EvalSample) -> pd.DataFrame:
    path = write_log(folder / "a.eval", samples)
    return read_study([path]).pairs


def written(table: pd.DataFrame, folder: Path) -> list[dict[str, str]]:
    write_pairs(table, folder)
    with (folder / "pairs.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_the_columns_are_the_contract():
    assert list(COLUMNS) == CONTRACT


def test_a_pair_without_a_grader_has_everything_but_outcomes(tmp_path: Path):
    sample = log_sample(
        "x",
        injections=[variant("F1", harm=4)],
        controls=[variant("same")],
        scored=coverage(("F1", True, False), ("same", False, None)),
    )
    error, control = written(pairs(tmp_path, sample), tmp_path)
    assert error == {
        **dict.fromkeys(CONTRACT, ""),
        "benchmark": "healthbench",
        "dataset_kind": "sample",
        "case_id": "x",
        "epoch": "1",
        "answer_model": "expert",
        "injector": "rules",
        "kind": "error",
        "error_type": "F1",
        "repeat": "0",
        "answer_kind": "reference",
        "coverage_kind": "rules",
        "n_criteria": "3",
        "points_possible": "8",  # 5 + 3; the negative criterion gives none
        "covered": "True",
        "headroom": "False",
        "cause": "no headroom",
        "edit_shape": "same",
        "edit_tokens": "2",
        "token_delta": "0",
        "answer_tokens": "12",
        "harm": "4",
        "theme": "communication",
        "language": "en",
        "log_id": "eval-a",
        "canary": CANARY,
    }
    assert (control["kind"], control["error_type"]) == ("control", "same")
    assert (control["covered"], control["cause"], control["harm"]) == ("False", "", "")


@pytest.mark.parametrize(
    ("covered", "headroom", "cause"),
    [
        (False, None, "uncovered"),
        (True, False, "no headroom"),
        (True, True, pd.NA),
        (True, None, pd.NA),
    ],
)
def test_the_cause_is_what_is_known_before_grading(
    tmp_path: Path, covered: bool, headroom: bool | None, cause: object
):
    sample = log_sample(
        "x", injections=[F1], scored=coverage(("F1", covered, headroom))
    )
    (found,) = pairs(tmp_path, sample)["cause"]
    assert found is cause if cause is pd.NA else found == cause


def test_without_coverage_the_pair_stays_and_its_coverage_is_empty(tmp_path: Path):
    table = pairs(tmp_path, log_sample("x", injections=[F1]))
    assert len(table) == 1
    assert table[["covered", "headroom", "cause", "coverage_kind"]].isna().all().all()


def test_no_answer_means_no_pair(tmp_path: Path):
    assert pairs(tmp_path, log_sample("x", answer=None)).empty


def shuffled(samples: Sequence[EvalSample], seed: int) -> list[EvalSample]:
    return random.Random(seed).sample(samples, len(samples))


def test_order_of_samples_types_and_logs_changes_nothing(tmp_path: Path):
    scored = coverage(("F1", True, None), ("K1", False, None))
    samples = [
        log_sample(f"case-{i}", injections=order, scored=scored)
        for i in range(6)
        for order in [[F1, K1]]
    ]
    turned = [
        log_sample(f"case-{i}", injections=[K1, F1], scored=scored) for i in range(6)
    ]
    one = write_log(tmp_path / "one.eval", samples, eval_id="e")
    first = written(read_study([one]).pairs, tmp_path)
    a = write_log(tmp_path / "s" / "a.eval", shuffled(turned, 1)[:3], eval_id="e")
    b = write_log(tmp_path / "s" / "b.eval", shuffled(turned, 1)[3:], eval_id="e")
    for order in ([a, b], [b, a]):
        assert written(read_study(order).pairs, tmp_path) == first


def test_two_runs_differ_in_log_id_alone(tmp_path: Path):
    sample = log_sample("x", injections=[F1], scored=coverage(("F1", True, None)))
    rows = []
    for name in ("first", "second"):
        path = write_log(tmp_path / f"{name}.eval", [sample], task_id=name)
        rows.append(written(read_study([path]).pairs, tmp_path)[0])
    assert {k for k in rows[0] if rows[0][k] != rows[1][k]} == {"log_id"}


def test_the_same_run_made_twice_counts_once(tmp_path: Path):
    sample = log_sample("x", injections=[F1], scored=coverage(("F1", True, None)))
    write_log(tmp_path / "first.eval", [sample], task_id="first")
    write_log(tmp_path / "second.eval", [sample], task_id="second")
    study = read_study([tmp_path])
    assert len(study.pairs) == 1
    assert study.duplicates == 1
    assert list(study.answers.values()) == [1]


def test_one_pair_with_two_results_is_refused_by_name(tmp_path: Path):
    for name, covered in (("first", True), ("second", False)):
        sample = log_sample(
            "x", injections=[F1], scored=coverage(("F1", covered, None))
        )
        write_log(tmp_path / f"{name}.eval", [sample], task_id=name)
    with pytest.raises(ValueError, match=r"case_id=x.*error_type=F1.*differs in cover"):
        read_study([tmp_path])


def test_another_seed_is_refused_even_where_the_numbers_agree(tmp_path: Path):
    for name, claim in (("first", "One claim."), ("second", "Another claim.")):
        sample = log_sample("x", injections=[variant("F1", claim=claim)])
        write_log(tmp_path / f"{name}.eval", [sample], task_id=name)
    with pytest.raises(ValueError, match="differs in content"):
        read_study([tmp_path])


def test_answer_sets_are_told_apart_by_their_model(tmp_path: Path):
    for name in ("gpt", "llama"):
        sample = log_sample("x", injections=[F1], answer_model=name)
        write_log(tmp_path / f"{name}.eval", [sample], task_id=name)
    table = read_study([tmp_path]).pairs
    assert list(table["answer_model"]) == ["gpt", "llama"]
    assert not table.duplicated(list(KEY)).any()


def test_hostile_text_stays_text_in_the_csv_and_numbers_stay_numbers(tmp_path: Path):
    sample = log_sample(
        '=HYPERLINK("http://x")',
        injections=[variant("F1", size=F1.size.model_copy(update={"destroyed": 9}))],
        answer_model="+cmd|' /C calc'!A0",
        about=case(theme="@SUM(1)\n\x1b[31mred"),
    )
    (row,) = written(pairs(tmp_path, sample), tmp_path)
    assert row["case_id"] == '\'=HYPERLINK("http://x")'
    assert row["answer_model"] == "'+cmd|' /C calc'!A0"
    assert row["theme"] == "'@SUM(1)\\n\\x1b[31mred"
    assert row["token_delta"] == "-8"
    parquet = pd.read_parquet(tmp_path / "pairs.parquet")
    assert list(parquet.columns) == CONTRACT
    assert parquet["case_id"][0] == '=HYPERLINK("http://x")'
