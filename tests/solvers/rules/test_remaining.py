"""What is left of an answer once a part of it is gone; own texts."""

import pytest

from inspect_rubricblind.solvers.rules.importance import importance
from inspect_rubricblind.solvers.rules.passage import Passage
from inspect_rubricblind.solvers.rules.remaining import (
    points_to_gap,
    says_again,
    says_care,
)


def gap(answer: str, gone: str) -> tuple[Passage, list[tuple[int, int]]]:
    start = answer.index(gone)
    return Passage.build("My knee hurts.", answer), [(start, start + len(gone))]


NET = "See a doctor if the knee swells."


@pytest.mark.parametrize(
    ("rest", "left"),
    [
        ("Go to the ER if it turns blue.", True),
        ("Call 911 if you faint.", True),
        ("Contact your physician about the rest.", True),
        ("Keep the leg raised at night.", False),
    ],
)
def test_care_of_another_level_is_still_care(rest: str, left: bool) -> None:
    assert says_care(*gap(f"Rest the knee. {NET} {rest}", NET)) is left


@pytest.mark.parametrize(
    "rest",
    [
        "None of the signs listed above is common.",
        "These signs are rare.",
        "The three signs in this list are rare. Any of these counts.",
    ],
)
def test_a_reference_to_the_gap_is_seen(rest: str) -> None:
    assert points_to_gap(*gap(f"Rest the knee. {NET} {rest}", NET))
    plain = gap(f"Rest the knee. {NET} Sleep well at night.", NET)
    assert not points_to_gap(*plain)


def test_one_side_of_a_choice_is_not_left_alone() -> None:
    text = f"Rest the knee. {NET} Wait until Monday in other cases."
    assert points_to_gap(*gap(text, NET), choice=True)
    assert not points_to_gap(*gap(text, NET))


def test_a_list_does_not_keep_one_item() -> None:
    text = "Check at home:\n- pulse rate\n- weight\n\nSleep well."
    assert points_to_gap(*gap(text, "weight"))
    longer = text.replace("- pulse", "- temperature\n- pulse")
    assert not points_to_gap(*gap(longer, "weight"))


def test_a_repetition_shares_words_or_the_key() -> None:
    step = "Do not give honey before twelve months."
    again = gap(f"{step} Skip salt, sugar and honey.", step)
    assert says_again(*again, key="honey")
    assert not says_again(*again)
    assert says_again(*gap(f"{step} Honey before twelve months harms.", step))


def test_a_trifle_weighs_less_than_a_red_flag() -> None:
    assert importance("Keep a diary of your sleep habits.") < 0
    assert importance("Check for chest pain and fainting.") > 2
