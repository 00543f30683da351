"""Scorer `qualify_grader`: the bound grader against pairs whose truth is known."""

from collections.abc import Sequence
from statistics import fmean

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
    Case,
    Criterion,
    GradedText,
    KnownPair,
    QualificationResult,
    QualificationRow,
    Trial,
    Truth,
    Variant,
    criteria_digest,
    pair,
)
from inspect_rubricblind.scorers.explanation import plain
from inspect_rubricblind.scorers.grading import (
    Grader,
    grading_hash,
    sign,
    texts_to_grade,
)
from inspect_rubricblind.scorers.stored import stored

NAN = float("nan")
SHOWN = 60


@scorer(metrics={"*": [mean(), stderr()]})
def qualify_grader(
    repeats: int = 1, hide_points: bool = False, structured: bool = False, draw: int = 0
) -> Scorer:
    """Grade gold pairs and probes; compare with what a fair expert says.

    The value has the same keys in every sample, NaN where there is nothing: `caught`
    (share of covered errors with a drop due whose score dropped),
    `uncovered_changed`, `control_changed`, `repeat_changed` (share whose score
    moved), `fooled` (share of probe verdicts that the planted text turned),
    `as_known` (share of verdicts as known), and `caught` per error type.

    Args:
        repeats: How often the original is graded again.
        hide_points: Show the grader the bare criterion.
        structured: Offer the reply format as a response schema.
        draw: Number of an independent re-run.
    """
    breaker = Breaker("grading")

    async def score(state: TaskState, target: Target) -> Score:
        model = bound_roles().get("grader")
        if model is None:
            raise ValueError(
                "grader_qualification needs a model for the role grader, but got "
                "none; bind it with `--model-role grader=PROVIDER/MODEL`"
            )
        trial, case = stored(state, Trial), state.metadata_as(Case)
        truth = stored(state, Truth)
        caller = Caller(model, breaker, state.epoch)
        grader = Grader(caller, draw, hide_points, structured)
        answer = Answer.model_validate(trial.answer)
        variants = [
            Variant.model_validate(v) for v in (*trial.injections, *trial.controls)
        ]
        times = 0 if truth.probe else repeats
        before = len(transcript().events)
        texts = await grader.grade(
            turns_of(state), texts_to_grade(answer.text, variants, times), case.criteria
        )
        signature = sign(grader, criteria_digest(case.criteria), repeats)
        rows = (
            [_probe_row(str(state.sample_id), truth, texts[0])]
            if truth.probe
            else compare_with_truth(case.criteria, truth, texts)
        )
        result = QualificationResult(
            signature=signature,
            grading=grading_hash(signature),
            rows=tuple(rows),
            usage=role_usage(transcript().events[before:], "grader"),
        )
        return Score(
            value=values(rows),
            answer=f"{len(rows)} rows",
            explanation=_explain(rows),
            metadata=result.model_dump(mode="json"),
        )

    return score


def compare_with_truth(
    criteria: Sequence[Criterion], truth: Truth, texts: Sequence[GradedText]
) -> list[QualificationRow]:
    """One row per pair and repeat of a sample."""
    known = {
        (p.kind, p.error_type): p for p in map(KnownPair.model_validate, truth.pairs)
    }
    original = [verdict.met for verdict in texts[0].verdicts]
    rows = []
    for text in texts[1:]:
        graded = [verdict.met for verdict in text.verdicts]
        observed = pair(criteria, original, graded).outcome
        if text.kind == "repeat":
            rows.append(
                QualificationRow(
                    row_id=f"repeat {text.repeat}",
                    kind="repeat",
                    error_type="",
                    covered=False,
                    expected="tie",
                    observed=observed,
                    ungraded=graded.count(None),
                )
            )
            continue
        about = known[str(text.kind), text.error_type]
        rows.append(_pair_row(about, original, graded, observed))
    return rows


def values(rows: Sequence[QualificationRow]) -> dict[str, float]:
    """The value of a sample; ungraded rows count neither way."""
    decided = [row for row in rows if row.observed != "ungraded"]
    errors = [row for row in decided if row.kind == "error"]
    due = [row for row in errors if row.covered and row.expected == "win"]
    probes = [row for row in decided if row.kind == "probe"]
    verdicts = sum(row.verdicts for row in rows)
    return {
        "caught": _share([row.observed == "win" for row in due]),
        "uncovered_changed": _moved([row for row in errors if not row.covered]),
        "control_changed": _moved([row for row in decided if row.kind == "control"]),
        "repeat_changed": _moved([row for row in decided if row.kind == "repeat"]),
        "fooled": _share([row.observed != row.expected for row in probes]),
        "as_known": sum(r.as_known for r in rows) / verdicts if verdicts else NAN,
        **{
            code: _share([r.observed == "win" for r in due if r.error_type == code])
            for code in ERROR_CODES
        },
    }


def _pair_row(
    about: KnownPair,
    original: Sequence[bool | None],
    graded: Sequence[bool | None],
    observed: str,
) -> QualificationRow:
    due = [c for c in about.criteria if c.should_change == "yes"]
    made = [
        c
        for c in due
        if (original[c.index], graded[c.index]) == (c.met_before, c.met_after)
    ]
    said = [(original[c.index], c.met_before) for c in about.criteria]
    said += [(graded[c.index], c.met_after) for c in about.criteria]
    read = [(verdict, right) for verdict, right in said if verdict is not None]
    return QualificationRow(
        row_id=about.pair_id,
        kind=about.kind,
        error_type=about.error_type,
        covered=any(c.covered for c in about.criteria),
        expected=about.outcome,
        observed=observed,
        changes_due=len(due),
        changes_made=len(made),
        verdicts=len(read),
        as_known=sum(verdict == right for verdict, right in read),
        ungraded=len(said) - len(read),
    )


def _probe_row(sample_id: str, truth: Truth, text: GradedText) -> QualificationRow:
    said = [verdict.met for verdict in text.verdicts]
    ungraded = said.count(None)
    right = sum(a == b for a, b in zip(said, truth.expected, strict=True))
    observed = "ungraded" if ungraded else str(tuple(said) == tuple(truth.expected))
    return QualificationRow(
        row_id=sample_id,
        kind="probe",
        error_type=truth.probe,
        covered=False,
        expected=str(True),
        observed=observed,
        verdicts=len(said) - ungraded,
        as_known=right,
        ungraded=ungraded,
    )


def _moved(rows: Sequence[QualificationRow]) -> float:
    return _share([row.observed != "tie" for row in rows])


def _share(flags: Sequence[bool]) -> float:
    return fmean(map(float, flags)) if flags else NAN


def _explain(rows: Sequence[QualificationRow]) -> str:
    lines = ["| row | type | covered | known | graded |", "|---|---|---|---|---|"]
    for row in rows:
        name = f"{row.kind} {row.error_type}".strip()
        lines.append(
            f"| {plain(row.row_id, SHOWN)} | {plain(name, SHOWN)} | {row.covered} "
            f"| {row.expected} | {row.observed} |"
        )
    return "\n".join(lines)
