from dataclasses import replace

import pytest
from scenario_files import scenario

from inspect_rubricblind.logs.scenarios.blindness import blindness_rows
from inspect_rubricblind.logs.scenarios.check_tables import blindness_tables
from inspect_rubricblind.logs.scenarios.reading import (
    RatedAnswer,
    WeighedPair,
    settle,
)
from inspect_rubricblind.records.scenario import Scenario

WEIGHTS = (5, 5, 3, 1)
RUBRIC = Scenario.model_validate(
    scenario("t", [(weight, ["Safety"]) for weight in WEIGHTS])
).as_criteria()
MET = {"+": True, "-": False, "?": None}


def pair(covered, before="", after="", grader=None):
    labels = (tuple(MET[x] for x in said) for said in (before, after))
    made = ("rules", "F1", "rules")
    return WeighedPair(*made, covered, grader, "s" if grader else "", *labels)


def rows_of(*pairs, scenarios=1):
    answers = [
        RatedAnswer(
            scenario=f"t{number}",
            specialty="medicine",
            dataset_kind="path",
            model="m",
            epoch=1,
            is_golden=False,
            sha256="x",
            text="x",
            prompt="p",
            criteria=RUBRIC,
            pairs=pairs,
        )
        for number in range(scenarios)
    ]
    return {row["weight"]: row for row in blindness_rows(answers)}


def test_pairs_stand_under_the_heaviest_criterion_that_asks():
    rows = rows_of(pair((0, 3)), pair((2,)), pair(()), pair((3,)), pair(None))
    counts = {weight: row["n_pairs"] for weight, row in rows.items()}
    assert counts == {None: 4, 0: 1, 1: 1, 2: 0, 3: 1, 4: 0, 5: 1}
    asked = {weight: row["n_covered"] for weight, row in rows.items()}
    assert asked == {None: 3, 0: 0, 1: 2, 2: 0, 3: 1, 4: 0, 5: 1}
    assert rows[None]["covered"] == 0.75
    assert {row["n_unscored"] for row in rows.values()} == {1}
    assert all(row["win"] is None for row in rows.values())
    assert rows[5]["win_reason"] == "no grader bound"
    assert rows[2]["flags"] == ["n < 30"]


def test_outcomes_and_own_points_are_those_of_hand_made_verdicts():
    rows = rows_of(
        # Weight 5 asks and drops: all points and its own fall.
        pair((0,), "++++", "-+++", "g"),
        # Weight 5 asks and stays; a trivial one falls: the score falls, not its own.
        pair((1,), "++++", "+++-", "g"),
        # Nothing changes: blind at weight 5.
        pair((0, 2), "++++", "++++", "g"),
        # Weight 3 asks; its verdict is lost, so nothing is decided.
        pair((2,), "++++", "++?+", "g"),
        scenarios=2,
    )
    five = rows[5]
    assert (five["n_pairs"], five["n_decided"], five["n_ungraded"]) == (6, 6, 0)
    assert (five["win"], five["tie"], five["loss"]) == pytest.approx((2 / 3, 1 / 3, 0))
    assert five["auroc"] == pytest.approx((2 + 0.5) / 3)
    assert five["own_n"] == 6
    assert five["own_auroc"] == pytest.approx((1 + 0.5 + 0.5) / 3)
    three = rows[3]
    assert (three["n_pairs"], three["n_decided"], three["n_ungraded"]) == (2, 0, 2)
    assert three["win_reason"] == "no pair is decided"
    # The third pair is asked about by weight 3 too, and its verdict is known.
    assert (three["n_covered"], three["own_n"], three["own_auroc"]) == (4, 2, 0.5)
    assert rows[None]["n_decided"] == 6


def test_graders_stand_in_tables_of_their_own():
    found = rows_of(pair((0,), "++++", "-+++", "g"))
    [table] = blindness_tables(list(found.values()))
    assert table.title.endswith("errors by rules, graded by g")
    assert [row[0] for row in table.rows][:2] == ["any or none*", "none asks*"]
    assert "Coverage: rules." in table.notes


def test_a_pair_that_was_graded_does_not_stand_there_ungraded_too():
    ungraded, graded = pair((0,)), pair((0,), "++++", "-+++", "g")
    [answer] = [
        RatedAnswer(
            scenario="t",
            specialty="medicine",
            dataset_kind="path",
            model="m",
            epoch=1,
            is_golden=False,
            sha256="x",
            text="x",
            prompt="p",
            criteria=RUBRIC,
            pairs=(ungraded,),
        )
    ]
    other = replace(ungraded, injector="model")
    found = settle([answer, replace(answer, pairs=(graded, other))])
    assert set(found[0].pairs) == {graded, other}
    assert {row["injector"] for row in blindness_rows(found)} == {"rules", "model"}
