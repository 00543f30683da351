"""Trap logs scored again: the same verdicts, also after Inspect's recovery."""

import pytest
from inspect_ai import score
from inspect_ai.log import read_eval_log
from inspect_ai.model import ModelOutput, ModelUsage, get_model

from inspect_rubricblind.scorers.coverage import coverage
from inspect_rubricblind.scorers.paired_rubric import paired_rubric
from inspect_rubricblind.scorers.trap_rubric import trap_rubric
from inspect_rubricblind.tasks.mhb_report import mhb_report
from synthetic_logs import as_recovered, write_log

RESISTS = "cannot be answered from the text"


def output(text):
    made = ModelOutput.from_content("mockllm/model", text)
    made.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return made


def resisted(messages, *_):
    """Met if the graded answer says that the text does not hold it."""
    chat = str(messages[-1].content).partition("# Rubric item")[0]
    met = str(RESISTS in chat.rpartition("assistant: ")[2]).lower()
    return output(f'{{"explanation": "", "criteria_met": {met}}}')


def roles():
    grader = get_model("mockllm/model", custom_outputs=resisted, memoize=False)
    return {"grader": grader, "judge": grader}


@pytest.fixture
def run(eval_task):
    """A report with a trap, answered by a model that resists; as its log has it."""
    model = get_model(
        "mockllm/model",
        custom_outputs=lambda *_: output(f"This {RESISTS}."),
        memoize=False,
    )
    task = mhb_report(dataset="sample", coverage="rules", subtypes="B2")
    log = eval_task(task, model, model_roles=roles(), limit=1)
    assert log.status == "success", log.error
    return log.location


def again(path, scorer):
    log = score(
        read_eval_log(str(path)),
        scorer,
        action="append",
        model_roles=roles(),
        display="none",
    )
    (sample,) = log.samples
    return list(sample.scores.values())[-1]


def plain(found):
    return {k: v for k, v in found.metadata.items() if k not in ("usage", "estimator")}


@pytest.mark.parametrize("scorer", [trap_rubric, paired_rubric])
def test_a_log_that_is_scored_again_gives_the_same(run, scorer):
    (sample,) = read_eval_log(run).samples
    before = sample.scores[scorer.__name__]
    found = again(run, scorer())
    assert found.value == pytest.approx(before.value, nan_ok=True)
    assert plain(found) == plain(before)


@pytest.mark.parametrize(
    "scorer",
    [trap_rubric, paired_rubric, lambda: coverage("rules")],
    ids=["trap_rubric", "paired_rubric", "coverage"],
)
def test_a_recovered_sample_gets_the_rubric_and_the_turns_of_its_trap(
    run, scorer, tmp_path
):
    (sample,) = read_eval_log(run).samples
    expected = again(run, scorer())
    bare = as_recovered(sample)
    # Recovery has the metadata with which the sample began.
    bare.metadata = {**bare.metadata, "criteria": []}
    bare.scores = {}
    found = again(write_log(tmp_path / "killed.eval", [bare]), scorer())
    assert found.value == pytest.approx(expected.value, nan_ok=True)
    assert plain(found) == plain(expected)


def test_an_answer_that_resists_passes_every_line_and_wins_its_pair(run):
    (sample,) = read_eval_log(run).samples
    assert sample.scores["trap_rubric"].value["hallucination"] == 0
    assert sample.scores["trap_rubric"].metadata["assessed"] == 4
    assert sample.scores["paired_rubric"].value["win"] == 1
