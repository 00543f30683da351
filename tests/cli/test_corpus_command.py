import json

from click.testing import CliRunner

from inspect_rubricblind.cli.main import main


def run(*arguments):
    return CliRunner().invoke(main, ["corpus", *map(str, arguments)])


def test_build_search_and_info(tmp_path):
    row = {"id": "1", "title": "Gout", "text": "Allopurinol lowers urate in gout."}
    (tmp_path / "rows.jsonl").write_text(json.dumps(row))
    path = tmp_path / "c.sqlite"
    built = run("build", path, "notes", tmp_path / "rows.jsonl")
    assert built.exit_code == 0, built.output
    assert "0 changed, 0 unchanged" in built.output
    again = run("build", path, tmp_path / "rows.jsonl", "--prune")
    assert "1 unchanged" in again.output
    found = run("search", path, "allopurinol", "urate")
    assert "1. Gout (share 1.0)" in found.output
    assert "1 documents, 1 passages" in run("info", path).output


def test_nothing_good_enough_is_no_evidence():
    assert (
        "No evidence found." in run("search", "notes", "tariffs", "on", "steel").output
    )


def test_terminal_escapes_of_a_document_are_shown_not_obeyed(tmp_path):
    text = "Aspirin \x1b[31mred\x1b[0m thins blood."
    (tmp_path / "rows.jsonl").write_text(json.dumps({"id": "1", "text": text}))
    run("build", tmp_path / "c", tmp_path / "rows.jsonl")
    assert "\x1b" not in run("search", tmp_path / "c", "aspirin blood").output


def test_a_source_that_cannot_be_used_is_named(tmp_path):
    done = run("build", tmp_path / "c", tmp_path / "absent.jsonl")
    assert done.exit_code == 1
    assert "absent.jsonl" in done.output
    assert not (tmp_path / "c").exists()
    assert run("info", tmp_path / "absent").exit_code == 1
