"""From real rows to a review of S1's size: 117 errors for 12 raters, in one command."""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from inspect_ai.log import EvalLog

from inspect_rubricblind.cli import main
from inspect_rubricblind.review.assignment import read_assignment
from inspect_rubricblind.tasks.healthbench import healthbench

pytestmark = pytest.mark.slow

SETS = 4


def answer_sets(rows: Path, folder: Path) -> list[Path]:
    """The further reference answers of the rows: up to four for each of them."""
    sets: list[list[str]] = [[] for _ in range(SETS)]
    for line in rows.read_text(encoding="utf-8").split("\n"):
        row = json.loads(line) if line else {}
        data = row.get("ideal_completions_data") or {}
        texts = data.get("ideal_completions_ref_completions") or []
        for number, text in enumerate(texts[:SETS]):
            answer = {
                "id": row["prompt_id"],
                "answer": text,
                "answer_model": f"reference-{number}",
            }
            sets[number].append(json.dumps(answer))
    paths = [folder / f"answers-{number}.jsonl" for number in range(SETS)]
    for path, lines in zip(paths, sets, strict=True):
        path.write_text("\n".join(lines), encoding="utf-8")
    return paths


def test_117_errors_for_12_raters_in_one_command(
    shared: Path, tmp_path: Path, eval_task: Callable[..., EvalLog]
):
    rows = shared / "healthbench" / "oss_eval_subset.jsonl"
    # The benchmark's own answers first, then the further ones.
    for answers in ["reference", *map(str, answer_sets(rows, tmp_path))]:
        log = eval_task(healthbench(dataset=str(rows), answers=answers))
        assert log.status == "success", log.error
    out = tmp_path / "review"
    arguments = ["review", "make", str(tmp_path / "logs"), "--out", str(out)]
    result = CliRunner().invoke(
        main, [*arguments, "--per-cell", "9", "--language", "en"]
    )
    assert result.exit_code == 0, result.output
    assert "117 items and 21 hidden controls for 12 raters" in result.output
    assert len(list((out / "packets").glob("R*.html"))) == 12
    assignment = read_assignment(out)
    errors = [item.key for item in assignment.items if item.key.kind == "error"]
    assert set(Counter(key.error_type for key in errors).values()) == {9}
    rated = Counter(item for packet in assignment.packets for item in packet.items)
    assert set(rated.values()) == {2}
