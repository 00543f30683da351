from pathlib import Path

import pytest
from inspect_ai.log import EvalError

from inspect_rubricblind.logs import parallel
from inspect_rubricblind.logs.report import build_report
from inspect_rubricblind.logs.study import read_study
from synthetic_logs import (
    applicable,
    case,
    coverage,
    discarded,
    log_sample,
    variant,
    write_log,
)

F1 = variant("F1")
COVERED = coverage(("F1", True, None))


def test_every_attempt_is_kept_with_what_stopped_it(tmp_path: Path):
    sample = log_sample(
        "x",
        injections=[F1],
        controls=[variant("same")],
        applicability=[
            applicable("F1", True),
            applicable("F2", True),
            applicable("F3", False),
            applicable("F4", None),
        ],
        tries=[discarded("F2", "shape", "destroy"), discarded("F2", "shape")],
        scored=COVERED,
    )
    study = read_study([write_log(tmp_path / "a.eval", [sample])])
    found = {
        (a.kind, a.error_type): (a.applicable, a.accepted, a.failed)
        for a in study.attempts
    }
    assert found == {
        ("error", "F1"): (True, True, ()),
        ("error", "F2"): (True, False, (("destroy", "shape"), ("shape",))),
        ("error", "F3"): (False, False, ()),
        ("error", "F4"): (None, False, ()),
        ("control", "same"): (None, True, ()),
    }


def test_a_whole_run_is_complete(tmp_path: Path):
    sample = log_sample("x", injections=[F1], scored=COVERED)
    study = read_study([write_log(tmp_path / "a.eval", [sample])])
    assert study.incomplete == ()
    assert list(study.answers.values()) == [1]
    assert study.estimators == ("support-1",)
    assert study.components == {"injector": ("rules",), "taxonomy": ("1.0",)}


def test_what_is_missing_is_said(tmp_path: Path):
    write_log(
        tmp_path / "a.eval",
        [log_sample("x", injections=[F1])],
        planned=["x", "y", "z"],
        status="cancelled",
        task_args={"shard": "0/2"},
        task_args_passed={"shard": "0/2"},
    )
    (tmp_path / "broken.eval").write_bytes(b"PK")
    said = read_study([tmp_path]).incomplete
    assert [line.split(":")[0] for line in said] == [
        "broken.eval was left out",
        "healthbench none/none",
        "healthbench none/none",
        "1 answer(s) carry no coverage score",
    ]
    assert "2 sample(s) without a result (missing)" in said[1]
    assert "no log for shard 1/2" in said[2]


def test_an_error_is_quoted(tmp_path: Path):
    crashed = log_sample("x")
    crashed.error = EvalError(
        message="KeyError('F1')\nin solve", traceback="", traceback_ansi=""
    )
    study = read_study([write_log(tmp_path / "a.eval", [crashed], status="error")])
    assert study.incomplete == (
        "healthbench none/none: 1 sample(s) without a result "
        "(error: KeyError('F1') in solve)",
    )
    assert study.components == {}


def test_all_shards_together_are_the_whole(tmp_path: Path):
    for i, name in enumerate("xy"):
        write_log(
            tmp_path / f"{i}.eval",
            [log_sample(name, injections=[F1], scored=COVERED)],
            task_id=f"shard-{i}",
            task_args={"seed": 0, "shard": f"{i}/2"},
        )
    study = read_study([tmp_path])
    assert study.incomplete == ()
    assert list(study.pairs["case_id"]) == ["x", "y"]
    assert list(study.answers.values()) == [2]


def test_runs_over_other_error_types_add_up(tmp_path: Path):
    for code in ("F1", "K1"):
        sample = log_sample(
            "x", injections=[variant(code)], scored=coverage((code, True, None))
        )
        write_log(tmp_path / f"{code}.eval", [sample], task_id=code)
    study = read_study([tmp_path])
    assert list(study.pairs["error_type"]) == ["F1", "K1"]
    assert list(study.answers.values()) == [1]


def test_two_verdicts_on_one_applicability_are_refused(tmp_path: Path):
    for name, verdict in (("a", True), ("b", False)):
        sample = log_sample("x", applicability=[applicable("F1", verdict)])
        write_log(tmp_path / f"{name}.eval", [sample], task_id=name)
    with pytest.raises(ValueError, match=r"case 'x' \(expert, F1\) has two results"):
        read_study([tmp_path])


def test_two_taxonomies_are_refused_by_name(tmp_path: Path):
    for version in ("1.0", "1.1"):
        sample = log_sample(version, components={"taxonomy": version})
        write_log(tmp_path / f"{version}.eval", [sample], task_id=version)
    with pytest.raises(ValueError, match=r"one taxonomy version, but got 1\.0, 1\.1"):
        read_study([tmp_path])


def test_a_file_that_changed_before_a_retry_is_refused(tmp_path: Path):
    for i, sha in enumerate(("a" * 64, "b" * 64)):
        sample = log_sample(str(i), components={"dataset_sha256": sha})
        write_log(tmp_path / f"{i}.eval", [sample], planned=["0", "1"])
    with pytest.raises(ValueError, match=r"dataset_sha256.*aaaaaaaaaaaa.*bbbbbbbbbbbb"):
        read_study([tmp_path])


def test_a_folder_without_samples_gives_an_empty_study_that_says_so(tmp_path: Path):
    write_log(tmp_path / "a.eval", [], planned=["x"], status="error")
    study = read_study([tmp_path])
    assert study.pairs.empty
    assert study.incomplete == (
        "healthbench none/none: 1 sample(s) without a result (missing)",
    )


def test_a_killed_run_of_the_sample_still_says_sample(tmp_path: Path):
    write_log(
        tmp_path / "a.eval",
        [],
        planned=["x"],
        status="started",
        metadata={"dataset_kind": "sample"},
    )
    report = build_report(read_study([tmp_path]))
    assert report.summary.sample
    assert "SAMPLE" in report.headline[0]


def test_a_finished_run_of_official_rows_is_no_sample(tmp_path: Path):
    official = log_sample("x", injections=[F1], about=case(dataset_kind="official"))
    write_log(tmp_path / "a.eval", [official], task_id="a")
    killed = {"metadata": {"dataset_kind": "sample"}, "status": "started"}
    write_log(tmp_path / "b.eval", [], planned=["y"], task_id="b", **killed)
    assert not build_report(read_study([tmp_path])).summary.sample


@pytest.mark.slow
def test_many_processes_read_what_one_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    for i in range(3):
        write_log(
            tmp_path / f"{i}.eval",
            [log_sample(f"x{i}", injections=[F1], scored=COVERED)],
            planned=[f"x{i}", f"y{i}"],
            task_id=f"task-{i}",
        )
    told: list[tuple[int, int]] = []
    alone = read_study([tmp_path], lambda done, total: told.append((done, total)))
    assert told == [(1, 3), (2, 3), (3, 3)]
    monkeypatch.setattr(parallel, "WORTH_A_PROCESS", 1)
    monkeypatch.setattr(parallel, "_cores", lambda: 2)
    many = read_study([tmp_path])
    assert many.pairs.equals(alone.pairs)
    assert (many.attempts, many.incomplete) == (alone.attempts, alone.incomplete)
    assert (many.answers, many.components) == (alone.answers, alone.components)


@pytest.mark.slow
def test_a_refusal_in_another_process_keeps_its_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    for i in range(2):
        sample = log_sample("x", records_version="9")
        write_log(tmp_path / f"{i}.eval", [sample], task_id=f"task-{i}")
    monkeypatch.setattr(parallel, "WORTH_A_PROCESS", 1)
    monkeypatch.setattr(parallel, "_cores", lambda: 2)
    with pytest.raises(ValueError, match="records_version must be '1', but got '9'"):
        read_study([tmp_path])
