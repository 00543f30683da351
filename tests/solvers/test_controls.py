import asyncio

from inspect_rubricblind.records import Candidate, Edit, EditSize, Variant
from inspect_rubricblind.solvers.controls import control_by_rules, shapes_of
from inspect_rubricblind.solvers.rules import Passage, Rule

ANSWER = "Take 1 g of paracetamol every 6 hours. Do not take more than 4 g per day."


def injection(shape):
    return Variant(
        kind="error",
        error_type="F1",
        edits=(Edit(find="a", replace="b"),),
        claim="",
        injector="rules",
        trigger="",
        template="",
        harm=5,
        size=EditSize(
            destroyed=1, written=1, shape=shape, sentences_touched=1, length_change=0
        ),
    )


def test_each_shape_is_controlled_once_and_a_minor_addition_as_an_addition():
    shapes = ["subtractive", "additive minor", "additive", "subtractive"]
    assert shapes_of(map(injection, shapes)) == ("additive", "subtractive")
    assert shapes_of([]) == ()


def rule(find, replace):
    edits = (Edit(find=find, replace=replace),)
    candidate = Candidate(edits=edits, claim="", trigger=find, template="t")
    return Rule(lambda passage: find, lambda passage, rng: iter([candidate]))


def test_a_control_has_the_wanted_shape_or_is_discarded():
    passage = Passage.build("How much?", ANSWER)
    rules = {"same": rule("1 g", "1000 mg"), "additive": rule("every 6 hours", "")}
    same, additive = asyncio.run(
        control_by_rules(passage, ("same", "additive"), "a", 0, rules)
    )
    assert (same.accepted.kind, same.accepted.error_type) == ("control", "same")
    assert same.accepted.harm is None
    assert additive.accepted is None
    [discarded] = additive.discarded
    assert (discarded.kind, discarded.error_type) == ("control", "additive")
    assert discarded.rejections[0].rule == "shape"
