"""kill -9 at random moments, and resumed: nothing is lost, counted or paid twice."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pandas as pd
import pytest
from inspect_ai.log import list_eval_logs, read_eval_log

from inspect_rubricblind.logs.study import read_study
from model_runs import LOCAL, MODEL_ROLES, pair_table

pytestmark = pytest.mark.slow

INSPECT = str(Path(sys.executable).with_name("inspect"))
# Kills for each way to resume; fewer for a quick look.
KILLS = int(os.environ.get("RUBRICBLIND_KILLS", "15"))
CONNECTIONS = 4
CASES = 8
TYPES = "F4,C3,O2,K1"
SET = f"""
import sys
from inspect_ai import eval_set
from inspect_rubricblind.tasks.healthbench import healthbench
eval_set(
    [healthbench(dataset="sample", error_types="{TYPES}")],
    log_dir=sys.argv[1],
    model="{LOCAL}keyword",
    model_roles={{role: "{LOCAL}keyword" for role in {MODEL_ROLES!r}}},
    limit={CASES},
    max_samples=3,
    max_connections={CONNECTIONS},
    # Every finished sample is left to Inspect's recovery.
    log_buffer=1000,
    display="none",
)
"""


def first_or_retry(logs: Path) -> list[str]:
    """`inspect eval` if there is no log, else `inspect eval-retry` on the newest."""
    options = ["--max-connections", str(CONNECTIONS), "--max-samples", "3"]
    options += ["--log-dir", str(logs), "--display", "none"]
    found = list_eval_logs(str(logs)) if logs.is_dir() else []
    if found:
        return [INSPECT, "eval-retry", found[0].name, *options]
    roles = [x for r in MODEL_ROLES for x in ("--model-role", f"{r}={LOCAL}keyword")]
    return [
        *(INSPECT, "eval", "inspect_rubricblind/healthbench"),
        *("-T", "dataset=sample", "-T", f"error_types={TYPES}"),
        *("--limit", str(CASES), "--model", f"{LOCAL}keyword"),
        *(*roles, *options),
    ]


def same_set(logs: Path) -> list[str]:
    """The same `eval_set` again."""
    return [sys.executable, "-c", SET, str(logs)]


def start(command: list[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def kill_after(process: subprocess.Popen[bytes], calls: int, server, rng) -> bool:
    """Kill once the server has seen that many calls; False if it ended before."""
    while server.calls() < calls:
        if process.poll() is not None:
            return False
        time.sleep(0.01)
    time.sleep(rng.random() * 0.05)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    return True


def is_done(logs: Path) -> bool:
    found = list_eval_logs(str(logs))
    return read_eval_log(found[0].name, header_only=True).status == "success"


@pytest.mark.parametrize("resume", [first_or_retry, same_set])
def test_a_run_killed_at_random_ends_as_if_it_had_not_been(
    resume, local_model, tmp_path, monkeypatch
):
    rng = random.Random(resume.__name__)
    local_model.plan(latency=0.03)
    undisturbed = tmp_path / "undisturbed"
    assert start(resume(undisturbed)).wait() == 0
    expected = {key: seen.arrivals for key, seen in local_model.seen().items()}
    total = sum(expected.values())

    local_model.reset()
    monkeypatch.setenv("INSPECT_CACHE_DIR", str(tmp_path / "other_cache"))
    logs = tmp_path / "killed"
    kills = 0
    for number in range(KILLS):
        # Moments over the whole run, so that all stages are hit.
        moment = int(total * (number + rng.random()) / KILLS)
        kills += kill_after(start(resume(logs)), moment, local_model, rng)
    while not is_done(logs):
        assert start(resume(logs)).wait() == 0

    assert kills >= KILLS - 1
    study = read_study([logs])
    assert study.incomplete == ()
    if resume is same_set:
        assert study.recovered > 0
    pd.testing.assert_frame_equal(pair_table(logs), pair_table(undisturbed))
    arrivals = {key: seen.arrivals for key, seen in local_model.seen().items()}
    assert arrivals.keys() == expected.keys()
    again = {key: arrivals[key] - expected[key] for key in expected}
    assert min(again.values()) == 0
    assert sum(again.values()) <= kills * CONNECTIONS
