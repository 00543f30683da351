"""Role `injector`: declared edits, checked and judged, one attempt more."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass

from inspect_ai.model import ChatMessageUser

from inspect_rubricblind.calls.ask import Caller, Scope, ask
from inspect_rubricblind.calls.formats import InjectorReply
from inspect_rubricblind.calls.prompts import fence, template, unfence
from inspect_rubricblind.records import (
    Candidate,
    Discarded,
    Edit,
    Judgement,
    Rejection,
    apply_edits,
)
from inspect_rubricblind.solvers.attempts import Attempt, Target, accept, discard
from inspect_rubricblind.solvers.checks import check_edits
from inspect_rubricblind.solvers.judging import FAILED_TEST
from inspect_rubricblind.taxonomy.model import EditLimits, ErrorType

PACKAGE = "inspect_rubricblind.solvers"
ATTEMPTS = 2
CONTROL_INSTRUCTIONS: Mapping[str, str] = {
    "same": (
        "swap a few words for others of the same length and meaning: a spelling "
        "variant, an equivalent unit, a numeral for a number word"
    ),
    "varied": "reword one sentence that says nothing medical, keeping what it says",
    "additive": "add one true sentence that has no bearing on the medical advice",
    "subtractive": "take out one sentence of courtesy, or one that repeats another",
}

Judge = Callable[[str, str], Awaitable[Judgement]]
"""Judges an edited text with its claim."""


@dataclass(frozen=True)
class Proposer:
    """Asks the injector for one kind of copy until it passes, at most `ATTEMPTS` times.

    `prompt` makes the prompt from the feedback on the attempt before.
    """

    caller: Caller
    prompt: Callable[[str], str]
    judge: Judge | None

    async def propose(self, answer: str, target: Target) -> Attempt:
        """Edits that pass the checks and the judge, and every attempt that failed."""
        discarded: list[Discarded] = []
        feedback = ""
        for number in range(1, ATTEMPTS + 1):
            asked = await ask(
                self.caller,
                [ChatMessageUser(content=self.prompt(feedback))],
                InjectorReply,
                Scope(f"injection/{target.kind}/{target.error_type}"),
            )
            self.caller.breaker.count(asked.failure)
            if asked.value is None:
                rejection = _unread("injector", asked.failure or "", asked.detail)
                discarded.append(self._discard(None, target, number, [rejection]))
                break
            candidate = _candidate(asked.value)
            rejections = list(check_edits(answer, candidate.edits, target.limits))
            judgement = None
            if not rejections and self.judge is not None:
                edited = apply_edits(answer, candidate.edits)
                judgement = await self.judge(edited, candidate.claim)
                rejections = failed_tests(judgement)
            if not rejections:
                accepted = accept(
                    answer, candidate, target, str(self.caller.model), number, judgement
                )
                return Attempt(accepted, tuple(discarded))
            discarded.append(
                self._discard(candidate, target, number, rejections, judgement)
            )
            feedback = feedback_on(candidate, rejections, judgement)
        return Attempt(None, tuple(discarded))

    def _discard(
        self,
        candidate: Candidate | None,
        target: Target,
        number: int,
        rejections: Sequence[Rejection],
        judgement: Judgement | None = None,
    ) -> Discarded:
        return discard(
            candidate or Candidate(edits=(), claim="", trigger="", template="model"),
            target,
            tuple(rejections),
            str(self.caller.model),
            number,
            judgement,
        )


def failed_tests(judgement: Judgement) -> list[Rejection]:
    """The tests that a copy failed; a judgement that could not be read is one too."""
    if judgement.failure is not None:
        return [_unread("judge", judgement.failure, judgement.reasoning)]
    return [
        Rejection(
            rule=f"judge:{name}", limit="true", value="false", message=FAILED_TEST[name]
        )
        for name, passed in judgement.tests.items()
        if not passed
    ]


def feedback_on(
    candidate: Candidate,
    rejections: Sequence[Rejection],
    judgement: Judgement | None,
) -> str:
    """What the injector is told about an attempt that failed."""
    edits = "\n".join(f"{e.find!r} -> {e.replace!r}" for e in candidate.edits)
    reasons = "\n".join(f"- {rejection.message}" for rejection in rejections)
    said = f"\nThe judge said: {judgement.reasoning}" if judgement else ""
    return (
        "\nYour last attempt was refused. Make a new one that avoids these faults.\n"
        + fence("feedback", f"Edits:\n{edits}\nFaults:\n{reasons}{said}")
        + "\n"
    )


def injection_prompt(
    question: str, answer: str, error: ErrorType, reasoning: str, feedback: str
) -> str:
    """The prompt for one error. The rubric is not in it."""
    examples = "\n".join(
        f"- before: {example.before}\n  after: {example.after}"
        for example in error.examples
    )
    return template(PACKAGE, "injection").substitute(
        name=error.name,
        definition=error.definition,
        injection_instruction=error.injection_instruction,
        limits=describe_limits(error.limits),
        examples=examples,
        reasoning=fence("reasoning", reasoning),
        question=fence("question", question),
        answer=fence("answer", answer),
        feedback=feedback,
    )


def control_prompt(
    question: str, answer: str, shape: str, limits: EditLimits, feedback: str
) -> str:
    """The prompt for one control."""
    return template(PACKAGE, "control").substitute(
        instruction=CONTROL_INSTRUCTIONS[shape],
        limits=describe_limits(limits),
        question=fence("question", question),
        answer=fence("answer", answer),
        feedback=feedback,
    )


def describe_limits(limits: EditLimits) -> str:
    """The limits of an edit in words."""
    parts = {
        "same": ["replace words by about as many others"],
        "varied": [],
        "additive": ["only add, delete nothing"],
        "additive minor": ["add, and change at most a few words of the original"],
        "subtractive": ["only delete"],
    }[limits.shape]
    for verb, most in (("delete", limits.destroy), ("write", limits.write)):
        if most is not None:
            parts = [*parts, f"{verb} at most {most} words"]
    low, high = 25 * limits.length_min, 25 * limits.length_max
    return ", ".join(
        [
            *parts,
            f"touch at most {limits.sentences} sentences",
            f"change the length by {low:g} to {high:+g} words",
        ]
    )


def _candidate(reply: InjectorReply) -> Candidate:
    edits = tuple(
        Edit(find=unfence(e.find), replace=unfence(e.replace)) for e in reply.edits
    )
    return Candidate(edits=edits, claim=reply.claim, trigger="", template="model")


def _unread(role: str, failure: str, detail: str) -> Rejection:
    return Rejection(
        rule=f"{role}_unread",
        limit="a readable reply",
        value=failure,
        message=f"The reply of the {role} could not be read: {failure} ({detail}).",
    )
