import json

import pytest

from inspect_rubricblind.tasks.results import (
    result_answers,
    result_verdicts,
    split_model,
)

SIZES = {"1": 2, "2": 2}


@pytest.fixture
def write(tmp_path):
    def _write(*rows):
        path = tmp_path / "results.jsonl"
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
        return path

    return _write


def row(case_id=1, **changes):
    return {
        "case_id": case_id,
        "model": "org/m:7b",
        "response": "Rest.",
        "met": [True, None],
        "score": 0.5,
    } | changes


def test_the_model_is_named_behind_the_path():
    assert split_model("a#b.jsonl#model=org/m:7b") == ("a#b.jsonl", "org/m:7b")
    assert split_model("log.eval#epoch=2") == ("log.eval#epoch=2", None)


def test_one_models_answers_and_verdicts_are_taken(write):
    path = write(row(1), row(2, met=None), row(1, model="other", response="Run."))
    answers = result_answers(path, "org/m:7b", SIZES)
    assert {case_id: (a.text, a.answer_model) for case_id, a in answers.items()} == {
        "1": ("Rest.", "org/m:7b"),
        "2": ("Rest.", "org/m:7b"),
    }
    assert result_verdicts(path, "org/m:7b", SIZES) == {"1": (True, None)}


def test_other_names_of_the_fields_are_read(write):
    named = {"prompt_id": "1", "answer_model": "m", "answer": "Rest."}
    assert list(result_answers(write(named), "m", SIZES)) == ["1"]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([row(model="a"), row(model="b")], "model 'org/m:7b', but holds .* 'a', 'b'"),
        ([], "but holds those of nobody"),
        ([row(), row()], "id must be unique, but got '1' on the lines 1 and 2"),
        ([row(9)], "every id must be a case of the dataset.*'9'"),
        ([row(met=[True])], "line 1, row '1': field met must have .* criterion .2."),
        ([row(met=["yes", None])], r"field met\[0\] must be a valid boolean"),
        ([row(response=None)], "line 1, row 1: field .* must be a valid string"),
        ([{"case_id": 1}], "line 1, row 1: field .* is missing"),
    ],
)
def test_a_file_that_cannot_be_used_is_named(write, rows, message):
    with pytest.raises(ValueError, match=message):
        result_verdicts(write(*rows), "org/m:7b", SIZES)
