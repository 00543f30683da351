import json

import pytest

from inspect_rubricblind.scorers.criteria_file import read_rubrics


@pytest.fixture
def rubric(tmp_path):
    def write(**line):
        path = tmp_path / "edited.jsonl"
        criteria = [{"criterion": "Gives the dose", "points": 5} | line]
        path.write_text(json.dumps({"id": "a", "criteria": criteria}), encoding="utf-8")
        return str(path)

    return write


def test_lines_of_the_official_format_can_be_used_with_their_tags(rubric):
    [criterion] = read_rubrics(rubric(tags=["axis:accuracy"])).by_case["a"]
    assert criterion.model_dump() == {
        "index": 0,
        "criterion": "Gives the dose",
        "points": 5,
        "tags": ("axis:accuracy",),
    }


@pytest.mark.parametrize("points", [10**400, -(10**7)])
def test_points_beyond_any_rubric_are_refused_with_their_place(rubric, points):
    with pytest.raises(
        ValueError, match=r"line 1, row 'a': .*points must be .* -?1000000"
    ):
        read_rubrics(rubric(points=points))
