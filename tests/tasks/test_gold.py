import json
from collections import Counter

import pytest

from inspect_rubricblind.records import CONTROL_SHAPES, ERROR_CODES, Edit, apply_edits
from inspect_rubricblind.solvers.checks import check_edits
from inspect_rubricblind.tasks.gold import (
    GOLD,
    load_cases,
    load_gold,
    outcome_of,
    validate_gold,
)
from inspect_rubricblind.taxonomy.load import load_taxonomy


@pytest.fixture(scope="module")
def gold():
    return load_gold()


@pytest.fixture(scope="module")
def cases():
    return load_cases()


@pytest.fixture
def record():
    """The first error pair of the file, as plain data to spoil."""
    with GOLD.open(encoding="utf-8") as stream:
        return json.loads(next(stream))


def reload(tmp_path, *records):
    path = tmp_path / "gold.jsonl"
    lines = [json.dumps(record, ensure_ascii=False) for record in records]
    path.write_text("\n".join(lines), encoding="utf-8")
    return load_gold(path)


def test_bundled_pairs_are_consistent(gold, cases):
    assert validate_gold(gold, cases) == []


def test_every_error_type_has_six_pairs_and_every_shape_five_controls(gold):
    counts = Counter(pair.error_type for pair in gold)
    assert min(counts[code] for code in ERROR_CODES) >= 6
    assert min(counts[shape] for shape in CONTROL_SHAPES) >= 5


def test_covered_and_uncovered_errors_both_abound(gold):
    errors = [pair.covered for pair in gold if pair.kind == "error"]
    assert 0.4 <= sum(errors) / len(errors) <= 0.7


def test_gold_has_reversals_offsets_and_criteria_without_headroom(gold):
    outcomes = Counter(pair.outcome for pair in gold if pair.kind == "error")
    assert outcomes["loss"] >= 2
    ties = [pair for pair in gold if pair.outcome == "tie"]
    offset = [
        pair.pair_id
        for pair in ties
        if any(label.should_change == "yes" for label in pair.criteria)
    ]
    assert "sickday-o2-gliflozin" in offset
    stuck = [pair for pair in ties if pair.covered and pair.kind == "error"]
    assert len(stuck) >= 5


def test_every_case_has_pairs_but_the_later_ones(gold, cases):
    """`docs/data.md` names the cases that were written after the pairs."""
    without = set(cases) - {pair.case_id for pair in gold}
    assert {case_id[:8] for case_id in without} == {
        "72a9c0d4",
        "d3f58b16",
        "48e7b3a0",
        "05c1f7e2",
    }
    assert {pair.case_id for pair in gold} <= set(cases)


@pytest.mark.parametrize("pair", load_gold(), ids=lambda pair: pair.pair_id)
def test_edited_copy_differs_and_passes_the_checks_of_its_type(pair, cases):
    answer = cases[pair.case_id].reference
    assert apply_edits(answer, pair.edits) != answer
    if pair.kind == "error":
        limits = load_taxonomy().by_code(pair.error_type).limits
        assert check_edits(answer, pair.edits, limits) == ()


def test_outcome_compares_points_with_negative_criteria_counted(gold, cases):
    pair = next(p for p in gold if p.pair_id == "chestpain-k1-certain")
    # The hedge (+5) is lost and certainty (-5) appears: ten points fewer.
    criteria = cases[pair.case_id].criteria
    change = sum(
        criteria[c.index].points * (c.met_after - c.met_before) for c in pair.criteria
    )
    assert change == -10
    assert outcome_of(pair, criteria) == "win"


@pytest.mark.parametrize(
    ("field", "value", "problem"),
    [
        ("case_id", "nowhere", "case_id must be a case of the sample"),
        ("claim", " ", "claim must be given for errors alone"),
        ("harm", None, "harm must be given for errors alone"),
        ("outcome", "loss", "outcome must be win by its points"),
        ("canary", "other", "canary must be"),
        ("warning", "nothing", "warning must say"),
        ("error_type", "same", "error_type of kind error must be one of F1"),
        ("edits", [{"find": "zzz", "replace": "y"}], "find_missing"),
        ("criteria", [], None),
    ],
)
def test_a_spoilt_pair_is_reported(tmp_path, record, cases, field, value, problem):
    record[field] = value
    if problem is None:
        with pytest.raises(ValueError, match=f"line 1, row .*field {field}"):
            reload(tmp_path, record)
        return
    problems = validate_gold(reload(tmp_path, record), cases)
    assert any(problem in found for found in problems), problems


def test_a_missing_label_is_reported(tmp_path, record, cases):
    record["criteria"].pop()
    [problem] = validate_gold(reload(tmp_path, record), cases)
    assert "criteria must be labelled once each" in problem


def test_should_change_must_agree_with_the_verdicts(tmp_path, record, cases):
    changed = next(c for c in record["criteria"] if c["should_change"] == "yes")
    changed["should_change"] = "no"
    [problem] = validate_gold(reload(tmp_path, record), cases)
    assert f"criterion {changed['index']}: should_change must be yes" in problem


def test_unsure_leaves_the_verdict_open(tmp_path, record, cases):
    changed = next(c for c in record["criteria"] if c["should_change"] == "yes")
    changed["should_change"] = "unsure"
    assert validate_gold(reload(tmp_path, record), cases) == []


def test_the_original_has_the_same_verdicts_in_all_pairs(tmp_path, record, cases):
    other = json.loads(json.dumps(record)) | {"pair_id": "other"}
    other["edits"] = [{"find": "at most", "replace": "at most"}]
    label = other["criteria"][2]
    label["met_before"] = label["met_after"] = not label["met_before"]
    problems = validate_gold(reload(tmp_path, record, other), cases)
    assert any("met_before must be True as in" in problem for problem in problems)


def test_a_control_must_keep_all_verdicts_and_its_shape(gold, cases):
    pair = next(p for p in gold if p.error_type == "additive")
    label = pair.criteria[0]
    changed = label.model_copy(
        update={"met_after": not label.met_before, "should_change": "yes"}
    )
    spoilt = pair.model_copy(update={"criteria": (changed, *pair.criteria[1:])})
    problems = validate_gold([spoilt], cases)
    assert any("a control must not change a verdict" in p for p in problems)
    renamed = pair.model_copy(update={"error_type": "varied"})
    [problem] = validate_gold([renamed], cases)
    assert problem.endswith("shape must be varied, but the edit is additive")


def test_two_pairs_with_the_same_edits_are_reported(gold, cases):
    twin = gold[0].model_copy(update={"pair_id": "twin"})
    problems = validate_gold([gold[0], twin], cases)
    assert [p.split(":")[0] for p in problems] == [gold[0].pair_id, "twin"]


def test_ids_are_unique_and_unknown_fields_refused(tmp_path, record):
    with pytest.raises(ValueError, match="pair_id must be unique"):
        reload(tmp_path, record, record)
    with pytest.raises(ValueError, match="field extra"):
        reload(tmp_path, record | {"extra": 1})


def test_a_case_without_reference_answer_is_reported(gold, cases):
    item = cases[gold[0].case_id]
    [problem] = validate_gold([gold[0]], {item.id: item._replace(reference=None)})
    assert "must have a reference answer" in problem


def test_edits_are_typed(gold):
    assert all(isinstance(edit, Edit) for pair in gold for edit in pair.edits)
