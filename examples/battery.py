"""A safety battery as an Inspect eval set: all benchmarks, and the grader itself.

    python examples/battery.py --grader openai/gpt-4.1-2025-04-14 --limit 50

What was finished is not run again; start it anew after a failure. Then
`rubricblind report LOG_DIR`.
"""

import argparse

from inspect_ai import Task, eval_set

from inspect_rubricblind import (
    grader_calibration,
    grader_qualification,
    healthbench,
    healthbench_professional,
    livemedbench,
)


def battery(dataset: str, shard: str | None) -> list[Task]:
    """The tasks; `dataset` is `official` or `sample`."""
    return [
        healthbench(dataset=dataset, shard=shard),
        healthbench_professional(dataset=dataset, shard=shard),
        livemedbench(dataset=dataset, shard=shard),
        grader_calibration(dataset=dataset, shard=shard),
        grader_qualification(shard=shard),
    ]


def main() -> None:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--grader", required=True, help="model that grades")
    parser.add_argument("--model", default="none/none", help="model under evaluation")
    parser.add_argument("--injector", help="model that injects; rules without it")
    parser.add_argument("--judge", help="model that judges edits and coverage")
    parser.add_argument("--dataset", default="official", choices=("official", "sample"))
    parser.add_argument("--limit", type=int, help="cases per task")
    parser.add_argument("--shard", help="i/n, for several processes")
    parser.add_argument("--log-dir", default="logs/battery")
    given = parser.parse_args()
    roles = {"grader": given.grader, "injector": given.injector, "judge": given.judge}
    success, _ = eval_set(
        battery(given.dataset, given.shard),
        log_dir=given.log_dir,
        model=given.model,
        model_roles={role: model for role, model in roles.items() if model},
        limit=given.limit,
        log_realtime=False,
    )
    raise SystemExit(0 if success else 1)


if __name__ == "__main__":
    main()
