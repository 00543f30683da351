import json

import pandas as pd
import pytest

from inspect_rubricblind.logs.report import build_report, write_report
from inspect_rubricblind.logs.study import read_study
from inspect_rubricblind.records import Case, LeakageResult, apply_edits
from inspect_rubricblind.records.rows import read_jsonl
from inspect_rubricblind.tasks import medhallu_rows
from inspect_rubricblind.tasks.medhallu import medhallu
from inspect_rubricblind.tasks.medhallu_rows import (
    COPIED,
    REVISION,
    SAMPLE,
    question_id,
)
from inspect_rubricblind.taxonomy.model import CANARY

OWN = [line.value for line in read_jsonl(SAMPLE)]
LABELLED = "medhallu/pqa_labeled_subset.jsonl"


def row(**changes):
    return {
        "Question": "Does it help?",
        "Knowledge": ["It was tried.", "It helped 3 of 4."],
        "Ground Truth": "It helps most people.",
        "Difficulty Level": "easy",
        "Hallucinated Answer": "It helps nobody.",
        "Category of Hallucination": "Misinterpretation of #Question#",
        **changes,
    }


def write(path, rows):
    path.write_text("".join(json.dumps(r) + "\n" for r in rows), encoding="utf-8")
    return str(path)


def cases(task):
    return [Case.model_validate(sample.metadata) for sample in task.dataset]


def test_the_own_sample_is_marked_and_read_whole():
    task = medhallu(dataset="sample")
    assert len(task.dataset) == len(OWN)
    for given, case in zip(OWN, cases(task), strict=True):
        assert given["canary"] == CANARY
        assert "contains deliberate medical errors" in given["warning"]
        assert case.answer.text == given["Ground Truth"]
        [variant] = case.variants
        found = apply_edits(case.answer.text, variant.edits)
        assert found == given["Hallucinated Answer"]
        assert case.background == tuple(given["Knowledge"])
        assert not case.tags


def test_all_formats_hold_the_same_pairs(tmp_path):
    rows = [row(), row(Question="Is it safe?", **{"Difficulty Level": "hard"})]
    paths = [write(tmp_path / "a.jsonl", rows)]
    (tmp_path / "a.json").write_text(json.dumps(rows), encoding="utf-8")
    pd.DataFrame(rows).to_parquet(tmp_path / "a.parquet")
    paths += [str(tmp_path / "a.json"), str(tmp_path / "a.parquet")]
    one, *others = [cases(medhallu(dataset=path)) for path in paths]
    assert all(other == one for other in others)
    assert [case.difficulty for case in one] == ["easy", "hard"]


def test_the_category_loses_its_hash_marks_and_one_text_is_a_list_of_one(tmp_path):
    path = write(tmp_path / "a.jsonl", [row(Knowledge="All in one.")])
    [case] = cases(medhallu(dataset=path))
    assert case.theme == "Misinterpretation of Question"
    assert case.background == ("All in one.",)


def test_a_copied_conclusion_is_a_known_issue_and_the_reported_row_has_two(tmp_path):
    reported = "Is a growth rate of gallbladder polyps of use?"
    path = write(tmp_path / "a.jsonl", [row(), row(Question=reported)])
    task = medhallu(dataset=path)
    assert [len(case.tags) for case in cases(task)] == [1, 2]
    assert cases(task)[0].tags == (COPIED,)
    assert task.metadata["known_issues"] == {
        "contradicts_knowledge": 1,
        "copied_conclusion": 2,
    }


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"Ground Truth": " "}, "Ground Truth"),
        ({"Difficulty Level": "tricky"}, "Difficulty Level"),
        ({"Hallucinated Answer": "It helps most people."}, "must differ"),
        ({"Knowledge": [1]}, "Knowledge"),
        ({"Question": None}, "Question"),
    ],
)
def test_a_faulty_row_is_named_with_its_field(tmp_path, changes, said):
    path = write(tmp_path / "rows.jsonl", [row(), row(**changes)])
    with pytest.raises(ValueError, match=rf"rows.jsonl, line 2.*{said}"):
        medhallu(dataset=path)


def test_rows_that_are_not_run_are_counted(tmp_path):
    rows = [row(), row(), row(Question="B?", **{"Difficulty Level": "hard"})]
    path = write(tmp_path / "a.jsonl", rows)
    ids = tmp_path / "ids.txt"
    ids.write_text(question_id("Does it help?") + "\n", encoding="utf-8")
    assert medhallu(dataset=path).metadata["skipped"] == {"duplicate_id": 1}
    hard = medhallu(dataset=path, difficulty="hard")
    assert hard.metadata["skipped"] == {"duplicate_id": 1, "not_in_subset": 1}
    chosen = medhallu(dataset=path, ids=str(ids))
    assert [sample.id for sample in chosen.dataset] == [question_id("Does it help?")]
    parts = [medhallu(dataset="sample", shard=f"{i}/2").dataset for i in range(2)]
    assert sum(map(len, parts)) == len(OWN)


def test_nothing_left_to_run_is_an_error_that_says_why(tmp_path):
    path = write(tmp_path / "a.jsonl", [row()])
    with pytest.raises(ValueError, match="1 not_in_subset"):
        medhallu(dataset=path, difficulty="hard")
    with pytest.raises(ValueError, match="at least one row"):
        medhallu(dataset=write(tmp_path / "none.jsonl", []))
    (tmp_path / "a.txt").write_text("x", encoding="utf-8")
    with pytest.raises(ValueError, match=r"must end in \.csv"):
        medhallu(dataset=str(tmp_path / "a.txt"))


def test_the_official_file_is_asked_for_at_its_commit(tmp_path, monkeypatch):
    asked = []

    def fetch(place, folder, endpoint):
        asked.append(place)
        return tmp_path / "a.jsonl"

    write(tmp_path / "a.jsonl", [row()])
    monkeypatch.setattr(medhallu_rows, "fetch_from_hub", fetch)
    task = medhallu(subset="pqa_artificial")
    assert task.metadata["dataset_kind"] == "official"
    [place] = asked
    assert place.revision == REVISION
    assert place.path == "pqa_artificial/train-00000-of-00001.parquet"


def test_an_official_file_that_cannot_be_had_says_how_to_go_on(monkeypatch):
    def fail(*_):
        raise OSError("no route")

    monkeypatch.setattr(medhallu_rows, "fetch_from_hub", fail)
    with pytest.raises(FileNotFoundError, match=r"no route.*-T dataset=PATH"):
        medhallu()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"scheme": "vague"}, "'generic', 'openrubrics', 'rubrichub'"),
        ({"keep": "some"}, "'all', 'self-contained'"),
        ({"keep": "self-contained", "labels": "none"}, "needs labels"),
        ({"difficulty": "extreme"}, "difficulty must be one of"),
        ({"draw": -1}, "draw must be 0 or more"),
    ],
)
def test_a_wrong_argument_is_refused(arguments, said):
    with pytest.raises(ValueError, match=said):
        medhallu(dataset="sample", **arguments)


def test_the_rules_need_no_model_and_their_mean_is_the_auroc(eval_task):
    log = eval_task(medhallu(dataset="sample"))
    assert log.status == "success"
    results = [
        LeakageResult.model_validate(s.scores["leakage"].metadata) for s in log.samples
    ]
    wins = [r.baselines["length"] for r in results]
    expected = sum(
        1.0 if b.correct > b.hallucinated else 0.5 * (b.correct == b.hallucinated)
        for b in wins
    ) / len(wins)
    means = {s.name: s.metrics["mean"].value for s in log.results.scores[:2]}
    assert means["length"] == pytest.approx(expected)
    assert all(s.scores["paired_rubric"].reason == "no_grader" for s in log.samples)
    for sample, result in zip(log.samples, results, strict=True):
        case = Case.model_validate(sample.metadata)
        assert result.baselines["length"].correct == len(case.answer.text)
        assert len(case.criteria) == 12


def test_only_self_contained_answers_are_kept_for_grading(eval_task, tmp_path):
    ids = [question_id(given["Question"]) for given in OWN]
    rows = [{"id": i, "answer": "correct", "label": "referential"} for i in ids]
    rows[0]["label"] = "self-contained"
    path = write(tmp_path / "labels.jsonl", rows)
    task = medhallu(dataset="sample", labels=path, keep="self-contained")
    log = eval_task(task)
    kept = [s.id for s in log.samples if s.store["Trial:answer"] is not None]
    assert kept == [ids[0]]
    left = [s for s in log.samples if s.id != ids[0]]
    assert {s.store["Trial:no_answer"] for s in left} == {"not_self_contained"}
    # The rules stay, and the report knows both sets of answers.
    study = read_study([tmp_path / "logs"])
    rows = build_report(study).summary.medhallu["baselines"]
    sizes = {(r["answers"], r["difficulty"]): r["n"] for r in rows}
    assert sizes["all", "overall"] == len(OWN)
    assert sizes["self-contained", "overall"] == 1


def test_labels_must_be_there_for_every_case(eval_task, tmp_path):
    path = write(
        tmp_path / "labels.jsonl",
        [{"id": "other", "answer": "correct", "label": "referential"}],
    )
    log = eval_task(medhallu(dataset="sample", labels=path))
    assert log.status == "error"
    assert "labels must have a row for every case" in log.error.message


def test_a_key_less_report_says_what_length_gives_and_that_no_grader_was_bound(
    eval_task, tmp_path
):
    eval_task(medhallu(dataset="sample"))
    study = read_study([tmp_path / "logs"])
    report = build_report(study)
    assert report.headline[0].startswith("SAMPLE data")
    said = " ".join(report.headline)
    assert "“The longer answer is right” has a paired AUROC of" in said
    assert "no grader was bound" in said
    write_report(report, study, tmp_path / "report")
    tables = {p.name for p in (tmp_path / "report" / "tables").iterdir()}
    assert {"medhallu_baselines.csv", "medhallu_labels.csv"} <= tables
    summary = json.loads((tmp_path / "report" / "summary.json").read_text("utf-8"))
    assert summary["sample"] is True
    assert summary["medhallu"]["schemes"] == []
    assert summary["by_benchmark"] == []


@pytest.mark.slow
def test_on_260_real_rows_length_tells_the_answers_apart_and_overlap_hardly(
    eval_task, shared, tmp_path
):
    path = shared / LABELLED
    eval_task(medhallu(dataset=str(path)))
    section = build_report(read_study([tmp_path / "logs"])).summary.medhallu
    rows = {
        (r["baseline"], r["difficulty"]): r
        for r in section["baselines"]
        if r["answers"] == "all"
    }
    given = [line.value for line in read_jsonl(path)]
    for difficulty, n in (("easy", 81), ("medium", 79), ("hard", 100)):
        own = [r for r in given if r["Difficulty Level"] == difficulty]
        sizes = [(len(r["Ground Truth"]), len(r["Hallucinated Answer"])) for r in own]
        auroc = sum((a > b) + 0.5 * (a == b) for a, b in sizes) / len(sizes)
        found = rows["length", difficulty]
        assert (found["n"], found["auroc"]) == (n, pytest.approx(auroc))
        assert found["auroc_low"] > 0.5
    assert rows["length", "overall"]["auroc"] == pytest.approx(0.7346, abs=0.0001)
    overlap = rows["overlap", "overall"]
    assert overlap["auroc_low"] < 0.5 < overlap["auroc_high"]
