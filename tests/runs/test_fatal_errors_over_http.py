from pathlib import Path

import pytest
from inspect_ai import eval, eval_set
from inspect_ai.model import GenerateConfig, get_model

from inspect_rubricblind.scorers.paired_rubric import paired_rubric
from inspect_rubricblind.tasks.healthbench import healthbench
from model_runs import (
    APPLICABILITY,
    LOCAL,
    bind,
    gradings,
    run,
    text_of_logs,
    verdict_reasons,
)
from model_server import KEY

WRONG = "sk-local-thiskeyiswrong99"


def files_under(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


@pytest.mark.parametrize(
    ("roles", "model", "status"),
    [
        (APPLICABILITY, "missing", 404),
        (("injector",), "forbidden", 403),
        (("judge",), "missing", 404),
        (("grader",), "forbidden", 403),
    ],
)
def test_a_model_that_cannot_be_used_stops_the_run_in_any_stage(
    roles, model, status, local_model, tmp_path
):
    log = run(tmp_path, bind(*roles, model=model), error_types="O1", limit=1)
    assert log.status == "error"
    for words in (f"role {roles[0]}", model, f"status {status}", "inspect eval-retry"):
        assert words in log.error.message


def test_an_evaluated_model_that_is_missing_stops_the_run(local_model, tmp_path):
    log = run(tmp_path, bind("grader"), model=LOCAL + "missing")
    assert log.status == "error"
    assert "the evaluated model" in log.error.message
    assert "404" in log.error.message


def test_a_wrong_key_stops_the_run_and_is_not_in_the_log(
    local_model, tmp_path, monkeypatch, capfd
):
    monkeypatch.setenv("LOCAL_API_KEY", WRONG)
    log = run(tmp_path, bind("grader"))
    assert log.status == "error"
    assert "role grader" in log.error.message
    assert "401" in log.error.message
    assert WRONG not in text_of_logs(files_under(tmp_path))
    shown = capfd.readouterr()
    assert WRONG not in shown.out + shown.err


def test_the_right_key_is_not_in_the_log_either(local_model, tmp_path):
    run(tmp_path, bind(), limit=1, error_types="C3")
    text = text_of_logs(files_under(tmp_path))
    assert KEY not in text
    assert "Bearer" not in text


def test_a_schema_that_the_provider_refuses_stops_the_run(local_model, tmp_path):
    task = healthbench(dataset="sample", error_types="C3")
    task.scorer = [paired_rubric(structured=True)]
    roles = {"grader": get_model(LOCAL + "schemaless")}
    [log] = eval(task, "none/none", model_roles=roles, limit=2)
    assert log.status == "error"
    assert "400" in log.error.message
    assert "response_format is not supported" in log.error.message


@pytest.mark.slow
def test_a_stage_whose_replies_cannot_be_read_stops_at_the_price_of_20_cells(
    local_model, tmp_path
):
    local_model.plan(doomed_every=1, doomed_kinds=["garbage"])
    log = run(tmp_path, bind("grader"), limit=4, options={"max_connections": 10})
    assert log.status == "error"
    assert "stage grading stopped" in log.error.message
    assert "replies cannot be read" in log.error.message
    # 20 cells cost 60 calls; what was in flight then is paid too.
    assert 60 <= local_model.calls() <= 60 + 3 * 10


def test_an_overloaded_provider_is_a_counted_outcome_until_the_stage_stops(
    local_model, tmp_path
):
    local_model.plan(doomed_every=1, doomed_kinds=["503"])
    roles = {
        "grader": get_model(LOCAL + "keyword", config=GenerateConfig(max_retries=0))
    }
    log = run(tmp_path, roles, limit=4)
    assert log.status == "error"
    assert "20 of 20 cells failed (error 20)" in log.error.message


def test_an_eval_set_does_not_pay_again_for_a_stage_that_was_stopped(
    local_model, tmp_path
):
    local_model.plan(doomed_every=1, doomed_kinds=["garbage"])
    success, logs = eval_set(
        [healthbench(dataset="sample", error_types="C3")],
        log_dir=str(tmp_path),
        model="none/none",
        model_roles=bind("grader"),
        limit=4,
        max_connections=10,
        retry_attempts=2,
        display="none",
    )
    assert not success
    assert logs[0].status == "error"
    assert local_model.calls() <= 60 + 3 * 10


@pytest.mark.slow
def test_a_call_that_hangs_is_a_failed_cell(local_model, tmp_path):
    local_model.plan(slow=15, doomed_every=20, doomed_kinds=["slow"])
    config = GenerateConfig(attempt_timeout=5, max_retries=0)
    roles = {"grader": get_model(LOCAL + "keyword", config=config)}
    log = run(tmp_path, roles, limit=1)
    assert log.status == "success", log.error.message
    [result] = gradings(log)
    assert verdict_reasons([result]) == {"error": local_model_dooms(local_model)}
    details = {
        verdict.explanation
        for text in result.texts
        for verdict in text.verdicts
        if verdict.reason == "error"
    }
    assert details == {"AttemptTimeoutError"}


def local_model_dooms(server):
    return sum(seen.arrivals for seen in server.seen().values() if seen.doomed)
