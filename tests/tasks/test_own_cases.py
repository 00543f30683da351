import json
import re
from pathlib import Path

import pytest

from inspect_rubricblind.records import CONTROL_SHAPES, ERROR_CODES, stream
from inspect_rubricblind.solvers.checks import check_edits
from inspect_rubricblind.solvers.controls import limits_of
from inspect_rubricblind.solvers.rules import RULES, Passage
from inspect_rubricblind.solvers.rules.controls import CONTROLS
from inspect_rubricblind.tasks.gold import load_cases
from inspect_rubricblind.tasks.healthbench import SAMPLE
from inspect_rubricblind.tasks.own_cases import (
    SAMPLES,
    WITH_ERRORS,
    validate_cases,
    validate_marks,
    validate_samples,
)
from inspect_rubricblind.taxonomy.language import detect_language
from inspect_rubricblind.taxonomy.load import load_taxonomy
from inspect_rubricblind.taxonomy.model import CANARY

THEMES = {
    "global_health",
    "hedging",
    "communication",
    "context_seeking",
    "emergency_referrals",
    "health_data_tasks",
    "complex_responses",
}


@pytest.fixture
def row():
    with SAMPLE.open(encoding="utf-8") as stream:
        return json.loads(next(stream))


def write(tmp_path, *rows):
    path = tmp_path / "cases.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return path


def test_bundled_files_keep_their_promises():
    assert validate_samples() == []


def test_cases_are_varied():
    cases = list(load_cases().values())
    assert len(cases) >= 18
    assert {case.theme for case in cases} == THEMES
    assert sum(len(case.turns) > 1 for case in cases) >= 3
    languages = [detect_language(case.reference) for case in cases]
    assert {language for language in languages if language != "en"} == {"es", "zh"}


def test_reference_answers_have_the_length_of_a_real_answer():
    for case in load_cases().values():
        if detect_language(case.reference) != "zh":
            assert 150 <= len(case.reference.split()) <= 350, case.id


def passages():
    """Id and passage of every own case, as the solvers build it."""
    for case in load_cases().values():
        asked = [turn.content for turn in case.turns if turn.role == "user"]
        yield case.id, Passage.build("\n\n".join(asked), case.reference)


def count_made(rule, limits, purpose):
    """In how many own cases a rule makes a copy that passes the checks."""
    return sum(
        any(
            check_edits(passage.answer, candidate.edits, limits) == ()
            for candidate in rule.candidates(passage, stream(0, case_id, purpose))
        )
        for case_id, passage in passages()
    )


@pytest.mark.parametrize("code", ERROR_CODES)
def test_every_error_type_can_be_made_in_three_cases(code):
    limits = load_taxonomy().by_code(code).limits
    assert count_made(RULES[code], limits, f"inject:{code}") >= 3


@pytest.mark.parametrize("shape", CONTROL_SHAPES)
def test_every_shape_of_control_can_be_made_in_three_cases(shape):
    assert count_made(CONTROLS[shape], limits_of(shape), f"control:{shape}") >= 3


def test_formats_of_other_benchmarks_are_as_published():
    with (SAMPLES / "medhallu.jsonl").open(encoding="utf-8") as stream:
        rows = [json.loads(line) for line in stream]
    assert all(isinstance(row["Knowledge"], list) for row in rows)
    assert {row["Difficulty Level"] for row in rows} == {"easy", "medium", "hard"}
    assert len({row["Category of Hallucination"] for row in rows}) == 4
    live = json.loads((SAMPLES / "livemedbench.json").read_text(encoding="utf-8"))
    assert all(isinstance(row["case_id"], int) for row in live)
    with (SAMPLES / "healthbench_professional.jsonl").open(encoding="utf-8") as stream:
        pro = [json.loads(line) for line in stream]
    assert all(row["conversation"]["messages"][-1]["role"] == "user" for row in pro)
    assert {row["use_case"] for row in pro} == {"consult", "writing", "research"}


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"sources": []}, "sources must be a list of facts"),
        ({"sources": [{"fact": "x", "source": "y"}]}, "each source must have year"),
        ({"ideal_completions_data": None}, "must hold a reference answer"),
    ],
)
def test_a_case_without_a_promised_part_is_reported(tmp_path, row, change, problem):
    [found] = validate_cases(write(tmp_path, row | change))
    assert found.startswith("cases.jsonl, line 1: ")
    assert problem in found


def test_too_few_or_one_sided_or_repeated_criteria_are_reported(tmp_path, row):
    row["rubrics"] = [c for c in row["rubrics"] if c["points"] > 0][:2] * 2
    found = validate_cases(write(tmp_path, row))
    assert [problem.split(": ")[1] for problem in found] == [
        "criteria must be 8 to 14, but got 4",
        "criteria must differ from each other",
        "criteria must include one with negative points",
    ]


def test_files_without_canary_or_warning_are_found(tmp_path):
    (tmp_path / "a.jsonl").write_text('{"canary": "none"}', encoding="utf-8")
    (tmp_path / "b.json").write_text(f'[{{"canary": "{CANARY}"}}]', encoding="utf-8")
    name = min(WITH_ERRORS)
    (tmp_path / name).write_text(f'{{"canary": "{CANARY}"}}', encoding="utf-8")
    assert [problem.split(":")[0] for problem in validate_marks(tmp_path)] == [
        "a.jsonl, record 1",
        f"{name}, record 1",
    ]


def test_a_json_file_that_is_no_list_is_an_error(tmp_path):
    (tmp_path / "a.json").write_text("{}", encoding="utf-8")
    with pytest.raises(ValueError, match="must hold one list, but got dict"):
        validate_marks(tmp_path)


def test_the_docs_name_every_file_with_its_number_of_records():
    """`docs/data.md` has a row `| file | records | format | errors |` for each."""
    text = (Path(__file__).parents[2] / "docs" / "data.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([a-z_]+\.jsonl?)` \| (\d+) \|.*\| (.+) \|$", text, re.M)
    told = {name: (int(count), "yes" in errors) for name, count, errors in rows}
    held = {}
    for path in SAMPLES.glob("*.json*"):
        content = path.read_text(encoding="utf-8")
        lines = [line for line in content.split("\n") if line.strip()]
        records = len(json.loads(content)) if path.suffix == ".json" else len(lines)
        held[path.name] = (records, path.name in WITH_ERRORS)
    assert told == held
