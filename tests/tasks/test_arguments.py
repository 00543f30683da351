import pytest

from inspect_rubricblind.records import ERROR_CODES
from inspect_rubricblind.tasks.arguments import check_arguments

GIVEN = {
    "dataset": "official",
    "subset": "full",
    "answers": "auto",
    "verdicts": None,
    "applicability": "auto",
    "injector": "auto",
    "coverage": "auto",
    "error_types": None,
    "controls": True,
    "repeats": 1,
    "seed": 0,
    "shard": None,
}


def check(unknown=None, **changes):
    return check_arguments(
        "healthbench", ("full", "hard"), GIVEN | changes, unknown or {}
    )


@pytest.mark.parametrize("value", ["F1,K1", ["K1", "F1"], "K1, F1", ("F1", "K1")])
def test_error_types_are_a_string_or_a_list_in_the_taxonomys_order(value):
    assert check(error_types=value).error_types == ["F1", "K1"]


def test_without_error_types_all_are_meant():
    assert check().error_types == list(ERROR_CODES)


@pytest.mark.parametrize(("value", "on"), [(1, True), (0, False), (False, False)])
def test_controls_are_a_switch_or_a_count(value, on):
    assert check(controls=value).controls is on


def test_seed_zero_is_a_seed():
    assert [check(seed=seed).seed for seed in (0, 7)] == [0, 7]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"subset": "easy"}, "subset must be one of 'full', 'hard', but got 'easy'"),
        ({"subset": ["full"]}, r"subset must be one of .* but got \['full'\]"),
        ({"injector": "llm"}, "injector must be one of 'auto', 'rules', 'model'"),
        ({"applicability": True}, "applicability must be one of .* but got True"),
        ({"coverage": None}, "coverage must be one of .* but got None"),
        ({"error_types": "F9"}, "error types must be among F1, .* but got 'F9'"),
        ({"error_types": []}, "error types must be a list with one or more of F1"),
        ({"error_types": "F1,K1, F1"}, "must name each code once, but got F1 more"),
        ({"error_types": ["K1", "K1"]}, "must name each code once, but got K1 more"),
        ({"error_types": "F1,"}, "error types must be among F1, .* but got ''"),
        ({"seed": -1}, "seed must be 0 or more, but got -1"),
        ({"error_types": 3}, "error_types must be a code or a list of codes"),
        ({"error_types": [3]}, "error_types must be a code or a list of codes"),
        ({"controls": 2}, "controls must be true or 1"),
        ({"controls": 1.0}, "controls must be true or 1"),
        ({"controls": "yes"}, "controls must be true or 1"),
        ({"repeats": -1}, "repeats must be 0 or more, but got -1"),
        ({"repeats": True}, "repeats must be a whole number, but got True"),
        ({"seed": "abc"}, "seed must be a whole number, but got 'abc'"),
        ({"seed": True}, "seed must be a whole number, but got True"),
        ({"seed": 1.5}, "seed must be a whole number, but got 1.5"),
        ({"shard": "4/4"}, 'shard must be "i/n"'),
        ({"dataset": 3}, "dataset must be a word or a path, but got 3"),
        ({"answers": ""}, "answers must be a word or a path, but got ''"),
        ({"verdicts": "v.jsonl"}, "verdicts belong to given answers"),
        ({"answers": "reference", "verdicts": 3}, "verdicts must be a word or a path"),
    ],
)
def test_a_value_that_is_not_allowed_is_refused_by_name(changes, message):
    with pytest.raises(ValueError, match=message):
        check(**changes)


def test_unknown_arguments_are_named_with_the_allowed_ones():
    with pytest.raises(ValueError, match=r"among dataset, .*shard, but got models, n"):
        check(unknown={"n": 1, "models": "x"})
