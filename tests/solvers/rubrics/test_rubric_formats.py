import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspect_rubricblind.calls.replies import parse_reply
from inspect_rubricblind.solvers.rubrics.formats import (
    MOST,
    AddedReply,
    ListReply,
    WeightedReply,
    read_list,
)
from inspect_rubricblind.solvers.rubrics.generic import DIMENSION, generic_rubric
from inspect_rubricblind.solvers.rubrics.saved import read_saved
from inspect_rubricblind.solvers.rubrics.written import number


def items(text, stop="stop"):
    parsed = read_list(text, stop, ListReply)
    if parsed.value is None:
        return parsed.failure
    return [(item.criterion, item.kind) for item in parsed.value.items]


def test_the_generic_rubric_has_12_criteria_in_8_dimensions_of_equal_weight():
    rubric = generic_rubric()
    dimensions = {t for c in rubric for t in c.tags if t.startswith(DIMENSION)}
    assert (len(rubric), len(dimensions)) == (12, 8)
    assert {c.points for c in rubric} == {1}
    assert [c.index for c in rubric] == list(range(12))


def test_a_numbered_list_is_read_with_its_tags():
    text = (
        "Here is the rubric:\n\n"
        "1. The answer names a dose. [Hard Rule]\n"
        "2) The answer is clear. [Principle]\n"
        "3. **The answer is bold.** (hard rule)\n"
        "4. The answer goes on\n   in a second line. [principle]\n"
        "5. The answer has no tag.\n\n"
        "I hope this helps."
    )
    assert items(text) == [
        ("The answer names a dose.", "hard rule"),
        ("The answer is clear.", "principle"),
        ("The answer is bold.", "hard rule"),
        ("The answer goes on in a second line.", "principle"),
        ("The answer has no tag.", "untagged"),
    ]


def test_a_think_block_is_no_part_of_the_list():
    assert items("<think>1. Not this.</think>\n1. This.") == [("This.", "untagged")]


@pytest.mark.parametrize(
    ("text", "stop", "failure"),
    [
        ("", "stop", "empty"),
        ("I'm sorry, but I can't help with that.", "stop", "refused"),
        ("A rubric needs thought.", "stop", "unparsed"),
        ("1. One.\n2. Tw", "max_tokens", "truncated"),
        ("1. One.", "content_filter", "refused"),
        ("1. [Hard Rule]\n2. [Principle]", "stop", "unparsed"),
        ("\n".join(f"{n}. x" for n in range(1, MOST + 2)), "stop", "unparsed"),
    ],
)
def test_what_is_no_list_is_a_named_failure(text, stop, failure):
    assert items(text, stop) == failure


@given(st.text(max_size=300))
def test_no_text_breaks_the_list_reader(text):
    found = items(text)
    assert isinstance(found, str) or all(criterion for criterion, _ in found)


def weighted(criteria, schema=WeightedReply):
    return parse_reply(json.dumps({"criteria": criteria}), "stop", schema)


@pytest.mark.parametrize(
    ("weight", "read"),
    [(0, 0), (10, 10), (7.0, 7), (11, None), (-1, None), (2.5, None), ("7", None)],
)
def test_weights_are_whole_numbers_from_0_to_10(weight, read):
    parsed = weighted([{"criterion": "Says it.", "weight": weight}])
    found = parsed.value.criteria[0].weight if parsed.value else None
    assert (found, parsed.failure) == (read, None if read is not None else "unparsed")


def test_an_empty_rubric_is_unreadable_but_nothing_may_be_added():
    assert weighted([]).failure == "unparsed"
    assert weighted([], AddedReply).value.criteria == []
    assert weighted([{"criterion": " ", "weight": 1}]).failure == "unparsed"


def test_the_same_words_count_once():
    lines = [("Says it.", 3, ()), ("says  it", 5, ()), ("Says more.", 2, ())]
    criteria, repeated = number(lines)
    assert [(c.index, c.points) for c in criteria] == [(0, 3), (1, 2)]
    assert repeated == 1


def test_a_file_of_rubrics_is_checked(tmp_path):
    path = tmp_path / "rubrics.jsonl"
    row = {
        "id": "a",
        "scheme": "openrubrics",
        "criteria": [{"criterion": "Says it.", "points": 1}],
    }

    def write(*rows):
        path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
        return str(path)

    assert read_saved(write(row))["a"].rubric()[0].criterion == "Says it."
    with pytest.raises(ValueError, match="one scheme"):
        read_saved(write(row, {**row, "id": "b", "scheme": "rubrichub"}))
    with pytest.raises(ValueError, match="no_rubric must say why"):
        read_saved(write({**row, "criteria": []}))
    with pytest.raises(ValueError, match="id"):
        read_saved(write(row, row))
    with pytest.raises(ValueError, match="no row"):
        read_saved(write())
    assert read_saved(write({**row, "criteria": [], "no_rubric": "list: empty"}))
