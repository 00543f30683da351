import json

import pytest

from inspect_rubricblind.records import SuppliedAnswer
from inspect_rubricblind.tasks.supplied import read_answers, read_verdicts

SIZES = {"a": 2, "b": 1, "7": 3}


@pytest.fixture
def write(tmp_path):
    def _write(*rows):
        path = tmp_path / "given.jsonl"
        lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
        path.write_text("\n".join(lines), encoding="utf-8")
        return path

    return _write


def test_answers_are_read_by_case_id(write):
    path = write(
        {"id": "a", "answer": "Rest.\u2028Drink.", "answer_model": "o3"},
        {"id": 7, "answer": "Call us."},
    )
    assert read_answers(path, SIZES) == {
        "a": SuppliedAnswer(text="Rest.\u2028Drink.", answer_model="o3", kind="file"),
        "7": SuppliedAnswer(text="Call us.", answer_model="given", kind="file"),
    }


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], "answers must hold at least one line, but .*given.jsonl is empty"),
        (["{"], "line 1: must be one JSON object"),
        ([{"answer": "x"}], "line 1: field id is missing"),
        ([{"id": "a"}], "row 'a': field answer is missing"),
        ([{"id": "a", "answer": ""}], "row 'a': field answer must not be empty"),
        ([{"id": "a", "answer": 1}], "field answer must be a valid string, but got 1"),
        ([{"id": True, "answer": "x"}], "field id must be a valid string, but got T"),
        ([{"id": "a", "answer": "x", "answer_model": 1}], "field answer_model must be"),
        (
            [{"id": "a", "answer": "x"}, {"id": "a", "answer": "x"}],
            "id must be unique, but got 'a' on the lines 1 and 2",
        ),
        ([{"id": "z", "answer": "x"}], "1 of 1 are not, such as 'z'"),
    ],
)
def test_a_faulty_answers_file_is_refused(write, rows, message):
    with pytest.raises(ValueError, match=message):
        read_answers(write(*rows), SIZES)


def test_verdicts_are_read_by_case_and_criterion(write):
    path = write(
        {"id": "a", "index": 1, "met": True},
        {"id": "b", "index": 0, "met": None},
        {"id": 7, "index": 0, "met": False},
    )
    assert read_verdicts(path, SIZES) == {
        "a": (None, True),
        "b": (None,),
        "7": (False, None, None),
    }


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], "verdicts must hold at least one line, but .*given.jsonl is empty"),
        ([{"id": "a", "index": 0}], "row 'a': field met is missing"),
        ([{"id": "a", "index": 0, "met": 1}], "field met must be a valid boolean"),
        ([{"id": "a", "index": 0, "met": "true"}], "field met must be a valid bool"),
        ([{"id": "a", "index": "0", "met": True}], "field index must be a valid int"),
        ([{"id": "a", "index": -1, "met": True}], "field index must be greater than"),
        (
            [{"id": "a", "index": 2, "met": True}],
            r"line 1, row 'a': field index must be less than .* \(2\), but got 2",
        ),
        (
            [{"id": "a", "index": 0, "met": True}] * 2,
            r"\(id, index\) must be unique, but got \('a', 0\) on the lines 1 and 2",
        ),
        ([{"id": "z", "index": 0, "met": True}], "1 of 1 are not, such as 'z'"),
    ],
)
def test_a_faulty_verdicts_file_is_refused(write, rows, message):
    with pytest.raises(ValueError, match=message):
        read_verdicts(write(*rows), SIZES)
