import pytest
from inspect_ai import Task
from inspect_ai.dataset import Sample
from inspect_ai.model import get_model

from inspect_rubricblind import __version__
from inspect_rubricblind.records import Trial
from inspect_rubricblind.solvers.stages import resolve_stages
from inspect_rubricblind.taxonomy.load import load_taxonomy

ONE, TWO = get_model("mockllm/one"), get_model("mockllm/two")


def run(eval_task, solver, samples=1, **options):
    dataset = [Sample(id=str(n), input="x") for n in range(samples)]
    return eval_task(Task(dataset=dataset, solver=solver), **options)


def components(log):
    assert log.status == "success", log.error
    return log.samples[0].store_as(Trial).components


def test_versions_seed_and_file_hashes_are_kept(eval_task):
    log = run(eval_task, resolve_stages(seed=0, hashes={"dataset_sha256": "abc"}))
    kept = components(log)
    assert kept["package"] == __version__
    assert kept["taxonomy"] == load_taxonomy().version
    assert (kept["seed"], kept["dataset_sha256"]) == ("0", "abc")
    assert (kept["applicability"], kept["injector"]) == ("rules", "rules")


def test_auto_asks_the_models_that_are_bound(eval_task):
    roles = {"applicability_a": ONE, "applicability_b": TWO, "injector": ONE}
    kept = components(run(eval_task, resolve_stages(), model_roles=roles))
    assert (kept["applicability"], kept["injector"]) == ("model", "model")


def test_rules_stay_rules_beside_bound_roles(eval_task):
    log = run(
        eval_task, resolve_stages(injector="rules"), model_roles={"injector": ONE}
    )
    assert components(log)["injector"] == "rules"


def test_only_one_of_the_two_applicability_models_is_an_error(eval_task):
    log = run(eval_task, resolve_stages(), model_roles={"applicability_a": ONE})
    assert log.status == "error"
    assert "got none for applicability_b" in log.error.message


@pytest.mark.parametrize(
    ("roles", "warnings"),
    [({"injector": ONE, "judge": ONE}, 1), ({"injector": ONE, "judge": TWO}, 0)],
)
def test_a_shared_model_is_warned_of_once_per_run(eval_task, caplog, roles, warnings):
    run(eval_task, resolve_stages(), samples=3, model_roles=roles)
    assert caplog.text.count("injector, judge: mockllm/one") == warnings
