"""The battery for inspect-flow: two graders, every task, HealthBench in four shards.

Expand it with `flow config examples/flow_battery.py`, see what it would run with
`flow run examples/flow_battery.py --dry-run`, run it without that flag.
"""

from inspect_flow import FlowOptions, FlowSpec, FlowTask, tasks_matrix

SHARDS = [f"{index}/4" for index in range(4)]
GRADERS = ["openai/gpt-4.1-2025-04-14", "google/gemini-3.7-flash"]
BENCHMARKS = ["healthbench", "healthbench_professional", "livemedbench"]

FlowSpec(
    log_dir="logs/flow",
    options=FlowOptions(max_tasks=2, log_realtime=False, limit=50),
    tasks=[
        *tasks_matrix(
            task=[f"inspect_rubricblind/{name}" for name in BENCHMARKS],
            args=[{"shard": shard} for shard in SHARDS],
            model_roles=[{"grader": grader} for grader in GRADERS],
            model="none/none",
        ),
        *tasks_matrix(
            task=[
                FlowTask(name="inspect_rubricblind/grader_calibration"),
                FlowTask(name="inspect_rubricblind/grader_qualification"),
            ],
            model_roles=[{"grader": grader} for grader in GRADERS],
            model="none/none",
        ),
    ],
)
