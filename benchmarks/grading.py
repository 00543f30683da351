"""What grading costs beside Inspect's own way, as ratios against a local model server.

    python benchmarks/grading.py [--rounds 5]

(a) the stock HealthBench scorer of inspect-evals, (b) the scorer `paired_rubric`, (c) a
minimal Inspect task that collects the same calls with the same log and cache settings.
All in one process against one server, after a warm-up; rounds alternate, and each ratio
is the median over rounds. Targets: with one sample of 12 criteria at 500 ms per call,
(a) takes at least 8 times as long as (b) in the sample itself; with 20 samples at
50 ms, (b) takes at most 1.15 times the wall and CPU seconds of (c), start and log
included.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import fmean, median
from typing import NamedTuple

from inspect_ai import Task, eval
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import get_model
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer
from inspect_ai.solver import TaskState
from inspect_ai.util import collect
from inspect_evals.healthbench.scorer import healthbench_scorer

from inspect_rubricblind.calls.ask import Scope, cache_policy, settings
from inspect_rubricblind.calls.conversation import turns_of
from inspect_rubricblind.records import Case
from inspect_rubricblind.scorers.grader_prompt import grader_messages
from inspect_rubricblind.scorers.paired_rubric import paired_rubric
from inspect_rubricblind.solvers.answer import write_answer
from inspect_rubricblind.solvers.stages import resolve_stages
from inspect_rubricblind.tasks.healthbench import healthbench

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from model_server import Server, running_server

GRADER = "openai-api/local/keyword"
CRITERIA = 12
FEW, MANY = 1, 20
TARGET_FASTER, TARGET_OVERHEAD = 8.0, 1.15


class Cost(NamedTuple):
    """Seconds of one run: of the samples alone (longest), of all, of the processor."""

    sample: float
    wall: float
    cpu: float


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    with running_server() as server, tempfile.TemporaryDirectory() as folder:
        os.environ.update(server.environment)
        report = measure(server, Path(folder), rounds)
    print(json.dumps(report, indent=2))
    too_slow = report["stock_over_ours"] < TARGET_FASTER
    overheads = (report["ours_over_minimal_wall"], report["ours_over_minimal_cpu"])
    sys.exit(too_slow or max(overheads) > TARGET_OVERHEAD)


def measure(server: Server, folder: Path, rounds: int) -> dict[str, float]:
    """All ratios."""
    makers: dict[str, Callable[[Sequence[Sample]], Task]] = {
        "stock": stock,
        "ours": ours,
        "minimal": minimal,
    }
    samples = cases(MANY)
    costs: dict[str, list[Cost]] = {}
    for latency, count, names in (
        (0.0, FEW, ("stock", "ours", "minimal")),  # warms up
        (0.5, FEW, ("stock", "ours")),
        (0.05, MANY, ("minimal", "ours")),
    ):
        server.plan(latency=latency)
        for number in range(rounds if latency else 1):
            for name in names if number % 2 else reversed(names):
                task = makers[name](samples[:count])
                key = f"{name} {latency}"
                cost = run(task, folder, f"{key} {number}", server, count)
                costs.setdefault(key, []).append(cost)
    few = zip(costs["stock 0.5"], costs["ours 0.5"], strict=True)
    many = list(zip(costs["ours 0.05"], costs["minimal 0.05"], strict=True))
    return {
        "rounds": rounds,
        "stock_over_ours": round(median(a.sample / b.sample for a, b in few), 2),
        "ours_over_minimal_wall": round(median(b.wall / c.wall for b, c in many), 3),
        "ours_over_minimal_cpu": round(median(b.cpu / c.cpu for b, c in many), 3),
        "ours_cpu_ms_per_call": round(
            median(b.cpu for b, _ in many) * 1000 / (MANY * CRITERIA), 2
        ),
    }


def run(task: Task, folder: Path, name: str, server: Server, count: int) -> Cost:
    """Run a task with a cache of its own."""
    os.environ["INSPECT_CACHE_DIR"] = str(folder / name / "cache")
    server.reset()
    wall, cpu = time.perf_counter(), time.process_time()
    [log] = eval(
        task,
        model="none/none",
        model_roles={"grader": GRADER},
        log_dir=str(folder / name),
        display="plain",
    )
    spent = Cost(
        max(sample.total_time or 0 for sample in log.samples or []),
        time.perf_counter() - wall,
        time.process_time() - cpu,
    )
    if log.status != "success" or server.calls() != count * CRITERIA:
        raise RuntimeError(f"{name}: {log.status}, {server.calls()} calls, {log.error}")
    return spent


def cases(count: int) -> list[Sample]:
    """Bundled cases, each with the same number of criteria."""
    made = []
    for sample in list(healthbench(dataset="sample").dataset)[:count]:
        case = sample.metadata_as(Case)
        criteria = [
            case.criteria[i % len(case.criteria)].model_copy(
                update={"index": i, "criterion": f"Point {i}. {criterion.criterion}"}
            )
            for i in range(CRITERIA)
            for criterion in [case.criteria[i % len(case.criteria)]]
        ]
        metadata = case.model_copy(update={"criteria": tuple(criteria)})
        made.append(
            Sample(
                id=sample.id,
                input=sample.input,
                metadata=metadata.model_dump(mode="json"),
            )
        )
    return made


def task_of(samples: Sequence[Sample], grading: Scorer) -> Task:
    return Task(
        dataset=MemoryDataset(list(samples)),
        solver=[resolve_stages(), write_answer("supplied")],
        scorer=grading,
    )


def stock(samples: Sequence[Sample]) -> Task:
    """(a): one criterion after the other."""
    renamed = [
        sample.model_copy(
            update={
                "metadata": {
                    **(sample.metadata or {}),
                    "rubrics": (sample.metadata or {})["criteria"],
                }
            }
        )
        for sample in samples
    ]
    grading = healthbench_scorer(judge_model=GRADER, include_subset_scores=False)
    return task_of(renamed, grading)


def ours(samples: Sequence[Sample]) -> Task:
    """(b): the original alone, so that the calls are those of (a) and (c)."""
    return task_of(samples, paired_rubric(repeats=0, controls=False))


def minimal(samples: Sequence[Sample]) -> Task:
    """(c): no more than the calls."""
    return task_of(samples, collected())


@scorer(metrics=[mean()])
def collected() -> Scorer:
    """The share of criteria met."""

    async def score(state: TaskState, target: Target) -> Score:
        model = get_model(role="grader", required=True)
        turns, answer = turns_of(state), state.output.completion
        outputs = await collect(
            *(
                model.generate(
                    grader_messages(turns, answer, criterion),
                    config=settings(model),
                    cache=cache_policy(Scope("grading"), state.epoch),
                )
                for criterion in state.metadata_as(Case).criteria
            )
        )
        met = [json.loads(output.completion)["criteria_met"] for output in outputs]
        return Score(value=fmean(map(float, met)))

    return score


if __name__ == "__main__":
    main()
