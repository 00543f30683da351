"""What registers, schedulers and clusters read: metadata, entries, examples."""

import ast
import re
import runpy
from inspect import signature
from pathlib import Path

import pytest
import yaml
from inspect_evals.metadata import (
    ExternalEvalMetadata,
    InternalEvalMetadata,
    TaskVersion,
)

import inspect_rubricblind

ROOT = Path(__file__).parents[1]
PACKAGE = Path(inspect_rubricblind.__file__).parent
TASKS = [name for name in inspect_rubricblind.__all__ if name != "__version__"]


def read(path):
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def test_the_metadata_fits_the_schema_of_inspect_evals_and_lists_every_task():
    content = read(PACKAGE / "eval.yaml")
    content["version"] = TaskVersion(content["version"])
    found = InternalEvalMetadata.model_validate({"id": "rubricblind", **content})
    assert sorted(task.name for task in found.tasks) == sorted(TASKS)
    for task in found.tasks:
        assert (PACKAGE / task.task_path).is_file()


@pytest.mark.parametrize("name", TASKS)
def test_every_task_has_an_entry_that_the_register_takes(name):
    content = read(ROOT / "register" / f"{name}.yaml")
    found = ExternalEvalMetadata.model_validate(content)
    [task] = found.tasks
    assert task.name == name
    assert (ROOT / task.task_path).is_file()
    assert f"def {name}(" in (ROOT / task.task_path).read_text(encoding="utf-8")


def test_there_is_no_entry_without_a_task():
    assert {p.stem for p in (ROOT / "register").glob("*.yaml")} == set(TASKS)


def test_the_cluster_example_names_tasks_and_arguments_that_exist():
    content = read(ROOT / "examples" / "hawk_battery.yaml")
    for group in content["tasks"]:
        assert group["name"] == "inspect_rubricblind"
        for item in group["items"]:
            task = getattr(inspect_rubricblind, item["name"])
            assert set(item.get("args", {})) <= set(signature(task).parameters)
    assert set(content["model_roles"]) == {"grader"}


def test_the_flow_example_names_tasks_that_exist():
    text = (ROOT / "examples" / "flow_battery.py").read_text(encoding="utf-8")
    ast.parse(text)
    named = set(re.findall(r"inspect_rubricblind/(\w+)", text))
    listed = set(re.findall(r"BENCHMARKS = \[(.*?)\]", text)[0].split(", "))
    assert named | {n.strip('"') for n in listed} <= set(TASKS)


def test_the_battery_is_made_of_every_task_that_has_data():
    battery = runpy.run_path(str(ROOT / "examples" / "battery.py"))["battery"]
    names = [task.name for task in battery("sample", None)]
    assert [name.rpartition("/")[2] for name in names] == [
        "healthbench",
        "healthbench_professional",
        "livemedbench",
        "grader_calibration",
        "grader_qualification",
    ]
