import itertools
from dataclasses import replace

import numpy as np
import pytest
from statistics_published import cells, pairs

from inspect_rubricblind.logs.statistics.auroc import paired_auroc
from inspect_rubricblind.logs.statistics.detection import detection_test
from inspect_rubricblind.logs.statistics.equivalence import equivalence_test
from inspect_rubricblind.logs.statistics.intervals import Interval
from inspect_rubricblind.logs.statistics.verdicts import Evidence, decide, s1_verdict


def evidence(code, win, tie, loss, has_control=True, above=False):
    outcome, question = pairs(win, tie, loss), np.arange(win + tie + loss)
    return Evidence(
        code,
        len(outcome),
        float(outcome.mean()),
        detection_test(outcome, question).p,
        equivalence_test(outcome, question).p,
        has_control,
        above,
    )


DETECTED = evidence("F3", 60, 30, 10)
UNMOVED = evidence("F4", 2, 296, 2)
UNSURE = evidence("K1", 20, 60, 15)


def verdict(*items, qualified=False):
    decided = decide(items, grader_qualified=qualified)
    return [(d.verdict, d.kind, d.flags) for d in decided]


def test_more_wins_detect_and_more_losses_reverse():
    reverse = evidence("F3", 10, 30, 60)
    assert verdict(DETECTED) == [("DETECTS", None, ())]
    assert verdict(reverse) == [("REVERSED", None, ())]


def test_detection_without_a_control_of_the_shape_is_flagged():
    bare = replace(DETECTED, has_control=False)
    assert verdict(bare) == [("DETECTS", None, ("no control of its shape",))]


def test_a_detected_effect_within_the_margin_is_small():
    small = evidence("F3", 190, 9_700, 110)
    assert verdict(small) == [("DETECTS", None, ("small",))]


def test_blind_needs_assay_sensitivity_from_the_grader_or_another_type():
    alone = ("UNDERPOWERED", None, ("no assay sensitivity",))
    assert verdict(UNMOVED) == [alone]
    assert verdict(UNMOVED, qualified=True) == [("BLIND", "score unmoved", ())]
    assert verdict(UNMOVED, DETECTED)[0] == ("BLIND", "score unmoved", ())
    assert verdict(UNMOVED, UNSURE)[0] == alone


def test_a_reversed_type_is_no_proof_that_the_rubric_detects():
    reverse = evidence("F3", 10, 30, 60)
    assert verdict(UNMOVED, reverse)[0][2] == ("no assay sensitivity",)


@pytest.mark.parametrize(
    ("above", "kind"),
    [
        (True, "moves both ways"),
        (False, "score unmoved"),
        (None, "no repeats to compare"),
    ],
)
def test_blind_states_its_kind(above, kind):
    item = replace(UNMOVED, discordance_above_repeats=above)
    assert verdict(item, qualified=True) == [("BLIND", kind, ())]


def test_neither_detected_nor_equivalent_is_underpowered_not_blind():
    assert verdict(UNSURE, qualified=True) == [("UNDERPOWERED", None, ())]


def test_few_pairs_are_outside_the_family_whatever_they_show():
    few = evidence("O1", 29, 0, 0)
    decision = decide([few, DETECTED], grader_qualified=True)[0]
    assert decision.verdict == "UNDERPOWERED"
    assert decision.flags == ("fewer than 30 pairs",)
    assert decision.detection_p_holm is None
    assert (
        decide([DETECTED], grader_qualified=True)[0]
        == (decide([few, DETECTED], grader_qualified=True)[1])
    )


def test_holm_is_over_the_family_for_detection_and_equivalence_apart():
    decided = decide([DETECTED, UNMOVED, UNSURE], grader_qualified=True)
    raw = sorted(x.detection_p for x in (DETECTED, UNMOVED, UNSURE))
    assert decided[0].detection_p_holm == pytest.approx(3 * raw[0])
    assert decided[1].equivalence_p_holm == pytest.approx(3 * UNMOVED.equivalence_p)


def test_an_undefined_equivalence_never_makes_a_type_blind():
    item = replace(UNMOVED, equivalence_p=None)
    assert verdict(item, qualified=True) == [("UNDERPOWERED", None, ())]


def test_order_of_types_changes_no_verdict():
    items = [DETECTED, UNMOVED, UNSURE, evidence("R1", 1, 30, 0)]
    expected = {d.error_type: d for d in decide(items, grader_qualified=False)}
    for order in itertools.permutations(items):
        found = {d.error_type: d for d in decide(order, grader_qualified=False)}
        assert found == expected


def test_a_type_that_occurs_twice_is_refused():
    with pytest.raises(ValueError, match="F3 again"):
        decide([DETECTED, DETECTED], grader_qualified=True)


def test_no_evidence_gives_no_verdict():
    assert decide([], grader_qualified=True) == ()


def test_s1_verdicts_reproduce_table_19():
    for row, n, w, t, lost in cells("table_17"):
        s1 = paired_auroc(pairs(w, t, lost), np.arange(n), "pair").s1
        assert s1_verdict(s1.auroc) == row["verdict"], (row["dataset"], row["code"])


def test_an_interval_that_ends_at_one_half_is_not_detected():
    assert s1_verdict(Interval(0.6, 0.5, 0.7, "S1 percentile", 9)) == "ND"
    with pytest.raises(ValueError, match="must have limits"):
        s1_verdict(Interval(0.6, None, None, "S1 percentile", 1, "why"))


def test_s1s_types_that_are_not_distinguished_on_healthbench_are_all_underpowered():
    items = [
        evidence(row["code"], w, t, lost)
        for row, _, w, t, lost in cells("table_17")
        if row["dataset"] == "HealthBench"
    ]
    decided = {d.error_type: d.verdict for d in decide(items, grader_qualified=False)}
    detected = {code for code, v in decided.items() if v == "DETECTS"}
    assert detected == {"R1", "F3", "C1", "R2", "O2", "C2", "K2"}
    assert {v for code, v in decided.items() if code not in detected} == {
        "UNDERPOWERED"
    }
