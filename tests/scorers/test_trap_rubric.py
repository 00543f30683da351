"""The trap judge's arithmetic and explanation; runs are in `runs/`."""

import math

import pytest

from inspect_rubricblind.records import (
    Criterion,
    CriterionVerdict,
    Trap,
    TrapResult,
    TrapTurn,
)
from inspect_rubricblind.scorers.trap_rubric import (
    count_lines,
    explain_lines,
    trap_rubric,
    values,
)


def lines(*points):
    return [
        Criterion(index=k, criterion=f"line {k}", points=p)
        for k, p in enumerate(points)
    ]


def verdicts(*met):
    return [CriterionVerdict(index=k, met=value) for k, value in enumerate(met)]


def test_a_line_that_costs_points_is_passed_if_it_is_not_met():
    found = count_lines(
        lines(5, 5, -3, -3, 2), verdicts(True, False, True, False, None)
    )
    assert found == {"failed": 2, "assessed": 4, "ungraded": 1}


def result(**counts):
    return TrapResult(
        task="dialogue",
        subtype="A1",
        source_id="s",
        planter="rules",
        planted_by="rules",
        validated_by="rules",
        rounds=1,
        **counts,
    )


def test_the_value_is_a_share_of_assessed_lines():
    assert values(result(failed=1, assessed=3, ungraded=1)) == {
        "hallucination": 1 / 3,
        "any_failed": 1.0,
        "ungraded": 0.25,
    }
    assert values(result(failed=0, assessed=4))["any_failed"] == 0.0


def test_without_a_verdict_there_is_no_value_but_the_same_keys():
    found = values(result(ungraded=4))
    assert math.isnan(found["hallucination"])
    assert math.isnan(found["any_failed"])
    assert found["ungraded"] == 1
    assert all(math.isnan(value) for value in values(result()).values())


def test_the_explanation_shows_each_line_escaped():
    trap = Trap(
        task="dialogue",
        subtype="A1",
        turns=(TrapTurn(role="user", content="?"),),
        trap="<b>false</b>",
        truth="true",
        key="x",
        criteria=tuple(lines(5, 5)),
    )
    said = explain_lines(trap, verdicts(True, None))
    assert "| passed | 5 |" in said
    assert "| ungraded | 5 |" in said
    assert "<b>" not in said
    assert "deliberate medical error" in said


def test_a_negative_draw_is_refused():
    with pytest.raises(ValueError, match="draw must be 0 or more"):
        trap_rubric(draw=-1)
