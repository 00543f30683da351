"""The run configurations of the study."""

import subprocess
import sys
from inspect import signature
from pathlib import Path
from typing import Any

import pytest
import yaml
from inspect_ai.log import EvalConfig, list_eval_logs, read_eval_log
from inspect_ai.model import GenerateConfig

from inspect_rubricblind.records import Trial
from inspect_rubricblind.tasks.healthbench import healthbench
from inspect_rubricblind.tasks.healthbench_professional import healthbench_professional
from inspect_rubricblind.tasks.livemedbench import livemedbench
from model_runs import LOCAL, MODEL_ROLES

ROOT = Path(__file__).parent.parent
STUDY = ROOT / "configs" / "when_rubrics_fail"
# Table 3: answers, injector, pairs of each row.
HEALTHBENCH = {
    "healthbench_o3_deepseek": ("o3", "DeepSeek-V3.2", 2039),
    "healthbench_kimi_deepseek": ("Kimi-K3", "DeepSeek-V3.2", 2022),
    "healthbench_openbiollm_deepseek": ("OpenBioLLM-70B", "DeepSeek-V3.2", 1665),
    "healthbench_o3_gemini": ("o3", "Gemini-3.1-Flash-Lite", 1921),
    "healthbench_o3_qwen": ("o3", "Qwen3.6-Flash", 1780),
}
ROWS = HEALTHBENCH | {
    "healthbench_professional_o3_gemini": ("o3", "Gemini-3.1-Flash-Lite", 1723),
    "livemedbench_o3_gemini": ("o3", "Gemini-3.1-Flash-Lite", 2700),
}
TASKS = {
    "inspect_rubricblind/healthbench": healthbench,
    "inspect_rubricblind/healthbench_professional": healthbench_professional,
    "inspect_rubricblind/livemedbench": livemedbench,
}


def inspect(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Inspect's command line, as users call it."""
    script = Path(sys.executable).with_name("inspect")
    command = [str(script), *(str(a) for a in arguments)]
    return subprocess.run(command, capture_output=True, text=True)


def read(name: str) -> dict[str, Any]:
    text = (STUDY / f"{name}.yaml").read_text(encoding="utf-8")
    return dict(yaml.safe_load(text))


def with_local_models(config: dict[str, Any]) -> dict[str, Any]:
    config["model"] = LOCAL + "keyword"
    for role in config["model_roles"].values():
        role["model"] = LOCAL + "keyword"
    return config


def plain(name: str) -> str:
    """A model name without provider and punctuation."""
    return "".join(c for c in name.lower().rpartition("/")[2] if c.isalnum())


def test_every_row_of_the_study_has_its_file_and_no_other_is_there():
    assert {path.stem for path in STUDY.iterdir()} == set(ROWS)


@pytest.mark.parametrize("name", ROWS)
def test_a_configuration_says_what_its_row_says(name: str):
    answers, injector, pairs = ROWS[name]
    comment = (STUDY / f"{name}.yaml").read_text(encoding="utf-8")
    said = " ".join(line.strip("# ") for line in comment.splitlines()[:4])
    professional = "professional" in name
    grader = "GPT-5.4" if professional else "GPT-4.1"
    assert f"answers by {answers}, errors by {injector}, graded by {grader}" in said
    assert f"{pairs:,} pairs" in said
    config = read(name)
    roles = config["model_roles"]
    assert plain(answers) in plain(config["model"])
    assert plain(injector) == plain(roles["injector"]["model"])
    assert plain(grader) in plain(roles["grader"]["model"])
    settings = roles["grader"]["config"]
    if professional:
        assert (settings["reasoning_effort"], "temperature" in settings) == (
            "low",
            False,
        )
    else:
        assert settings["temperature"] == 0
    assert roles["judge"]["config"]["reasoning_mode"] == "pro"
    limit = config.get("eval_config", {}).get("limit")
    assert limit == (500 if name in HEALTHBENCH else None)


def test_livemedbench_has_the_draw_of_the_study():
    arguments = read("livemedbench_o3_gemini")["task"]["args"]
    assert (arguments["sample_size"], arguments["top_up"]) == (550, 35)
    assert (arguments["language"], arguments["floor"]) == ("english", "original")


@pytest.mark.parametrize("name", ROWS)
def test_a_configuration_names_what_exists(name: str):
    config = read(name)
    arguments = config["task"]["args"]
    task = TASKS[config["task"]["task"]]
    assert set(arguments) <= set(signature(task).parameters)
    assert task(**arguments | {"dataset": "sample"}).dataset
    assert set(config["model_roles"]) == set(MODEL_ROLES)
    for role in config["model_roles"].values():
        assert set(role["config"]) <= set(GenerateConfig.model_fields)
    assert set(config.get("eval_config", {})) <= set(EvalConfig.model_fields)


@pytest.mark.slow
def test_inspect_runs_a_configuration(local_model, tmp_path: Path):
    """With the local model in the place of all others, the only difference there is."""
    (config, *others) = [with_local_models(read(name)) for name in HEALTHBENCH]
    assert all(other == config for other in others)
    path = tmp_path / "config.yaml"
    path.write_text(yaml.safe_dump(config))
    done = inspect(
        *("eval", "--run-config", path, "--log-dir", tmp_path / "logs"),
        *("-T", "dataset=sample", "-T", "error_types=C3", "--limit", 1),
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (info,) = list_eval_logs(str(tmp_path / "logs"))
    log = read_eval_log(info)
    assert log.status == "success"
    assert log.eval.task_args["repeats"] == 0
    assert set(log.eval.model_roles) == set(MODEL_ROLES)
    assert log.eval.config.sample_shuffle == 500
    (sample,) = log.samples
    trial = sample.store_as(Trial)
    assert (trial.answer.kind, trial.controls) == ("model", ())
    stages = {seen.stage for seen in local_model.seen().values()}
    assert not stages & {"control", "control_judge", "coverage"}
