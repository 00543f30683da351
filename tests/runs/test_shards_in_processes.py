"""Shards of one task in two processes with one log folder: the pairs of one process."""

import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

from inspect_rubricblind.logs.read import missing_shards, read_logs
from model_runs import LOCAL, pair_table

pytestmark = pytest.mark.slow

# What README.md shows, with the local model for a grader.
SHARD = f"""
import sys
from inspect_ai import eval_set
from inspect_rubricblind._registry import {{task}}

success, logs = eval_set(
    [{{task}}(dataset="sample", error_types="F1,C3,O2,K1", shard=sys.argv[2])],
    log_dir=sys.argv[1],
    log_dir_allow_dirty=True,
    model="none/none",
    model_roles={{{{"grader": "{LOCAL}keyword"}}}},
    display="none",
)
sys.exit(0 if success and logs[0].status == "success" else 1)
"""
TASKS = ("healthbench", "healthbench_professional", "livemedbench")


def start(task: str, folder: Path, shard: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", SHARD.format(task=task), str(folder), shard]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )


@pytest.mark.parametrize("task", TASKS)
def test_two_processes_make_the_pairs_of_one(local_model, tmp_path, task):
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    together = [start(task, parts, f"{i}/2") for i in range(2)]
    for process in together:
        assert process.wait() == 0, process.stdout.read()
    alone = start(task, whole, "0/1")
    assert alone.wait() == 0, alone.stdout.read()

    runs = read_logs([parts]).runs
    assert len(runs) == 2
    assert missing_shards(runs) == []
    one, two = pair_table(whole), pair_table(parts)
    assert len(one) > 0
    pd.testing.assert_frame_equal(one, two)


def test_a_repeated_set_runs_nothing_again(local_model, tmp_path):
    for _ in range(2):
        process = start("livemedbench", tmp_path, "1/2")
        assert process.wait() == 0, process.stdout.read()
    assert len(list(tmp_path.glob("*.eval"))) == 1
