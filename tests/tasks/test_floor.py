"""Answers without points to lose, and the grade by which they are left out."""

import json

import pytest
from inspect_ai.event import ModelEvent

from inspect_rubricblind.records import Criterion
from inspect_rubricblind.tasks.floor import at_floor
from inspect_rubricblind.tasks.livemedbench import livemedbench
from model_runs import bind

CRITERIA = [
    Criterion(index=0, criterion="a", points=5),
    Criterion(index=1, criterion="b", points=-5),
]


@pytest.mark.parametrize(
    ("verdicts", "decided"),
    [
        ([True, False], False),
        ([True, True], True),  # 0 points
        ([False, True], True),
        ([False, None], True),  # 0 or -5
        ([None, True], True),  # -5 or 0
        ([True, None], None),  # 5 or 0
        ([None, False], None),
    ],
)
def test_the_floor_is_zero_points_whatever_a_lost_verdict_is(verdicts, decided):
    assert at_floor(CRITERIA, verdicts) is decided


def test_a_rubric_of_negative_criteria_alone_is_always_at_the_floor():
    assert all(at_floor(CRITERIA[1:], [met]) for met in (True, False, None))


def run(eval_task, grader, **arguments):
    task = livemedbench(
        **{"dataset": "sample", "language": "english", "repeats": 0, "controls": 0}
        | arguments,
    )
    return eval_task(task, model_roles=bind("grader", model=grader) if grader else None)


def decisions(log):
    assert log.status == "success", log.error
    return {s.id: s.store["Trial:components"]["floor"] for s in log.samples}


def reasons(log):
    return {s.id: s.store.get("Trial:no_answer") for s in log.samples}


def calls(log, cached):
    return sum(
        isinstance(event, ModelEvent) and (event.cache == "read") == cached
        for sample in log.samples
        for event in sample.events
    )


@pytest.mark.parametrize("rule", ["repeat", "original"])
def test_answers_at_the_floor_are_left_out_and_counted(eval_task, local_model, rule):
    log = run(eval_task, "never", floor=rule)
    [said] = set(decisions(log).values())
    assert (said.startswith(rule), said.endswith(": yes")) == (True, True)
    assert ("biased upward" in said) is (rule == "original")
    assert set(reasons(log).values()) == {"at_floor"}
    for sample in log.samples:
        assert (
            "Trial:injections" not in sample.store
            or not sample.store["Trial:injections"]
        )
        assert sample.scores["paired_rubric"].value["score"] != 0  # NaN: not graded


@pytest.mark.slow
def test_a_repeat_costs_calls_and_the_original_grade_is_shared(eval_task, local_model):
    """Per case 8 criteria, graded for the floor and for the outcome."""
    shared = run(eval_task, "keyword", floor="original", error_types="K2")
    kept = [s for s in shared.samples if s.store.get("Trial:no_answer") is None]
    assert (
        calls(shared, cached=True) == sum(len(s.metadata["criteria"]) for s in kept) > 0
    )
    own = run(eval_task, "keyword", floor="repeat", error_types="K2")
    assert calls(own, cached=True) > 0  # the outcome's grades, from the first run
    assert calls(own, cached=False) == sum(
        len(s.metadata["criteria"]) for s in own.samples
    )


def test_without_a_grader_nothing_is_left_out_and_that_is_said(eval_task):
    log = run(eval_task, None)
    assert set(decisions(log).values()) == {"not decided: no grader bound"}
    assert set(reasons(log).values()) == {None}


def test_given_verdicts_can_decide_without_a_grader(eval_task, tmp_path):
    verdicts = tmp_path / "verdicts.jsonl"
    known = {900001: [False] * 8, 900002: [True] + [False] * 7}
    lines = [
        json.dumps({"id": case_id, "index": index, "met": met})
        for case_id, mets in known.items()
        for index, met in enumerate(mets)
    ]
    verdicts.write_text("\n".join(lines))
    log = run(
        eval_task,
        None,
        floor="verdicts",
        answers="reference",
        verdicts=str(verdicts),
    )
    found = decisions(log)
    assert (found["900001"], found["900002"]) == ("verdicts: yes", "verdicts: no")
    assert {v for k, v in found.items() if int(k) > 900002} == {"verdicts: undecided"}
    assert reasons(log)["900001"] == "at_floor"


@pytest.mark.parametrize(("rule", "biased"), [("original", True), ("repeat", False)])
def test_the_log_says_what_the_rule_does_to_figures(rule, biased):
    said = livemedbench(dataset="sample", floor=rule).metadata["floor"]
    assert ("biased upward" in said) is biased


@pytest.mark.slow
def test_none_asks_nobody(eval_task, local_model):
    log = run(eval_task, "never", floor="none", error_types="K2")
    assert all("floor" not in s.store["Trial:components"] for s in log.samples)
    assert set(reasons(log).values()) == {None}
