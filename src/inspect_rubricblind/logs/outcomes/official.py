"""The benchmark's own score of the original answers, beside what the errors changed.

Outcomes compare raw points; a leaderboard shows this number, with the benchmark's
clipping and length adjustment.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from inspect_rubricblind.logs.graded import setup_of
from inspect_rubricblind.logs.outcomes.figures import Row, figure
from inspect_rubricblind.logs.samples import LogSample
from inspect_rubricblind.logs.statistics.means import clustered_mean
from inspect_rubricblind.records import criteria_digest

NO_SCORE = "no original with a verdict on every criterion"


class Graded(NamedTuple):
    """An original answer as one grader graded it with the benchmark's own rubric."""

    benchmark: str
    dataset_kind: str
    answer_model: str
    grader: str
    draw: int
    setup: str
    case_id: str
    epoch: int


Scores = Mapping[Graded, float | None]


def official_scores(sample: LogSample) -> Iterator[tuple[Graded, float | None]]:
    """What each grading says of the original; another rubric has no official score."""
    case, answer = sample.case, sample.trial.answer
    if answer is None:
        return
    own = criteria_digest(case.criteria)
    for result in sample.gradings:
        signature = result.signature
        if signature.criteria_hash == own:
            key = Graded(
                case.benchmark,
                case.dataset_kind,
                answer.answer_model,
                signature.grader,
                signature.draw,
                setup_of(signature),
                sample.sample_id,
                sample.epoch,
            )
            yield key, result.official_score


def official_rows(scores: Scores) -> list[Row]:
    """One row per benchmark, answer model and grader.

    `n` counts scored answers, `n_without` those that have no score.
    """
    groups: defaultdict[tuple[str | int, ...], list[Graded]] = defaultdict(list)
    for key in sorted(scores):
        groups[key[:6]].append(key)
    return [_row(keys, scores) for _, keys in sorted(groups.items())]


def _row(keys: Sequence[Graded], scores: Scores) -> Row:
    scored = [
        (key.case_id, score) for key in keys if (score := scores[key]) is not None
    ]
    found = None
    if scored:
        cases, values = zip(*scored, strict=True)
        found = clustered_mean(values, cases)
    first = keys[0]
    return {
        "benchmark": first.benchmark,
        "dataset_kind": first.dataset_kind,
        "answer_model": first.answer_model,
        "grader": first.grader,
        "draw": first.draw,
        "setup": first.setup,
        "n": len(scored),
        "n_without": len(keys) - len(scored),
    } | figure("score", found, None if found else NO_SCORE)
