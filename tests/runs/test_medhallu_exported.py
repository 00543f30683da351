"""What an export keeps of ready-made pairs; the whole summary fits its schema."""

import json
from importlib.resources import files

import jsonschema
import pyarrow.parquet
import pytest
from click.testing import CliRunner

from inspect_rubricblind.cli.main import main
from inspect_rubricblind.logs.report import build_report, render_markdown
from inspect_rubricblind.logs.study import read_study
from inspect_rubricblind.records.rows import read_jsonl
from inspect_rubricblind.tasks.medhallu import medhallu
from inspect_rubricblind.tasks.medhallu_rows import SAMPLE
from model_runs import LOCAL

PANEL = [f"{LOCAL}p{n}" for n in range(3)]


def invoke(*arguments):
    done = CliRunner().invoke(main, [str(a) for a in arguments])
    assert done.exit_code in (0, 3), done.output
    return done


@pytest.mark.slow
def test_an_export_gives_the_same_section_and_holds_no_text(
    local_model, tmp_path, eval_task
):
    logs, rubrics = tmp_path / "logs", tmp_path / "rubrics.jsonl"
    writers = [x for n in ("one", "two") for x in ("--writer", LOCAL + n)]
    invoke(
        *("rubrics", "make", "--scheme", "rubrichub", "--dataset", "sample"),
        *("--out", rubrics, "--log-dir", logs, *writers),
    )
    invoke(
        *("rubrics", "classify", rubrics, "--out", tmp_path / "c.jsonl"),
        *("--log-dir", logs, *[x for m in PANEL for x in ("--panel", m)]),
    )
    eval_task(
        medhallu(dataset="sample", rubrics=str(rubrics)),
        model_roles={"grader": LOCAL + "keyword", "panel": PANEL},
    )
    report = build_report(read_study([logs]))
    section = report.summary.medhallu
    assert section["ablation"]
    assert section["classes"]
    assert section["schemes"][0]["repeat_differs"] is not None
    invoke("export", logs, "--out", tmp_path / "export")
    assert build_report(read_study([tmp_path / "export"])).summary.medhallu == section
    parts = sorted((tmp_path / "export").rglob("*.parquet"))
    held = "".join(str(pyarrow.parquet.read_table(p).to_pylist()) for p in parts)
    assert "mh-" in held
    for line in read_jsonl(SAMPLE):
        row = line.value
        for text in (row["Question"], row["Ground Truth"], *row["Knowledge"]):
            assert text not in held
            assert json.dumps(text)[1:-1] not in held

    schema = json.loads(
        files("inspect_rubricblind.logs")
        .joinpath("schema/summary.schema.json")
        .read_text("utf-8")
    )
    jsonschema.Draft202012Validator(schema).validate(report.summary.as_json())
    page = render_markdown(report)
    for title in (
        "without a rubric",
        "rubric schemes by grader and difficulty",
        "rubric schemes beside the length of the answers",
        "which correct answers make sense on their own",
        "criteria per question",
        "do criteria tell the answers apart",
        "without the criteria that check facts",
    ):
        assert f"## MedHallu (SAMPLE data): {title}" in page
