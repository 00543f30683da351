import pytest
from inspect_ai.model import ModelOutput, ModelUsage, get_model

from inspect_rubricblind.records import LabelVote
from inspect_rubricblind.solvers.labels import guess, read_labels
from inspect_rubricblind.solvers.self_contained import majority
from inspect_rubricblind.tasks.medhallu import medhallu


@pytest.mark.parametrize(
    "answer",
    [
        "Our patients did better.",
        "These results suggest a benefit.",
        "The present study shows no difference.",
        "Both groups improved.",
        "In this series of patients the risk was low.",
        "We found no harm.",
    ],
)
def test_words_that_point_at_another_text_are_referential(answer):
    assert guess(answer) == "referential"


@pytest.mark.parametrize(
    "answer",
    [
        "Aspirin lowers the risk of stroke.",
        "Studies of anatomy are old.",
        "Yes. It halves the risk compared with placebo.",
        "Weight gain is common with this medicine.",
    ],
)
def test_other_words_are_not(answer):
    assert guess(answer) == "self-contained"


def votes(*labels):
    return [LabelVote(model="m", label=label) for label in labels]


@pytest.mark.parametrize(
    ("said", "label"),
    [
        (("referential", "referential", "self-contained"), "referential"),
        (("referential", "borderline", "self-contained"), None),
        (("referential", "referential", None), "referential"),
        (("referential", None, None), None),
        ((None, None, None), None),
        (("borderline",), "borderline"),
    ],
)
def test_more_than_half_of_the_panel_decides(said, label):
    assert majority(votes(*said)) == label


def panel(*labels):
    def say(label):
        output = ModelOutput.from_content("mockllm/model", f'{{"label": "{label}"}}')
        # Without it, tokens are counted by a file that has to be fetched.
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return get_model("mockllm/model", custom_outputs=[output] * 9, memoize=False)

    return [say(label) for label in labels]


def test_a_panel_of_three_votes_on_both_answers(eval_task):
    models = panel("referential", "self-contained", "referential")
    log = eval_task(
        medhallu(dataset="sample", label_hallucinated=True),
        model_roles={"panel": models},
        limit=2,
    )
    assert log.status == "success", log.error
    for sample in log.samples:
        labels = sample.scores["leakage"].metadata["labels"]
        assert [x["answer"] for x in labels] == ["correct", "hallucinated"]
        assert {x["label"] for x in labels} == {"referential"}
        assert [len(x["votes"]) for x in labels] == [3, 3]


def test_labels_by_a_model_need_a_panel(eval_task):
    log = eval_task(medhallu(dataset="sample", labels="model"), limit=1)
    assert "labels=model needs models for the role panel" in log.error.message


def test_a_file_of_labels_is_checked(tmp_path):
    path = tmp_path / "labels.jsonl"
    good = '{"id": "a", "answer": "correct", "label": null}\n'
    path.write_text(good, encoding="utf-8")
    assert read_labels(str(path))["a", "correct"].label is None
    path.write_text(good * 2, encoding="utf-8")
    with pytest.raises(ValueError, match="id and answer"):
        read_labels(str(path))
    path.write_text(good.replace("null", '"perhaps"'), encoding="utf-8")
    with pytest.raises(ValueError, match="label"):
        read_labels(str(path))
    with pytest.raises(FileNotFoundError, match="'auto', 'none', 'rules', 'model'"):
        read_labels(str(tmp_path / "none"))
