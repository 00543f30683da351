import pytest
from inspect_ai import Task
from inspect_ai.dataset import Sample
from inspect_ai.model import get_model
from inspect_ai.solver import solver

from inspect_rubricblind.calls.roles import (
    bound_roles,
    evaluated_model,
    shared_models,
    stage_kind,
)

JUDGE, GRADER = get_model("mockllm/judge"), get_model("mockllm/grader")
TWO = ("applicability_a", "applicability_b")


@pytest.mark.parametrize(
    ("wanted", "bound", "kind"),
    [
        ("auto", {}, "rules"),
        ("auto", {"judge": JUDGE}, "model"),
        ("rules", {"judge": JUDGE}, "rules"),
        ("model", {"judge": JUDGE}, "model"),
    ],
)
def test_a_stage_asks_models_only_if_its_role_is_bound(wanted, bound, kind):
    assert stage_kind("coverage", wanted, ("judge",), bound) == kind


def test_model_without_its_role_is_an_error_that_names_the_role():
    with pytest.raises(ValueError, match=r"injector=model needs .* none for injector"):
        stage_kind("injector", "model", ("injector",), {"judge": JUDGE})


@pytest.mark.parametrize("wanted", ["auto", "model"])
def test_one_of_two_roles_is_an_error_that_names_the_other(wanted):
    with pytest.raises(ValueError, match="none for applicability_b"):
        stage_kind("applicability", wanted, TWO, {"applicability_a": JUDGE})


def test_sharing_a_model_is_noticed():
    bound = {"judge": JUDGE, "grader": JUDGE, "injector": GRADER}
    assert shared_models(bound, GRADER) == [
        "answer, injector: mockllm/grader",
        "grader, judge: mockllm/judge",
    ]
    assert shared_models({"judge": JUDGE, "grader": GRADER}, None) == []


@solver
def look_at_roles(seen):
    async def solve(state, generate):
        seen.append((bound_roles(), evaluated_model()))
        return state

    return solve


def run_and_look(eval_task, **options):
    seen = []
    log = eval_task(
        Task(dataset=[Sample(input="x")], solver=look_at_roles(seen)), **options
    )
    return log, seen


def test_an_unbound_role_never_is_the_evaluated_model(eval_task):
    _, [(bound, evaluated)] = run_and_look(
        eval_task, model="mockllm/answer", model_roles={"grader": GRADER}
    )
    assert {role: str(model) for role, model in bound.items()} == {
        "grader": "mockllm/grader"
    }
    assert str(evaluated) == "mockllm/answer"


def test_no_model_is_no_evaluated_model(eval_task):
    _, [(bound, evaluated)] = run_and_look(eval_task)
    assert (bound, evaluated) == ({}, None)


def test_a_list_of_models_is_refused_by_role(eval_task):
    log, seen = run_and_look(eval_task, model_roles={"grader": [JUDGE, GRADER]})
    assert log.status == "error"
    assert "role grader must be one model, but got a list: mockllm/judge, mockllm/" in (
        log.error.message
    )
    assert seen == []
