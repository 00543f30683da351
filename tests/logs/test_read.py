import json
import zipfile
from itertools import permutations
from pathlib import Path

import pytest
from inspect_ai.log import EvalError, ProvenanceData

from inspect_rubricblind.logs import archive
from inspect_rubricblind.logs.read import LogSet, Lost, read_logs
from inspect_rubricblind.logs.samples import LogSample, ReadTrial, question_text
from inspect_rubricblind.logs.sources import find_logs
from inspect_rubricblind.records import Trial
from synthetic_logs import coverage, log_sample, variant, write_log

F1 = variant("F1")
COVERED = coverage(("F1", True, None))
UNCOVERED = coverage(("F1", False, None))


def found(logs: LogSet) -> list[LogSample]:
    return [item for item in logs.samples() if isinstance(item, LogSample)]


def lost(logs: LogSet) -> list[tuple[str, str]]:
    return [(s.key[0], s.reason) for s in logs.samples() if isinstance(s, Lost)]


def test_reading_back_keeps_every_field_of_the_trial():
    own = {name for name in Trial.model_fields if name not in {"store", "instance"}}
    assert set(ReadTrial.model_fields) == own
    for name in own:
        assert ReadTrial.model_fields[name].annotation == (
            Trial.model_fields[name].annotation
        )


def test_a_log_gives_trial_case_and_coverage_back(tmp_path: Path):
    path = write_log(
        tmp_path / "a.eval", [log_sample("x", injections=[F1], scored=COVERED)]
    )
    (sample,) = found(read_logs([path]))
    assert sample.trial.injections == (F1,)
    assert sample.case.criteria[2].points == -4
    assert sample.coverage == COVERED
    assert sample.question == "How much should I take?"
    assert sample.copies == 1


def test_both_readers_agree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    samples = [
        log_sample(i, injections=[F1], scored=COVERED, epoch=e)
        for i in ("x/1", 7)
        for e in (1, 2)
    ]
    path = write_log(tmp_path / "a.eval", samples)
    narrow = found(read_logs([path]))

    def refuse(path: Path) -> archive.ZipArchive:
        raise NotImplementedError("no zstd")

    monkeypatch.setattr(archive, "ZipArchive", refuse)
    assert found(read_logs([path])) == narrow
    assert [(s.sample_id, s.epoch) for s in narrow] == [
        ("7", 1),
        ("7", 2),
        ("x/1", 1),
        ("x/1", 2),
    ]


def test_a_layout_the_narrow_reader_does_not_know_goes_to_inspect(tmp_path: Path):
    good = write_log(tmp_path / "good.eval", [log_sample("x", injections=[F1])])
    odd = tmp_path / "odd.eval"
    with zipfile.ZipFile(good) as old, zipfile.ZipFile(odd, "w") as new:
        for name in old.namelist():
            content = json.loads(old.read(name))
            if name.startswith("samples/"):
                del content["metadata"]
            new.writestr(name, json.dumps(content))
    with archive.open_archive(odd) as opened:
        assert isinstance(opened, archive.ApiArchive)
    with archive.open_archive(good) as opened:
        assert isinstance(opened, archive.ZipArchive)


def test_every_order_of_copies_reads_the_same(tmp_path: Path):
    """A: unscored original. B: the same, scored. A+B: in one folder."""
    plain = log_sample("x", injections=[F1])
    scored = log_sample("x", injections=[F1], scored=COVERED)
    a = write_log(tmp_path / "a.eval", [plain], eval_id="same")
    b = write_log(tmp_path / "b.eval", [scored], eval_id="same")
    c = write_log(tmp_path / "sub" / "a.eval", [plain], eval_id="same")
    alone = found(read_logs([b]))
    for order in permutations([a, b, c]):
        (sample,) = found(read_logs(order))
        assert sample.coverage == COVERED
        assert sample.trial == alone[0].trial
        assert sample.copies == 3
    (sample,) = found(read_logs([tmp_path]))
    assert (sample.coverage, sample.copies) == (COVERED, 3)


def test_a_retried_run_completes_the_crashed_one(tmp_path: Path):
    done, redone = log_sample("x", injections=[F1]), log_sample("y")
    crashed = log_sample("y")
    crashed.error = EvalError(message="boom", traceback="", traceback_ansi="")
    first = write_log(
        tmp_path / "first.eval",
        [done, crashed],
        planned=["x", "y", "z"],
        status="error",
    )
    assert lost(read_logs([first])) == [("y", "error"), ("z", "missing")]
    second = write_log(
        tmp_path / "second.eval",
        [done, redone, log_sample("z")],
        created="2026-01-02T00:00:00+00:00",
    )
    for order in ([first, second], [second, first]):
        logs = read_logs(order)
        assert lost(logs) == []
        assert [s.sample_id for s in found(logs)] == ["x", "y", "z"]
        assert {s.run.eval_id for s in found(logs)} == {"eval-second"}


def test_a_run_killed_before_its_header_is_read_as_partial(tmp_path: Path):
    whole = write_log(
        tmp_path / "whole.eval", [log_sample("x"), log_sample("y")], planned=["x", "y"]
    )
    killed = tmp_path / "killed.eval"
    with zipfile.ZipFile(whole) as old, zipfile.ZipFile(killed, "w") as new:
        header = json.loads(old.read("header.json"))
        start = {key: header[key] for key in ("version", "eval")}
        new.writestr("_journal/start.json", json.dumps(start))
        new.writestr("samples/x_epoch_1.json", old.read("samples/x_epoch_1.json"))
    logs = read_logs([killed])
    assert logs.runs[0].status == "started"
    assert [s.sample_id for s in found(logs)] == ["x"]
    assert lost(logs) == [("y", "missing")]


def test_an_invalidated_sample_is_lost_by_name(tmp_path: Path):
    sample = log_sample("x", injections=[F1])
    sample.invalidation = ProvenanceData(author="me", reason="wrong row")
    path = write_log(tmp_path / "a.eval", [sample])
    assert lost(read_logs([path])) == [("x", "invalidated")]


def test_a_damaged_member_is_lost_by_name(tmp_path: Path):
    path = write_log(tmp_path / "a.eval", [log_sample("x"), log_sample("y")])
    with zipfile.ZipFile(path) as log:
        start = log.getinfo("samples/y_epoch_1.json").header_offset
        size = log.getinfo("samples/y_epoch_1.json").compress_size
    content = bytearray(path.read_bytes())
    content[start + 60 : start + 40 + size] = bytes(size - 20)
    path.write_bytes(content)
    assert lost(read_logs([path])) == [("y", "unreadable")]


def test_judged_coverage_comes_before_the_estimate(tmp_path: Path):
    judged = coverage(("F1", False, None), kind="model", estimator="judge")
    path = write_log(
        tmp_path / "a.eval",
        [log_sample("x", injections=[F1], scored=[COVERED, judged])],
    )
    (sample,) = found(read_logs([path]))
    assert sample.coverage == judged


def test_two_estimates_of_one_sample_are_refused(tmp_path: Path):
    other = coverage(("F1", False, None), estimator="support-2")
    path = write_log(
        tmp_path / "a.eval",
        [log_sample("x", injections=[F1], scored=[COVERED, other])],
    )
    with pytest.raises(ValueError, match=r"support-1.*support-2"):
        found(read_logs([path]))


def test_two_task_versions_are_refused_by_name(tmp_path: Path):
    write_log(tmp_path / "old.eval", [log_sample("x")], task_version="1-A")
    write_log(tmp_path / "new.eval", [log_sample("y")], task_version="2-A")
    with pytest.raises(ValueError, match=r"2-A \(new\.eval\) and 1-A \(old\.eval\)"):
        read_logs([tmp_path])


def test_other_records_are_refused_by_name(tmp_path: Path):
    path = write_log(tmp_path / "a.eval", [log_sample("x", records_version="9")])
    with pytest.raises(ValueError, match=r"records_version must be '1', but got '9'"):
        found(read_logs([path]))


def test_logs_of_other_tasks_are_left_out_and_named(tmp_path: Path):
    other = log_sample("x")
    other.store = {"something": 1}
    write_log(
        tmp_path / "other.eval", [other], task="arc", task_registry_name="evals/arc"
    )
    with pytest.raises(ValueError, match="task arc left no trial"):
        read_logs([tmp_path])
    write_log(tmp_path / "ours.eval", [log_sample("y")])
    logs = read_logs([tmp_path])
    assert [(item.path.name, item.broken) for item in logs.left_out] == [
        ("other.eval", False)
    ]


def test_a_file_that_is_no_log_is_left_out_as_broken(tmp_path: Path):
    write_log(tmp_path / "a.eval", [log_sample("x")])
    (tmp_path / "b.eval").write_bytes(b"not a zip")
    (item,) = read_logs([tmp_path]).left_out
    assert item.broken
    assert "must be a readable Inspect .eval file" in item.reason


def test_paths_are_checked_by_name(tmp_path: Path):
    with pytest.raises(FileNotFoundError, match=r"gone\.eval does not exist"):
        find_logs([tmp_path / "gone.eval"])
    with pytest.raises(FileNotFoundError, match=r"holds no \.eval file"):
        find_logs([tmp_path])
    (tmp_path / "a.json").touch()
    with pytest.raises(ValueError, match="inspect log convert"):
        find_logs([tmp_path / "a.json"])


def test_a_path_given_twice_is_read_once(tmp_path: Path):
    path = write_log(tmp_path / "a.eval", [log_sample("x")])
    assert len(read_logs([path, tmp_path, path]).runs) == 1


def test_the_question_is_the_users_side():
    turns = [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "I cough."},
        {"role": "assistant", "content": "Since when?"},
        {"role": "user", "content": [{"type": "text", "text": "Monday."}]},
    ]
    assert question_text(turns) == "I cough.\nMonday."
