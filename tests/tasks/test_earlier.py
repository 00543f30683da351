import json
import zipfile
from pathlib import Path

import pytest
from inspect_ai.log import EvalError, EvalSample, ProvenanceData
from inspect_ai.model import ModelOutput

from inspect_rubricblind.records import SuppliedAnswer, Trial
from inspect_rubricblind.tasks.earlier import read_earlier, split_epoch
from inspect_rubricblind.tasks.healthbench import SAMPLE, healthbench
from synthetic_logs import ANSWER, log_sample, write_log

IDS = [json.loads(line)["prompt_id"] for line in SAMPLE.open(encoding="utf-8")]
LONG = "Rest, drink enough and see your doctor if it gets worse. " * 40
OTHER_TASK = {
    "task": "healthbench",
    "task_registry_name": "inspect_evals/healthbench",
    "model": "openai/o3",
}


def foreign(sample_id: str, text: str, stop: str = "stop", epoch: int = 1):
    """A sample of a task that knows nothing of this suite."""
    sample = EvalSample(id=sample_id, epoch=epoch, input="Hm?", target="")
    sample.output = ModelOutput.from_content("o3", text, stop_reason=stop)
    return sample


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("a/b.eval", ("a/b.eval", None)),
        ("a/b.eval#epoch=2", ("a/b.eval", 2)),
        ("a#epoch=1/b.eval#epoch=12", ("a#epoch=1/b.eval", 12)),
        ("b.jsonl#epoch=2", ("b.jsonl#epoch=2", None)),
        ("b.eval#epoch=002", ("b.eval", 2)),
    ],
)
def test_an_epoch_is_named_after_the_path_of_a_log(value, expected):
    assert split_epoch(value) == expected


@pytest.mark.parametrize(
    "rest", ["", "2", "epoch", "epoch=", "epoch=x", "epoch=0", "epoch=-1", "epoch=1.5"]
)
def test_what_is_no_epoch_is_refused_with_the_form_it_should_have(rest):
    with pytest.raises(ValueError, match=r"as in `a/b\.eval#epoch=1`"):
        split_epoch(f"a/b.eval#{rest}")


def test_a_log_of_this_suite_gives_the_answer_under_study(tmp_path: Path):
    path = write_log(
        tmp_path / "a.eval", [log_sample("x", answer_model="kimi")], model="none/none"
    )
    assert read_earlier(path, None).answers == {
        "x": SuppliedAnswer(text=ANSWER, answer_model="kimi", kind="log")
    }


def test_a_log_of_another_task_gives_its_replies_and_its_model(tmp_path: Path):
    path = write_log(
        tmp_path / "a.eval",
        [foreign("x", LONG), foreign("y", ""), foreign("z", "No.", "content_filter")],
        **OTHER_TASK,
    )
    answers = read_earlier(path, None).answers
    assert answers["x"].text == LONG
    assert {a.answer_model for a in answers.values()} == {"openai/o3"}
    assert (answers["y"].text, answers["z"].stop_reason) == ("", "content_filter")


def test_failed_samples_are_set_apart(tmp_path: Path):
    errored, invalid = foreign("x", "Rest."), foreign("y", "Rest.")
    errored.error = EvalError(message="boom", traceback="", traceback_ansi="")
    invalid.invalidation = ProvenanceData(author="me", reason="wrong row")
    path = write_log(
        tmp_path / "a.eval", [errored, invalid, foreign("z", "Rest.")], **OTHER_TASK
    )
    earlier = read_earlier(path, None)
    assert set(earlier.answers) == {"z"}
    assert earlier.failed == {"x", "y"}


def test_a_sample_that_never_had_an_answer_gives_none(tmp_path: Path):
    sample = log_sample("x", answer=None)
    sample.store["Trial:no_answer"] = "no_reference_answer"
    earlier = read_earlier(write_log(tmp_path / "a.eval", [sample]), None)
    assert earlier == ({}, frozenset())


def test_of_several_epochs_one_has_to_be_chosen(tmp_path: Path):
    path = write_log(
        tmp_path / "a.eval",
        [foreign("x", "First."), foreign("x", "Second.", epoch=2)],
        **OTHER_TASK,
    )
    with pytest.raises(ValueError, match=r"epochs 1, 2: pass `-T .*a\.eval#epoch=1`"):
        read_earlier(path, None)
    with pytest.raises(ValueError, match=r"which holds 1, 2, but got 3"):
        read_earlier(path, 3)
    assert read_earlier(path, 2).answers["x"].text == "Second."


def test_a_log_without_samples_and_a_broken_file_are_refused(tmp_path: Path):
    with pytest.raises(ValueError, match="must be a log with samples"):
        read_earlier(write_log(tmp_path / "a.eval", []), None)
    (tmp_path / "b.eval").write_bytes(b"junk")
    with pytest.raises(ValueError, match=r"must be a readable Inspect \.eval file"):
        read_earlier(tmp_path / "b.eval", None)


def test_a_log_cut_off_by_a_kill_gives_what_it_holds(tmp_path: Path):
    whole = write_log(tmp_path / "w.eval", [foreign("x", "Rest.")], **OTHER_TASK)
    killed = tmp_path / "k.eval"
    with zipfile.ZipFile(whole) as old, zipfile.ZipFile(killed, "w") as new:
        header = json.loads(old.read("header.json"))
        start = {key: header[key] for key in ("version", "eval")}
        new.writestr("_journal/start.json", json.dumps(start))
        new.writestr("samples/x_epoch_1.json", old.read("samples/x_epoch_1.json"))
    assert read_earlier(killed, None).answers["x"].answer_model == "openai/o3"


def test_a_run_takes_over_every_answer_or_counts_why_not(
    tmp_path: Path, eval_task, monkeypatch
):
    errored = foreign(IDS[1], LONG)
    errored.error = EvalError(message="boom", traceback="", traceback_ansi="")
    samples = [
        foreign(IDS[0], LONG),
        errored,
        foreign(IDS[2], " "),
        foreign(IDS[3], "I'm sorry, but I can't help with that."),
        foreign(IDS[4], "Cut", "content_filter"),
    ]
    write_log(tmp_path / "old.eval", samples, **OTHER_TASK)
    monkeypatch.chdir(tmp_path)
    log = eval_task(
        healthbench(dataset="sample", answers="old.eval", error_types="O2"),
    )
    assert log.status == "success"
    assert log.eval.metadata["skipped"] == {
        "failed_in_log": 1,
        "no_answer_in_file": len(IDS) - 5,
    }
    assert log.eval.metadata["answers_file"] == "old.eval"
    trials = {sample.id: sample.store_as(Trial) for sample in log.samples}
    answer = trials[IDS[0]].answer
    assert (answer.text, answer.answer_model, answer.kind) == (LONG, "openai/o3", "log")
    assert [trials[i].no_answer for i in (IDS[2], IDS[3], IDS[4])] == [
        "empty",
        "refusal",
        "refusal",
    ]
    assert (
        trials[IDS[0]].components["answers_sha256"]
        == (log.eval.metadata["answers_sha256"])
    )


def test_a_log_about_other_cases_is_refused(tmp_path: Path):
    path = write_log(tmp_path / "a.eval", [foreign("arc-1", "B")], **OTHER_TASK)
    with pytest.raises(ValueError, match="1 of 1 are not, such as 'arc-1'"):
        healthbench(dataset="sample", answers=str(path))


@pytest.mark.slow
def test_the_run_of_another_run_studies_the_same_answers(tmp_path: Path, eval_task):
    first = eval_task(healthbench(dataset="sample", error_types="O2"), limit=2)
    again = healthbench(dataset="sample", answers=first.location, error_types="O2")
    second = eval_task(again, log_dir=str(tmp_path / "second"))
    texts = [
        {s.id: s.store_as(Trial).answer.sha256 for s in log.samples}
        for log in (first, second)
    ]
    assert len(texts[0]) == 2
    assert texts[0] == texts[1]
    assert {s.store_as(Trial).answer.answer_model for s in second.samples} == {
        "reference"
    }
