"""`rubricblind rubrics`, as a user types it, without any model."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from inspect_ai import eval as run_eval

from inspect_rubricblind.cli import main
from inspect_rubricblind.tasks.medhallu import medhallu


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(a) for a in arguments])


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("logs")
    run_eval(
        medhallu(dataset="sample"),
        model="none/none",
        log_dir=str(folder),
        display="none",
    )
    return folder


def test_0_the_general_rubric_is_written_for_every_question(tmp_path: Path):
    out = tmp_path / "new" / "generic.jsonl"
    where = ("--dataset", "sample", "--log-dir", tmp_path / "logs", "--out", out)
    result = run("rubrics", "make", "--scheme", "generic", *where)
    assert result.exit_code == 0, result.output
    rows = [json.loads(line) for line in out.open(encoding="utf-8")]
    assert len(rows) == 5
    assert {len(row["criteria"]) for row in rows} == {12}


@pytest.mark.parametrize(
    ("scheme", "writers", "said"),
    [
        ("openrubrics", (), "give --writer"),
        ("rubrichub", (), "give --writer"),
        ("openrubrics", ("a/b", "c/d"), "takes one --writer, but got a/b, c/d"),
    ],
)
def test_2_a_scheme_without_its_models_starts_no_run(
    tmp_path: Path, scheme: str, writers: tuple[str, ...], said: str
):
    options = [part for name in writers for part in ("--writer", name)]
    where = ("--dataset", "sample", "--log-dir", tmp_path / "logs")
    out = ("--out", tmp_path / "r.jsonl")
    result = run("rubrics", "make", "--scheme", scheme, *options, *where, *out)
    assert result.exit_code == 2
    assert said in result.output
    assert not (tmp_path / "logs").exists()


def test_2_numbers_out_of_range_are_wrong_usage(tmp_path: Path):
    rubrics = tmp_path / "r.jsonl"
    rubrics.write_text("{}")
    base = ("rubrics", "classify", rubrics, "--panel", "a/b", "--out", tmp_path / "c")
    assert run(*base, "--batch", 0).exit_code == 2
    make = ("rubrics", "make", "--scheme", "generic", "--out", tmp_path / "c")
    for option in ("--limit", "--draw", "--max-connections"):
        assert run(*make, option, -1).exit_code == 2


def test_1_a_prompt_that_is_no_text_is_named(tmp_path: Path):
    prompt = tmp_path / "prompt.bin"
    prompt.write_bytes(b"$question \xff")
    where = ("--dataset", "sample", "--writer", "a/b", "--out", tmp_path / "r.jsonl")
    scheme = ("--scheme", "openrubrics", "--prompt", prompt)
    result = run("rubrics", "make", *scheme, *where)
    assert result.exit_code == 1
    assert f"prompt {prompt} must be UTF-8" in result.output


def test_0_labels_come_out_of_a_folder_of_logs(logs: Path, tmp_path: Path):
    out = tmp_path / "labels.jsonl"
    result = run("rubrics", "labels", logs, "--out", out)
    assert result.exit_code == 0, result.output
    rows = [json.loads(line) for line in out.open(encoding="utf-8")]
    assert len(rows) == 5
    assert all(row["answer"] == "correct" for row in rows)


def test_1_a_damaged_log_is_named(logs: Path, tmp_path: Path):
    [log] = logs.glob("*.eval")
    broken = tmp_path / "broken.eval"
    broken.write_bytes(log.read_bytes()[:1000])
    result = run("rubrics", "labels", broken, "--out", tmp_path / "l.jsonl")
    assert result.exit_code == 1
    assert isinstance(result.exception, SystemExit)
    assert f"but {broken} is not" in result.output


def test_1_a_path_of_the_system_is_said_with_its_cure(tmp_path: Path):
    (tmp_path / "file").write_text("")
    out = tmp_path / "file" / "below" / "r.jsonl"
    where = ("--dataset", "sample", "--log-dir", tmp_path / "logs", "--out", out)
    result = run("rubrics", "make", "--scheme", "generic", *where)
    assert result.exit_code == 1
    assert str(tmp_path / "file") in result.output
    assert "Choose another one" in result.output
