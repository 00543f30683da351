import csv
import json
from dataclasses import replace

import pytest
from scenario_files import rating, scenario, write_s3, write_yaml

from inspect_rubricblind.logs.scenarios.labels import ExpertLabels, read_labels
from inspect_rubricblind.logs.scenarios.panel import build_panel
from inspect_rubricblind.logs.scenarios.reading import (
    RatedAnswer,
    RaterLabels,
    Scenarios,
)
from inspect_rubricblind.logs.scenarios.reconciling import apply_rulings, disputes
from inspect_rubricblind.logs.scenarios.reporting import (
    build_scenario_report,
    write_scenario_report,
)
from inspect_rubricblind.logs.scenarios.section import panel_section, scenario_gaps
from inspect_rubricblind.logs.scenarios.tables import scenario_tables
from inspect_rubricblind.logs.scenarios.wording import trend_claim
from inspect_rubricblind.records.scenario import Scenario
from inspect_rubricblind.records.scenario_files import read_scenarios
from inspect_rubricblind.tasks.scenario_check import read_ratings
from s3_labels import MODELS, published

RUBRIC = Scenario.model_validate(
    scenario("t", [(5, ["Safety"]), (5, ["Reasoning"]), (1, ["Style"])])
)


@pytest.fixture(scope="module")
def s3(tmp_path_factory):
    """The report of S3's labels."""
    scenarios, labels = write_s3(tmp_path_factory.mktemp("s3"))
    return build_scenario_report([], read_scenarios(scenarios), read_labels([labels]))


def answer(model, labels, *, golden=False, text="An answer.", epoch=1):
    """An answer that three autoraters labelled, one string of + - ? each."""
    met = {"+": True, "-": False, "?": None}
    return RatedAnswer(
        scenario="t",
        specialty="medicine",
        dataset_kind="path",
        model=model,
        epoch=epoch,
        is_golden=golden,
        sha256=model + text,
        text=text,
        prompt="What do you do?",
        criteria=RUBRIC.as_criteria(),
        raters=tuple(
            RaterLabels(name, 0, "s", tuple(met[x] for x in said), ("",) * 3)
            for name, said in zip("abc", labels, strict=True)
        ),
    )


def expert(**models):
    return ExpertLabels(
        {
            ("t", f"C{i:03d}", model): {"+": True, "-": False}.get(x)
            for model, said in models.items()
            for i, x in enumerate(said, start=1)
        }
    )


def cells(report, title):
    [table] = [t for t in report.tables if t.title.startswith(f"Scenarios: {title}")]
    return {row[0]: row[1:] for row in table.rows}, table.columns


def test_table_2_of_s3_stands_in_the_report(s3):
    rows, columns = cells(s3, "weighted pass rate")
    assert columns == ("Scenario", "Criteria", *sorted(MODELS))
    for row in published("02"):
        if row["task"] == "Mean":
            continue
        shown = rows[row["task"]][sorted(MODELS).index(row["model"]) + 1]
        assert float(shown) == pytest.approx(
            float(row["weighted_pass_frac"]), abs=0.0051
        )
    assert "(" in rows["Mean"][1]  # five scenarios have an interval


def test_tables_3_and_4_of_s3_stand_in_the_report(s3):
    rows, _ = cells(s3, "criteria met by weight and category")
    named = [("03", "weight"), ("04", "category")]
    for name, kind in named:
        for row in published(name):
            shown = rows[f"{kind} {row[kind]}"]
            said = shown[sorted(MODELS).index(row["model"]) + 1]
            assert said.startswith(f"{row['n_met']} of {row['n_criteria']}: ")


def test_the_universal_misses_of_s3_stand_in_the_report(s3):
    rows, _ = cells(s3, "critical criteria missed by all models")
    for row in published("misses"):
        missed, open_, n, _ = rows[row["task"]]
        assert (missed, open_, n) == (
            row["n_missed_by_all_models"],
            "0",
            row["n_weight5_criteria"],
        )
    assert any("56 of 108 critical criteria are met by none" in s for s in s3.sentences)


def test_the_agreement_of_s3_stands_in_the_report_with_intervals(s3):
    [table] = [t for t in s3.tables if "against the expert" in t.title]
    overall = {row[0]: row for row in table.rows if row[1] == "all"}
    for row in published("agreement"):
        found = next(
            r
            for r in s3.section["agreement"]
            if (r["rater"], r["model"]) == (row["autorater"], None)
        )
        assert (found["n"], found["n_unrated"]) == (552, 0)
        assert found["both_met"] + found["neither"] == int(row["n_agree"])
        assert 100 * found["raw"] == pytest.approx(
            float(row["agreement_pct"]), abs=0.0501
        )
        for name in ("raw", "kappa", "macro_f1"):
            assert found[f"{name}_low"] < found[name] < found[f"{name}_high"]
        assert overall[row["autorater"]][2] == "552"


def test_what_s3_says_of_inclusion_is_marked_as_hanging_on_rounding(s3):
    rows, _ = cells(s3, "inclusion threshold")
    assert {task: row for task, row in rows.items() if row[1] == "yes"} == {
        "2": ("yes", "yes")
    }
    assert all(row[0] == "yes" for row in rows.values())


def test_the_lead_of_models_can_be_counted_and_is_not_as_s3_says(s3):
    """Section 4.1: Claude on 3 and GPT on 2 of 5 tasks; its Table 2: 4 and 1."""
    best = {}
    for row in s3.section["rates"]:
        if row["scenario"] and row["rater"] == "expert":
            best.setdefault(row["scenario"], {})[row["model"]] = row["rate"]
    led = [max(rates, key=rates.get) for rates in best.values()]
    assert {name: led.count(name) for name in set(led)} == {
        "Claude Opus 4.7": 4,
        "GPT 5.4": 1,
    }


def test_the_inversion_of_priority_is_said_as_far_as_it_is_shown(s3):
    [claim] = [s for s in s3.sentences if "of priority" in s or "weigh more" in s]
    row = s3.section["trend"][0]
    assert row["slope_low"] < 0 < row["slope_high"]
    assert claim.startswith("Scenarios: no inversion of priority is shown")


@pytest.mark.parametrize(
    ("slope", "low", "high", "said"),
    [
        (-0.1, -0.2, -0.01, "weigh more are met less often"),
        (0.1, 0.01, 0.2, "weigh more are met more often"),
        (-0.1, -0.3, 0.1, "no inversion of priority is shown"),
        (-0.1, None, None, "not tested beyond these scenarios"),
        (None, None, None, "no trend of priority can be tested"),
    ],
)
def test_a_trend_is_claimed_only_where_its_interval_shows_it(slope, low, high, said):
    row = {"slope": slope, "slope_low": low, "slope_high": high}
    row |= {"slope_reason": "too few", "permutation_p": 0.04}
    assert said in trend_claim(row)


def test_without_an_expert_every_autorater_stands_for_itself():
    panel = build_panel([answer("m", ["+-+", "-?+", "+++"])])
    section = panel_section(panel)
    assert {row["rater"] for row in section["rates"]} == {"a", "b", "c"}
    rates = {
        row["rater"]: (row["rate"], row["n_unlabelled"], row["reach"])
        for row in section["rates"]
        if row["scenario"]
    }
    assert rates["a"] == (6 / 11, 0, [6 / 11, 6 / 11])
    assert rates["b"] == (1 / 6, 1, [1 / 11, 6 / 11])
    assert section["agreement"] == []
    report = build_scenario_report([answer("m", ["+-+", "-?+", "+++"])])
    assert any("no expert labelled" in s for s in report.sentences)
    assert report.incomplete == ()


def test_golden_answers_are_no_model_and_say_what_they_do_not_meet():
    found = [
        answer("reference", ["+++", "+-+", "++?"], golden=True),
        answer("m", ["---"] * 3),
    ]
    section = panel_section(build_panel(found))
    assert {row["model"] for row in section["rates"]} == {"m"}
    golden = {row["rater"]: row for row in section["golden"]}
    assert golden["b"]["not_met"] == ["C002"]
    assert golden["b"]["rate"] == pytest.approx(6 / 11)
    assert golden["c"]["n_unlabelled"] == 1
    assert any("golden answers" in table.title for table in scenario_tables(section))


def test_autoraters_are_held_against_the_expert_and_their_own_answers_marked():
    found = [answer("a", ["+++", "++-", "---"]), answer("m", ["---"] * 3)]
    panel = build_panel(found, expert(a="++-", m="---"))
    rows = {(r["rater"], r["model"]): r for r in panel_section(panel)["agreement"]}
    assert rows["b", None]["raw"] == 1
    assert rows["a", None]["raw"] == 5 / 6
    assert (rows["a", "a"]["rates_itself"], rows["a", "m"]["rates_itself"]) == (
        True,
        False,
    )
    assert rows["c", None]["expert_alone"] == 2


def test_verdicts_that_were_not_given_are_counted_by_reason():
    found = answer("m", ["+-+", "-?+", "+??"])
    lost = [
        replace(rater, reasons=tuple("refused" if v is None else "" for v in rater.met))
        for rater in found.raters
    ]
    report = build_scenario_report([replace(found, raters=tuple(lost))])
    rows = {row["rater"]: row for row in report.section["ungraded"]}
    assert {name: row["n_ungraded"] for name, row in rows.items()} == {
        "a": 0,
        "b": 1,
        "c": 2,
    }
    assert rows["c"]["reasons"] == {"refused": 2}
    [table] = [t for t in report.tables if "did not give" in t.title]
    assert ("c", "3", "2", "refused 2") in table.rows
    whole = build_scenario_report([answer("m", ["+-+"] * 3)])
    assert not any("did not give" in t.title for t in whole.tables)


def test_two_answers_or_two_rubrics_under_one_name_are_refused():
    with pytest.raises(ValueError, match="must have one answer"):
        build_panel([answer("m", ["---"] * 3), answer("m", ["---"] * 3, text="x")])
    other = Scenario.model_validate(scenario("t", [(1, ["Style"])]))
    with pytest.raises(ValueError, match="must be the one that was run"):
        build_panel([answer("m", ["---"] * 3)], None, [other])
    again = build_panel([answer("m", ["---"] * 3), answer("m", ["+++"] * 3, epoch=2)])
    assert again.models == ("m", "m, epoch 2")


def test_labels_that_two_of_three_autoraters_contradict_are_disputed(s3):
    expert = read_expert(s3)
    for dispute in s3.disputes:
        said = list(dispute.autoraters.values())
        assert said.count(not expert[dispute.key]) == dispute.against >= 2
    # Each autorater contradicts 29 to 40 of 552 labels.
    assert 0 < len(s3.disputes) <= 40
    assert "have no ruling" in s3.incomplete[0]


def read_expert(report):
    return report.labels.met


def test_disputes_go_out_rulings_come_in_and_the_expert_is_final(tmp_path):
    found = [answer("m", ["+--", "+-+", "+-?"]), answer("n", ["-++", "+++", "+++"])]
    labels = expert(m="-+-", n="+++")
    report = build_scenario_report(found, [], labels)
    # All three contradict the expert on two labels of m; one autorater alone does on
    # the third one and on the first of n.
    assert [d.key for d in report.disputes] == [("t", "C001", "m"), ("t", "C002", "m")]
    assert (
        "2 label(s) that autoraters contradict have no ruling" in report.incomplete[0]
    )
    write_scenario_report(report, tmp_path / "first")
    listed = tmp_path / "first" / "reconciliation.csv"
    with listed.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [row["against"] for row in rows] == ["3", "3"]
    assert rows[0]["autoraters"] == "a: met; b: met; c: met"
    rows[0]["ruling"], rows[1]["ruling"] = "met", "met"
    ruled = tmp_path / "ruled.csv"
    with ruled.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    final = build_scenario_report(found, [], labels, ruled)
    assert final.ruled == (("t", "C001", "m"),)
    assert final.incomplete == ()
    assert final.labels.met == labels.met | {("t", "C001", "m"): True}
    write_scenario_report(final, tmp_path / "final")
    assert read_labels([tmp_path / "final" / "labels.csv"]) == final.labels


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("t,C003,m,met,not met", "must be on labels that autoraters contradict"),
        ("t,C001,m,met,met", "must be the one on the list, not met, but got met"),
        ("t,C001,m,perhaps,not met", "but got 'perhaps'"),
        ("t,C001,m,met,not met\nt,C001,m,met,not met", "must be unique"),
    ],
)
def test_rulings_that_do_not_fit_the_list_are_refused(tmp_path, row, message):
    found, labels = [answer("m", ["+--", "+-+", "+-?"])], expert(m="-+-")
    panel = build_panel(found, labels)
    path = tmp_path / "r.csv"
    header = "scenario,criterion,model,ruling,expert"
    path.write_text(f"{header}\n{row}\n", encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        apply_rulings(labels, disputes(panel), path)


def test_the_final_check_names_what_the_expert_left_out():
    found = [answer("m", ["---"] * 3), answer("n", ["---"] * 3)]
    report = build_scenario_report(found, [], expert(m="--?"))
    assert report.incomplete == (
        "t, m: 1 of 3 criteria have no expert label",
        "t, n: the answer has no expert label",
    )


def test_a_labelled_model_that_no_log_knows_is_named():
    found = [answer("openai/m", ["---"] * 3)]
    labels = ExpertLabels(expert(m="---").met | expert(**{"openai/m": "---"}).met)
    report = build_scenario_report(found, [], labels)
    assert report.incomplete == (
        "m is labelled, but the logs hold no answer by it; they have openai/m",
    )
    assert scenario_gaps(Scenarios(found), labels) == list(report.incomplete)
    assert scenario_gaps(Scenarios(found), None) == []


def test_contrast_pairs_are_of_critical_criteria_that_one_model_alone_meets(tmp_path):
    found = [
        answer("m", ["---"] * 3, text="Good."),
        answer("n", ["---"] * 3, text="Bad."),
    ]
    report = build_scenario_report(found, [], expert(m="++-", n="-++"))
    write_scenario_report(report, tmp_path)
    lines = (tmp_path / "contrast.jsonl").read_text(encoding="utf-8").splitlines()
    [pair] = map(json.loads, lines)
    assert (pair["criterion"], pair["chosen"], pair["rejected"]) == (
        "C001",
        "Good.",
        "Bad.",
    )
    write_scenario_report(report, tmp_path, min_weight=1)
    lines = (tmp_path / "contrast.jsonl").read_text(encoding="utf-8").splitlines()
    chosen = [(p["criterion"], p["chosen_model"]) for p in map(json.loads, lines)]
    assert chosen == [("C001", "m"), ("C003", "n")]


def test_every_number_and_table_is_written_and_hostile_names_are_harmless(tmp_path):
    model = "=cmd|' /C calc'!A0 <b>"
    report = build_scenario_report([answer(model, ["+-+"] * 3)])
    written = write_scenario_report(report, tmp_path)
    assert {p.name for p in written} >= {"scenarios.md", "scenarios.json"}
    page = (tmp_path / "scenarios.md").read_text(encoding="utf-8")
    assert "<b>" not in page
    rates = (tmp_path / "tables" / "rates.csv").read_text(encoding="utf-8")
    assert ",=cmd" not in rates
    assert "'=cmd" in rates
    json.loads((tmp_path / "scenarios.json").read_text(encoding="utf-8"))


def test_rating_files_with_autoraters_are_read(tmp_path):
    document = scenario("t", [(5, ["Safety"])])
    path = write_yaml(
        tmp_path / "r.yaml", rating(document, "m", [True], {"gpt": False})
    )
    [(found, where)] = read_ratings([path])
    assert found.criteria[0].autoraters == {"gpt": False}
    assert where.endswith("r.yaml, document 1")
