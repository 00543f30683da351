import json
import random

import pytest
from click.testing import CliRunner

from inspect_rubricblind.cli.main import main
from inspect_rubricblind.logs.study import read_study
from inspect_rubricblind.records.rows import read_jsonl
from inspect_rubricblind.tasks.custom import SAMPLE, custom
from inspect_rubricblind.tasks.healthbench import SAMPLE as HEALTHBENCH_SAMPLE
from model_runs import LOCAL

ROWS = [line.value for line in read_jsonl(SAMPLE)]


def write(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return str(path)


def validate(*arguments):
    return CliRunner().invoke(main, ["validate", *arguments])


def test_the_sample_has_medical_and_other_cases():
    task = custom()
    assert len(task.dataset) == len(ROWS) == 4
    assert task.metadata["dataset_kind"] == "sample"
    themes = {s.metadata["theme"] for s in task.dataset}
    assert themes == {"food_safety", "bicycle", "consumer", "parents"}
    [bike] = [s for s in task.dataset if s.id == "bike-tyre"]
    assert [m.role for m in bike.input] == ["user", "assistant", "user"]
    assert bike.metadata["difficulty"] == "easy"


def test_rows_of_healthbench_are_read_too():
    task = custom(dataset=str(HEALTHBENCH_SAMPLE))
    with open(HEALTHBENCH_SAMPLE, encoding="utf-8") as rows:
        assert len(task.dataset) == sum(1 for _ in rows)
    assert all(s.metadata["answer"] for s in task.dataset)
    assert all(s.metadata["theme"] for s in task.dataset)


def test_real_rows_are_read_and_validated(shared):
    for name in ("oss_eval_subset.jsonl", "consensus_subset.jsonl"):
        path = shared / "healthbench" / name
        n = sum(1 for _ in read_jsonl(path))
        assert len(custom(dataset=str(path)).dataset) == n
        done = validate(str(path))
        assert done.exit_code == 0, done.output
        assert f"rows: {n}, of which {n} can be run" in done.output


@pytest.mark.slow
def test_types_that_do_not_fit_do_not_apply_and_the_run_is_graded(
    local_model, eval_task, tmp_path
):
    log = eval_task(custom(name="everyday"), model_roles={"grader": LOCAL + "keyword"})
    assert log.status == "success"
    study = read_study([tmp_path / "logs"])
    assert set(study.pairs["benchmark"]) == {"everyday"}
    errors = study.pairs[study.pairs["kind"] == "error"]
    assert "child-fever" in set(errors["case_id"])
    applied = {a.error_type for a in study.attempts if a.applicable}
    assert len(applied) < 13


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"dataset": "official"}, "path of your file"),
        ({"name": "healthbench"}, "no benchmark of this suite"),
        ({"name": "Two words"}, "name must be a word"),
        ({"nope": 1}, "arguments of custom must be among"),
        ({"subset": "hard"}, "but got subset"),
    ],
)
def test_wrong_arguments_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        custom(**arguments)


def test_validate_counts_and_names_every_fault_with_its_line(tmp_path):
    rows = [
        ROWS[0],
        {**ROWS[1], "criteria": [{"criterion": "x", "points": 0}]},
        {**ROWS[2], "id": ROWS[0]["id"]},
        {key: value for key, value in ROWS[3].items() if key != "question"},
        {**ROWS[3], "extra": 1},
    ]
    done = validate(write(tmp_path / "rows.jsonl", rows))
    assert done.exit_code == 1
    assert "rows: 5, of which 2 can be run" in done.output
    assert "criteria: 9 (4 to 5 per case), 2 with negative points" in done.output
    assert "references: 2 of 2 cases" in done.output
    assert "keys that nothing reads: extra 1" in done.output
    for part in (
        "line 2: field criteria[0].points",
        "line 3: id must",
        "line 4: field",
    ):
        assert part in done.output, part
    assert "3 fault(s)" in done.output
    assert validate(str(SAMPLE)).exit_code == 0
    assert "en 4" in validate(str(SAMPLE)).output


def test_validate_reads_tables_of_pairs(tmp_path):
    table = SAMPLE.with_name("pairs.jsonl")
    done = validate(str(table), "--pairs")
    assert done.exit_code == 0, done.output
    assert "variant (answer with the error) <- column 'variant'" in done.output
    assert "rows: 16; pairs: 16 of 4 cases" in done.output
    done = validate(str(table), "--columns", "variant=nowhere")
    assert (done.exit_code, "columns must name" in done.output) == (1, True)
    assert validate("--pairs").exit_code == 2


def test_validate_without_a_file_checks_the_bundled_ones():
    done = validate()
    assert done.exit_code == 0
    assert "198 pairs, sound" in done.output


ODD = [None, "", " ", [], {}, 0, -1, 1.5, True, "x", [None], [[1]], {"role": 1}]
ODD += [[{"role": "user"}], [{"criterion": "x", "points": 1.5}], ["law", 3]]


@pytest.mark.parametrize("seed", range(100))
def test_damaged_rows_give_named_errors_or_cases(tmp_path, seed):
    rng = random.Random(seed)
    rows = [dict(row) for row in ROWS]
    row = rng.choice(rows)
    name = rng.choice(sorted(row))
    if rng.random() < 0.2:
        del row[name]
    else:
        row[name] = rng.choice(ODD)
    path = write(tmp_path / "rows.jsonl", rows)
    said = ""
    try:
        n = len(custom(dataset=path).dataset)
    except ValueError as error:
        said = str(error)
    if said:
        assert "line " in said
        assert "must" in said or "missing" in said
    else:
        assert n == len(rows)
