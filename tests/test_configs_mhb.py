"""The configurations after S2 (MHB): arguments and roles exist, settings as printed."""

from inspect import signature
from pathlib import Path

import pytest
import yaml

from inspect_rubricblind.calls.roles import ROLES, TRAP_ROLES
from inspect_rubricblind.tasks.mhb_dialogue import mhb_dialogue
from inspect_rubricblind.tasks.mhb_report import mhb_report

FOLDER = Path(__file__).parent.parent / "configs" / "mhb"
TASKS = {"dialogue": mhb_dialogue, "report": mhb_report}


@pytest.mark.parametrize("name", TASKS)
def test_a_configuration_names_what_exists_and_what_s2_states(name):
    content = yaml.safe_load((FOLDER / f"{name}.yaml").read_text(encoding="utf-8"))
    assert content["task"]["task"] == f"inspect_rubricblind/mhb_{name}"
    assert set(content["task"]["args"]) <= set(signature(TASKS[name]).parameters)
    assert set(content["model_roles"]) <= {*ROLES, *TRAP_ROLES}
    judge = content["model_roles"]["judge"]
    assert judge["config"]["temperature"] == 0.5
    assert "deepseek-r1-0528" in judge["model"]
    assert "gemini-2.5-pro" in content["model_roles"]["trap_writer"]["model"]


def test_there_is_no_other_configuration():
    assert {path.stem for path in FOLDER.iterdir()} == set(TASKS)
