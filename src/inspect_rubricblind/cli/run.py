"""Running the bundled sample through Inspect, with a listener for progress."""

from collections.abc import Callable
from pathlib import Path

from inspect_ai import eval as run_eval
from inspect_ai.solver import TaskState

from inspect_rubricblind.tasks.healthbench import healthbench

Advance = Callable[[int, int], None]


def run_sample(log_dir: Path, seed: int, advance: Advance) -> Path:
    """Run `healthbench` on the bundled sample by rules alone.

    Args:
        log_dir: Folder for the log.
        seed: The task's seed.
        advance: Called with (finished samples, all samples).

    Returns:
        The path of the log.

    Raises:
        ValueError: The run did not end well.
    """
    task = healthbench(
        dataset="sample",
        answers="reference",
        applicability="rules",
        injector="rules",
        coverage="rules",
        seed=seed,
    )
    finished: list[str] = []

    async def count(state: TaskState) -> None:
        finished.append(str(state.sample_id))
        advance(len(finished), len(task.dataset))

    # Called after each sample, and unlike a hook it announces itself nowhere.
    task.cleanup = count
    advance(0, len(task.dataset))
    (log,) = run_eval(task, model=None, log_dir=str(log_dir), display="none")
    if log.status != "success":
        why = log.error.message if log.error else log.status
        raise ValueError(f"the run must succeed, but got {why!r}: see {log.location}")
    return Path(log.location)
