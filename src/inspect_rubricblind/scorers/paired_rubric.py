"""Scorer `paired_rubric`: grade original and copies, compare them pair by pair."""

from collections import Counter
from collections.abc import Sequence
from statistics import fmean
from typing import Any

from inspect_ai.log import transcript
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState

from inspect_rubricblind.calls.ask import Caller
from inspect_rubricblind.calls.breaker import Breaker
from inspect_rubricblind.calls.conversation import turns_of
from inspect_rubricblind.calls.roles import bound_roles
from inspect_rubricblind.calls.usage import role_usage
from inspect_rubricblind.records import (
    ERROR_CODES,
    Answer,
    Criterion,
    GradedPair,
    GradedText,
    GradingResult,
    Trial,
    Variant,
    Verdicts,
    catcher,
    criteria_digest,
    headroom,
    official_score,
    pair,
    points_possible,
    tie_cause,
)
from inspect_rubricblind.scorers.criteria_file import read_rubrics
from inspect_rubricblind.scorers.explanation import explain_pairs
from inspect_rubricblind.scorers.grader_prompt import choose_prompt
from inspect_rubricblind.scorers.grading import (
    Grader,
    grading_hash,
    sign,
    texts_to_grade,
)
from inspect_rubricblind.scorers.stored import stored, stored_case
from inspect_rubricblind.scorers.support import estimate

NAN = float("nan")
VALUES = {"win": 1.0, "tie": 0.5, "loss": 0.0}
NO_GRADER = "no_grader"


@scorer(metrics={"*": [mean(), stderr()]})
def paired_rubric(
    repeats: int = 1,
    controls: bool = True,
    hide_points: bool = False,
    grader_prompt: str = "healthbench",
    structured: bool = False,
    draw: int = 0,
    criteria: str | None = None,
) -> Scorer:
    """Grade the original, its repeats and every accepted copy with the same rubric.

    The role `grader` gives one verdict per call and criterion. The value has the
    same keys in every sample, NaN where there is nothing: `score` (the benchmark's
    own score of the original), `auroc`, `win`, `tie`, `loss`, `ungraded` over the
    injections, `repeat_differs`, `control_auroc`, and one key per error type
    (1 win, 0.5 tie, 0 loss), whose mean is the paired AUROC of that type.

    Args:
        repeats: How often the original is graded again: the noise floor.
        controls: Whether the controls of the trial are graded too.
        hide_points: Show the grader the bare criterion.
        grader_prompt: `healthbench`, or `official` for the benchmark's own.
        structured: Offer the reply format as a response schema.
        draw: Number of an independent re-run; another number asks anew where the
            cache would replay the verdicts of an earlier grading.
        criteria: JSONL file `{id, criteria: [{criterion, points}]}` with another
            rubric for the same frozen pairs.

    Raises:
        ValueError: An argument is out of range, or the file cannot be used.
    """
    for name, number in (("repeats", repeats), ("draw", draw)):
        if number < 0:
            raise ValueError(f"{name} must be 0 or more, but got {number}")
    choose_prompt(grader_prompt, "healthbench")
    rubrics = read_rubrics(criteria)
    breaker = Breaker("grading")

    async def score(state: TaskState, target: Target) -> Score:
        trial, case = stored(state, Trial), stored_case(state)
        model = bound_roles().get("grader")
        if model is None:
            return _unscored(NO_GRADER, "No grader bound: coverage only.")
        if trial.answer is None:
            return _unscored(trial.no_answer or "no_answer", "There is no answer.")
        prompt = choose_prompt(grader_prompt, case.benchmark)
        caller = Caller(model, breaker, state.epoch)
        grader = Grader(caller, draw, hide_points, structured, prompt)
        case_id = case.question_id or str(state.sample_id)
        rubric = rubrics.applied_to(case_id, case).criteria
        answer, variants = _frozen(trial, controls)
        before = len(transcript().events)
        texts = await grader.grade(
            turns_of(state), texts_to_grade(answer.text, variants, repeats), rubric
        )
        signature = sign(grader, criteria_digest(rubric), repeats)
        result = GradingResult(
            signature=signature,
            grading=grading_hash(signature),
            n_criteria=len(rubric),
            points_possible=points_possible(rubric),
            official_score=official_score(
                case.scoring, rubric, _verdicts(texts[0]), len(answer.text)
            ),
            texts=texts,
            pairs=compare(answer.text, variants, rubric, texts),
            usage=role_usage(transcript().events[before:], "grader"),
        )
        return Score(
            value=values(result),
            answer=_summary(result),
            explanation=explain_pairs(case, answer.text, rubric, variants, result),
            metadata=_compact(result),
        )

    return score


def _compact(result: GradingResult) -> dict[str, Any]:
    """The result as JSON, its many verdicts without what their reader fills in anyway.

    Inspect copies the whole score once per key of its value.
    """
    texts = [t.model_dump(mode="json", exclude_defaults=True) for t in result.texts]
    return {**result.model_dump(mode="json", exclude={"texts"}), "texts": texts}


def compare(
    original: str,
    variants: Sequence[Variant],
    rubric: Sequence[Criterion],
    texts: Sequence[GradedText],
) -> tuple[GradedPair, ...]:
    """Pair the first text with every other one; say what explains the outcome."""
    first = _verdicts(texts[0])
    frozen = {(v.kind, v.error_type): v for v in variants}
    pairs = []
    for text in texts[1:]:
        variant = frozen.get((text.kind, text.error_type))  # type: ignore[arg-type]
        asking = estimate(original, variant, rubric) if variant else ()
        covered = tuple(found.index for found in asking if found.covered)
        pairing = pair(rubric, first, _verdicts(text))
        room = headroom(rubric, covered, first)
        pairs.append(
            GradedPair(
                kind=text.kind or "repeat",
                error_type=text.error_type,
                repeat=text.repeat,
                pairing=pairing,
                covered=covered,
                headroom=room,
                cause=tie_cause(pairing, covered, room) if variant else None,
                caught_by=catcher(pairing, covered) if variant else None,
            )
        )
    return tuple(pairs)


def values(result: GradingResult | None) -> dict[str, float]:
    """The value of a sample: the same keys always, NaN where there is nothing."""
    pairs = result.pairs if result else ()
    errors = [p for p in pairs if p.kind == "error"]
    outcomes = Counter(p.pairing.outcome for p in errors)
    repeats = [p.pairing.outcome for p in pairs if p.kind == "repeat"]
    decided = [outcome for outcome in repeats if outcome != "ungraded"]
    official = result.official_score if result else None
    shares = {
        name: outcomes[name] / len(errors) if errors else NAN
        for name in ("win", "tie", "loss", "ungraded")
    }
    return {
        "score": NAN if official is None else official,
        "auroc": _auroc(errors),
        **shares,
        "repeat_differs": _mean([float(outcome != "tie") for outcome in decided]),
        "control_auroc": _auroc([p for p in pairs if p.kind == "control"]),
        **{
            code: _auroc([p for p in errors if p.error_type == code])
            for code in ERROR_CODES
        },
    }


def _frozen(trial: Trial, controls: bool) -> tuple[Answer, list[Variant]]:
    """Answer and variants as records: when a log is scored again, they come as JSON."""
    variants = [*trial.injections, *(trial.controls if controls else ())]
    return Answer.model_validate(trial.answer), [
        Variant.model_validate(variant) for variant in variants
    ]


def _unscored(reason: str, explanation: str) -> Score:
    return Score(value=values(None), reason=reason, explanation=explanation)


def _verdicts(text: GradedText) -> Verdicts:
    return [verdict.met for verdict in text.verdicts]


def _auroc(pairs: Sequence[GradedPair]) -> float:
    outcomes = [p.pairing.outcome for p in pairs]
    return _mean([VALUES[outcome] for outcome in outcomes if outcome in VALUES])


def _mean(numbers: Sequence[float]) -> float:
    return fmean(numbers) if numbers else NAN


def _summary(result: GradingResult) -> str:
    outcomes = Counter(p.pairing.outcome for p in result.pairs if p.kind == "error")
    total = sum(outcomes.values())
    parts = [f"{outcomes[name]} {name}" for name in ("win", "tie", "loss", "ungraded")]
    return f"{total} errors: {', '.join(parts)}"
