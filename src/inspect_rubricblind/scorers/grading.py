"""Grade texts criterion by criterion, all calls of a sample in flight together."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from inspect_rubricblind.calls.ask import Caller, Scope, ask, settings
from inspect_rubricblind.calls.formats import GraderReply
from inspect_rubricblind.calls.together import together
from inspect_rubricblind.records import (
    Criterion,
    CriterionVerdict,
    GradedText,
    Signature,
    Variant,
    apply_edits,
    digest,
)
from inspect_rubricblind.scorers.grader_prompt import (
    HEALTHBENCH,
    grader_messages,
    template_hash,
)

TRANSPORT = {
    "adaptive_connections",
    "attempt_timeout",
    "batch",
    "cache",
    "cache_prompt",
    "fail_on_refusal",
    "max_connections",
    "max_retries",
    "stream_idle_timeout",
    "timeout",
}
"""Settings that change how a reply travels, not what it says."""


@dataclass(frozen=True)
class Gradable:
    """A text that is to be graded, with its place in the result."""

    label: GradedText
    text: str


@dataclass(frozen=True)
class Grader:
    """How one scorer asks for verdicts."""

    caller: Caller
    draw: int
    hide_points: bool
    structured: bool
    prompt: str = HEALTHBENCH
    stage: str = "grading"

    async def verdict(
        self,
        turns: Sequence[tuple[str, str]],
        answer: str,
        criterion: Criterion,
        repeat: int,
    ) -> CriterionVerdict:
        """Ask for one verdict; what cannot be read is ungraded with its reason."""
        asked = await ask(
            self.caller,
            grader_messages(
                turns,
                answer,
                criterion,
                hide_points=self.hide_points,
                prompt=self.prompt,
            ),
            GraderReply,
            Scope(self.stage, repeat=repeat, draw=self.draw),
            structured=self.structured,
        )
        self.caller.breaker.count(asked.failure)
        reply = asked.value
        return CriterionVerdict(
            index=criterion.index,
            met=reply.criteria_met if reply else None,
            reason=asked.failure,
            explanation=reply.explanation if reply else asked.detail,
            repairs=asked.repairs,
            tries=asked.tries,
        )

    async def grade(
        self,
        turns: Sequence[tuple[str, str]],
        texts: Sequence[Gradable],
        criteria: Sequence[Criterion],
    ) -> tuple[GradedText, ...]:
        """Grade every text on every criterion."""
        verdicts = await together(
            *(
                self.verdict(turns, item.text, criterion, item.label.repeat)
                for item in texts
                for criterion in criteria
            )
        )
        n = len(criteria)
        return tuple(
            item.label.model_copy(update={"verdicts": tuple(verdicts[k : k + n])})
            for item, k in zip(texts, range(0, len(verdicts), n), strict=True)
        )


def texts_to_grade(
    original: str, variants: Sequence[Variant], repeats: int
) -> list[Gradable]:
    """The original once, its repeats, and every variant."""
    return [
        Gradable(GradedText(verdicts=()), original),
        *(
            Gradable(GradedText(kind="repeat", repeat=k, verdicts=()), original)
            for k in range(1, repeats + 1)
        ),
        *(
            Gradable(
                GradedText(
                    kind=variant.kind, error_type=variant.error_type, verdicts=()
                ),
                apply_edits(original, variant.edits),
            )
            for variant in variants
        ),
    ]


def sign(grader: Grader, criteria_hash: str, repeats: int) -> Signature:
    """What tells this grading from another one of the same pairs."""
    schema = GraderReply if grader.structured else None
    own = settings(grader.caller.model, schema).model_dump(
        mode="json", exclude_none=True, exclude=TRANSPORT
    )
    return Signature(
        grader=str(grader.caller.model),
        settings=json.dumps(own, sort_keys=True),
        prompt=grader.prompt,
        prompt_hash=template_hash(grader.prompt),
        criteria_hash=criteria_hash,
        draw=grader.draw,
        arguments=json.dumps(
            {
                "hide_points": grader.hide_points,
                "structured": grader.structured,
                "repeats": repeats,
            },
            sort_keys=True,
        ),
    )


def grading_hash(signature: Signature) -> str:
    """The short name of a grading, as it stands in `pairs.csv`."""
    return digest(json.dumps(signature.model_dump(mode="json"), sort_keys=True))[:12]
