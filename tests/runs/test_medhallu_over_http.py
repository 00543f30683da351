"""The study of ready-made pairs against a local model, as a user runs it."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner
from inspect_ai.log import list_eval_logs, read_eval_log

from inspect_rubricblind.cli.main import main
from inspect_rubricblind.logs.report import build_report
from inspect_rubricblind.logs.study import read_study
from inspect_rubricblind.records import GradingResult, Prepared
from inspect_rubricblind.records.rows import read_jsonl
from inspect_rubricblind.tasks.medhallu import medhallu
from inspect_rubricblind.tasks.medhallu_rows import SAMPLE
from model_runs import LOCAL

PANEL = [f"{LOCAL}p{n}" for n in range(3)]
COMMAND = str(Path(sys.executable).with_name("rubricblind"))
CONNECTIONS = 10


def rows_of(path):
    return [line.value for line in read_jsonl(path)]


def invoke(*arguments):
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def questions(path, n):
    """So many questions of the own sample's shape; no two are alike."""
    own = rows_of(SAMPLE)
    rows = []
    for number in range(n):
        row = dict(own[number % len(own)])
        row["Question"] = f"Question {number}: {row['Question']}"
        rows.append(row)
    path.write_text("".join(json.dumps(r) + "\n" for r in rows), encoding="utf-8")
    return path


def make(scheme, data, out, logs, *writers):
    given = [x for writer in writers for x in ("--writer", f"{LOCAL}{writer}")]
    return invoke(
        *("rubrics", "make", "--scheme", scheme, "--dataset", data, "--out", out),
        *("--log-dir", logs, *given),
    )


@pytest.fixture
def data(tmp_path):
    return questions(tmp_path / "questions.jsonl", 24)


def test_openrubrics_see_the_question_alone_and_lost_ones_are_counted(
    local_model, tmp_path, data
):
    out = tmp_path / "rubrics.jsonl"
    done = make("openrubrics", data, out, tmp_path / "logs", "sloppy")
    rows = rows_of(out)
    lost = [row for row in rows if row["no_rubric"]]
    assert done.exit_code == (3 if lost else 0), done.output
    assert f"{24 - len(lost)} rubrics, {len(lost)} questions without one" in done.output
    assert {t for r in rows for c in r["criteria"] for t in c["tags"]} <= {
        "kind:hard rule",
        "kind:principle",
        "kind:untagged",
    }
    assert {c["points"] for r in rows for c in r["criteria"]} == {1}
    [log] = list_eval_logs(str(tmp_path / "logs"))
    knowledge = {text for row in rows_of(data) for text in row["Knowledge"]}
    for sample in read_eval_log(log.name, resolve_attachments=True).samples:
        asked = [e.input[0].text for e in sample.events if e.event == "model"]
        assert asked
        assert not any(text in prompt for prompt in asked for text in knowledge)


def test_rubrichub_shows_knowledge_in_every_step_and_never_a_graded_answer(
    local_model, tmp_path, data
):
    out = tmp_path / "rubrics.jsonl"
    assert make("rubrichub", data, out, tmp_path / "logs", "one", "two").exit_code == 0
    rows = {row["id"]: row for row in rows_of(out)}
    assert all(len(row["writers"]) == 2 for row in rows.values())
    assert all(0 < c["points"] <= 10 for r in rows.values() for c in r["criteria"])
    assert {"step:base", "step:harder"} >= {
        t for r in rows.values() for c in r["criteria"] for t in c["tags"]
    }
    [log] = list_eval_logs(str(tmp_path / "logs"))
    for sample in read_eval_log(log.name, resolve_attachments=True).samples:
        asked = [e.input[0].text for e in sample.events if e.event == "model"]
        assert len(asked) == 6  # two answers, two candidates, one merge, one harder
        background = sample.metadata["background"]
        for text in (
            sample.metadata["answer"]["text"],
            sample.metadata["variants"][0]["edits"][0]["replace"],
        ):
            assert not any(text in prompt for prompt in asked)
        assert all(part in prompt for prompt in asked for part in background)


def test_a_writer_that_fails_is_left_out_and_no_writer_is_no_rubric(
    local_model, tmp_path
):
    data = questions(tmp_path / "q.jsonl", 8)
    local_model.plan(
        doomed_every=6,
        doomed_stages=["rubric_weighted"],
        doomed_kinds=["garbage", "empty", "refusal", "truncated"],
    )
    done = make("rubrichub", data, tmp_path / "r.jsonl", tmp_path / "l", "one", "two")
    assert done.exit_code in (0, 3), done.output
    rows = rows_of(tmp_path / "r.jsonl")
    failures = [name for row in rows for name in row["failures"]]
    assert failures
    assert {name.partition(": ")[2] for name in failures} <= {
        *("unparsed", "empty", "refused", "truncated", "no two answers")
    }
    for row in rows:
        assert bool(row["criteria"]) == (row["no_rubric"] is None)


@pytest.mark.slow
def test_graders_use_the_saved_rubrics_and_a_lost_one_is_not_graded(
    local_model, tmp_path, data, eval_task
):
    out = tmp_path / "rubrics.jsonl"
    make("openrubrics", data, out, tmp_path / "made", "sloppy")
    lost = {row["id"] for row in rows_of(out) if row["no_rubric"]}
    hashes = []
    for grader in ("keyword", "noisy1"):
        log = eval_task(
            medhallu(dataset=str(data), rubrics=str(out), repeats=0),
            model_roles={"grader": LOCAL + grader},
        )
        assert log.status == "success", log.error
        found = {}
        for sample in log.samples:
            score = sample.scores["paired_rubric"]
            if sample.id in lost:
                assert score.reason == "no_rubric"
                assert sample.store_as(Prepared).no_rubric
            else:
                result = GradingResult.model_validate(score.metadata)
                found[sample.id] = result.signature.criteria_hash
        hashes.append(found)
    assert hashes[0] == hashes[1]
    assert local_model.calls("rubric_list") == 24 + 2 * len(lost)
    section = build_report(read_study([tmp_path / "logs"])).summary.medhallu
    overall = [r for r in section["schemes"] if r["difficulty"] == "overall"]
    assert {r["grader"] for r in overall} == {LOCAL + "keyword", LOCAL + "noisy1"}
    assert {r["n"] for r in overall if r["answers"] == "all"} == {24 - len(lost)}
    [rubrics] = section["rubrics"]
    assert (rubrics["scheme"], rubrics["n_without_rubric"]) == (
        "openrubrics",
        len(lost),
    )


def test_a_file_of_another_scheme_or_other_questions_is_refused(
    local_model, tmp_path, data, eval_task
):
    out = tmp_path / "rubrics.jsonl"
    make("openrubrics", data, out, tmp_path / "made", "general")
    with pytest.raises(ValueError, match="must be that of the file of rubrics"):
        medhallu(dataset=str(data), rubrics=str(out), scheme="rubrichub")
    log = eval_task(medhallu(dataset="sample", rubrics=str(out)))
    assert "rubrics must have a row for every case" in log.error.message


def test_a_prompt_of_its_own_reaches_a_trained_writer(local_model, tmp_path, data):
    prompt = tmp_path / "prompt.txt"
    prompt.write_text("Rubric please, [Hard Rule] or not: $question", encoding="utf-8")
    done = invoke(
        *("rubrics", "make", "--scheme", "openrubrics", "--dataset", data),
        *("--writer", f"{LOCAL}general", "--prompt", prompt, "--limit", 2),
        *("--out", tmp_path / "r.jsonl", "--log-dir", tmp_path / "logs"),
    )
    assert done.exit_code == 0, done.output
    [log] = list_eval_logs(str(tmp_path / "logs"))
    for sample in read_eval_log(log.name, resolve_attachments=True).samples:
        [asked] = [e.input[0].text for e in sample.events if e.event == "model"]
        assert asked == f"Rubric please, [Hard Rule] or not: {sample.input[0].text}"
    prompt.write_text("Rubric please.", encoding="utf-8")
    done = invoke(
        *("rubrics", "make", "--scheme", "openrubrics", "--dataset", data),
        *("--writer", f"{LOCAL}general", "--prompt", prompt),
        *("--out", tmp_path / "r.jsonl", "--log-dir", tmp_path / "logs"),
    )
    assert done.exit_code == 1
    assert "must hold $question" in done.output


def test_no_writer_is_an_error_that_names_the_option(tmp_path):
    data = questions(tmp_path / "q.jsonl", 2)
    done = make("openrubrics", data, tmp_path / "r.jsonl", tmp_path / "logs")
    assert done.exit_code == 2
    assert "give --writer PROVIDER/MODEL" in done.output


def test_openrubrics_takes_one_writer(local_model, tmp_path):
    data = questions(tmp_path / "q.jsonl", 2)
    logs = tmp_path / "logs"
    done = make("openrubrics", data, tmp_path / "r.jsonl", logs, "one", "two")
    assert done.exit_code == 2
    assert "takes one --writer, but got" in " ".join(done.output.split())


@pytest.mark.slow
def test_labels_of_a_panel_are_kept_and_used_again(
    local_model, tmp_path, data, eval_task
):
    log = eval_task(
        medhallu(dataset=str(data), label_hallucinated=True),
        model_roles={"panel": PANEL},
    )
    assert log.status == "success", log.error
    path = tmp_path / "labels.jsonl"
    [found] = (tmp_path / "logs").glob("*.eval")
    done = invoke("rubrics", "labels", found, "--out", path)
    assert (done.exit_code, len(rows_of(path))) == (0, 48), done.output
    calls = local_model.calls("panel_label")
    assert calls == 48 * 3
    again = eval_task(
        medhallu(dataset=str(data), labels=str(path), label_hallucinated=True),
        log_dir=str(tmp_path / "again"),
    )
    assert local_model.calls("panel_label") == calls
    for one, other in zip(log.samples, again.samples, strict=True):
        assert one.store_as(Prepared).labels == other.store_as(Prepared).labels


@pytest.mark.slow
def test_classes_come_in_batches_keep_their_order_and_join_the_gradings(
    local_model, tmp_path, data, eval_task
):
    out, classes = tmp_path / "rubrics.jsonl", tmp_path / "classes.jsonl"
    logs = tmp_path / "logs"
    make("rubrichub", data, out, logs, "one", "two")
    done = invoke(
        *("rubrics", "classify", out, "--out", classes, "--batch", 20),
        *("--log-dir", logs, *[x for model in PANEL for x in ("--panel", model)]),
    )
    assert done.exit_code == 0, done.output
    texts = list(
        dict.fromkeys(c["criterion"] for r in rows_of(out) for c in r["criteria"])
    )
    rows = rows_of(classes)
    assert [row["criterion"] for row in rows] == texts
    assert local_model.calls("panel_classes") == 3 * -(-len(texts) // 20)
    for row in rows:
        said = [vote["criterion_class"] for vote in row["votes"]]
        assert said.count(row["class"]) >= 2
    grading = local_model.calls("grading")
    eval_task(
        medhallu(dataset=str(data), rubrics=str(out), repeats=0),
        model_roles={"grader": LOCAL + "keyword"},
    )
    graded = local_model.calls("grading")
    assert graded > grading
    section = build_report(read_study([logs])).summary.medhallu
    assert local_model.calls("grading") == graded
    assert {row["class"] for row in section["classes"]} <= {"FACTCHECK", "OTHER"}
    overall = [r for r in section["ablation"] if r["difficulty"] == "overall"]
    assert {(r["n"], r["n_left_out"]) for r in overall if r["answers"] == "all"} == {
        (24, 0)
    }
    [panel] = section["panel"]
    assert panel["n_criteria"] == len(texts)


def start(data, out, logs):
    return subprocess.Popen(
        [
            *(COMMAND, "rubrics", "make", "--scheme", "openrubrics"),
            *("--dataset", str(data), "--writer", f"{LOCAL}general"),
            *("--out", str(out), "--log-dir", str(logs)),
            *("--max-connections", str(CONNECTIONS)),
        ],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


@pytest.mark.slow
def test_rubrics_for_1000_questions_survive_kill_9_without_paying_twice(
    local_model, tmp_path
):
    """Killed three times; only what was in flight may be asked again."""
    n, kills = 1000, 3
    data, out = questions(tmp_path / "q.jsonl", n), tmp_path / "rubrics.jsonl"
    local_model.plan(latency=0.02)
    for number in range(kills):
        process = start(data, out, tmp_path / "logs")
        wanted = n * (number + 1) // (kills + 1)
        while local_model.calls() < wanted:
            assert process.poll() is None
            time.sleep(0.02)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        assert not out.exists()
    assert start(data, out, tmp_path / "logs").wait() == 0
    rows = rows_of(out)
    assert len(rows) == n
    assert all(row["no_rubric"] is None for row in rows)
    arrivals = [seen.arrivals for seen in local_model.seen().values()]
    assert len(arrivals) == n
    assert sum(arrivals) - n <= kills * CONNECTIONS


@pytest.mark.slow
def test_all_schemes_and_graders_stand_beside_the_rules_in_one_report(
    local_model, tmp_path, eval_task
):
    """As `inspect eval-set` would run it; a sloppy writer loses some rubrics."""
    data = questions(tmp_path / "q.jsonl", 20)
    files = {"generic": None}
    for scheme, writers in (
        ("openrubrics", ["sloppy"]),
        ("rubrichub", ["one", "sloppy-two"]),
    ):
        files[scheme] = tmp_path / f"{scheme}.jsonl"
        make(scheme, data, files[scheme], tmp_path / "made", *writers)
    for path in files.values():
        for grader in ("keyword", "noisy1"):
            log = eval_task(
                medhallu(dataset=str(data), rubrics=path and str(path), repeats=0),
                model_roles={"grader": LOCAL + grader, "panel": PANEL},
            )
            assert log.status == "success", log.error
    report = build_report(read_study([tmp_path / "logs"]))
    section = report.summary.medhallu
    cells = {(r["scheme"], r["grader"]) for r in section["schemes"]}
    assert len(cells) == 6
    for row in section["schemes"]:
        assert row["length_auroc"] is not None
        assert row["wilcoxon_p"] is not None
    assert {r["baseline"] for r in section["baselines"]} == {"length", "overlap"}
    sizes = {r["scheme"]: r["criteria_mean"] for r in section["rubrics"]}
    assert sizes["openrubrics"] < sizes["rubrichub"]
    lost = {r["scheme"]: r["n_without_rubric"] for r in section["rubrics"]}
    said = " ".join(report.headline)
    assert "OpenRubrics by sloppy graded by openai-api/local/keyword: paired" in said
    assert ("no usable rubric came back" in said) == any(lost.values())
    # Panel, rubrics and labels were asked once: the other runs replayed them.
    assert local_model.calls("panel_label") == 20 * 3
