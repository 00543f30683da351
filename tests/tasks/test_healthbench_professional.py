import json

import pytest

from inspect_rubricblind.records import Case
from inspect_rubricblind.records.rows import Line
from inspect_rubricblind.tasks.healthbench_professional import (
    OFFICIAL,
    healthbench_professional,
    read_row,
)


def row(case_id="0f", **changes):
    return {
        "id": case_id,
        "conversation": {"messages": [{"role": "user", "content": "Dose in sepsis?"}]},
        "rubric_items": [
            {"criterion_text": "Mentions in some way cultures.", "points": 8},
            {"criterion_text": "Gives no dose.", "points": -6},
        ],
        "use_case": "consult",
        "type": "red_teaming",
        "difficulty": "difficult",
        "specialty": "ent",
        "physician_response": "Take cultures first.",
        "canary_string": "c",
    } | changes


def item(**changes):
    return read_row(Line("rows.jsonl", 1, row(**changes)))


@pytest.fixture
def write(tmp_path):
    def _write(*rows, name="rows.jsonl"):
        path = tmp_path / name
        path.write_text("".join(json.dumps(one) + "\n" for one in rows))
        return str(path)

    return _write


def test_a_row_becomes_a_case():
    mapped = item()
    assert [c.points for c in mapped.criteria] == [8, -6]
    assert mapped.tags == (
        "use_case:consult",
        "type:red_teaming",
        "difficulty:difficult",
        "specialty:ent",
    )
    assert (mapped.theme, mapped.difficulty) == ("consult", "difficult")
    assert (mapped.reference, mapped.canary) == ("Take cultures first.", "c")


def test_messages_may_stand_bare_and_labels_may_be_missing():
    mapped = item(conversation=row()["conversation"]["messages"], specialty=None)
    assert mapped.turns[0].content == "Dose in sepsis?"
    assert not any(tag.startswith("specialty") for tag in mapped.tags)
    assert item(physician_response=" ").reference is None


def test_a_task_without_positive_points_is_skipped_and_counted(write):
    negative = [{"criterion_text": "Is unsafe.", "points": -8}]
    path = write(row("a"), row("b", rubric_items=negative))
    task = healthbench_professional(dataset=path)
    assert (len(task.dataset), task.metadata["skipped"]) == (
        1,
        {"no_positive_points": 1},
    )


MALFORMED = {
    "no id": ({"id": None}, "field id must be a valid string, but got None"),
    "HealthBench's names": (
        {"rubric_items": [{"criterion": "x", "points": 1}]},
        r"row '0f': field rubric_items\[0\].criterion_text is missing",
    ),
    "no criteria": ({"rubric_items": []}, "field rubric_items must have at least 1"),
    "points in words": (
        {"rubric_items": [{"criterion_text": "x", "points": "8"}]},
        r"field rubric_items\[0\].points must be a valid integer, but got '8'",
    ),
    "no user turn": (
        {"conversation": {"messages": [{"role": "system", "content": "x"}]}},
        "field conversation.messages must have a user turn",
    ),
    "a conversation in words": (
        {"conversation": "Dose?"},
        "field conversation .*, but got 'Dose[?]'",
    ),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_malformed_rows_stop_the_task_before_any_work(write, name):
    changes, message = MALFORMED[name]
    with pytest.raises(ValueError, match=rf"rows\.jsonl, line 1.*{message}"):
        healthbench_professional(dataset=write(row(**changes)))


def test_the_score_is_adjusted_and_the_outcomes_are_not(eval_task, local_model, write):
    """By hand: 6 points less than 8 of 8, and 2 x 0.0147 off for 3,000 characters."""
    said = "Take cultures first. Give 500 mg of amoxicillin every 8 hours for 5 days. "
    said += "Go to the emergency department at once if the pressure falls. "
    long = (said + " ".join(f"Line {n} is left empty." for n in range(200)))[:3000]
    answers = write({"id": "0f", "answer": long}, name="answers.jsonl")
    task = healthbench_professional(dataset=write(row()), answers=answers, repeats=0)
    log = eval_task(task, model_roles={"grader": "openai-api/local/always"})
    [sample] = log.samples
    score = sample.scores["paired_rubric"]
    # Both criteria are met by `always`: 8 - 6 of 8 points.
    expected = 2 / 8 - 2 * 0.0147
    assert score.value["score"] == pytest.approx(expected)
    assert score.metadata["official_score"] == pytest.approx(expected)
    outcomes = {p["pairing"]["points_original"] for p in score.metadata["pairs"]}
    assert outcomes == {2}
    assert "0.0147 per 500" in log.eval.metadata["official_score"]


def test_refusals_are_left_out_and_counted(eval_task, write):
    rows = write(row("a"), row("b"))
    answers = write(
        {"id": "a", "answer": "I'm sorry, but I can't help with that."},
        {"id": "b", "answer": "Take cultures, then 500 mg of amoxicillin."},
        name="answers.jsonl",
    )
    log = eval_task(healthbench_professional(dataset=rows, answers=answers))
    stores = {sample.id: sample.store for sample in log.samples}
    assert stores["a"]["Trial:no_answer"] == "refusal"
    assert "Trial:answer" not in stores["a"] or stores["a"]["Trial:answer"] is None
    assert stores["b"]["Trial:answer"]["answer_model"] == "answers"


def test_the_bundled_sample_says_that_it_is_one():
    task = healthbench_professional(dataset="sample", answers="reference")
    assert task.metadata["notice"].startswith("SAMPLE:")
    assert task.metadata["skipped"] == {}
    cases = [sample.metadata_as(Case) for sample in task.dataset]
    assert {case.theme for case in cases} == {"consult", "writing", "research"}
    assert {case.scoring.length_centre for case in cases} == {2000}


def test_the_official_file_is_pinned_to_a_revision_and_a_hash():
    pinned = OFFICIAL["full"]
    assert "@371b4ec5b622470faf375d3e3018a617cb164a94/" in pinned.url
    assert len(pinned.sha256) == 64


def test_an_argument_of_another_task_is_refused_by_name():
    with pytest.raises(ValueError, match=r"healthbench_professional must be .*subset"):
        healthbench_professional(dataset="sample", subset="full")


def test_printed_rubrics_of_real_rows_are_read(shared):
    """No full row can be had; these are rubrics as a public notebook prints them."""
    name = "rift_notebook_show_records_output.txt"
    text = (shared / "healthbench_professional" / name).read_text(encoding="utf-8")
    lines = [
        line for line in text.split("\n") if line.startswith("[") and " pts] " in line
    ]
    items = [
        {"criterion_text": words, "points": int(mark.strip("[ pts").replace("+", ""))}
        for mark, _, words in (line.partition("] ") for line in lines)
    ]
    assert len(items) == 15
    mapped = item(rubric_items=items)
    assert len(mapped.criteria) == 15
    assert {c.points > 0 for c in mapped.criteria} == {True, False}
