"""From a run to `summary.json`, `report.md` and `report.html`."""

import json
from importlib.resources import files

import jsonschema
import pytest

from inspect_rubricblind.logs.page.writing import write_page
from inspect_rubricblind.logs.report import build_report, write_report
from inspect_rubricblind.logs.study import read_study
from inspect_rubricblind.tasks.healthbench import healthbench


@pytest.fixture
def checked(eval_task, tmp_path):
    """A study of one case of the sample with a fact check, and its report."""
    task = healthbench(dataset="sample", error_types="F1,R1", fact_check="corpus")
    log = eval_task(task, limit=1)
    assert log.status == "success"
    study = read_study([tmp_path / "logs"])
    return study, build_report(study)


def test_a_fact_check_is_in_every_form_of_the_report(checked, tmp_path):
    study, report = checked
    write_report(report, study, tmp_path / "out")
    write_page(report, tmp_path / "out", study)
    summary = json.loads((tmp_path / "out" / "summary.json").read_text("utf-8"))
    text = files("inspect_rubricblind.logs").joinpath("schema/summary.schema.json")
    jsonschema.validate(summary, json.loads(text.read_text("utf-8")))
    section = summary["fact_check"]
    assert section["rates"][0]["n"] >= 1
    assert section["checks"][0]["evidence"].startswith("corpus ")
    page = (tmp_path / "out" / "report.md").read_text("utf-8")
    assert "## Fact check by error type" in page
    assert "That is no proof that a claim is wrong" in page
    html = (tmp_path / "out" / "report.html").read_text("utf-8")
    assert '<section id="fact_check"' in html
    assert (tmp_path / "out" / "tables" / "fact_check_rates.csv").is_file()


def test_examples_of_own_cases_show_evidence_behind_their_warning(checked):
    _, report = checked
    shown = [t for t in report.tables if t.title.startswith("Fact check, examples")]
    assert shown
    for table in shown:
        assert "deliberate medical errors" in table.notes[0]
        assert "canary" in table.notes[0]
