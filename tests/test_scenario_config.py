"""The run configuration of S3's design."""

import subprocess
import sys
from inspect import signature
from pathlib import Path

import pytest
import yaml
from inspect_ai.log import list_eval_logs, read_eval_log

from inspect_rubricblind.records.autorating import AutoratingResult
from inspect_rubricblind.tasks.scenarios import scenarios
from model_runs import LOCAL

CONFIG = Path(__file__).parent.parent / "configs/weighted_scenarios/panel.yaml"


def read():
    return yaml.safe_load(CONFIG.read_text(encoding="utf-8"))


def test_it_names_the_three_models_once_and_arguments_of_the_task():
    config = read()
    models = [item["model"] for item in config["model_roles"]["autorater"]]
    assert len(set(models)) == 3
    assert {name.partition("/")[0] for name in models} == {
        "openai",
        "anthropic",
        "google",
    }
    assert set(config["task"]["args"]) <= set(signature(scenarios).parameters)
    scenarios(**config["task"]["args"])


@pytest.mark.slow
def test_it_runs_with_a_panel_of_local_models(local_model, tmp_path):
    config = read()
    names = [LOCAL + name for name in ("keyword", "always", "never")]
    config["model_roles"]["autorater"] = [{"model": name} for name in names]
    path = tmp_path / "config.yaml"
    path.write_text(yaml.safe_dump(config), encoding="utf-8")
    command = [
        str(Path(sys.executable).with_name("inspect")),
        *("eval", "--run-config", str(path), "--model", LOCAL + "keyword"),
        *("--limit", "1", "--display", "plain", "--log-dir", str(tmp_path / "logs")),
    ]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    [info] = list_eval_logs(str(tmp_path / "logs"))
    [sample] = read_eval_log(info).samples
    found = AutoratingResult.model_validate(sample.scores["autoraters"].metadata)
    assert [rater.signature.grader for rater in found.raters] == names
