"""OSCE cases of real notes as scenarios: long nested text, a simple rubric."""

import json

import pytest
import yaml
from inspect_ai import eval

from inspect_rubricblind.logs.study import read_study
from inspect_rubricblind.tasks.scenario_check import check_scenarios
from inspect_rubricblind.tasks.scenarios import scenarios

PLAN = (
    "Give paracetamol 500 mg every 6 hours for fever. See a doctor within 2 days if "
    "there is no improvement. Call an ambulance at once if breathing becomes difficult."
)


def scenario(case, number):
    """Its examination as an attachment, its diagnosis as what has to be named."""
    osce = case["OSCE_Examination"]
    diagnosis = osce["Correct_Diagnosis"]
    told = osce["Patient_Actor"]["History"]
    texts = (
        f"Names {diagnosis} as the diagnosis.",
        "Says when the patient should be seen again.",
        "Uses plain words.",
    )
    categories = ("Reasoning", "Safety", "Style")
    return {
        "id": f"osce-{number}",
        "title": "OSCE case",
        "specialty": "Medicine",
        "prompt": osce["Objective_for_Doctor"],
        "attachments": [{"name": "Examination", "file": f"{number}.json"}],
        "required_output": "Diagnosis and plan.",
        "golden_answer": f"The most likely diagnosis is {diagnosis}. {told}\n\n{PLAN}",
        "sources": {"s": {"title": "Case", "organisation": "PMC", "year": 2021}},
        "criteria": [
            {
                "id": f"C{i}",
                "text": text,
                "weight": weight,
                "categories": [category],
                "sources": ["s"],
                "justification": "It was asked for.",
            }
            for i, (text, category, weight) in enumerate(
                zip(texts, categories, (5, 3, 1), strict=True)
            )
        ],
    }


@pytest.fixture
def folder(shared, tmp_path):
    rows = (shared / "pmc_patients" / "pmc_patients_osce_20.jsonl").read_text("utf-8")
    place = tmp_path / "osce"
    place.mkdir()
    for number, row in enumerate(rows.splitlines()):
        case = json.loads(row)
        text = json.dumps(case["OSCE_Examination"], ensure_ascii=False, indent=1)
        (place / f"{number}.json").write_text(text, encoding="utf-8")
        document = yaml.safe_dump(scenario(case, number), allow_unicode=True)
        (place / f"{number}.yaml").write_text(document, encoding="utf-8")
    return place


def test_osce_cases_are_checked_and_injected_without_any_model(folder, tmp_path):
    checked = check_scenarios(folder)
    assert (len(checked.held), checked.faults) == (5, [])
    [log] = eval(
        scenarios(dataset=str(folder)),
        model="none/none",
        log_dir=str(tmp_path / "logs"),
        display="none",
        log_realtime=False,
    )
    assert log.status == "success"
    for sample in log.samples:
        assert "Physical_Examination_Findings" in sample.input[0].text
        assert len(sample.store.get("Trial:injections")) >= 2
    study = read_study([tmp_path / "logs"])
    assert not study.incomplete
    assert {answer.scenario for answer in study.scenarios.answers} == {
        f"osce-{number}" for number in range(5)
    }
