import csv
import json
import random

import pandas as pd
import pytest

from inspect_rubricblind.logs.examples import uncovered_examples
from inspect_rubricblind.logs.report import build_report
from inspect_rubricblind.logs.study import read_study
from inspect_rubricblind.records import Trial, apply_edits
from inspect_rubricblind.records.rows import read_jsonl
from inspect_rubricblind.tasks.gold import load_gold
from inspect_rubricblind.tasks.pairs import pairs
from inspect_rubricblind.tasks.pairs_files.places import SAMPLE
from inspect_rubricblind.taxonomy.model import CANARY
from model_runs import LOCAL

ROWS = [line.value for line in read_jsonl(SAMPLE)]
PLAIN = ("case_id", "question", "original", "variant", "error_type", "kind")


def write(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return str(path)


def small(**changes):
    row = {
        "case_id": "a",
        "question": "How much?",
        "criteria": [{"criterion": "Says 5 mg.", "points": 5}],
        "original": "Take 5 mg a day.",
        "variant": "Take 50 mg a day.",
        "error_type": "F1",
    }
    return {**row, **changes}


def variants(task):
    return [v for s in task.dataset for v in s.metadata["variants"]]


def test_the_sample_is_marked_and_its_pairs_are_those_of_the_gold_set():
    gold = {pair.pair_id: pair for pair in load_gold()}
    for row in ROWS:
        assert row["canary"] == CANARY
        assert "contains deliberate medical errors" in row["warning"]
        made = apply_edits(row["original"], gold[row["pair_id"]].edits)
        assert row["variant"] == made


def test_variants_of_a_case_share_one_original_and_give_back_every_text():
    task = pairs(dataset="sample")
    assert len(task.dataset) == len({row["case_id"] for row in ROWS})
    texts = {(r["case_id"], r["kind"], r["error_type"]): r["variant"] for r in ROWS}
    for sample in task.dataset:
        original = sample.metadata["answer"]["text"]
        for found in sample.metadata["variants"]:
            key = (sample.id, found["kind"], found["error_type"])
            edits = [type("E", (), edit) for edit in found["edits"]]
            assert apply_edits(original, edits) == texts.pop(key)
    assert texts == {}


@pytest.mark.parametrize("ending", ["csv", "tsv", "json", "parquet", "jsonl"])
def test_every_format_holds_the_same_pairs(tmp_path, ending):
    path = tmp_path / f"pairs.{ending}"
    rows = [
        {name: row.get(name) for name in (*PLAIN, "criteria", "theme")} for row in ROWS
    ]
    flat = [
        {k: json.dumps(v) if isinstance(v, list) else v for k, v in row.items()}
        for row in rows
    ]
    if ending in ("csv", "tsv"):
        with path.open("w", encoding="utf-8-sig", newline="") as stream:
            separator = "," if ending == "csv" else "\t"
            writer = csv.DictWriter(stream, list(flat[0]), delimiter=separator)
            writer.writeheader()
            writer.writerows(flat)
    elif ending == "parquet":
        pd.DataFrame(flat).to_parquet(path)
    elif ending == "json":
        path.write_text(json.dumps(rows), encoding="utf-8")
    else:
        write(path, rows)
    expected = {s.id: s.metadata["variants"] for s in pairs(dataset="sample").dataset}
    found = {s.id: s.metadata["variants"] for s in pairs(dataset=str(path)).dataset}
    assert set(found) == set(expected)
    for name, items in expected.items():
        assert [v["edits"] for v in found[name]] == [v["edits"] for v in items]


@pytest.mark.slow
def test_a_run_shows_the_edits_and_counts_each_pair_once(
    local_model, eval_task, tmp_path
):
    log = eval_task(pairs(dataset="sample"), model_roles={"grader": LOCAL + "keyword"})
    assert log.status == "success"
    assert log.eval.metadata["columns"]["variant"] == "variant"
    study = read_study([tmp_path / "logs"])
    table = study.pairs
    graded = table[table["kind"] != "repeat"]
    assert len(graded) == len(ROWS)
    assert set(graded["benchmark"]) == {"pairs"}
    assert set(graded["injector"]) == {"hand"}
    assert set(graded["answer_model"]) == {"reference"}
    assert graded["outcome"].notna().all()
    assert (table["kind"] == "repeat").sum() == len(log.samples)
    report = build_report(study)
    assert any("Of 100 injected errors" in line for line in report.headline)
    for example in uncovered_examples(study.variants, with_text=True):
        assert example.edits
    trial = log.samples[0].store_as(Trial)
    assert trial.answer.kind == "file"


@pytest.mark.slow
def test_samples_of_one_case_keep_its_id_in_the_pairs(local_model, eval_task, tmp_path):
    rows = [small(injector=name) for name in ("one", "two")]
    rows.append(small(injector="two", error_type="F2", variant="Take 5 mg an hour."))
    rows.append(small(injector="one", answer_model="m", original="Take 6 mg a day."))
    path = write(tmp_path / "rows.jsonl", rows)
    log = eval_task(pairs(dataset=path), model_roles={"grader": LOCAL + "keyword"})
    assert log.status == "success"
    assert len({s.id for s in log.samples}) == 3
    study = read_study([tmp_path / "logs"])
    errors = study.pairs[study.pairs["kind"] == "error"]
    assert set(errors["case_id"]) == {"a"}
    assert len(errors) == 4
    assert sorted(set(errors["answer_model"])) == ["m", "not said"]
    assert uncovered_examples(study.variants, with_text=True) is not None


def test_other_names_are_found_and_what_was_understood_is_said(tmp_path, caplog):
    row = small()
    renamed = {
        "prompt_id": row["case_id"],
        "prompt": [{"role": "user", "content": row["question"]}],
        "rubrics": json.dumps(row["criteria"]),
        "original_response": row["original"],
        "hallucinated_response": row["variant"],
        "Hallucination Type": "f1",
        "note": "x",
    }
    task = pairs(dataset=write(tmp_path / "rows.jsonl", [renamed]))
    assert task.metadata["columns"]["variant"] == "hallucinated_response"
    assert "variant (answer with the error) <- column 'hallucinated_response'" in (
        caplog.text
    )
    assert "not read: 'note'" in caplog.text


def test_what_could_be_two_columns_asks_for_a_mapping(tmp_path):
    row = small()
    row["injected_answer"] = row.pop("variant")
    row["modified_answer"] = "Take 500 mg a day."
    path = write(tmp_path / "rows.jsonl", [row])
    with pytest.raises(ValueError, match="could be 'injected_answer' or") as caught:
        pairs(dataset=path)
    assert "-T columns=variant=NAME" in str(caught.value)
    task = pairs(dataset=path, columns="variant=modified_answer")
    assert "500" in variants(task)[0]["edits"][0]["replace"]
    mapping = tmp_path / "columns.yaml"
    mapping.write_text("variant: injected_answer\n")
    assert pairs(dataset=path, columns=str(mapping)).dataset
    assert pairs(dataset=path, columns={"variant": "injected_answer"}).dataset


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ("variant=nowhere", "columns must name columns of the table"),
        ("answer=variant", "columns must map case_id, question"),
        ({"variant": ["x"]}, "columns must be like"),
        (3, "columns must be like"),
        ("gone.yaml", "columns must be like .* or an existing file"),
    ],
)
def test_a_mapping_that_is_none_is_refused(tmp_path, columns, message):
    path = write(tmp_path / "rows.jsonl", [small()])
    with pytest.raises((ValueError, FileNotFoundError), match=message):
        pairs(dataset=path, columns=columns)


def test_a_missing_column_is_named_with_those_that_there_are(tmp_path):
    row = small()
    del row["original"]
    path = write(tmp_path / "rows.jsonl", [row])
    with pytest.raises(
        ValueError, match=r"original \(original answer\); the table has"
    ):
        pairs(dataset=path)


def test_unknown_types_are_refused_unless_they_are_mapped(tmp_path):
    rows = [
        small(error_type="wrong dose"),
        small(error_type="other", variant="Take 5 mg an hour."),
    ]
    path = write(tmp_path / "rows.jsonl", rows)
    with pytest.raises(ValueError, match="line 1") as caught:
        pairs(dataset=path)
    assert "must be one of F1, F2" in str(caught.value)
    task = pairs(dataset=path, types="wrong dose=F1,other=skip")
    assert [v["error_type"] for v in variants(task)] == ["F1"]
    assert task.metadata["rows_left_out"] == {"type_skipped": 1}
    with pytest.raises(ValueError, match="must be one of F1"):
        pairs(dataset=path, types="wrong dose=F9,other=skip")


def test_rubrics_and_questions_may_stand_in_a_file_by_id(tmp_path):
    row = small()
    case = {"prompt_id": "a", "rubrics": row.pop("criteria")}
    case["prompt"] = [{"role": "user", "content": row.pop("question")}]
    table = write(tmp_path / "rows.jsonl", [row])
    criteria = write(tmp_path / "rubrics.jsonl", [case])
    [sample] = pairs(dataset=table, criteria=criteria).dataset
    assert sample.input[0].text == "How much?"
    assert sample.metadata["criteria"][0]["points"] == 5
    other = write(tmp_path / "others.jsonl", [{**case, "prompt_id": "b"}])
    with pytest.raises(ValueError, match="must have a row for case 'a'"):
        pairs(dataset=table, criteria=other)


def test_contradictions_are_refused_and_repetitions_counted(tmp_path):
    twice = write(tmp_path / "twice.jsonl", [small(), small()])
    assert pairs(dataset=twice).metadata["rows_left_out"] == {"repeated_pair": 1}
    two = write(tmp_path / "two.jsonl", [small(), small(variant="Take 9 mg a day.")])
    with pytest.raises(ValueError, match="must have one F1 per answer and injector"):
        pairs(dataset=two)
    for change, what in (
        ({"original": "Take 6 mg a day."}, "same original"),
        ({"question": "How often?"}, "same question"),
        ({"criteria": [{"criterion": "x", "points": 1}]}, "same criteria"),
    ):
        odd = small(error_type="F2", variant="Other.", **change)
        path = write(tmp_path / "odd.jsonl", [small(), odd])
        with pytest.raises(ValueError, match=what):
            pairs(dataset=path)
    same = write(tmp_path / "same.jsonl", [small(), small(variant=small()["original"])])
    assert pairs(dataset=same).metadata["rows_left_out"] == {"no_change": 1}


def test_rows_can_be_chosen_and_split(tmp_path):
    rows = [small(case_id=str(i), injector="abc"[i % 3]) for i in range(30)]
    path = write(tmp_path / "rows.jsonl", rows)
    chosen = pairs(dataset=path, injector="a")
    assert len(chosen.dataset) == 10
    assert chosen.metadata["rows_left_out"] == {"not_selected": 20}
    parts = [pairs(dataset=path, shard=f"{i}/3").dataset for i in range(3)]
    assert sorted(s.id for p in parts for s in p) == sorted(r["case_id"] for r in rows)
    with pytest.raises(ValueError, match="none is left: 30 not_selected"):
        pairs(dataset=path, injector="z")


def test_a_wrong_hash_says_what_was_expected(tmp_path):
    path = write(tmp_path / "rows.jsonl", [small()])
    with pytest.raises(ValueError, match="must have the sha256 00ff, but has"):
        pairs(dataset=path, sha256="00ff")


def test_without_the_hub_the_wanted_dataset_is_named(monkeypatch):
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    with pytest.raises(FileNotFoundError) as caught:
        pairs()
    assert "hf:JackJ3636/when-rubrics-fail" in str(caught.value)
    assert "-T dataset=PATH" in str(caught.value)
    with pytest.raises(ValueError, match="dataset must be hf:OWNER/NAME"):
        pairs(dataset="hf:nothing")


@pytest.mark.parametrize("name", ["rows.txt", "rows.xlsx"])
def test_an_unknown_ending_is_refused(tmp_path, name):
    (tmp_path / name).write_text("x")
    with pytest.raises(ValueError, match=r"ends in \.csv, \.tsv"):
        pairs(dataset=str(tmp_path / name))


@pytest.mark.parametrize(
    ("ending", "content"),
    [
        ("csv", b'a,b\n"1,2\n'),
        ("csv", b"a,b\n1\n"),
        ("csv", b"a,b\n1,2,3\n"),
        ("csv", b"\xff\xfe"),
        ("csv", b""),
        ("parquet", b"PAR1 no"),
        ("parquet", b""),
        ("json", b"{}"),
        ("json", b"[1]"),
        ("jsonl", b"[]\n"),
        ("jsonl", b""),
    ],
)
def test_a_broken_file_is_a_named_error(tmp_path, ending, content):
    path = tmp_path / f"rows.{ending}"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"rows\.|columns must say"):
        pairs(dataset=str(path))


ODD = [None, "", " ", [], {}, 0, -1, 1.5, True, "x", "[1", "[{}]", [None], [[1]]]
ODD += [
    {"role": 1},
    [{"role": "user"}],
    [{"criterion": "x", "points": "5"}],
    "F1 ",
    1e9,
]


@pytest.mark.parametrize("seed", range(150))
def test_damaged_rows_give_named_errors_or_counted_rows(tmp_path, seed):
    rng = random.Random(seed)
    rows = [dict(row) for row in rng.sample(ROWS, 3)]
    for _ in range(rng.randint(1, 2)):
        row = rng.choice(rows)
        name = rng.choice(sorted(row))
        if rng.random() < 0.2:
            del row[name]
        else:
            row[name] = rng.choice(ODD)
    path = write(tmp_path / "rows.jsonl", rows)
    said = ""
    try:
        task = pairs(dataset=path)
    except ValueError as error:
        said = str(error)
    if said:
        assert any(word in said for word in ("line ", "columns must", "none is"))
        return
    left_out = sum(task.metadata["rows_left_out"].values())
    assert len(variants(task)) + left_out == len(rows)
