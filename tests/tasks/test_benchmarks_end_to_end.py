"""Professional and LiveMedBench through the whole pipeline, as healthbench goes."""

import re

import pytest
from inspect_ai.event import ModelEvent
from inspect_ai.log import read_eval_log

from inspect_rubricblind.logs.study import read_study
from inspect_rubricblind.records import GradingResult
from inspect_rubricblind.tasks.healthbench_professional import healthbench_professional
from inspect_rubricblind.tasks.livemedbench import livemedbench
from inspect_rubricblind.tasks.planning.workload import dataset_workload
from model_runs import bind

TASKS = {
    "healthbench_professional": healthbench_professional,
    "livemedbench": livemedbench,
}


@pytest.mark.parametrize("name", TASKS)
def test_the_bundled_sample_runs_without_model_key_or_network(
    eval_task, tmp_path, name
):
    log = eval_task(TASKS[name](dataset="sample"))
    assert log.status == "success", log.error
    study = read_study([tmp_path / "logs"])
    assert set(study.pairs["benchmark"]) == {name}
    assert set(study.pairs["kind"]) == {"error", "control"}
    assert study.pairs["theme"].notna().all()


@pytest.mark.parametrize("prompt", ["healthbench", "official"])
def test_livemedbench_is_graded_with_either_prompt(
    eval_task, local_model, tmp_path, prompt
):
    task = livemedbench(
        dataset="sample", grader_prompt=prompt, floor="none", error_types="F1,C3,O2"
    )
    log = eval_task(task, model_roles=bind("grader"), limit=2)
    assert log.status == "success", log.error
    for sample in log.samples:
        result = GradingResult.model_validate(sample.scores["paired_rubric"].metadata)
        assert result.signature.prompt == (
            "livemedbench" if prompt == "official" else "healthbench"
        )
        verdicts = [v.met for text in result.texts for v in text.verdicts]
        assert None not in verdicts
    asked = [
        event.input[-1].text
        for sample in read_eval_log(log.location, resolve_attachments=True).samples
        for event in sample.events
        if isinstance(event, ModelEvent)
    ]
    shown = {bool(re.search(r"\[-?\d+\] Does the model", text)) for text in asked}
    assert shown == {prompt == "healthbench"}


@pytest.mark.parametrize("name", TASKS)
def test_a_run_can_be_planned(name):
    load = dataset_workload(name, "sample", "full", "reference")
    assert load.cases == len(load.sizes) == len(TASKS[name](dataset="sample").dataset)
    assert all(size.criteria > 0 for size in load.sizes)


@pytest.mark.slow
def test_real_rows_run_with_real_answers(eval_task, shared, tmp_path):
    """Answers of gpt-5.4 as originals, their stored verdicts for headroom and floor."""
    folder = shared / "livemedbench"
    results = f"{folder / 'healthguard_baseline_results.jsonl'}#model=gpt-5.4"
    task = livemedbench(
        dataset=str(folder / "LiveMedBench_v202604_subset.json"),
        answers=results,
        verdicts=results,
        floor="verdicts",
        error_types="F1,C3,O2,K1",
    )
    log = eval_task(task, limit=20)
    assert log.status == "success", log.error
    study = read_study([tmp_path / "logs"])
    assert set(study.pairs["answer_model"]) == {"gpt-5.4"}
    assert study.pairs["headroom"].notna().any()


@pytest.mark.slow
def test_real_rows_are_graded(eval_task, local_model, shared):
    folder = shared / "livemedbench"
    task = livemedbench(
        dataset=str(folder / "LiveMedBench_v202604_subset.json"),
        answers=f"{folder / 'healthguard_baseline_results.jsonl'}#model=gpt-5.4",
        grader_prompt="official",
        error_types="C3,O2",
    )
    log = eval_task(task, model_roles=bind("grader"), limit=3)
    assert log.status == "success", log.error
    answered = [s for s in log.samples if s.store.get("Trial:no_answer") is None]
    assert all("official_score" in s.scores["paired_rubric"].metadata for s in answered)
