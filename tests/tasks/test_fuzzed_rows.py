"""300 malformed rows: a named error or a counted skip each, never anything else."""

import re
from collections import Counter

import pytest

from inspect_rubricblind.tasks.healthbench import SAMPLE, healthbench
from inspect_rubricblind.tasks.healthbench_professional import healthbench_professional
from inspect_rubricblind.tasks.livemedbench import livemedbench
from row_faults import REMOVED, Format, encode, faults, read_rows

TASKS = {
    "healthbench": healthbench,
    "healthbench_professional": healthbench_professional,
    "livemedbench": livemedbench,
}
FORMATS = {
    "healthbench": Format(
        {
            "prompt_id": (),
            "prompt": (),
            "prompt.*": (),
            "prompt.*.role": (),
            "prompt.*.content": (),
            "rubrics": (),
            "rubrics.*": (),
            "rubrics.*.criterion": (),
            "rubrics.*.points": (),
            "example_tags": (REMOVED, []),
        }
    ),
    "healthbench_professional": Format(
        {
            "id": (),
            "conversation": (),
            "conversation.messages": (),
            "conversation.messages.*": (),
            "conversation.messages.*.role": (),
            "conversation.messages.*.content": (),
            "rubric_items": (),
            "rubric_items.*": (),
            "rubric_items.*.criterion_text": (),
            "rubric_items.*.points": (),
        }
    ),
    "livemedbench": Format(
        {
            "case_id": (-(10**30),),
            "narrative": (REMOVED, None, "", " \u2028"),
            "core_request": (REMOVED, None, "", " \u2028"),
            "rubric_items": (),
            "rubric_items.*": (),
            "rubric_items.*.criterion": (),
            "rubric_items.*.points": (),
            "theme": (REMOVED, None, "", " \u2028", []),
        },
        is_list=True,
    ),
}
SAMPLES = {
    "healthbench": SAMPLE,
    "healthbench_professional": SAMPLE.with_name("healthbench_professional.jsonl"),
    "livemedbench": SAMPLE.with_name("livemedbench.json"),
}
REAL = {
    "healthbench": "healthbench/oss_eval_subset.jsonl",
    "livemedbench": "livemedbench/LiveMedBench_v202604_subset.json",
}
# An error says where and what; taking an item out of a list may leave a sound row.
NAMED = re.compile(
    r"rows\.\w+(, (line|item) \d+)?.*(must|is missing|skipped)", re.DOTALL
)


def outcome(task, path):
    """`error` or `skip`, checked to be named and counted; `loads` for a sound row."""
    said = ""
    try:
        made = task(dataset=str(path))
    except ValueError as error:
        said = str(error)
    if said:
        assert NAMED.search(said), said
        return "skip" if "are skipped" in said else "error"
    skipped = sum(made.metadata["skipped"].values())
    assert skipped + len(made.dataset) == made.metadata["rows"]
    return "skip" if skipped else "loads"


def check(name, rows, tmp_path, count, seed):
    kind = FORMATS[name]
    path = tmp_path / "rows.json"
    seen = Counter()
    for said, raw in faults(rows, kind, count, seed):
        path.write_bytes(raw)
        result = outcome(TASKS[name], path)
        seen[result] += 1
        removed_item = said.endswith("removed") and said.split()[0][-1].isdigit()
        assert result != "loads" or removed_item, f"{said} was taken for a sound row"
    assert seen["error"] > count / 2
    return seen


@pytest.mark.parametrize("name", TASKS)
def test_malformed_rows_of_the_own_samples(name, tmp_path):
    rows = read_rows(SAMPLES[name], FORMATS[name])
    check(name, rows, tmp_path, count=150, seed=0)


@pytest.mark.parametrize("name", REAL)
def test_malformed_real_rows(name, tmp_path, shared):
    rows = read_rows(shared / REAL[name], FORMATS[name])
    check(name, rows, tmp_path, count=150, seed=1)


@pytest.mark.parametrize("name", TASKS)
def test_a_malformed_row_among_sound_ones_is_named_by_its_place(name, tmp_path):
    kind = FORMATS[name]
    first, second, *_ = read_rows(SAMPLES[name], kind)
    broken = {key: [3] for key in second}
    path = tmp_path / "rows.json"
    path.write_bytes(encode([first, broken], kind))
    with pytest.raises(ValueError, match=r"(line|item) 2, row "):
        TASKS[name](dataset=str(path))
