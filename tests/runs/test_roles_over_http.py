from pathlib import Path

import pytest
from inspect_ai import eval_set
from inspect_ai.model import GenerateConfig, get_model

from inspect_rubricblind.tasks.healthbench import healthbench
from model_runs import APPLICABILITY, LOCAL, MODEL_ROLES, bind, gradings, run, trials

STAGES = {
    "nothing": ((), set()),
    "applicability": (APPLICABILITY, {"applicability"}),
    "injector": (("injector",), {"injection", "control"}),
    "judge": (("judge",), {"judge", "coverage"}),
    "grader": (("grader",), {"grading"}),
    "all": (
        MODEL_ROLES,
        {
            "applicability",
            "injection",
            "control",
            "judge",
            "control_judge",
            "coverage",
            "grading",
        },
    ),
}


@pytest.mark.parametrize("case", STAGES)
def test_a_role_is_asked_for_its_stages_and_for_no_other(case, local_model, tmp_path):
    roles, stages = STAGES[case]
    log = run(tmp_path, bind(*roles) if roles else {})
    assert log.status == "success", log.error.message
    assert {seen.stage for seen in local_model.seen().values()} == stages
    for trial in trials(log):
        assert trial.components["applicability"] == (
            "model" if APPLICABILITY[0] in roles else "rules"
        )
        assert trial.components["injector"] == (
            "model" if "injector" in roles else "rules"
        )
        judged = [one.judgement is not None for one in trial.injections]
        assert judged == ["judge" in roles] * len(judged)
    if "grader" in roles:
        assert all(result.pairs for result in gradings(log))


def test_an_unbound_role_never_becomes_the_evaluated_model(local_model, tmp_path):
    log = run(tmp_path, bind("judge", model="judging"), model=LOCAL + "writing")
    assert log.status == "success", log.error.message
    seen = local_model.seen().values()
    assert {s.stage for s in seen if s.model == "writing"} == {"answer"}
    assert {s.stage for s in seen if s.model == "judging"} == {"judge", "coverage"}
    reasons = {sample.scores["paired_rubric"].reason for sample in log.samples}
    assert reasons == {"no_grader"}


@pytest.mark.parametrize("role", MODEL_ROLES)
def test_a_list_for_one_role_is_an_error_before_any_call(role, local_model, tmp_path):
    roles = bind() | {role: [LOCAL + "a", LOCAL + "b"]}
    log = run(tmp_path, roles, limit=1)
    assert log.status == "error"
    assert f"model role {role} must be one model" in log.error.message
    assert local_model.seen() == {}


def test_the_temperature_is_0_unless_a_role_sets_its_own(local_model, tmp_path):
    roles = bind() | {
        "grader": get_model(
            LOCAL + "warm", config=GenerateConfig(temperature=0.7, max_tokens=400)
        ),
        "judge": get_model(
            LOCAL + "thinking", config=GenerateConfig(reasoning_effort="low")
        ),
    }
    run(tmp_path, roles, model=LOCAL + "writing", limit=1)
    seen = local_model.seen().values()
    temperatures = {model: set() for model in {s.model for s in seen}}
    for one in seen:
        temperatures[one.model].add(one.settings.get("temperature"))
    assert temperatures == {
        "writing": {0.0},
        "keyword": {0.0},
        "warm": {0.7},
        "thinking": {None},
    }
    assert {s.settings.get("max_tokens") for s in seen if s.model == "warm"} == {400}


def test_the_reply_format_is_offered_as_a_schema_only_if_asked_for(
    local_model, tmp_path
):
    from inspect_rubricblind.scorers.paired_rubric import paired_rubric

    run(tmp_path, bind("grader"), limit=1)
    assert not any("response_format" in s.settings for s in local_model.seen().values())
    local_model.reset()
    task = healthbench(dataset="sample", error_types="O2")
    task.scorer = [paired_rubric(structured=True)]
    from inspect_ai import eval

    [log] = eval(task, "none/none", model_roles=bind("grader"), limit=1)
    assert log.status == "success", log.error.message
    formats = [s.settings["response_format"] for s in local_model.seen().values()]
    fields = {tuple(f["json_schema"]["schema"]["properties"]) for f in formats}
    assert fields == {("explanation", "criteria_met")}


def test_an_eval_set_binds_roles_like_a_single_run(local_model, tmp_path: Path):
    tasks = [healthbench(dataset="sample", error_types="O2", shard="0/10")]
    success, logs = eval_set(
        tasks,
        log_dir=str(tmp_path),
        model="none/none",
        model_roles=bind("grader"),
        display="none",
    )
    assert success
    assert {s.stage for s in local_model.seen().values()} == {"grading"}
    assert set(logs[0].eval.model_roles) == {"grader"}
