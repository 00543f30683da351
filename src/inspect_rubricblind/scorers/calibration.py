"""Scorer `calibrate_grader`: the bound grader against physicians' own verdicts."""

from collections.abc import Sequence
from statistics import fmean

from inspect_ai.log import transcript
from inspect_ai.scorer import (
    Metric,
    SampleScore,
    Score,
    Scorer,
    Target,
    Value,
    mean,
    metric,
    scorer,
    stderr,
)
from inspect_ai.solver import TaskState

from inspect_rubricblind.calls.ask import Caller
from inspect_rubricblind.calls.breaker import Breaker
from inspect_rubricblind.calls.conversation import turns_of
from inspect_rubricblind.calls.roles import bound_roles
from inspect_rubricblind.calls.usage import role_usage
from inspect_rubricblind.records import (
    Answer,
    CalibrationResult,
    Case,
    PhysicianLabel,
    Trial,
    criteria_digest,
)
from inspect_rubricblind.scorers.explanation import plain
from inspect_rubricblind.scorers.grading import Grader, grading_hash, sign
from inspect_rubricblind.scorers.stored import stored

NAN = float("nan")
MET, NOT_MET = "met", "not met"
COUNTS = ("both_met", "grader_alone", "physician_alone", "neither")
CELL = dict(
    zip(
        ((True, True), (True, False), (False, True), (False, False)),
        COUNTS,
        strict=True,
    )
)
"""The count that (grader, physician) goes into."""

SHOWN = 200


@metric
def pairwise_f1() -> Metric:
    """Balanced F1 of the grader over all pairs of its label and a physician's.

    Pooled over all samples, as HealthBench's meta-evaluation has it; NaN while
    physicians have used only one of the two labels.
    """

    def compute(scores: list[SampleScore]) -> Value:
        both, grader, physician, neither = (
            sum(_count(item.score, name) for item in scores) for name in COUNTS
        )
        if both + physician == 0 or neither + grader == 0:
            return NAN
        other = grader + physician
        return fmean(2 * hit / (2 * hit + other) for hit in (both, neither))

    return compute


SHARES = ("agreement", "physicians_agree", "ungraded")


@scorer(metrics=[pairwise_f1(), {name: [mean(), stderr()] for name in SHARES}])
def calibrate_grader(
    hide_points: bool = True, structured: bool = False, draw: int = 0
) -> Scorer:
    """Ask the role `grader` for one verdict, and hold it against each physician's.

    The value has the same keys in every sample: `agreement` (share of physicians with
    the grader's label), `physicians_agree` (share of pairs of physicians who agree),
    `ungraded`, and how often grader and physician said met, over the physicians.

    Args:
        hide_points: Show the grader the bare criterion, as HealthBench does here.
        structured: Offer the reply format as a response schema.
        draw: Number of an independent re-run.
    """
    if draw < 0:
        raise ValueError(f"draw must be 0 or more, but got {draw}")
    breaker = Breaker("grading")

    async def score(state: TaskState, target: Target) -> Score:
        model = bound_roles().get("grader")
        if model is None:
            raise ValueError(
                "grader_calibration needs a model for the role grader, but got none; "
                "bind it with `--model-role grader=PROVIDER/MODEL`"
            )
        case = state.metadata_as(Case)
        answer = Answer.model_validate(stored(state, Trial).answer)
        labels = read_labels(list(target))
        caller = Caller(model, breaker, state.epoch)
        grader = Grader(caller, draw, hide_points, structured)
        before = len(transcript().events)
        verdict = await grader.verdict(
            turns_of(state), answer.text, case.criteria[0], 0
        )
        signature = sign(grader, criteria_digest(case.criteria), 0)
        result = CalibrationResult(
            signature=signature,
            grading=grading_hash(signature),
            prompt_id=case.question_id,
            cluster=case.theme,
            labels=labels,
            met=verdict.met,
            reason=verdict.reason,
            usage=role_usage(transcript().events[before:], "grader"),
        )
        return Score(
            value=values(verdict.met, labels),
            answer=describe_label(verdict.met),
            explanation=_explain(result, verdict.explanation),
            metadata=result.model_dump(mode="json"),
        )

    return score


def _count(score: Score, name: str) -> float:
    count = score.as_dict()[name]
    return count if isinstance(count, int | float) else NAN


def values(met: bool | None, labels: Sequence[PhysicianLabel]) -> dict[str, float]:
    """The value of a sample; an ungraded one counts neither way."""
    said = [label.met for label in labels]
    pairs = [(a, b) for i, a in enumerate(said) for b in said[i + 1 :]]
    counts = dict.fromkeys(COUNTS, 0.0)
    for label in said if met is not None else ():
        counts[CELL[bool(met), label]] += 1
    return {
        "agreement": NAN if met is None else fmean(met == label for label in said),
        "physicians_agree": fmean(a == b for a, b in pairs) if pairs else NAN,
        "ungraded": float(met is None),
        **counts,
    }


def describe_label(met: bool | None) -> str:
    """A verdict in words."""
    if met is None:
        return "ungraded"
    return MET if met else NOT_MET


def read_labels(target: Sequence[str]) -> tuple[PhysicianLabel, ...]:
    """Physicians' verdicts out of the target of a sample.

    Raises:
        ValueError: A line is not `PHYSICIAN: met` or `PHYSICIAN: not met`.
    """
    labels = []
    for line in target:
        physician, _, said = line.rpartition(": ")
        if said not in (MET, NOT_MET):
            raise ValueError(f"target must be 'PHYSICIAN: met' or so, but got {line!r}")
        labels.append(PhysicianLabel(physician=physician, met=said == MET))
    return tuple(labels)


def _explain(result: CalibrationResult, said: str) -> str:
    physicians = ", ".join(describe_label(label.met) for label in result.labels)
    lines = [
        f"Grader: {describe_label(result.met)}. Physicians: {physicians}.",
        plain(said, SHOWN),
    ]
    return "\n\n".join(line for line in lines if line)
