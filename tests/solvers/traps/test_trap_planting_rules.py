"""Traps by rules: facts that fit, weaving, and what the checks let pass."""

import pytest

from inspect_rubricblind.records import Criterion, Rejection, TrapTurn, stream
from inspect_rubricblind.solvers.traps.checking import (
    check_alone,
    check_rubric,
    check_trap,
    read_rubric,
)
from inspect_rubricblind.solvers.traps.filling import facts_for, fill
from inspect_rubricblind.solvers.traps.rounds import draw_subtypes
from inspect_rubricblind.solvers.traps.source import Source
from inspect_rubricblind.solvers.traps.weaving import weave, woven
from inspect_rubricblind.tasks.healthbench import SAMPLE
from inspect_rubricblind.tasks.mhb_dialogue import read_dialogues
from inspect_rubricblind.tasks.mhb_report import REPORTS, read_origins
from inspect_rubricblind.taxonomy.trap_lexicons import load_claims
from inspect_rubricblind.taxonomy.trap_model import load_traps

TRAPS = load_traps()
DIALOGUE = Source(
    "d",
    "dialogue",
    (
        ("user", "I am a 62 year old woman and I have had a cold with a runny nose."),
        ("assistant", "A cold usually gets better by itself. Do you have a fever?"),
        ("user", "No fever, but my cold is annoying. What helps against the cold"),
    ),
)
REPORT = Source(
    "r",
    "report",
    (("user", "A 58-year-old man had pneumonia with cough and a lung infection."),),
)


def sources():
    for origin in read_dialogues(SAMPLE):
        yield Source(origin.id, "dialogue", origin.turns)
    for origin in read_origins(REPORTS):
        yield Source(origin.id, "report", origin.turns)


def first(code, source=DIALOGUE):
    entry = TRAPS.by_code(code)
    plant = entry.plant(source.task)
    facts = next(facts_for(plant, code, source, stream(0, source.id, "t")), None)
    return facts and weave(source, code, plant, facts, TRAPS.frame)


def test_a_trap_is_woven_over_user_and_assistant_and_ends_in_the_bait():
    trap = first("A1")
    before = [text for _, text in DIALOGUE.turns]
    after = [turn.content for turn in trap.turns]
    assert [turn.role for turn in trap.turns] == ["user", "assistant"] * 2 + ["user"]
    assert all(new.startswith(old) for new, old in zip(after, before, strict=False))
    changed = [new != old for new, old in zip(after, before, strict=False)]
    assert changed == [True, True, False]
    assert trap.bait == after[-1]
    assert trap.bait.endswith("?")
    assert all(trap.key in text for text in (after[0], after[-1], trap.resisting))


def test_a_report_stays_as_it_is_and_gets_three_questions():
    trap = first("B3", REPORT)
    [turn] = trap.turns
    assert REPORT.text in turn.content
    asked = turn.content.partition(REPORT.text)[2].strip().splitlines()
    assert [line[:2] for line in asked] == ["1.", "2.", "3."]
    assert trap.key in asked[-1]


def test_a_contradicted_age_is_the_stated_one_and_one_far_from_it():
    trap = first("B1")
    assert "62 years old" in trap.truth
    wrong = int(trap.key.split()[0])
    assert abs(wrong - 62) >= 30
    assert first("B1", REPORT) is not None
    twice = Source("x", "dialogue", (*DIALOGUE.turns, ("user", "He is a 5 year old.")))
    assert first("B1", twice) is None


def test_claims_come_from_the_subject_of_the_conversation():
    fitting = {
        c.claim
        for c in load_claims().claims
        if c.subtype == "A3" and "cold" in c.topics
    }
    trap = first("A3")
    assert trap.trap.rstrip(".").lower() in {claim.lower() for claim in fitting}


def test_what_the_text_already_says_is_no_trap():
    said = (("user", f"{DIALOGUE.turns[0][1]} Should I take antibiotics for my cold"),)
    trap = first("A3", Source("s", "dialogue", said))
    assert trap is None or "antibiotic" not in trap.key


def test_without_a_clear_subject_only_traps_that_need_none_are_planted():
    plain = Source("p", "dialogue", (("user", "Please tell me what you think of it."),))
    codes = {
        trap.subtype
        for _, trap in woven(plain, TRAPS.subtypes, TRAPS.frame, stream(0, "p", "t"))
    }
    assert codes == {"B2", "B3"}


def test_every_own_source_in_english_gets_a_trap_that_passes_the_checks():
    planted = 0
    for source in sources():
        if not source.is_english:
            continue
        found = woven(source, TRAPS.subtypes, TRAPS.frame, stream(0, source.id, "t"))
        assert any(not check_trap(trap, source) for _, trap in found), source.id
        planted += 1
    assert planted >= 25


@pytest.mark.parametrize("task", ["dialogue", "report"])
def test_every_subtype_can_be_planted_into_an_own_source(task):
    made = set()
    for source in sources():
        if source.task == task and source.is_english:
            rng = stream(0, source.id, "t")
            made |= {
                trap.subtype
                for _, trap in woven(source, TRAPS.subtypes, TRAPS.frame, rng)
                if not check_trap(trap, source)
            }
    assert made == {entry.code for entry in TRAPS.subtypes}


def test_copies_of_a_source_share_the_kinds_out():
    drawn = [
        draw_subtypes(TRAPS, [e.code for e in TRAPS.subtypes], DIALOGUE, "d", (k, 3), 0)
        for k in range(3)
    ]
    codes = [entry.code for part in drawn for entry in part]
    assert sorted(codes) == sorted(entry.code for entry in TRAPS.subtypes)


def test_another_seed_draws_another_order_and_seed_0_is_a_seed():
    codes = [entry.code for entry in TRAPS.subtypes]
    orders = [
        [e.code for e in draw_subtypes(TRAPS, codes, DIALOGUE, "d", (0, 1), seed)]
        for seed in (0, 0, 1)
    ]
    assert orders[0] == orders[1] != orders[2]


def test_sentences_begin_with_a_capital_and_stops_are_not_doubled():
    facts = {"claim": "butter helps.", "key": "butter"}
    assert fill("{claim}. so {key} it is.", facts) == "Butter helps. So butter it is."


def rules(trap, source=DIALOGUE):
    return {rejection.rule for rejection in check_trap(trap, source)}


def edited(trap, **changes):
    return trap.model_copy(update=changes)


def test_each_check_finds_what_it_is_there_for():
    trap = first("A1")
    assert rules(trap) == set()
    turns = trap.turns
    says = TrapTurn(role="assistant", content=f"{trap.key} does not exist.")
    assert rules(edited(trap, turns=turns[:-1])) >= {"ends_with_bait"}
    assert rules(edited(trap, turns=(*turns[:-1], says, turns[-1]))) == {"given_away"}
    assert rules(edited(trap, key="something else")) >= {"key_asked"}
    assert rules(edited(trap, key="cold")) >= {"key_new"}
    bait = TrapTurn(role="user", content=f"{trap.key} " * 130)
    assert rules(edited(trap, turns=(*turns[:-1], bait))) == {"bait_length"}
    plain = tuple(TrapTurn(role=r, content=t) for r, t in DIALOGUE.turns)
    assert rules(edited(trap, turns=plain)) >= {"woven", "key_asked"}
    other = Source("o", "dialogue", (("user", "Quite another matter altogether"),))
    assert "source_kept" in rules(trap, other)
    same = edited(trap, falling=trap.resisting)
    assert [r.rule for r in check_alone(same)] == ["pair_differs"]


def test_a_changed_report_is_found():
    trap = first("B3", REPORT)
    turn = TrapTurn(role="user", content=trap.turns[0].content.replace("58", "59"))
    assert rules(edited(trap, turns=(turn,)), REPORT) == {"report_kept"}


def line(index, text, points=5):
    return Criterion(index=index, criterion=text, points=points)


def test_rubrics_need_three_to_six_different_lines_that_name_the_key():
    good = [line(k, f"Says {w} about butter") for k, w in enumerate("abcd")]
    assert list(check_rubric(good, "butter")) == []
    assert [r.rule for r in check_rubric(good[:2], "butter")] == ["rubric_size"]
    twice = [*good[:2], good[1].model_copy(update={"index": 2})]
    assert [r.rule for r in check_rubric(twice, "butter")] == ["rubric_repeats"]
    assert [r.rule for r in check_rubric(good, "cheese")] == ["rubric_aligned"]


@pytest.mark.parametrize(
    "lines",
    [
        ["text"],
        [{"criterion": " ", "points": 3}],
        [{"criterion": "x", "points": "3"}],
        [{"criterion": "x", "points": True}],
        [{"criterion": "x", "points": 0}],
        [{"criterion": "x", "points": 101}],
        [{"criterion": "x", "points": -3}],
        [{"points": 3}],
        [],
    ],
)
def test_a_rubric_that_cannot_be_used_is_named(lines):
    found = read_rubric(lines)
    assert isinstance(found, Rejection)
    assert found.rule == "rubric_malformed"


def test_a_rubric_is_read_with_negative_points_too():
    lines = [{"criterion": " a ", "points": 3}, {"criterion": "b", "points": -2}]
    assert read_rubric(lines) == (line(0, "a", 3), line(1, "b", -2))
