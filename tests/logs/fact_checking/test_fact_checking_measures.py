"""Measures of fact checks: Table 6 of the study, hand-made rows, failures."""

import csv
from pathlib import Path

import pytest

from inspect_rubricblind.logs.fact_checking.examples import example_tables
from inspect_rubricblind.logs.fact_checking.measures import rate_rows
from inspect_rubricblind.logs.fact_checking.reading import (
    Check,
    CheckedCase,
    CheckedRow,
    FactChecks,
    Rubric,
    rubric_of,
    settle_fact_checks,
)
from inspect_rubricblind.logs.fact_checking.section import fact_check_section
from inspect_rubricblind.logs.fact_checking.tables import fact_check_tables
from inspect_rubricblind.logs.fact_checking.wording import fact_check_sentences
from inspect_rubricblind.records import (
    CheckedClaim,
    CheckedPair,
    CheckedText,
    FactCheckResult,
    Passage,
    RoleUsage,
    Search,
)
from synthetic_logs import grading

PUBLISHED = Path(__file__).parents[1] / "statistics" / "data" / "table_06.csv"
CHECK = Check(
    benchmark="healthbench",
    dataset_kind="path",
    answer_model="o3",
    injector="i",
    checking="c",
    checker="gpt",
    kind="model",
    backend="serper",
    evidence="serper",
    mode="full",
    chosen="all",
)


def row(case, code="F1", flagged=True, original=False, **fields):
    return CheckedRow(
        **{
            "check": CHECK,
            "case_id": str(case),
            "epoch": 1,
            "kind": "error",
            "error_type": code,
            "identified": True,
            "identified_by_model": None,
            "flagged": flagged,
            "original_flagged": original,
            "doubt": {True: 1.0, False: 0.0, None: None}[flagged],
            "original_doubt": {True: 1.0, False: 0.0, None: None}[original],
            "n_claims": 3,
            "rubrics": {},
            "claims": (),
            "original_claims": (),
            "canary": "",
            **fields,
        }
    )


def case(**fields):
    return CheckedCase(
        **{
            "check": CHECK,
            "case_id": "1",
            "claims": 4,
            "failed": {},
            "without_evidence": 1,
            "searches": 4,
            "requests": 5,
            "cached_searches": 0,
            "excluded": (),
            "not_chosen": 0,
            "usage": RoleUsage(calls=8, cost=0.5),
            **fields,
        }
    )


def section(rows, cases=None):
    return fact_check_section(FactChecks(list(rows), cases or [case()]))


def table_6():
    """Its counts and printed rates; the first line names the source."""
    with PUBLISHED.open(encoding="utf-8") as stream:
        stream.readline()
        return list(csv.DictReader(stream))


def published():
    """One row per pair of Table 6, from its counts; one pair per question."""
    number = 0
    for line in table_6()[:-1]:
        n = int(line["n_pairs"])
        for at in range(n):
            number += 1
            identified = at < int(line["identified"])
            yield row(
                number,
                line["code"],
                flagged=identified and at < int(line["unsupported"]),
                original=at >= n - int(line["original"]),
                identified=identified,
                n_claims=None,
            )


def test_table_6_comes_out_of_rows_as_a_log_gives_them():
    rates = {line["error_type"]: line for line in rate_rows(list(published()))}
    assert len(rates) == 12
    for line in table_6():
        made = rates[None if line["code"] == "ALL" else line["code"]]
        for name, column in (
            ("identified", "claim_identified_pct"),
            ("unsupported", "error_unsupported_pct"),
            ("original_flagged", "original_unsupported_pct"),
        ):
            for key, end in (("", ""), ("_low", "_ci_low"), ("_high", "_ci_high")):
                printed = float(line[column + end])
                assert 100 * made[name + key] == pytest.approx(printed, abs=0.0501)


def test_on_the_scale_of_the_rubric_the_study_s_check_is_at_0_612():
    [overall] = [r for r in rate_rows(list(published())) if r["error_type"] is None]
    assert overall["auroc"] == pytest.approx(0.5 + (295 / 380 - 210 / 380) / 2)
    assert round(overall["auroc"], 3) == 0.612


def test_a_pair_that_a_failed_claim_leaves_open_is_in_no_share():
    rows = [row(1), row(2, flagged=None), row(3, original=None), row(4, flagged=False)]
    [overall, _] = rate_rows(rows)
    assert (overall["n"], overall["n_open"]) == (4, 2)
    assert overall["flagged"] == 0.5
    assert overall["flagged_n"] == 2
    assert overall["auroc"] == 0.75


def test_no_closed_pair_is_null_with_a_reason():
    [overall, _] = rate_rows([row(1, flagged=None)])
    assert overall["auroc"] is None
    assert "no pair is closed" in overall["auroc_reason"]
    assert overall["against_original_p"] is None
    assert list(fact_check_sentences(section([row(1, flagged=None)])))


def test_the_model_s_word_on_the_error_stands_beside_the_places():
    rows = [
        row(1, identified_by_model=True),
        row(2, identified_by_model=False),
        row(3, identified_by_model=None),
    ]
    [overall, _] = rate_rows(rows)
    assert overall["identified_by_model"] == 0.5
    assert overall["identification_agrees"] == 0.5
    assert overall["identification_agrees_n"] == 2


def graded(outcome, alarm=False):
    return {"s": Rubric("grader", outcome, alarm)}


def test_rubric_check_and_both_stand_on_one_scale():
    """By hand: rubric 1, .5, .5, 0; check .5, 1, .5, 1; both 1, 1, .5, 0."""
    rows = [
        row(1, flagged=False, rubrics=graded(1)),
        row(2, rubrics=graded(0)),
        row(3, original=True, rubrics=graded(0)),
        row(4, rubrics=graded(-1)),
    ]
    [found] = section(rows)["beside_rubric"]
    assert found["rubric_auroc"] == 0.5
    assert found["fact_check_auroc"] == 0.75
    assert found["combined_auroc"] == 0.625
    recovered = section(rows)["recovered"][0]
    assert (recovered["n_ties"], recovered["recovered_count"]) == (2, 1)


def test_either_is_chosen_on_one_half_and_reported_on_the_other():
    rows = [
        row(n, doubt=0.6, original_doubt=0.2, rubrics=graded(n % 2, alarm=n % 4 == 0))
        for n in range(40)
    ]
    [found] = section(rows)["beside_rubric"]
    assert 0.2 < found["threshold"] <= 0.6
    assert found["either_detected"] == 1
    assert 0 < found["either_false_alarm"] < 1
    assert 0 < found["threshold_n"] < 40


def test_a_rubric_that_never_graded_a_harmless_copy_has_no_false_alarm_rate():
    unknown = [
        row(n, doubt=0.6, original_doubt=0.2, rubrics=graded(n % 2, alarm=None))
        for n in range(40)
    ]
    [found] = section(unknown)["beside_rubric"]
    assert found["rubric_auroc"] is not None
    assert found["either_false_alarm"] is None
    assert "repeat or control" in found["either_false_alarm_reason"]
    known = [
        row(n, doubt=0.6, original_doubt=0.2, rubrics=graded(n % 2, alarm=True))
        for n in range(40, 80)
    ]
    [mixed] = section(unknown + known)["beside_rubric"]
    assert mixed["either_false_alarm"] == 1


@pytest.mark.parametrize(
    ("harmless", "alarm"),
    [
        ([], None),
        ([[True, True, False]], False),
        ([[False, True, False]], True),
        ([[None, True, False]], None),
        ([[True, True, False], [None, True, False]], None),
        ([[False, True, False], [None, True, False]], True),
    ],
)
def test_an_ungraded_repeat_is_no_quiet_one(harmless, alarm):
    pairs = [("repeat", "", verdicts) for verdicts in harmless]
    found = grading(("error", "F1", [False, True, False]), *pairs)
    assert rubric_of(found, "error", "F1").alarm is alarm


def test_pairs_chosen_by_the_rubric_are_not_compared_with_it():
    check = Check(**{**CHECK.__dict__, "chosen": "ties"})
    rows = [row(n, check=check, rubrics=graded(0)) for n in range(4)]
    made = fact_check_section(FactChecks(rows, [case(check=check)]))
    [found] = made["beside_rubric"]
    assert found["rubric_auroc"] is None
    assert "chosen among the rubric's ties" in found["rubric_auroc_reason"]
    assert made["recovered"][0]["recovered_count"] == 4


def test_the_curve_counts_originals_and_controls_beside_errors():
    rows = [
        row(1, doubt=0.9, original_doubt=0.1),
        row(2, doubt=0.3, original_doubt=0.6),
        row(1, "same", kind="control", doubt=0.4, original_doubt=0.1),
    ]
    curve = {point["threshold"]: point for point in section(rows)["curve"]}
    assert curve[0.5]["detected"] == 0.5
    assert curve[0.5]["false_alarm"] == 0.5
    assert curve[0.5]["controls_flagged"] == 0
    assert curve[0.4]["controls_flagged"] == 1


def test_failures_searches_and_cost_are_added_up():
    cases = [
        case(failed={"budget": 2, "timeout": 1}),
        case(failed={"budget": 1}, usage=RoleUsage(calls=2, cost=0.25)),
    ]
    [found] = section([row(1)], cases)["checks"]
    assert found["claims_failed"] == {"budget": 3, "timeout": 1}
    assert (found["searches"], found["requests"], found["calls"]) == (8, 10, 10)
    assert found["cost"] == 0.75
    unknown = case(usage=RoleUsage(calls=1))
    assert section([row(1)], [case(), unknown])["checks"][0]["cost"] is None


def test_nothing_without_a_fact_check():
    assert fact_check_section(FactChecks()) is None
    assert list(fact_check_tables(None)) == []
    assert list(fact_check_sentences(None)) == []


def test_no_sentence_compares_a_check_with_a_rubric_on_its_ties():
    made = section([row(n, rubrics=graded(0)) for n in range(40)])
    said = [*fact_check_sentences(made)]
    for found in fact_check_tables(made):
        said += [found.title, *found.notes, *(cell for r in found.rows for cell in r)]
    text = " ".join(said).lower()
    assert "beats the rubric" not in text
    assert "go unnoticed" not in text


def claim(text, verdict="contradicted"):
    passage = Passage(rank=1, source="| s |", title="<b>T</b>", snippet="Evidence.")
    return CheckedClaim(
        claim=text,
        sentence=text,
        start=0,
        end=len(text),
        search=Search(backend="corpus", query="q", passages=(passage,)),
        verdict=verdict,
        doubt=1.0,
        quotes=("Evidence.",),
        ranks=(1,),
    )


def test_examples_of_real_data_appear_only_if_asked_for_and_carry_the_warning():
    rows = [row(1, claims=(claim("A dose of 40 g."),), canary="benchmark canary")]
    assert list(example_tables(rows, with_text=False)) == []
    [shown] = example_tables(rows, with_text=True)
    assert "A dose of 40 g. [contradicted: “Evidence.”" in shown.rows[0][3]
    assert "deliberate medical errors" in shown.notes[0]
    assert "benchmark canary" in shown.notes[0]


def result(checking="c", claims=(), pairs=0, **fields):
    pair = CheckedPair(kind="error", error_type="F1")
    return FactCheckResult(
        checking=checking,
        kind="rules",
        checker="lexical",
        backend="corpus",
        evidence="e",
        mode="targeted",
        chosen="all",
        settings="{}",
        texts=(CheckedText(claims=tuple(claims)),),
        pairs=(pair,) * pairs,
        usage=RoleUsage(),
        **fields,
    )


def test_of_two_copies_of_a_check_the_one_with_fewer_failures_counts():
    lost = claim("x").model_copy(update={"verdict": None, "failure": "timeout"})
    worse, better = result(claims=[lost], pairs=1), result(claims=[claim("x")], pairs=1)
    other = result("d")
    for order in ([worse, better, other], [other, better, worse]):
        assert settle_fact_checks(order) == (better, other)
