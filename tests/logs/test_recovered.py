"""Samples as Inspect's recovery after a kill leaves them: no store, all events."""

import json
import zipfile
from pathlib import Path

import pandas as pd
import pytest
from inspect_ai.log import EvalError, EvalSample

from inspect_rubricblind.logs import archive
from inspect_rubricblind.logs.read import read_logs
from inspect_rubricblind.logs.samples import LogSample
from inspect_rubricblind.logs.study import read_study
from inspect_rubricblind.tasks.earlier import read_earlier
from model_runs import pair_table
from synthetic_logs import as_recovered, coverage, log_sample, variant, write_log

# Longer than what Inspect keeps in place: the text becomes an attachment.
LONG = "Take 500 mg twice a day. Call your doctor if it gets worse. " * 4
SCORED = coverage(("F1", True, None))


def plain(sample_id: str) -> EvalSample:
    return log_sample(sample_id, injections=[variant("F1")], scored=SCORED, answer=LONG)


def recovered(sample_id: str) -> EvalSample:
    return as_recovered(plain(sample_id))


def rewrite(path: Path, edit) -> Path:
    """The same log with its samples edited as JSON."""
    edited = path.with_name("edited.eval")
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(edited, "w") as new:
        for name in old.namelist():
            content = json.loads(old.read(name))
            if name.startswith("samples/"):
                edit(content)
            new.writestr(name, json.dumps(content))
    path.unlink()
    return edited


def test_a_recovered_sample_reads_as_if_its_run_had_not_been_killed(tmp_path):
    whole = write_log(tmp_path / "whole.eval", [plain("x"), plain("y")])
    killed = write_log(tmp_path / "killed.eval", [plain("x"), recovered("y")])
    with zipfile.ZipFile(killed) as log:
        assert json.loads(log.read("samples/y_epoch_1.json"))["attachments"]
    one, two = read_study([whole]), read_study([killed])
    assert (one.recovered, two.recovered) == (0, 1)
    assert two.incomplete == ()
    assert len(two.pairs) == 2
    pd.testing.assert_frame_equal(pair_table(killed), pair_table(whole))
    x, y = read_logs([killed]).samples()
    assert isinstance(x, LogSample)
    assert isinstance(y, LogSample)
    assert (x.recovered, y.recovered) == (False, True)
    assert y.trial == x.trial
    assert y.trial.answer is not None
    assert y.trial.answer.text == LONG


def test_inspects_own_reader_gives_the_same(tmp_path, monkeypatch):
    path = write_log(tmp_path / "a.eval", [recovered("x")])
    (narrow,) = read_logs([path]).samples()

    def refuse(path: Path) -> archive.ZipArchive:
        raise NotImplementedError("no zstd")

    monkeypatch.setattr(archive, "ZipArchive", refuse)
    assert list(read_logs([path]).samples()) == [narrow]


def test_a_copy_with_its_store_outdoes_the_recovered_one(tmp_path):
    write_log(tmp_path / "a.eval", [recovered("x")], eval_id="same")
    write_log(tmp_path / "b.eval", [plain("x")], eval_id="same")
    study = read_study([tmp_path])
    assert (study.recovered, study.duplicates, len(study.pairs)) == (0, 1, 1)


def test_an_earlier_log_gives_the_answer_of_a_recovered_sample(tmp_path):
    path = write_log(tmp_path / "a.eval", [recovered("x")])
    assert read_earlier(path, None).answers["x"].text == LONG


def lose_attachments(sample):
    sample["attachments"] = {}


def lose_events(sample):
    sample["events"] = []


def break_changes(sample):
    for event in sample["events"]:
        for item in event.get("changes", ()):
            item["path"] = "/gone" + item["path"]


def lose_the_end(sample):
    """Only the first change of the store was recorded."""
    sample["events"] = [
        {**event, "changes": event["changes"][:1]}
        if event["event"] == "store"
        else event
        for event in sample["events"]
    ]


@pytest.mark.parametrize(
    "damage", [lose_attachments, lose_events, break_changes, lose_the_end]
)
def test_what_cannot_be_rebuilt_in_full_is_a_loss_by_name(tmp_path, damage):
    path = write_log(tmp_path / "a.eval", [plain("x"), recovered("y")])

    def damage_y(sample):
        if sample["id"] == "y":
            damage(sample)

    study = read_study([rewrite(path, damage_y)])
    assert (study.recovered, len(study.pairs)) == (0, 1)
    (said,) = study.incomplete
    assert "1 sample(s) without a result (no trial" in said


def test_a_sample_that_was_under_way_is_an_error_as_before(tmp_path):
    sample = recovered("x")
    sample.error = EvalError(
        message="CancelledError()", traceback="", traceback_ansi=""
    )
    path = write_log(tmp_path / "a.eval", [plain("w"), sample])
    (said,) = read_study([path]).incomplete
    assert "1 sample(s) without a result (error: CancelledError())" in said
