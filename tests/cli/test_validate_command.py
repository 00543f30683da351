from pathlib import Path

import pytest
from click.testing import CliRunner

from inspect_rubricblind.cli import main
from inspect_rubricblind.tasks import gold


def test_the_bundled_files_are_sound():
    result = CliRunner().invoke(main, ["validate"])
    assert result.exit_code == 0, result.output
    assert "healthbench.jsonl: 24 cases, sound" in result.output
    assert "gold_pairs.jsonl: 198 pairs, sound" in result.output


def test_every_fault_is_named_and_the_status_is_1(monkeypatch: pytest.MonkeyPatch):
    pairs = gold.load_gold()
    broken = pairs[0].model_copy(update={"canary": "none"})
    monkeypatch.setattr(gold, "load_gold", lambda: (broken, *pairs[1:]))
    result = CliRunner().invoke(main, ["validate"])
    assert result.exit_code == 1
    assert f"{broken.pair_id}: canary must be" in result.output
    assert "1 fault(s)" in result.output


def test_a_malformed_row_is_named_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    bad = tmp_path / "cases.jsonl"
    bad.write_text('{"prompt_id": "x"}\n', encoding="utf-8")
    load = gold.load_cases
    monkeypatch.setattr(gold, "load_cases", lambda: load(bad))
    result = CliRunner().invoke(main, ["validate"])
    assert result.exit_code == 1
    assert "cases.jsonl, line 1, row 'x'" in result.output
