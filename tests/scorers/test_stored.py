"""Scoring a log again whose samples Inspect recovered after a kill."""

import pytest
from inspect_ai import score
from inspect_ai.log import read_eval_log
from inspect_ai.model import ModelOutput, ModelUsage, get_model

from inspect_rubricblind.scorers.coverage import coverage
from inspect_rubricblind.scorers.paired_rubric import paired_rubric
from synthetic_logs import as_recovered, log_sample, variant, write_log

# Longer than what Inspect keeps in place: the text becomes an attachment.
LONG = "Take 500 mg twice a day. " + "Call your doctor if it gets worse. " * 5


def met_if_sane(messages, *_):
    """The rubric's criteria are met unless the tenfold dose is in the text."""
    met = "5000 mg" not in str(messages[-1].content)
    content = f'{{"explanation": "It says so.", "criteria_met": {str(met).lower()}}}'
    output = ModelOutput.from_content("mockllm/model", content)
    output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return output


@pytest.fixture
def scored(tmp_path):
    def score_again(name, sample, scorer):
        path = write_log(tmp_path / f"{name}.eval", [sample])
        grader = get_model("mockllm/model", custom_outputs=met_if_sane, memoize=False)
        log = score(
            read_eval_log(str(path)),
            scorer,
            action="append",
            model_roles={"grader": grader},
            display="none",
        )
        (done,) = log.samples
        (new,) = done.scores.values()
        return new

    return score_again


def sample():
    return log_sample("x", injections=[variant("F1")], answer=LONG)


@pytest.mark.parametrize("scorer", [coverage, paired_rubric])
def test_a_recovered_sample_is_scored_like_any_other(scored, scorer):
    expected = scored("whole", sample(), scorer())
    found = scored("killed", as_recovered(sample()), scorer())
    assert found.value == pytest.approx(expected.value, nan_ok=True)
    assert found.explanation == expected.explanation
    ours, theirs = dict(found.metadata), dict(expected.metadata)
    for metadata in (ours, theirs):
        metadata.pop("usage", None)  # its counts depend on what is cached
    assert ours == theirs


def test_the_injection_of_a_recovered_sample_is_graded(scored):
    found = scored("killed", as_recovered(sample()), paired_rubric())
    assert (found.value["win"], found.value["F1"]) == (1.0, 1.0)


@pytest.mark.parametrize("scorer", [coverage, paired_rubric])
def test_a_sample_without_events_is_refused_by_name(scored, scorer):
    bare = as_recovered(sample())
    bare.events = []
    with pytest.raises(ValueError, match="sample 'x' must hold the records of a task"):
        scored("bare", bare, scorer())
