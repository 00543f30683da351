import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspect_rubricblind.tasks.healthbench import SAMPLE
from inspect_rubricblind.tasks.planning.workload import (
    CaseSize,
    assumed_workload,
    dataset_workload,
    estimate_tokens,
)

ROWS = [json.loads(line) for line in SAMPLE.open(encoding="utf-8")]


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", 0),
        ("four", 1),
        ("seven!!", 1.75),
        ("发烧三天", 4),
        ("발열", 2),
        ("かぜ 39", 2.75),
    ],
)
def test_four_characters_make_a_token_but_one_does_without_spaces(text, tokens):
    assert estimate_tokens(text) == tokens


@given(st.text(), st.text())
def test_two_texts_together_are_as_long_as_both(one, other):
    both = estimate_tokens(one) + estimate_tokens(other)
    assert estimate_tokens(one + other) == pytest.approx(both)


def test_given_numbers_stand_for_every_case():
    workload = assumed_workload(500, 11.45, 70, 320, 492)
    assert workload.sizes == (CaseSize(320, 492, 11.45, 801.5),)
    assert (workload.cases, workload.scale) == (500, 500)


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ((0, 5, 1, 1, 1), "cases must be more than 0, but got 0"),
        ((1, 0, 1, 1, 1), "criteria must be more than 0"),
        ((1, 5, float("nan"), 1, 1), "criterion tokens must be more than 0"),
        ((1, 5, 1, 1, -3), "answer tokens must be more than 0, but got -3"),
    ],
)
def test_numbers_out_of_range_are_refused(numbers, message):
    with pytest.raises(ValueError, match=message):
        assumed_workload(*numbers)


def test_a_dataset_gives_its_own_criteria_and_texts():
    workload = dataset_workload("healthbench", "sample", "full", "auto", answer=100)
    assert workload.cases == len(workload.sizes) == len(ROWS)
    assert [size.criteria for size in workload.sizes] == [
        len(row["rubrics"]) for row in ROWS
    ]
    first = ROWS[0]
    texts = [f"{turn['role']}: {turn['content']}" for turn in first["prompt"]]
    assert workload.sizes[0] == CaseSize(
        question=len("\n\n".join(texts)) / 4,
        answer=100,
        criteria=len(first["rubrics"]),
        criteria_tokens=sum(len(item["criterion"]) for item in first["rubrics"]) / 4,
    )


def test_reference_answers_are_as_long_as_they_are():
    workload = dataset_workload("healthbench", "sample", "full", "reference")
    answer = ROWS[0]["ideal_completions_data"]["ideal_completion"]
    assert workload.sizes[0].answer == estimate_tokens(answer)


def test_fewer_cases_than_the_dataset_holds_are_an_average_draw():
    workload = dataset_workload("healthbench", "sample", "full", "auto", cases=5)
    assert (workload.cases, len(workload.sizes)) == (5, len(ROWS))
    assert workload.scale == 5 / len(ROWS)
    with pytest.raises(ValueError, match=rf"cases must be 1 to {len(ROWS)}.* got 99"):
        dataset_workload("healthbench", "sample", "full", "auto", cases=99)
