"""Case reports from every format, and what is refused by place."""

import json

import pytest

from inspect_rubricblind.tasks.mhb_report import REPORTS, find_reports
from inspect_rubricblind.tasks.trap_sets.reports import (
    digest_of,
    osce_text,
    read_reports,
)


def write(path, text):
    path.write_text(text, encoding="utf-8")
    return path


def test_the_published_csv_is_read_by_its_columns(tmp_path):
    header = "patient_id,patient_uid,PMID,title,patient,age,gender"
    row = '7,6140705-1,30237989,A title,"He came, coughing.","[[9.0, \'year\']]",M'
    path = write(tmp_path / "PMC-Patients.csv", f"{header}\n{row}\n")
    [report] = read_reports(path)
    assert report.id == "6140705-1"
    assert report.text == "He came, coughing."
    assert report.title == "A title"


@pytest.mark.parametrize("suffix", [".json", ".jsonl"])
def test_json_is_read_with_published_and_own_names(tmp_path, suffix):
    rows = [
        {"patient_uid": "1-1", "patient": "Text one."},
        {"id": "b", "text": "Text two."},
    ]
    body = json.dumps(rows) if suffix == ".json" else "\n".join(map(json.dumps, rows))
    path = write(tmp_path / f"r{suffix}", body)
    assert [(r.id, r.text) for r in read_reports(path)] == [
        ("1-1", "Text one."),
        ("b", "Text two."),
    ]


def test_a_folder_of_notes_is_read_by_name_and_digested_whole(tmp_path):
    write(tmp_path / "b.txt", "Second note.")
    write(tmp_path / "a.md", " First note. ")
    write(tmp_path / "c.pdf", "left alone")
    assert [(r.id, r.text) for r in read_reports(tmp_path)] == [
        ("a", "First note."),
        ("b", "Second note."),
    ]
    before = digest_of(tmp_path)
    assert find_reports(str(tmp_path)).sha256 == before
    write(tmp_path / "b.txt", "Second note!")
    assert digest_of(tmp_path) != before


def test_an_osce_case_becomes_lines_without_what_is_not_specified():
    case = {
        "Objective_for_Doctor": "Assess a man.",
        "Tests": {"Imaging": "Not specified in source", "Blood": {"CRP": "high"}},
        "Symptoms": ["Fever", "Not specified in source", "Cough"],
    }
    assert osce_text(case).splitlines() == [
        "Objective for Doctor: Assess a man.",
        "CRP: high.",
        "Symptoms: Fever, Cough.",
    ]


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("m.csv", "patient_uid,title\n1-1,T\n", "row 1: one of the fields patient,"),
        ("m.jsonl", '{"text": "x"}', "line 1: one of the fields patient_uid,"),
        ("m.jsonl", '{"id": "a", "text": "  "}', "field text must be a text"),
        ("m.jsonl", '{"id": "a", "text": 5}', "field text must be a text"),
        ("m.docx", "x", "dataset must be a folder"),
    ],
)
def test_a_file_that_cannot_be_used_is_named(tmp_path, name, text, said):
    with pytest.raises(ValueError, match=said):
        list(read_reports(write(tmp_path / name, text)))


def test_an_empty_folder_or_note_is_named(tmp_path):
    with pytest.raises(ValueError, match="must hold notes"):
        list(read_reports(tmp_path))
    write(tmp_path / "a.txt", " ")
    with pytest.raises(ValueError, match=r"a\.txt must hold a note"):
        list(read_reports(tmp_path))


def test_official_says_where_to_fetch_it():
    with pytest.raises(ValueError, match="zhengyun21/PMC-Patients"):
        find_reports("official")


def test_own_reports_are_long_enough_and_name_their_sources():
    rows = [json.loads(line) for line in REPORTS.open(encoding="utf-8")]
    assert len(rows) == len({row["patient_uid"] for row in rows}) == 8
    for row in rows:
        assert len(row["patient"].split()) >= 100
        assert all({"fact", "source", "year"} <= set(s) for s in row["sources"])


def test_real_osce_cases_are_reports(shared):
    path = shared / "pmc_patients" / "pmc_patients_osce_20.jsonl"
    found = list(read_reports(path))
    assert len(found) == 5
    assert all(r.id.startswith("osce-") for r in found)
    assert not any("not specified" in r.text.lower()[:20] for r in found)
