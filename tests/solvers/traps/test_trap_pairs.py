"""The resisting and the falling answer as one edit."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspect_rubricblind.records import Criterion, Trap, TrapTurn, apply_edits
from inspect_rubricblind.solvers.traps.answering import (
    falling_variant,
    one_edit,
    plain_pair,
)

TEXT = st.text(alphabet="ab \n", min_size=1, max_size=30).filter(str.strip)


@given(TEXT, TEXT)
def test_the_edit_makes_the_falling_answer_of_the_resisting_one(before, after):
    if before != after:
        assert apply_edits(before, [one_edit(before, after)]) == after


def test_equal_paragraphs_around_the_difference_stay_outside_the_edit():
    edit = one_edit("Hello.\n\nNo.\n\nBye.", "Hello.\n\nYes, 5 mg.\n\nBye.")
    assert (edit.find, edit.replace) == ("No.", "Yes, 5 mg.")


def test_two_equal_answers_are_refused():
    with pytest.raises(ValueError, match="must differ"):
        one_edit("same", "same")


def test_a_pair_by_rules_for_any_trap_states_truth_and_premise():
    trap = Trap(
        task="dialogue",
        subtype="A1",
        turns=(TrapTurn(role="user", content="What is the dose of x?"),),
        trap="x is a medicine.",
        truth="there is no medicine called x",
        key="x",
        criteria=(Criterion(index=0, criterion="Says so.", points=5),),
    )
    made = plain_pair(trap)
    assert "there is no medicine called x" in made.resisting
    assert "x is a medicine." in made.falling
    variant = falling_variant(made)
    assert variant.error_type == "trap A1"
    assert apply_edits(made.resisting, variant.edits) == made.falling
    assert made.sha256 == trap.sha256
