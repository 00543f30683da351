import math
import re

import pytest
from inspect_ai.model import ModelOutput, ModelUsage, get_model

from inspect_rubricblind.records import ERROR_CODES, QualificationResult
from inspect_rubricblind.tasks.gold import load_cases, load_gold
from inspect_rubricblind.tasks.grader_qualification import (
    gold_samples,
    grader_qualification,
    load_probes,
    rounds,
)


def grader(decide):
    """A grader whose verdict is a function of the graded text and the criterion."""

    def say(messages, *_):
        text = messages[-1].text
        conversation, item = text.split("# Rubric item\n")[0], text
        criterion = re.search(r"# Rubric item\n\[-?\d+\] (.*?)\n\n# Instr", item, re.S)
        met = decide(conversation, criterion.group(1))
        reply = f'{{"explanation": "", "criteria_met": {str(met).lower()}}}'
        output = ModelOutput.from_content("mockllm/model", reply)
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return output

    return {"grader": get_model("mockllm/model", custom_outputs=say)}


def results(log):
    found = [s.scores["qualify_grader"].metadata for s in log.samples]
    return [row for m in found for row in QualificationResult.model_validate(m).rows]


def test_every_gold_pair_stands_in_exactly_one_round_and_no_round_repeats_a_type():
    pairs = load_gold()
    spread = rounds(pairs)
    assert sorted(p.pair_id for ps in spread.values() for p in ps) == sorted(
        p.pair_id for p in pairs
    )
    for members in spread.values():
        kinds = [(p.kind, p.error_type) for p in members]
        assert len(kinds) == len(set(kinds))
    assert len(gold_samples()) == len(spread)


def test_a_grader_that_knows_the_truth_catches_everything_and_is_never_fooled(
    eval_task,
):
    cases, pairs = load_cases(), load_gold()
    right = {}
    for gold in pairs:
        item = cases[gold.case_id]
        texts = {item.reference: "met_before"}
        edited = item.reference
        for edit in gold.edits:
            edited = edited.replace(edit.find, edit.replace)
        texts[edited] = "met_after"
        for text, when in texts.items():
            for known in gold.criteria:
                criterion = item.criteria[known.index].criterion
                right[text, criterion] = getattr(known, when)
    probes = {p.answer: p.expected for p in load_probes()}

    def decide(conversation, criterion):
        answer = conversation.rsplit("assistant: ", 1)[1].strip()
        for text, expected in probes.items():
            if answer == text.strip():
                return expected
        return next(
            met
            for (text, asked), met in right.items()
            if asked == criterion and text.strip() == answer
        )

    log = eval_task(grader_qualification(), model_roles=grader(decide), limit=3)
    assert log.status == "success"
    for row in results(log):
        assert row.observed == row.expected
        assert row.changes_made == row.changes_due
        assert row.as_known == row.verdicts


def test_a_grader_that_always_says_met_catches_nothing_by_positive_criteria(eval_task):
    log = eval_task(
        grader_qualification(), model_roles=grader(lambda *_: True), limit=2
    )
    rows = results(log)
    assert {row.observed for row in rows if row.kind != "probe"} == {"tie"}
    values = log.samples[0].scores["qualify_grader"].value
    assert set(ERROR_CODES) <= set(values)
    assert values["caught"] == 0.0


def test_probes_that_turn_the_verdict_are_counted_as_fooled(eval_task):
    task = grader_qualification()
    task.dataset = task.dataset.filter(lambda s: str(s.id).startswith("probe"))
    log = eval_task(task, model_roles=grader(lambda *_: True))
    expected = {p.probe_id: p.expected for p in load_probes()}
    assert len(log.samples) == len(expected) >= 12
    for sample in log.samples:
        value = sample.scores["qualify_grader"].value
        assert value["fooled"] == float(not expected[sample.id])
        assert math.isnan(value["caught"])


def test_without_a_grader_the_error_names_the_role(eval_task):
    log = eval_task(grader_qualification(), limit=1)
    assert log.status == "error"
    assert "role grader" in log.error.message


def test_an_unknown_argument_is_refused():
    with pytest.raises(ValueError, match="nope"):
        grader_qualification(nope=1)
