from inspect_rubricblind.records import Criterion, Edit
from inspect_rubricblind.scorers.support import estimate
from synthetic_logs import variant

ANSWER = "Take ibuprofen 400 mg with food. Call your doctor if the pain gets worse."
DOSE = Edit(find="400 mg", replace="4000 mg")


def found(text: str) -> bool | None:
    one = Criterion(index=0, criterion=text, points=5)
    changed = variant("F1", edits=(DOSE,), claim="The ibuprofen dose is 4000 mg.")
    [said] = estimate(ANSWER, changed, [one])
    return said.catch_all if said.covered else None


def test_a_criterion_that_names_the_subject_is_no_catch_all():
    assert found("States the ibuprofen dose of 400 mg with food") is False


def test_a_criterion_about_all_statements_is_one():
    assert found("Includes no factually incorrect statements") is True


def test_a_criterion_that_does_not_cover_is_neither():
    assert found("Greets the user warmly") is None
