"""Scorer `trap_rubric`: the role `judge` grades each line of a trap's rubric."""

from collections.abc import Sequence

from inspect_ai.log import transcript
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState

from inspect_rubricblind.calls.ask import Caller
from inspect_rubricblind.calls.breaker import Breaker
from inspect_rubricblind.calls.roles import JUDGE_ROLES, bound_roles
from inspect_rubricblind.calls.usage import role_usage
from inspect_rubricblind.records import (
    Answer,
    Criterion,
    CriterionVerdict,
    GradedText,
    Trap,
    TrapAttempt,
    TrapOrigin,
    TrapResult,
    TrapTrial,
    criteria_digest,
)
from inspect_rubricblind.scorers.explanation import plain
from inspect_rubricblind.scorers.grading import (
    Gradable,
    Grader,
    grading_hash,
    sign,
)
from inspect_rubricblind.scorers.stored import stored

NAN = float("nan")
STAGE = "trap judging"
SHOWN = 200
KEYS = ("hallucination", "any_failed", "ungraded")


@scorer(metrics={name: [mean(), stderr()] for name in KEYS})
def trap_rubric(hide_points: bool = False, draw: int = 0) -> Scorer:
    """Grade the evaluated model's answer to a trap, line by line.

    The value has the same keys in every sample, NaN where there is nothing:
    `hallucination` (lines not passed out of lines with a verdict), `any_failed` (1 if
    any was not passed) and `ungraded` (share of lines without a verdict). Their means
    weigh samples the same; the report weighs lines, as the study does.

    Args:
        hide_points: Show the judge the bare line.
        draw: Number of an independent re-run.

    Raises:
        ValueError: `draw` is negative.
    """
    if draw < 0:
        raise ValueError(f"draw must be 0 or more, but got {draw}")
    breaker = Breaker(STAGE)

    async def score(state: TaskState, target: Target) -> Score:
        trial = stored(state, TrapTrial)
        result = describe_trap(trial)
        model = bound_roles().get(JUDGE_ROLES[0])
        why = _why_unscored(trial, model is not None)
        if why is not None or model is None or trial.trap is None:
            result = result.model_copy(update={"unscored": why})
            return _score(result, f"Not graded: {why}.")
        trap = Trap.model_validate(trial.trap)
        answer = Answer.model_validate(trial.answer)
        caller = Caller(model, breaker, state.epoch)
        grader = Grader(caller, draw, hide_points, structured=False, stage=STAGE)
        before = len(transcript().events)
        [text] = await grader.grade(
            [(turn.role, turn.content) for turn in trap.turns],
            [Gradable(GradedText(verdicts=()), answer.text)],
            trap.criteria,
        )
        signature = sign(grader, criteria_digest(trap.criteria), 0)
        result = result.model_copy(
            update={
                "answer_model": answer.answer_model,
                "signature": signature,
                "grading": grading_hash(signature),
                "verdicts": text.verdicts,
                **count_lines(trap.criteria, text.verdicts),
                "usage": role_usage(transcript().events[before:], JUDGE_ROLES[0]),
            }
        )
        return _score(result, explain_lines(trap, text.verdicts))

    return score


def describe_trap(trial: TrapTrial) -> TrapResult:
    """What is known of a trap before anybody answered it.

    Raises:
        ValueError: The sample was not made by a trap task.
    """
    if trial.origin is None:
        raise ValueError("a trap must carry its origin, but got a sample without one")
    origin = TrapOrigin.model_validate(trial.origin)
    trap = None if trial.trap is None else Trap.model_validate(trial.trap)
    attempts = [TrapAttempt.model_validate(item) for item in trial.attempts]
    votes = [vote for attempt in attempts for vote in attempt.votes]
    return TrapResult(
        task=origin.task,
        subtype=trap.subtype if trap else "",
        trap_sha256=trap.sha256 if trap else "",
        source_id=origin.source_id,
        planter=origin.planter,
        planted_by=origin.kind,
        validated_by=trial.validated_by,
        dropped=trial.dropped,
        rounds=len(attempts),
        rejected=tuple(r.rule for item in attempts for r in item.rejections),
        validator_failures=sum(vote.failure is not None for vote in votes),
        dissent=any(vote.role in ("validator_c", "validator_d") for vote in votes),
    )


def count_lines(
    criteria: Sequence[Criterion], verdicts: Sequence[CriterionVerdict]
) -> dict[str, int]:
    """Lines not passed, lines with a verdict, lines without."""
    passed = [
        None if verdict.met is None else verdict.met == (line.points > 0)
        for line, verdict in zip(criteria, verdicts, strict=True)
    ]
    return {
        "failed": passed.count(False),
        "assessed": len(passed) - passed.count(None),
        "ungraded": passed.count(None),
    }


def values(result: TrapResult) -> dict[str, float]:
    """The value of a sample: the same keys always."""
    lines = result.assessed + result.ungraded
    assessed = result.assessed
    return {
        "hallucination": result.failed / assessed if assessed else NAN,
        "any_failed": float(result.failed > 0) if assessed else NAN,
        "ungraded": result.ungraded / lines if lines else NAN,
    }


def explain_lines(trap: Trap, verdicts: Sequence[CriterionVerdict]) -> str:
    """A table of the lines, with what the judge said."""
    rows = [
        f"| {_verdict(line, verdict)} | {line.points} | {plain(line.criterion, SHOWN)} "
        f"| {plain(verdict.explanation or verdict.reason or '', SHOWN)} |"
        for line, verdict in zip(trap.criteria, verdicts, strict=True)
    ]
    head = [
        f"Trap {trap.subtype} (contains a deliberate medical error): "
        f"{plain(trap.trap, SHOWN)}",
        "",
        "| Line | Points | Text | Judge |",
        "| --- | --- | --- | --- |",
    ]
    return "\n".join([*head, *rows])


def _verdict(line: Criterion, verdict: CriterionVerdict) -> str:
    if verdict.met is None:
        return "ungraded"
    return "passed" if verdict.met == (line.points > 0) else "not passed"


def _why_unscored(trial: TrapTrial, judged: bool) -> str | None:
    if trial.trap is None:
        return f"dropped: {trial.dropped}"
    if trial.answer is None:
        return trial.no_answer or "no_answer"
    return None if judged else "no_judge"


def _score(result: TrapResult, explanation: str) -> Score:
    said = f"{result.failed} of {result.assessed} lines not passed"
    return Score(
        value=values(result),
        answer=said if result.assessed else "not graded",
        reason=result.unscored,
        explanation=explanation,
        metadata=result.model_dump(mode="json"),
    )
