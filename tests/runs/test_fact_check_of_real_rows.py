"""Fact checks without a key on real rows: MedHallu against PubMedQA, HealthBench."""

import json

import pytest
from inspect_ai import score
from inspect_ai.log import write_eval_log

from inspect_rubricblind.evidence.documents import read_documents
from inspect_rubricblind.evidence.index import build_corpus
from inspect_rubricblind.logs.report import build_report
from inspect_rubricblind.logs.study import read_study
from inspect_rubricblind.scorers.fact_check import fact_check
from inspect_rubricblind.tasks.healthbench import healthbench
from inspect_rubricblind.tasks.medhallu import medhallu

pytestmark = pytest.mark.slow


def checked(eval_task, task, tmp_path, **options):
    """The report's section on a run that was scored once more."""
    log = score(eval_task(task), fact_check(**options), action="append", display="none")
    write_eval_log(log, str(tmp_path / "checked" / "log.eval"))
    report = build_report(read_study([tmp_path / "checked"]))
    return report.summary.as_json()["fact_check"], report


def test_medhallu_rows_against_the_abstracts_behind_them(shared, eval_task, tmp_path):
    abstracts = shared / "pubmedqa" / "ori_pqal_subset.json"
    questions = {
        row["QUESTION"] for row in json.loads(abstracts.read_text("utf-8")).values()
    }
    rows = shared / "medhallu" / "pqa_labeled_subset.jsonl"
    kept = [
        line
        for line in rows.read_text("utf-8").split("\n")
        if line.strip() and json.loads(line)["Question"] in questions
    ]
    (tmp_path / "rows.jsonl").write_text("\n".join(kept), encoding="utf-8")
    built = build_corpus(tmp_path / "c.sqlite", read_documents(abstracts))
    assert built.added == 150
    section, report = checked(
        eval_task,
        medhallu(dataset=str(tmp_path / "rows.jsonl")),
        tmp_path,
        corpus=str(tmp_path / "c.sqlite"),
    )
    overall, by_type = section["rates"]
    assert by_type["error_type"] == "hallucination"
    assert overall["n"] == len(kept) == 150
    assert overall["n_open"] == 0
    for name in ("auroc", "doubt_auroc", "flagged", "original_flagged"):
        assert 0 <= overall[f"{name}_low"] <= overall[name] <= overall[f"{name}_high"]
    # Nearly every claim finds its abstract: what fails is the reading, not the search.
    [check] = section["checks"]
    assert check["claims_without_evidence"] < 0.25 * check["claims_checked"]
    assert any("Fact check" in sentence for sentence in report.headline)


def test_healthbench_rows_with_the_notes_that_ship(shared, eval_task, tmp_path):
    rows = shared / "healthbench" / "oss_eval_subset.jsonl"
    task = healthbench(dataset=str(rows), answers="reference")
    section, report = checked(eval_task, task, tmp_path)
    overall = section["rates"][0]
    assert overall["n"] > 100
    assert overall["n_open"] <= overall["n"]
    assert overall["identified"] > 0.9
    assert section["controls"][0]["n"] > 50
    # The notes cover few subjects, and the report has to say so.
    [check] = section["checks"]
    assert check["claims_without_evidence"] > 0.5 * check["claims_checked"]
    titles = [table.title for table in report.tables]
    assert any(title.startswith("Fact check by error type") for title in titles)
    assert not any("examples" in title for title in titles)
