"""Which of several results of one trap counts."""

from collections.abc import Sequence

from inspect_rubricblind.records import TrapResult


def settle_traps(results: Sequence[TrapResult]) -> tuple[TrapResult, ...]:
    """One result per grading; one without a judge counts only where there is no other.

    Copies of one grading differ at most in usage and in verdicts that one of them lost;
    the copy with the fewest lost verdicts and the most paid calls counts.
    """
    best: dict[str, TrapResult] = {}
    order = sorted(
        results, key=lambda r: (r.ungraded, -r.usage.calls, r.model_dump_json())
    )
    for result in order:
        best.setdefault(result.grading, result)
    graded = {name: result for name, result in best.items() if name}
    return tuple(result for _, result in sorted((graded or best).items()))
