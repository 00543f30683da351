"""The kinds of call that a run makes, with the sizes of their real prompts."""

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import NamedTuple

from inspect_rubricblind.calls.prompts import template
from inspect_rubricblind.calls.roles import APPLICABILITY_ROLES
from inspect_rubricblind.records import CONTROL_SHAPES, Criterion
from inspect_rubricblind.scorers.grader_prompt import grader_messages
from inspect_rubricblind.solvers.controls import limits_of
from inspect_rubricblind.solvers.proposing import (
    ATTEMPTS,
    control_prompt,
    injection_prompt,
)
from inspect_rubricblind.solvers.voting import applicability_prompt
from inspect_rubricblind.tasks.planning.design import Design
from inspect_rubricblind.tasks.planning.workload import estimate_tokens

EVALUATED = "evaluated model"
CLAIM, EDITS, FEEDBACK = 30, 60, 150
"""Tokens of a claim, of the declared edits, of the feedback on a failed attempt."""
REPLIES: Mapping[str, float] = {
    "applicability": 120,
    "injector": 200,
    "judge": 150,
    "grader": 100,
}
"""Tokens of a visible reply, by role; reasoning that a provider bills comes on top."""


class Ask(NamedTuple):
    """One kind of call: how often per case, and what its prompt holds.

    `n` and `most` count per case, or per criterion of a case if `each_criterion`.
    A prompt holds `fixed` tokens, the question, the answer `answers` times, and the
    whole rubric if `rubric`.
    """

    stage: str
    role: str
    n: float
    most: float
    fixed: float
    answers: int
    reply: float
    each_criterion: bool = False
    rubric: bool = False


def asks(design: Design, replies: Mapping[str, float]) -> list[Ask]:
    """Every kind of call that a design makes."""
    return [
        *_answer_asks(design),
        *_applicability_asks(design, replies),
        *_injection_asks(design, replies),
        *_control_asks(design, replies),
        *_coverage_asks(design, replies),
        *_grading_asks(design, replies),
    ]


def _answer_asks(design: Design) -> list[Ask]:
    """The reply is the answer itself, whose length belongs to the case."""
    ask = Ask("answer", EVALUATED, n=1, most=1, fixed=0, answers=0, reply=0)
    return [ask] if design.answers else []


def _applicability_asks(design: Design, replies: Mapping[str, float]) -> list[Ask]:
    if design.applicability == "rules":
        return []
    n, reply = len(design.types), replies["applicability"]
    fixed = _mean_tokens([applicability_prompt("", "", e) for e in design.types])
    return [
        Ask("applicability", role, n=n, most=n, fixed=fixed, answers=1, reply=reply)
        for role in APPLICABILITY_ROLES
    ]


def _injection_asks(design: Design, replies: Mapping[str, float]) -> list[Ask]:
    prompts = [injection_prompt("", "", error, "", "") for error in design.types]
    reasons = 2 * replies["applicability"] if design.applicability == "model" else 0
    said = _mean_tokens([f"{e.name} {e.definition}" for e in design.types])
    injector = Ask(
        "injection",
        "injector",
        n=design.fitting * design.attempts,
        most=ATTEMPTS * len(design.types),
        fixed=_mean_tokens(prompts) + reasons + _feedback(design),
        answers=1,
        reply=replies["injector"],
    )
    judged = _template_tokens("solvers", "judge") + said + CLAIM
    return _with_judge(design, injector, judged, replies)


def _control_asks(design: Design, replies: Mapping[str, float]) -> list[Ask]:
    if design.injector == "rules":
        return []  # a rule's controls are not judged
    prompts = [
        control_prompt("", "", shape, limits_of(shape), "") for shape in CONTROL_SHAPES
    ]
    injector = Ask(
        "controls",
        "injector",
        n=design.shapes * design.attempts,
        most=ATTEMPTS * design.most[1],
        fixed=_mean_tokens(prompts) + _feedback(design),
        answers=1,
        reply=replies["injector"],
    )
    judged = _template_tokens("solvers", "control_judge")
    return _with_judge(design, injector, judged, replies)


def _with_judge(
    design: Design, injector: Ask, judged: float, replies: Mapping[str, float]
) -> list[Ask]:
    """The injector's attempts, and the judge's look at each of them."""
    judge = injector._replace(
        role="judge", fixed=judged, answers=2, reply=replies["judge"]
    )
    made = [injector] if design.injector == "model" else []
    return [*made, judge] if design.judge else made


def _coverage_asks(design: Design, replies: Mapping[str, float]) -> list[Ask]:
    if design.coverage == "rules":
        return []
    n, most = design.accepted + design.controlled, float(sum(design.most))
    fixed = _template_tokens("scorers", "coverage") + CLAIM + EDITS
    ask = Ask(
        "coverage",
        "judge",
        n=n,
        most=most,
        fixed=fixed,
        answers=1,
        reply=replies["judge"],
        rubric=True,
    )
    return [ask]


def _grading_asks(design: Design, replies: Mapping[str, float]) -> list[Ask]:
    """One call per text and criterion."""
    if not design.grader:
        return []
    errors, controls = design.most
    texts: dict[str, tuple[float, float]] = {
        "grading of originals": (1, 1),
        "grading of repeats": (design.repeats, design.repeats),
        "grading of errors": (design.accepted, errors),
        "grading of controls": (design.controlled, controls),
    }
    bare = grader_messages([], "", Criterion(index=0, criterion="", points=5))
    fixed = sum(estimate_tokens(message.text) for message in bare)
    return [
        Ask(
            stage,
            "grader",
            n=n,
            most=most,
            fixed=fixed,
            answers=1,
            reply=replies["grader"],
            each_criterion=True,
            rubric=True,
        )
        for stage, (n, most) in texts.items()
    ]


def _feedback(design: Design) -> float:
    """Tokens of feedback per attempt, on average: a second one carries some."""
    return FEEDBACK * (1 - 1 / design.attempts)


def _mean_tokens(texts: Sequence[str]) -> float:
    return fmean(map(estimate_tokens, texts))


def _template_tokens(part: str, name: str) -> float:
    return estimate_tokens(template(f"inspect_rubricblind.{part}", name).template)
