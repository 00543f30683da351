import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pytest
from inspect_ai.model import ModelOutput, ModelUsage, get_model

from inspect_rubricblind import __version__
from inspect_rubricblind.records import CONTROL_SHAPES, ERROR_CODES, Trial, digest
from inspect_rubricblind.records.rows import sha256_of
from inspect_rubricblind.solvers.checks import check_edits
from inspect_rubricblind.solvers.rules import RULES_VERSION
from inspect_rubricblind.tasks.healthbench import SAMPLE, healthbench
from inspect_rubricblind.taxonomy.load import load_taxonomy

TEXT = (
    "Take 500 mg of paracetamol every 6 hours for at most 3 days. It is probably a "
    "viral infection. Call an ambulance at once if you have chest pain."
)


def trials(log):
    """Trial by case id; each field is read once, for every access validates all."""
    assert log.status == "success", log.error
    fields = Trial.model_fields.keys() - {"store", "instance"}
    return {
        sample.id: SimpleNamespace(**{name: getattr(trial, name) for name in fields})
        for sample in log.samples
        for trial in [sample.store_as(Trial)]
    }


@pytest.fixture
def rows(tmp_path):
    """Write the first bundled rows in a given order; returns the path."""
    lines = SAMPLE.read_bytes().strip().split(b"\n")[:5]

    def write(order):
        path = tmp_path / "rows.jsonl"
        path.write_bytes(b"\n".join(order(lines)))
        return str(path)

    return write


def test_the_bundled_sample_runs_without_model_key_or_network(eval_task):
    log = eval_task(healthbench(dataset="sample"))
    taxonomy = load_taxonomy()
    for trial in trials(log).values():
        text = trial.answer.text
        assert trial.answer.kind == "reference"
        assert trial.components["injector"] == "rules"
        applicable = {a.error_type for a in trial.applicability if a.applicable}
        assert [a.error_type for a in trial.applicability] == list(ERROR_CODES)
        for injection in trial.injections:
            limits = taxonomy.by_code(injection.error_type).limits
            assert check_edits(text, injection.edits, limits) == ()
        injected = Counter(one.error_type for one in trial.injections)
        failed = {one.error_type for one in trial.discarded if one.kind == "error"}
        assert max(injected.values(), default=0) <= 1
        assert set(injected) <= applicable <= set(injected) | failed
        controls = Counter(one.error_type for one in trial.controls)
        assert set(controls) <= set(CONTROL_SHAPES)
        assert max(controls.values(), default=0) <= 1
    assert sum(len(trial.injections) for trial in trials(log).values()) > 0
    for sample in log.samples:
        keys = sample.scores["coverage"].value.keys()
        assert {"covered", "bound_auroc", "n_injections", *ERROR_CODES} <= keys
    assert log.eval.metadata["notice"].startswith("SAMPLE:")


def test_every_trial_records_what_made_it(eval_task):
    log = eval_task(healthbench(dataset="sample", seed=3, error_types="F1"), limit=1)
    [trial] = trials(log).values()
    expected = {
        "package": __version__,
        "taxonomy": load_taxonomy().version,
        "rules": RULES_VERSION,
        "seed": "3",
        "applicability": "rules",
        "injector": "rules",
        "judge": "none",
        "dataset_sha256": log.eval.metadata["dataset_sha256"],
    }
    assert expected.items() <= trial.components.items()


@pytest.mark.slow
def test_neither_concurrency_nor_the_order_of_rows_changes_a_case(eval_task, rows):
    runs = [
        trials(eval_task(healthbench(dataset=rows(order)), max_samples=max_samples))
        for order, max_samples in [(list, 1), (list, 20), (reversed, 20)]
    ]
    for run in runs:
        for trial in run.values():
            # The file differs in the order of its lines.
            del trial.components["dataset_sha256"]
    assert runs[0] == runs[1] == runs[2]


@pytest.mark.slow
def test_another_seed_makes_other_choices(eval_task, rows):
    runs = [
        trials(eval_task(healthbench(dataset=rows(list), seed=seed))) for seed in (0, 1)
    ]
    chosen = [[trial.injections for trial in run.values()] for run in runs]
    assert chosen[0] != chosen[1]


@pytest.mark.slow
def test_without_controls_nothing_else_changes(eval_task, rows):
    with_controls, without = (
        trials(eval_task(healthbench(dataset=rows(list), controls=controls)))
        for controls in (1, 0)
    )
    for case_id, trial in without.items():
        assert trial.controls == ()
        assert trial.injections == with_controls[case_id].injections


def test_the_evaluated_model_answers_if_there_is_one(eval_task):
    output = ModelOutput.from_content("mockllm/m", TEXT)
    output.usage = ModelUsage()
    model = get_model("mockllm/m", custom_outputs=lambda *_: output)
    log = eval_task(healthbench(dataset="sample"), model=model, limit=2)
    assert {trial.answer.text for trial in trials(log).values()} == {TEXT}
    task = healthbench(dataset="sample", answers="reference")
    given = eval_task(task, model=model, limit=2)
    assert {trial.answer.kind for trial in trials(given).values()} == {"reference"}


def test_a_refusal_is_kept_apart_and_scored_as_nothing(eval_task):
    output = ModelOutput.from_content("mockllm/m", "I can't help with that.")
    output.usage = ModelUsage()
    model = get_model("mockllm/m", custom_outputs=lambda *_: output)
    log = eval_task(healthbench(dataset="sample"), model=model, limit=1)
    [trial] = trials(log).values()
    assert (trial.answer, trial.no_answer) == (None, "refusal")
    assert (trial.applicability, trial.injections) == ((), ())


@pytest.mark.parametrize(
    ("argument", "role"),
    [
        ("injector", "injector"),
        ("coverage", "judge"),
        ("applicability", "applicability_a"),
    ],
)
def test_a_missing_role_stops_the_run_before_any_call(eval_task, argument, role):
    output = ModelOutput.from_content("mockllm/m", TEXT)
    output.usage = ModelUsage()
    model = get_model("mockllm/m", custom_outputs=lambda *_: output)
    task = healthbench(dataset="sample", **{argument: "model"})
    log = eval_task(task, model=model, max_samples=1)
    assert log.status == "error"
    assert f"{argument}=model needs a model" in log.error.message
    assert f"--model-role {role}=" in log.error.message
    assert log.stats.model_usage == {}


def test_answers_of_an_earlier_log_can_be_used_again(eval_task):
    first = eval_task(healthbench(dataset="sample"), limit=2)
    again = eval_task(healthbench(dataset="sample", answers=first.location))
    before, after = trials(first), trials(again)
    assert before.keys() == after.keys()
    for case_id, trial in after.items():
        assert trial.answer == before[case_id].answer.model_copy(update={"kind": "log"})
        assert trial.injections == before[case_id].injections
    assert again.eval.metadata["skipped"]["no_answer_in_file"] > 0


def test_the_files_of_a_run_are_known_by_hash(eval_task, rows, tmp_path):
    dataset = rows(list)
    first = json.loads(SAMPLE.read_bytes().split(b"\n")[0])
    answers, verdicts = tmp_path / "answers.jsonl", tmp_path / "verdicts.jsonl"
    case_id = first["prompt_id"]
    answers.write_text(json.dumps({"id": case_id, "answer": TEXT}))
    verdicts.write_text(json.dumps({"id": case_id, "index": 0, "met": True}))
    task = healthbench(dataset=dataset, answers=str(answers), verdicts=str(verdicts))
    log = eval_task(task)
    [trial] = trials(log).values()
    expected = {
        "dataset_sha256": sha256_of(Path(dataset)),
        "answers_sha256": digest(answers.read_text()),
        "verdicts_sha256": digest(verdicts.read_text()),
    }
    assert expected.items() <= trial.components.items()
    assert expected.items() <= log.eval.metadata.items()


def test_an_unknown_argument_is_refused_on_the_command_line():
    command = [sys.executable, "-m", "inspect_ai", "eval"]
    task = ["inspect_rubricblind/healthbench", "-T", "dataset=sample", "-T", "nope=1"]
    done = subprocess.run(command + task, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "must be among dataset, subset, " in done.stderr + done.stdout
    assert "but got nope" in done.stderr + done.stdout


def test_real_rows_run(eval_task, shared):
    path = str(shared / "healthbench" / "oss_eval_subset.jsonl")
    log = eval_task(healthbench(dataset=path), limit=12)
    assert len(trials(log)) == 12
