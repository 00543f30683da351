import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspect_rubricblind.calls.formats import (
    CoverageReply,
    GraderReply,
    InjectorReply,
    JudgeReply,
)
from inspect_rubricblind.calls.replies import looks_refused, parse_reply

MET = '{"explanation": "It says so.", "criteria_met": true}'
NOT_MET = '{"explanation": "It does not.", "criteria_met": false}'

READABLE = [
    ("bare", MET, True, ()),
    ("fence", f"```json\n{MET}\n```", True, ("fence",)),
    ("fence without a language", f"```\n{NOT_MET}\n```", False, ("fence",)),
    ("prose before", f"Here is my verdict:\n{MET}", True, ("prose",)),
    ("prose and fence", f"Sure!\n```json\n{MET}\n```\nDone.", True, ("fence", "prose")),
    ("string boolean", MET.replace("true", '"True"'), True, ("string_boolean",)),
    (
        "trailing comma",
        NOT_MET.replace("false}", "false,}"),
        False,
        ("trailing_comma",),
    ),
    (
        "python literal",
        "{'explanation': 'It says so.', 'criteria_met': True}",
        True,
        ("python_literal",),
    ),
    (
        "raw line break in a string",
        '{"explanation": "one\ntwo", "criteria_met": false}',
        False,
        ("control_characters",),
    ),
    ("think block", f"<think>{NOT_MET}</think>{MET}", True, ("reasoning_block",)),
    (
        "two objects that agree",
        f"{MET}\n{MET}",
        True,
        ("two_objects",),
    ),
    (
        "a foreign object beside the verdict",
        f'{{"note": 1}} {NOT_MET}',
        False,
        (),
    ),
    (
        "verdict quoted inside the explanation",
        json.dumps({"explanation": f"The answer says {MET}", "criteria_met": False}),
        False,
        (),
    ),
    (
        "braces of the graded answer in the prose",
        f"The answer contains {{dose}} and {{}} marks. {MET}",
        True,
        ("prose",),
    ),
    ("no explanation", '{"criteria_met": false}', False, ()),
    (
        "a comma before a brace inside a string survives",
        '{"explanation": "a,}", "criteria_met": true,}',
        True,
        ("trailing_comma",),
    ),
]

UNREADABLE = [
    ("nothing", "", "stop", "empty"),
    ("white space", " \n ", "stop", "empty"),
    ("prose only", "The criterion is met: true.", "stop", "unparsed"),
    ("yes is not a boolean", MET.replace("true", '"yes"'), "stop", "not_boolean"),
    ("one is not a boolean", MET.replace("true", "1"), "stop", "not_boolean"),
    ("null is not a boolean", MET.replace("true", "null"), "stop", "not_boolean"),
    ("two objects that disagree", f"{MET}\n{NOT_MET}", "stop", "unparsed"),
    ("cut off", MET[:-8], "max_tokens", "truncated"),
    ("an open reasoning block", "<think>Let me see", "stop", "truncated"),
    ("filter", "", "content_filter", "refused"),
    ("refusal", "I'm sorry, but I can't help with that.", "stop", "refused"),
    ("wrong key", '{"verdict": true}', "stop", "unparsed"),
    ("a list", "[true]", "stop", "unparsed"),
    (
        "key in a nested object only",
        '{"a": {"criteria_met": true}}',
        "stop",
        "unparsed",
    ),
]


@pytest.mark.parametrize(
    ("text", "met", "repairs"), [r[1:] for r in READABLE], ids=[r[0] for r in READABLE]
)
def test_a_readable_reply_gives_its_verdict_and_names_each_repair(text, met, repairs):
    parsed = parse_reply(text, "stop", GraderReply)
    assert parsed.failure is None, parsed.detail
    assert parsed.value is not None
    assert parsed.value.criteria_met is met
    assert set(parsed.repairs) == set(repairs)


@pytest.mark.parametrize(
    ("text", "stop_reason", "failure"),
    [u[1:] for u in UNREADABLE],
    ids=[u[0] for u in UNREADABLE],
)
def test_an_unreadable_reply_is_never_a_verdict(text, stop_reason, failure):
    parsed = parse_reply(text, stop_reason, GraderReply)
    assert parsed.value is None
    assert parsed.failure == failure


def test_one_damaged_object_among_two_makes_the_reply_unreadable():
    parsed = parse_reply(f'{MET} {{"criteria_met": "maybe"}}', "stop", GraderReply)
    assert (parsed.value, parsed.failure) == (None, "not_boolean")


def test_a_finished_object_counts_although_the_reply_ran_out_of_tokens():
    parsed = parse_reply(f"{MET}\nFurthermore", "max_tokens", GraderReply)
    assert parsed.value is not None
    assert parsed.value.criteria_met is True


def test_an_injector_without_edits_is_unreadable():
    parsed = parse_reply('{"edits": [], "claim": "x"}', "stop", InjectorReply)
    assert parsed.failure == "unparsed"
    assert "edits" in parsed.detail


def test_an_empty_list_of_covered_criteria_is_an_answer():
    parsed = parse_reply('{"reasoning": "none", "criteria": []}', "stop", CoverageReply)
    assert parsed.value is not None
    assert parsed.value.criteria == []


def test_a_judge_must_answer_all_three_tests():
    parsed = parse_reply('{"error_present": true}', "stop", JudgeReply)
    assert parsed.failure == "unparsed"


@given(st.text(max_size=300), st.booleans())
def test_any_explanation_survives_json_and_never_decides(explanation, met):
    text = json.dumps({"explanation": explanation, "criteria_met": met})
    parsed = parse_reply(text, "stop", GraderReply)
    assert parsed.value == GraderReply(explanation=explanation, criteria_met=met)


@given(st.text(alphabet="{}[]\",:' \\tru efals0123<think>`\n", max_size=400))
def test_no_text_makes_the_reader_fail(text):
    parsed = parse_reply(text, "stop", GraderReply)
    assert (parsed.value is None) == (parsed.failure is not None)


def test_a_flood_of_braces_is_given_up_quickly():
    assert parse_reply("{" * 20_000, "stop", GraderReply).failure == "unparsed"


@pytest.mark.parametrize("text", ["Sorry, I cannot", "I can't do that", "As an AI"])
def test_refusals_are_recognised_by_their_opening(text):
    assert looks_refused(text)


def test_a_clinical_sentence_is_no_refusal():
    assert not looks_refused("Patients who cannot swallow need a soft diet.")
