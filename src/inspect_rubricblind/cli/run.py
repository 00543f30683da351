"""Running the bundled sample through Inspect, with a listener for progress."""

from collections.abc import Callable
from pathlib import Path

from inspect_ai import eval as run_eval
from inspect_ai.hooks import Hooks, SampleEnd, hooks

from inspect_rubricblind.tasks.healthbench import healthbench

Advance = Callable[[int, int], None]


class _Progress:
    """Counts samples for one listener at a time; Inspect keeps hooks for good."""

    advance: Advance | None = None
    done = 0
    total = 0


@hooks(name="rubricblind_demo", description="Tells the demo of finished samples")
class _DemoHooks(Hooks):
    def enabled(self) -> bool:
        return _Progress.advance is not None

    async def on_sample_end(self, data: SampleEnd) -> None:
        _Progress.done += 1
        if _Progress.advance is not None:
            _Progress.advance(_Progress.done, _Progress.total)


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
    _Progress.advance, _Progress.done = advance, 0
    _Progress.total = len(task.dataset)
    try:
        (log,) = run_eval(task, model=None, log_dir=str(log_dir), display="none")
    finally:
        _Progress.advance = None
    if log.status != "success":
        why = log.error.message if log.error else log.status
        raise ValueError(f"the run must succeed, but got {why!r}: see {log.location}")
    return Path(log.location)
