"""Copies of one sample, from retries and re-scored logs, joined into one."""

from collections.abc import Sequence

from inspect_rubricblind.logs.graded import (
    settle_calibrations,
    settle_gradings,
    settle_qualifications,
)
from inspect_rubricblind.logs.results import (
    settle_coverage,
)
from inspect_rubricblind.logs.samples import LogSample, SampleCopy
from inspect_rubricblind.logs.traps.settling import settle_traps
from inspect_rubricblind.records import (
    CoverageResult,
)


def join_copies(copies: Sequence[SampleCopy]) -> LogSample:
    """Make one sample of its copies, whatever their order.

    The newest run's trial counts; scores are taken from every copy of that trial.

    Raises:
        ValueError: Two coverage results of the same kind differ.
    """
    newest = max(copies, key=lambda c: (c.run.created, c.run.eval_id, str(c.run.path)))
    same = [copy for copy in copies if copy.trial == newest.trial]
    results: list[CoverageResult] = []
    for result in (result for copy in same for result in copy.coverage):
        if result not in results:
            results.append(result)
    where = f"sample {newest.sample_id!r} of task {newest.run.task}"
    return LogSample(
        run=newest.run,
        sample_id=newest.sample_id,
        key=newest.key,
        epoch=newest.epoch,
        question=newest.question,
        case=newest.case,
        trial=newest.trial,
        coverage=settle_coverage(results, where),
        gradings=settle_gradings([g for copy in same for g in copy.gradings]),
        copies=len(copies),
        qualifications=settle_qualifications(
            [q for copy in same for q in copy.qualifications]
        ),
        calibrations=settle_calibrations(
            [c for copy in same for c in copy.calibrations]
        ),
        recovered=all(copy.recovered for copy in copies),
        leakage=tuple(x for copy in same for x in copy.leakage),
        classified=tuple(x for copy in same for x in copy.classified),
        fact_checks=tuple(x for copy in same for x in copy.fact_checks),
        traps=settle_traps([t for copy in same for t in copy.traps]),
        autoratings=tuple(x for copy in same for x in copy.autoratings),
    )
