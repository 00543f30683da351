import json
import math
import random
import re

import pytest
from inspect_ai.model import ModelOutput, ModelUsage, get_model

from inspect_rubricblind.calls.formats import GraderReply
from inspect_rubricblind.calls.replies import parse_reply
from inspect_rubricblind.logs.pairs import COLUMNS
from inspect_rubricblind.logs.report import build_report, render_markdown
from inspect_rubricblind.logs.study import read_study
from inspect_rubricblind.records import CalibrationResult, Criterion
from inspect_rubricblind.records.rows import read_jsonl
from inspect_rubricblind.scorers.calibration import read_labels, values
from inspect_rubricblind.scorers.grader_prompt import grader_messages
from inspect_rubricblind.tasks.grader_calibration import (
    META,
    META_SAMPLE,
    grader_calibration,
)
from inspect_rubricblind.tasks.healthbench import healthbench
from inspect_rubricblind.taxonomy.model import CANARY
from model_runs import LOCAL

ROWS = [line.value for line in read_jsonl(META_SAMPLE)]
SHARDS = 3


def write(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return str(path)


def grader(decide):
    """A grader that decides by answer and criterion; None: its reply is unreadable."""

    def say(messages, *_):
        text = messages[-1].text
        answer = text.split("# Rubric item\n")[0].rsplit("assistant: ", 1)[1].strip()
        item = re.search(r"# Rubric item\n(.*?)\n\n# Instr", text, re.DOTALL)[1]
        met = decide(answer, item)
        reply = "no idea"
        if met is not None:
            reply = json.dumps({"explanation": "", "criteria_met": met})
        output = ModelOutput.from_content("mockllm/model", reply)
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return output

    return {"grader": get_model("mockllm/model", custom_outputs=say)}


def first_reader(answer, item):
    for row in ROWS:
        if row["completion"].strip() == answer and row["rubric"] == item:
            return row["binary_labels"][0]
    raise AssertionError(item)


def test_the_sample_has_the_official_fields_and_is_marked():
    for row in ROWS:
        assert len(row["binary_labels"]) == len(row["anonymized_physician_ids"]) >= 2
        assert row["canary"] == CANARY
        assert "contains deliberate medical errors" in row["warning"]
        readers = row["anonymized_physician_ids"]
        assert all(name.startswith("sample_reader") for name in readers)
    assert len(grader_calibration(dataset="sample").dataset) == len(ROWS)


def test_the_official_file_is_pinned():
    assert META.size == 136_224_466
    assert META.sha256.startswith("6a343ed3fcb6")


def test_shards_are_disjoint_complete_and_keep_conversations_together():
    parts = [
        grader_calibration(dataset="sample", shard=f"{i}/{SHARDS}").dataset
        for i in range(SHARDS)
    ]
    ids = [sample.id for part in parts for sample in part]
    assert sorted(ids) == sorted(
        s.id for s in grader_calibration(dataset="sample").dataset
    )
    prompts = [{s.metadata["question_id"] for s in part} for part in parts]
    assert all(a.isdisjoint(b) for i, a in enumerate(prompts) for b in prompts[i + 1 :])


def test_counts_say_who_said_met():
    labels = read_labels(["a: met", "b: not met", "c: d: met"])
    assert [label.physician for label in labels] == ["a", "b", "c: d"]
    found = values(True, labels)
    assert (found["both_met"], found["grader_alone"]) == (2, 1)
    assert found["agreement"] == pytest.approx(2 / 3)
    assert found["physicians_agree"] == pytest.approx(1 / 3)
    found = values(False, labels)
    assert (found["physician_alone"], found["neither"]) == (2, 1)
    lost = values(None, labels)
    assert math.isnan(lost["agreement"])
    assert lost["ungraded"] == 1
    assert set(lost) == set(found)
    with pytest.raises(ValueError, match="target must be"):
        read_labels(["a: maybe"])


def test_a_grader_like_the_first_reader_is_held_against_all_of_them(
    eval_task, tmp_path
):
    log = eval_task(
        grader_calibration(dataset="sample"), model_roles=grader(first_reader)
    )
    assert log.status == "success"
    pairs = [(r["binary_labels"][0], x) for r in ROWS for x in r["binary_labels"]]
    both = sum(a and b for a, b in pairs)
    neither = sum(not a and not b for a, b in pairs)
    apart = sum(a != b for a, b in pairs)
    f1 = (2 * both / (2 * both + apart) + 2 * neither / (2 * neither + apart)) / 2
    metrics = {n: m for s in log.results.scores for n, m in s.metrics.items()}
    assert metrics["pairwise_f1"].value == pytest.approx(f1)
    study = read_study([tmp_path / "logs"])
    report = build_report(study)
    overall, *clusters = report.summary.as_json()["calibration"]
    assert overall["f1"] == pytest.approx(f1)
    assert overall["cluster"] is None
    assert (overall["n"], overall["n_ungraded"]) == (len(ROWS), 0)
    assert {row["cluster"] for row in clusters} == {
        row["category"].removeprefix("cluster:") for row in ROWS
    }
    assert sum(row["n"] for row in clusters) == len(ROWS)
    # The readers against each other are another figure than the grader against them.
    assert overall["physicians_f1"] < overall["f1"]
    page = render_markdown(report)
    assert "against physicians" in page
    assert "SAMPLE" in page
    assert len(study.pairs) == 0


def test_what_cannot_be_read_is_counted_and_in_no_figure(eval_task, tmp_path):
    lost = ROWS[3]["rubric"]

    def decide(answer, item):
        return None if item == lost else first_reader(answer, item)

    log = eval_task(grader_calibration(dataset="sample"), model_roles=grader(decide))
    assert log.status == "success"
    n_lost = sum(row["rubric"] == lost for row in ROWS)
    overall = build_report(read_study([tmp_path / "logs"])).summary.calibration[0]
    assert overall["n_ungraded"] == n_lost
    assert overall["n"] == len(ROWS) - n_lost
    reasons = {
        CalibrationResult.model_validate(s.scores["calibrate_grader"].metadata).reason
        for s in log.samples
    }
    assert reasons == {None, "unparsed"}


def test_without_a_grader_the_error_names_the_role(eval_task):
    log = eval_task(grader_calibration(dataset="sample"), limit=1)
    assert log.status == "error"
    assert "role grader" in log.error.message


@pytest.mark.slow
def test_it_stands_beside_the_pairs_of_the_same_grader(
    local_model, eval_task, tmp_path
):
    roles = {"grader": LOCAL + "keyword"}
    pairs = healthbench(dataset="sample", answers="reference", error_types="F1,C1")
    logs = [
        eval_task(pairs, model_roles=roles, limit=2),
        eval_task(grader_calibration(dataset="sample"), model_roles=roles),
    ]
    assert [log.status for log in logs] == ["success", "success"]
    calls = [s for s in local_model.seen().values() if s.stage == "grading"]
    assert len(calls) > len(ROWS)
    study = read_study([tmp_path / "logs"])
    report = build_report(study)
    [overall] = [r for r in report.summary.calibration if r["cluster"] is None]
    graded = study.pairs[study.pairs["grader"].notna()]
    assert "grader_f1" in COLUMNS
    assert set(graded["grader_f1"]) == {overall["f1"]}
    sentences = " ".join(report.headline)
    assert "physicians against each other" in sentences
    assert "Of 100 injected errors" in sentences


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"binary_labels": [True]}, "as many anonymized_physician_ids"),
        ({"binary_labels": []}, "binary_labels"),
        ({"binary_labels": "[True"}, "binary_labels must be a list"),
        ({"binary_labels": [1, 0]}, "binary_labels"),
        ({"anonymized_physician_ids": ["a", "a"]}, "one label per physician"),
        ({"completion": " "}, "completion must not be empty"),
        ({"prompt": [{"role": "assistant", "content": "x"}]}, "a user turn"),
        ({"prompt": []}, "prompt"),
        ({"rubric": None}, "rubric"),
        ({"category": 3}, "category"),
    ],
)
def test_a_malformed_row_is_named(tmp_path, change, message):
    rows = [ROWS[1], {**ROWS[1], **change}]
    with pytest.raises(ValueError, match=message) as caught:
        grader_calibration(dataset=write(tmp_path / "rows.jsonl", rows))
    assert "line 2" in str(caught.value)


def test_lists_that_a_copy_holds_as_text_are_read(tmp_path):
    names = ("prompt", "binary_labels", "anonymized_physician_ids")
    row = {**ROWS[0], **{name: str(ROWS[0][name]) for name in names}}
    path = write(tmp_path / "rows.jsonl", [row])
    [sample] = grader_calibration(dataset=path).dataset
    [same] = grader_calibration(dataset=write(tmp_path / "b.jsonl", [ROWS[0]])).dataset
    assert sample.target == same.target
    assert [m.text for m in sample.input] == [m.text for m in same.input]


def test_a_row_that_stands_twice_is_kept_and_counted(tmp_path):
    path = write(tmp_path / "rows.jsonl", [ROWS[0], ROWS[0]])
    task = grader_calibration(dataset=path)
    assert len({sample.id for sample in task.dataset}) == 2
    assert task.metadata["repeated_rows"] == 1


@pytest.mark.parametrize("seed", range(60))
def test_damaged_rows_give_named_errors_or_samples(tmp_path, seed):
    rng = random.Random(seed)
    row = dict(rng.choice(ROWS))
    name = rng.choice(sorted(row))
    odd = [None, "", [], {}, 0, -1, True, "x" * 50, [None], [[]], {"role": 1}, "[1, 2"]
    if rng.random() < 0.2:
        del row[name]
    else:
        row[name] = rng.choice(odd)
    path = write(tmp_path / "rows.jsonl", [row])
    try:
        n = len(grader_calibration(dataset=path).dataset)
    except ValueError as error:
        said = str(error)
    else:
        assert n == 1
        return
    assert "line 1" in said
    assert "field" in said


def test_the_prompt_is_the_one_of_the_published_run(shared):
    """Real grader inputs of the meta-evaluation, taken apart and made anew."""
    for path in sorted((shared / "healthbench_meta").glob("grader_convos_*.jsonl")):
        for line in path.open(encoding="utf-8"):
            system, user, said = json.loads(line)
            head = user["content"].split("# Conversation\n", 1)[1]
            chat, rest = head.rsplit("\n\n# Rubric item\n", 1)
            item = rest.split("\n\n# Instructions", 1)[0]
            parts = re.split(r"(?:^|\n\n)(user|assistant): ", chat)[1:]
            turns = list(zip(parts[::2], parts[1::2], strict=True))
            criterion = Criterion(index=0, criterion=item, points=1)
            made = grader_messages(
                turns[:-1], turns[-1][1], criterion, hide_points=True
            )
            assert made[1].text == user["content"]
            assert made[0].text == system["content"]
            # What three judges really wrote can be read, or is named as unread.
            read = parse_reply(said["content"], "stop", GraderReply)
            assert (read.value is None) == (read.failure is not None)


def test_real_grader_inputs_run_as_rows(shared, eval_task, tmp_path):
    """Their answers and criteria, with labels that are made up here."""
    [path, *_] = sorted((shared / "healthbench_meta").glob("grader_convos_*.jsonl"))
    rows, replies = [], {}
    for number, line in enumerate(path.open(encoding="utf-8")):
        _, user, said = json.loads(line)
        head = user["content"].split("# Conversation\n", 1)[1]
        chat, rest = head.rsplit("\n\n# Rubric item\n", 1)
        item = rest.split("\n\n# Instructions", 1)[0]
        parts = re.split(r"(?:^|\n\n)(user|assistant): ", chat)[1:]
        turns = [
            {"role": role, "content": text}
            for role, text in zip(parts[::2], parts[1::2], strict=True)
        ]
        replies[user["content"]] = said["content"]
        rows.append(
            {
                "prompt": turns[:-1],
                "prompt_id": f"p{number}",
                "completion": turns[-1]["content"],
                "completion_id": f"c{number}",
                "rubric": item,
                "category": "cluster:hedging",
                "binary_labels": [True, number % 2 == 0],
                "anonymized_physician_ids": ["a", "b"],
            }
        )

    def say(messages, *_):
        output = ModelOutput.from_content("mockllm/model", replies[messages[-1].text])
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return output

    roles = {"grader": get_model("mockllm/model", custom_outputs=say)}
    task = grader_calibration(dataset=write(tmp_path / "rows.jsonl", rows))
    log = eval_task(task, model_roles=roles)
    assert log.status == "success"
    overall = build_report(read_study([tmp_path / "logs"])).summary.calibration[0]
    assert overall["n"] + overall["n_ungraded"] == len(rows) == 30
