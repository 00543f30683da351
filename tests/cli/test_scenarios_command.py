import json
import shutil
from importlib.resources import files

import pytest
import yaml
from click.testing import CliRunner
from inspect_ai import eval
from jsonschema import Draft202012Validator

from inspect_rubricblind.cli.main import main
from inspect_rubricblind.records.scenario import scenario_schema
from inspect_rubricblind.records.scenario_files import read_scenarios
from inspect_rubricblind.tasks.scenarios import SAMPLE, scenarios
from model_runs import LOCAL
from s3_labels import MODELS

MAIN_SCHEMA = files("inspect_rubricblind.logs") / "schema" / "summary.schema.json"
WEIGHTS = (1, 2, 3, 4, 5)
SMALL = """
id: {name}
title: A patient with {name}
specialty: General practice
prompt: A patient has had a viral infection with {name} for days. What do you advise?
required_output: Advice.
golden_answer: >-
  For {name} take paracetamol 500 mg every 6 hours for 3 days. It may be a viral
  infection. See a doctor within 2 days if there is no improvement.
sources:
  g: {{title: Guide, organisation: Office, year: 2024}}
criteria:
  - id: W1
    text: Mentions the {name} and the viral infection.
    weight: 1
    categories: [Style]
    justification: It was asked for.
  - id: W2
    text: Says that the infection usually gets better within a week.
    weight: 2
    categories: [Reasoning]
    sources: [g]
    justification: It calms.
  - id: W3
    text: Advises paracetamol 500 mg every 6 hours for pain or fever.
    weight: 3
    categories: [Safety]
    sources: [g]
    justification: The dose.
  - id: W4
    text: Warns of ibuprofen with kidney disease or blood thinner.
    weight: 4
    categories: [Safety]
    sources: [g]
    justification: Bleeding.
  - id: W5
    text: Tells to call an ambulance with chest pain or trouble breathing.
    weight: 5
    categories: [Safety]
    sources: [g]
    justification: Danger.
"""
OWN = {scenario.id: scenario for scenario in read_scenarios(SAMPLE)}


def call(*arguments):
    return CliRunner().invoke(main, ["scenarios", *map(str, arguments)])


@pytest.fixture
def logs(local_model, tmp_path):
    """Two models' answers, and the golden ones, rated by three autoraters."""
    folder = tmp_path / "own"
    folder.mkdir()
    for name in ("cough", "fever"):
        document = yaml.safe_load(SMALL.format(name=name))
        (folder / f"{name}.yaml").write_text(yaml.safe_dump(document), "utf-8")
    panel = [LOCAL + name for name in ("keyword", "always", "never")]
    for model in (LOCAL + "keyword", LOCAL + "other", "none/none"):
        [log] = eval(
            scenarios(str(folder), error_types="F1,F4", controls=False, repeats=0),
            model=model,
            model_roles={"autorater": panel},
            log_dir=str(tmp_path / "logs"),
            display="none",
            log_realtime=False,
        )
        assert log.status == "success"
    return tmp_path / "logs"


def test_the_bundled_scenarios_are_sound_and_need_no_note():
    done = call("check", SAMPLE, "--strict")
    assert done.exit_code == 0, done.output
    assert "refractory-anaphylaxis (Emergency medicine): 36 criteria" in done.output
    assert "note:" not in done.output


def test_the_schema_is_printed():
    assert json.loads(call("schema").output) == scenario_schema()


def test_help_names_all_commands():
    done = call("--help")
    assert all(name in done.output for name in ("check", "export", "report", "schema"))


def test_scenarios_are_exported_for_peers_and_taken_by_the_review(tmp_path):
    items = tmp_path / "items.jsonl"
    done = call("export", SAMPLE, "--out", items)
    assert done.exit_code == 0, done.output
    rows = [json.loads(line) for line in items.read_text("utf-8").splitlines()]
    assert {row["id"] for row in rows} == set(OWN)
    for row in rows:
        own = OWN[row["id"]]
        assert len(row["passages"]) == 2 + len(own.criteria)
        first = row["passages"][2]
        assert own.criteria[0].justification in first["text"]
        assert f"weight {own.criteria[0].weight}" in first["heading"]
        source = own.sources[own.criteria[0].sources[0]]
        assert f"({source.year})" in first["text"]
    made = CliRunner().invoke(
        main,
        [
            *("review", "make", "--items", str(items), "--form", "peer_review"),
            *("--raters", "2", "--out", str(tmp_path / "peers")),
        ],
    )
    assert made.exit_code == 0, made.output
    assert len(list((tmp_path / "peers" / "packets").glob("*.html"))) == 2


def test_logs_become_items_a_report_and_a_section(logs, tmp_path):
    items = tmp_path / "rate.jsonl"
    done = call("export", "--logs", logs, "--out", items)
    assert done.exit_code == 0, done.output
    rows = [json.loads(line) for line in items.read_text("utf-8").splitlines()]
    assert len(rows) == 2 * 2 * len(WEIGHTS)
    assert all(LOCAL not in str(row["passages"]) for row in rows)
    made = CliRunner().invoke(
        main,
        [
            *("review", "make", "--items", str(items), "--form", "scenario_rating"),
            *("--raters", "2", "--ratings-per-item", "1"),
            *("--out", str(tmp_path / "rate")),
        ],
    )
    assert made.exit_code == 0, made.output

    labels = tmp_path / "labels.csv"
    lines = ["scenario,criterion,model,met"]
    for name in ("cough", "fever"):
        for weight in WEIGHTS:
            # The expert says no to what two of three autoraters may say yes to.
            lines += [f"{name},W{weight},{LOCAL}{m},no" for m in ("keyword", "other")]
    labels.write_text("\n".join(lines), encoding="utf-8")
    out = tmp_path / "out"
    done = call("report", logs, "--labels", labels, "--out", out)
    found = json.loads((out / "scenarios.json").read_text("utf-8"))
    met = {
        r["rater"]: r["both_met"] + r["rater_alone"]
        for r in found["agreement"]
        if r["model"] is None
    }
    by_keyword = met[LOCAL + "keyword"]
    assert met[LOCAL + "always"] == len(lines) - 1
    assert found["n_disputes"] == by_keyword > 0
    assert done.exit_code == 3, done.output
    assert f"{by_keyword} label(s) that autoraters contradict" in done.output
    assert {row["rater"] for row in found["golden"]} == set(met)
    assert (out / "contrast.jsonl").read_text("utf-8") == ""

    ruled = (out / "reconciliation.csv").read_text("utf-8")
    ruled = "\n".join(
        x + "not met" if x.endswith(",") else x for x in ruled.split("\n")
    )
    (tmp_path / "ruled.csv").write_text(ruled, encoding="utf-8")
    done = call(
        *("report", logs, "--labels", labels, "--rulings", tmp_path / "ruled.csv"),
        *("--out", out),
    )
    assert done.exit_code == 0, done.output

    whole = CliRunner().invoke(
        main,
        ["report", str(logs), "--labels", str(labels), "--out", str(tmp_path / "r")],
    )
    assert whole.exit_code == 0, whole.output
    summary = json.loads((tmp_path / "r" / "summary.json").read_text("utf-8"))
    schema = json.loads(MAIN_SCHEMA.read_text("utf-8"))
    Draft202012Validator(schema).validate(summary)
    assert summary["scenarios"]["agreement"] == found["agreement"]
    assert summary["scenarios"]["rates"][0]["rate"] == 0
    page = (tmp_path / "r" / "report.md").read_text("utf-8")
    html = (tmp_path / "r" / "report.html").read_text("utf-8")
    for title in ("weighted pass rate (expert)", "autoraters against the expert"):
        assert f"Scenarios: {title}" in page
        assert f"Scenarios: {title}" in html
    assert 'id="scenarios"' in html
    figures = {p.name for p in (tmp_path / "r" / "figures").iterdir()}
    assert "scenarios-weight-1.svg" in figures  # the expert's labels alone count
    assert "scenarios-weight-2.svg" not in figures
    assert (tmp_path / "r" / "tables" / "scenarios_rates.csv").is_file()
    rows = (tmp_path / "r" / "pairs.csv").read_text("utf-8").splitlines()
    kind = rows[0].split(",").index("kind")
    errors = sum(row.split(",")[kind] == "error" for row in rows[1:])
    blind = [r for r in summary["scenarios"]["blindness"] if r["weight"] is None]
    assert sum(r["n_pairs"] for r in blind) == errors > 0


def test_a_report_needs_logs_or_scenarios():
    assert call("report").exit_code == 2
    assert call("export", "--out", "x").exit_code == 2


def test_labels_alone_are_reported_and_faults_end_with_one(tmp_path):
    path = tmp_path / "labels.csv"
    own = OWN["refractory-anaphylaxis"]
    lines = ["scenario,criterion,model,met"]
    lines += [f"{own.id},{c.id},{MODELS[0]},{c.weight < 3}" for c in own.criteria]
    path.write_text("\n".join(lines), encoding="utf-8")
    arguments = ("report", "--scenarios", SAMPLE, "--labels", path)
    done = call(*arguments, "--out", tmp_path / "out")
    assert done.exit_code == 0, done.output
    assert not (tmp_path / "out" / "contrast.jsonl").exists()
    path.write_text(lines[0] + "\nx,y,z,1\n", encoding="utf-8")
    done = call(*arguments, "--out", tmp_path / "other")
    assert done.exit_code == 1
    assert "1 are not, such as x/y" in done.output


def test_hostile_text_is_made_visible(tmp_path):
    folder = tmp_path / "s"
    shutil.copytree(SAMPLE, folder)
    file = folder / "anaphylaxis.yaml"
    text = file.read_text("utf-8").replace(
        "specialty: Emergency medicine", 'specialty: "Emergency\\e[31m"'
    )
    file.write_text(text, encoding="utf-8")
    done = call("check", folder)
    assert "\x1b[31m" not in done.output
    assert "Emergency\\x1b[31m" in done.output
