"""Scorer `autoraters`: several models each grade every criterion of the answer.

Where `paired_rubric` asks one grader whether a copy with an error scores lower, this
scorer asks a panel how good the answer itself is. An expert's labels come later, when
the logs are reported; until then nothing here is called right.
"""

from collections.abc import Sequence

from inspect_ai.event import ModelEvent
from inspect_ai.log import transcript
from inspect_ai.model import Model
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState

from inspect_rubricblind.calls.ask import Caller
from inspect_rubricblind.calls.breaker import Breaker
from inspect_rubricblind.calls.conversation import turns_of
from inspect_rubricblind.calls.roles import AUTORATER, distinct_models
from inspect_rubricblind.calls.together import together
from inspect_rubricblind.calls.usage import role_usage
from inspect_rubricblind.records import (
    Answer,
    Case,
    Criterion,
    GradedText,
    Trial,
    criteria_digest,
)
from inspect_rubricblind.records.autorating import AutoratingResult, RaterVerdicts
from inspect_rubricblind.records.scenario import CRITICAL
from inspect_rubricblind.scorers.autorater_table import explain_autoraters
from inspect_rubricblind.scorers.grading import Gradable, Grader, grading_hash, sign
from inspect_rubricblind.scorers.stored import stored

NAN = float("nan")
NO_AUTORATER = "no_autorater"
STAGE = "autorating"
VALUES = ("pass_rate", "critical_pass_rate", "ungraded", "raters_agree")


@scorer(metrics={"*": [mean(), stderr()]})
def autoraters(
    hide_points: bool = True, structured: bool = False, draw: int = 0
) -> Scorer:
    """Let every model of the role `autorater` grade every criterion.

    The value has the same keys in every sample: `pass_rate` (weight of the met
    criteria over the weight of the graded ones, the mean over autoraters),
    `critical_pass_rate` (the same for weight 5), `ungraded` (share of verdicts that
    could not be read) and `raters_agree` (share of the criteria that all graded and
    all graded alike, of those that all graded; NaN with one autorater).

    Args:
        hide_points: Show the bare criterion, not its weight.
        structured: Offer the reply format as a response schema.
        draw: Number of an independent re-run.
    """
    if draw < 0:
        raise ValueError(f"draw must be 0 or more, but got {draw}")
    breakers: dict[str, Breaker] = {}

    async def score(state: TaskState, target: Target) -> Score:
        models = distinct_models(AUTORATER)
        trial, case = stored(state, Trial), state.metadata_as(Case)
        if not models:
            return _unscored(NO_AUTORATER, "No autorater bound.")
        if trial.answer is None:
            return _unscored(trial.no_answer or "no_answer", "There is no answer.")
        answer = Answer.model_validate(trial.answer)
        before = len(transcript().events)

        graders = [
            Grader(
                Caller(model, _breaker(breakers, model), state.epoch),
                draw,
                hide_points,
                structured,
                stage=STAGE,
            )
            for model in models
        ]
        text = Gradable(GradedText(verdicts=()), answer.text)
        graded = await together(
            *(g.grade(turns_of(state), [text], case.criteria) for g in graders)
        )
        events = [e for e in transcript().events[before:] if isinstance(e, ModelEvent)]
        result = AutoratingResult(
            criteria_sha256=criteria_digest(case.criteria),
            raters=tuple(
                _rater(grader, case.criteria, texts[0], events)
                for grader, texts in zip(graders, graded, strict=True)
            ),
        )
        return Score(
            value=values(case.criteria, result.raters),
            answer=_summary(case.criteria, result.raters),
            explanation=explain_autoraters(case, result),
            metadata=result.model_dump(mode="json"),
        )

    return score


def _breaker(breakers: dict[str, Breaker], model: Model) -> Breaker:
    """One for each autorater: a broken one does not speak for the others."""
    name = f"{STAGE} by {model}"
    return breakers.setdefault(name, Breaker(name))


def _rater(
    grader: Grader,
    criteria: Sequence[Criterion],
    text: GradedText,
    events: Sequence[ModelEvent],
) -> RaterVerdicts:
    signature = sign(grader, criteria_digest(criteria), 0)
    own = [event for event in events if event.model == signature.grader]
    return RaterVerdicts(
        signature=signature,
        grading=grading_hash(signature),
        verdicts=text.verdicts,
        usage=role_usage(own, AUTORATER),
    )


def pass_rate(
    criteria: Sequence[Criterion], met: Sequence[bool | None], weight: int = 0
) -> float:
    """Weight of the met criteria over that of the graded ones; NaN if none is graded.

    Args:
        criteria: The rubric; points are weights.
        met: One verdict per criterion.
        weight: Only criteria of this weight; 0 is all.
    """
    graded = [
        (criterion.points, verdict)
        for criterion, verdict in zip(criteria, met, strict=True)
        if verdict is not None and weight in (0, criterion.points)
    ]
    whole = sum(points for points, _ in graded)
    return sum(p for p, verdict in graded if verdict) / whole if whole else NAN


def values(
    criteria: Sequence[Criterion], raters: Sequence[RaterVerdicts]
) -> dict[str, float]:
    """The value of a sample: the same keys always, NaN where there is nothing."""
    if not raters:
        return dict.fromkeys(VALUES, NAN)
    labels = [[verdict.met for verdict in rater.verdicts] for rater in raters]
    every = [met for rater in labels for met in rater]
    shared = [set(row) for row in zip(*labels, strict=True) if None not in row]
    agree = [len(row) == 1 for row in shared]
    return {
        "pass_rate": _mean([pass_rate(criteria, met) for met in labels]),
        "critical_pass_rate": _mean(
            [pass_rate(criteria, met, CRITICAL) for met in labels]
        ),
        "ungraded": sum(met is None for met in every) / len(every),
        "raters_agree": _mean(agree) if len(raters) > 1 else NAN,
    }


def _mean(numbers: Sequence[float]) -> float:
    """The mean of what is defined; NaN if nothing is."""
    defined = [number for number in numbers if number == number]
    return sum(defined) / len(defined) if defined else NAN


def _summary(criteria: Sequence[Criterion], raters: Sequence[RaterVerdicts]) -> str:
    parts = []
    for rater in raters:
        met = [verdict.met for verdict in rater.verdicts]
        rate = pass_rate(criteria, met)
        parts.append(f"{rater.signature.grader} {rate:.2f}")
    return "Weighted pass rate: " + ", ".join(parts)


def _unscored(reason: str, explanation: str) -> Score:
    return Score(value=values((), ()), reason=reason, explanation=explanation)
