import subprocess
import sys
from inspect import signature
from pathlib import Path

import pytest
import yaml
from inspect_ai.log import list_eval_logs, read_eval_log

from inspect_rubricblind.solvers.rubrics.preparing import SCHEMES
from inspect_rubricblind.tasks.medhallu import medhallu
from model_runs import LOCAL

FOLDER = Path(__file__).parents[2] / "configs" / "medhallu"


def read(path):
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def test_every_scheme_has_its_configuration():
    schemes = {read(path)["task"]["args"]["scheme"] for path in FOLDER.glob("*.yaml")}
    assert schemes == set(SCHEMES)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.yaml")), ids=lambda p: p.stem)
def test_a_configuration_names_arguments_that_exist_and_a_panel_of_three(path):
    config = read(path)
    assert set(config["task"]["args"]) <= set(signature(medhallu).parameters)
    assert len(config["model_roles"]["panel"]) == 3


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.yaml")), ids=lambda p: p.stem)
def test_a_configuration_runs_with_local_models(path, local_model, tmp_path):
    config = read(path)
    for role, bound in config["model_roles"].items():
        for n, one in enumerate(bound if isinstance(bound, list) else [bound]):
            one["model"] = f"{LOCAL}{'keyword' if role == 'grader' else f'm{n}'}"
    copy = tmp_path / "config.yaml"
    copy.write_text(yaml.safe_dump(config), encoding="utf-8")
    done = subprocess.run(
        [
            *(str(Path(sys.executable).with_name("inspect")), "eval"),
            *("--run-config", str(copy), "-T", "dataset=sample"),
            *("--log-dir", str(tmp_path / "logs"), "--display", "none"),
        ],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    [log] = list_eval_logs(str(tmp_path / "logs"))
    found = read_eval_log(log.name)
    assert found.status == "success"
    assert all(len(s.scores["leakage"].metadata["labels"]) == 1 for s in found.samples)
    graded = [s for s in found.samples if s.scores["paired_rubric"].metadata]
    assert graded
