"""Real HealthBench rows, answers and damage, through `pairs` and `custom`."""

import json
import random
import re

import pytest

from inspect_rubricblind.records import Edit, apply_edits
from inspect_rubricblind.records.rows import read_jsonl
from inspect_rubricblind.tasks.custom import custom
from inspect_rubricblind.tasks.pairs import pairs

FIRST_NUMBER = re.compile(r"\d+")
ODD = [None, "", " ", [], {}, 0, -1, 1.5, True, "x", "[1", [None], [[1]], {"a": 1}]
ODD += [[{"role": "user"}], [{"criterion": "x", "points": "5"}], "F1 ", 1e9, "\u2028"]


def write(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return str(path)


def real(shared):
    return [
        line.value
        for line in read_jsonl(shared / "healthbench" / "oss_eval_subset.jsonl")
    ]


def wrong(text):
    """The text with its first number made ten times larger, None without a number."""
    return (
        FIRST_NUMBER.sub(lambda m: m[0] + "0", text, 1)
        if FIRST_NUMBER.search(text)
        else None
    )


def test_real_answers_and_rubrics_from_a_file_by_id(shared, tmp_path):
    rows, texts = [], {}
    for row in real(shared):
        ideal = (row["ideal_completions_data"] or {}).get("ideal_completion")
        if ideal and (variant := wrong(ideal)):
            texts[row["prompt_id"]] = variant
            rows.append(
                {
                    "prompt_id": row["prompt_id"],
                    "original": ideal,
                    "variant": variant,
                    "error_type": "F1",
                }
            )
    assert len(rows) > 50
    path = shared / "healthbench" / "oss_eval_subset.jsonl"
    task = pairs(dataset=write(tmp_path / "rows.jsonl", rows), criteria=str(path))
    assert len(task.dataset) == len(rows)
    for sample in task.dataset:
        [variant] = sample.metadata["variants"]
        edits = [Edit(**edit) for edit in variant["edits"]]
        original = sample.metadata["answer"]["text"]
        assert apply_edits(original, edits) == texts[sample.id]
        assert sum(len(edit.find) for edit in edits) < 80


def test_real_graded_answers_become_pairs(shared, tmp_path):
    rows = []
    folder = shared / "healthbench_graded"
    for line in read_jsonl(folder / "m42_judge_responses.jsonl"):
        row = line.value
        [turn] = row["prompt_response"]
        if variant := wrong(turn["content"]):
            rows.append(
                {
                    "prompt_id": row["prompt_id"],
                    "prompt": row["prompt"],
                    "rubrics": row["rubrics"],
                    "original": turn["content"],
                    "variant": variant,
                    "error_type": "F1",
                    "answer_model": "m",
                }
            )
    assert len(rows) > 20
    task = pairs(dataset=write(tmp_path / "rows.jsonl", rows))
    assert len(task.dataset) == len(rows)


@pytest.mark.parametrize("which", ["custom", "pairs"])
def test_300_damaged_real_rows_are_named_or_counted(shared, tmp_path, which):
    rows = real(shared)
    path = tmp_path / "rows.jsonl"
    n_named = 0
    for seed in range(300):
        rng = random.Random(seed)
        row = json.loads(json.dumps(rng.choice(rows)))
        if which == "pairs":
            text = (row.pop("ideal_completions_data") or {}).get("ideal_completion")
            row |= {"original": text or "5 mg", "error_type": "F1"}
            row["variant"] = wrong(row["original"]) or row["original"] + " More."
        damage(row, rng)
        try:
            task = (custom if which == "custom" else pairs)(dataset=write(path, [row]))
        except ValueError as error:
            n_named += 1
            said = str(error)
        else:
            said = f"line 1 must hold {len(task.dataset)}"
        assert re.search(r"line 1|columns must|none is left", said), said
        assert re.search("must|missing", said), said
    assert n_named > 60


def damage(row, rng):
    """Put something odd somewhere in a row, at any depth, or take something out."""
    place = row
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = rng.choice(keys)
        inner = place[key]
        if isinstance(inner, dict | list) and inner and rng.random() < 0.6:
            place = inner
            continue
        if rng.random() < 0.2:
            del place[key]
        else:
            place[key] = rng.choice(ODD)
        return
