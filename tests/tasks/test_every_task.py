"""Each task runs on its bundled sample, without arguments beyond that, end to end."""

import pytest
from inspect_ai import eval
from inspect_ai.model import ModelOutput, ModelUsage, get_model

import inspect_rubricblind
from inspect_rubricblind import _registry
from inspect_rubricblind.logs.study import read_study

TASKS = [name for name in inspect_rubricblind.__all__ if name != "__version__"]
FROZEN_BY = {
    "grader_calibration": "take_texts",
    "grader_qualification": "freeze_truth",
    "medhallu": "take_texts",
    "mhb_dialogue": "pair_answers",
    "mhb_report": "pair_answers",
    "pairs": "take_texts",
}
FLOOR = {"livemedbench": "exclude_at_floor"}


def grader():
    def say(*_):
        reply = '{"explanation": "", "criteria_met": true}'
        output = ModelOutput.from_content("mockllm/model", reply)
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return output

    return {"grader": get_model("mockllm/model", custom_outputs=say)}


@pytest.mark.parametrize("name", TASKS)
def test_a_task_runs_on_its_sample(name, tmp_path):
    task = getattr(inspect_rubricblind, name)
    arguments = {} if name == "grader_qualification" else {"dataset": "sample"}
    [log] = eval(
        task(**arguments),
        model="none/none",
        model_roles=grader(),
        limit=2,
        log_dir=str(tmp_path),
        display="none",
    )
    assert log.status == "success", log.error
    solvers = {step.solver.rpartition("/")[2] for step in log.plan.steps}
    assert {FROZEN_BY.get(name, "inject_errors")} <= solvers
    if name in FLOOR:
        assert FLOOR[name] in solvers
    assert set(solvers) <= set(_registry.__all__)
    assert log.eval.metadata["full_task_version"] == f"{log.eval.task_version}-A"
    assert log.eval.metadata["dataset_kind"] == "sample"
    assert not read_study([tmp_path]).incomplete


@pytest.mark.parametrize("name", TASKS)
def test_an_unknown_argument_is_refused_by_name(name):
    with pytest.raises(ValueError, match="nope"):
        getattr(inspect_rubricblind, name)(nope=1)
