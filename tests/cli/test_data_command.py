import hashlib

import pytest
from click.testing import CliRunner

from inspect_rubricblind.cli.main import main
from inspect_rubricblind.tasks import catalogue, fetching
from inspect_rubricblind.tasks.fetching import PinnedFile

CONTENT = b'{"prompt_id": "a"}\n'
SHA256 = hashlib.sha256(CONTENT).hexdigest()


@pytest.fixture
def place(tmp_path, monkeypatch):
    """One official file, at a file: address, and an empty cache."""
    origin = tmp_path / "origin.jsonl"
    origin.write_bytes(CONTENT)
    file = PinnedFile("rows.jsonl", f"file://{origin}", SHA256, len(CONTENT))
    entries = [
        catalogue.Entry("healthbench", "full", file, "MIT", 1),
        catalogue.Entry("healthbench", "hard", file._replace(name="h.jsonl"), "MIT", 1),
    ]
    monkeypatch.setattr(catalogue, "catalogue", lambda: iter(entries))
    cache = tmp_path / "cache"
    for module in (catalogue, fetching):
        monkeypatch.setattr(module, "cache_folder", lambda: cache)
    return tmp_path


def run(*arguments):
    return CliRunner().invoke(main, ["data", *arguments], env={"COLUMNS": "200"})


def test_all_official_files_are_listed_with_their_hash():
    done = run("list")
    assert done.exit_code == 0, done.output
    for part in ("healthbench:hard", "29,511", "136.2 MB", "6a343ed3fcb6", "absent"):
        assert part in done.output, part


def test_a_file_is_fetched_verified_and_found_again(place):
    done = run("fetch", "healthbench")
    assert done.exit_code == 0, done.output
    assert (place / "cache" / "rows.jsonl").read_bytes() == CONTENT
    assert "here" in run("list").output
    assert run("verify").exit_code == 0
    copy = place / "copy.jsonl"
    copy.write_bytes(CONTENT)
    done = run("verify", str(copy))
    assert (done.exit_code, "as published" in done.output) == (0, True)


def test_a_damaged_or_foreign_file_says_what_was_expected(place):
    run("fetch")
    (place / "cache" / "rows.jsonl").write_bytes(b"other")
    done = run("verify")
    assert done.exit_code == 1
    assert "healthbench: damaged" in done.output
    named = place / "rows.jsonl"
    named.write_bytes(b"other")
    done = run("verify", str(named), str(place / "gone.jsonl"))
    assert done.exit_code == 1
    assert f"rows.jsonl must have the sha256 {SHA256}" in done.output
    assert "gone.jsonl" in done.output
    (place / "what.jsonl").write_bytes(b"other")
    assert "is that of none" in run("verify", str(place / "what.jsonl")).output


def test_what_cannot_be_had_is_named_and_the_rest_is_tried(place):
    (place / "origin.jsonl").unlink()
    done = run("fetch")
    assert done.exit_code == 1
    assert "-T dataset=PATH" in done.output
    assert "not fetched: healthbench, healthbench:hard" in done.output


def test_an_unknown_name_lists_the_known_ones(place):
    done = run("fetch", "nothing")
    assert done.exit_code == 1
    assert "NAME must be among healthbench, healthbench:hard" in done.output
