"""Scorer `classify_criteria`: which criteria check a fact, by a panel of models."""

from collections import Counter
from collections.abc import Callable, Sequence

from inspect_ai.model import ChatMessageUser
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState
from pydantic import Field

from inspect_rubricblind.calls.ask import Asked, Caller, Scope, ask
from inspect_rubricblind.calls.breaker import Breaker
from inspect_rubricblind.calls.formats import Format
from inspect_rubricblind.calls.prompts import fence, template
from inspect_rubricblind.calls.replies import Parsed, parse_reply
from inspect_rubricblind.calls.roles import role_models
from inspect_rubricblind.calls.together import together
from inspect_rubricblind.records import (
    CLASSES,
    Case,
    ClassifiedCriterion,
    ClassResult,
    ClassVote,
    CriterionClass,
    digest,
)

PACKAGE = "inspect_rubricblind.scorers"
PROMPT = "criteria_classes"
PANEL = "panel"


@scorer(metrics={"*": [mean(), stderr()]})
def classify_criteria(draw: int = 0) -> Scorer:
    """Classify the criteria of a batch by the role `panel`, one call per model.

    The value has the share of each class and of `undecided` criteria, without majority.

    Args:
        draw: Number of an independent re-run.
    """
    breaker = Breaker("criteria classes")

    async def score(state: TaskState, target: Target) -> Score:
        models = role_models(PANEL)
        if not models:
            raise ValueError(
                "classifying criteria needs models for the role panel, but got none; "
                "bind three with `--model-role panel=A,B,C`"
            )
        texts = [c.criterion for c in state.metadata_as(Case).criteria]
        callers = [Caller(model, breaker, state.epoch) for model in models]
        classified = await classify(callers, texts, draw)
        said = Counter(c.criterion_class for c in classified)
        return Score(
            value={
                **{name: said[name] / len(texts) for name in CLASSES},
                "undecided": said[None] / len(texts),
            },
            answer=", ".join(f"{n} {name or 'undecided'}" for name, n in said.items()),
            explanation="Classes by the panel's majority.",
            metadata=ClassResult(classified=classified).model_dump(mode="json"),
        )

    return score


class NumberedClass(Format):
    """The class of one criterion, by its number in the batch."""

    id: int
    criterion_class: CriterionClass = Field(alias="class")


class ClassesReply(Format):
    """The classes of a batch."""

    decisive = ("classes",)

    classes: list[NumberedClass]


async def classify(
    callers: Sequence[Caller], criteria: Sequence[str], draw: int = 0
) -> tuple[ClassifiedCriterion, ...]:
    """Ask every model of the panel about a batch; more than half of them decide.

    A reply counts only if it has each number once; the order of its entries does not
    matter. A model that gives no such reply has no vote on the batch.

    Args:
        callers: The panel, in its order; a model may stand in it twice.
        criteria: Texts of the criteria, in their order.
        draw: Number of an independent re-run.
    """
    shown = "\n".join(f"{n}. {' '.join(c.split())}" for n, c in enumerate(criteria, 1))
    prompt = template(PACKAGE, PROMPT).substitute(criteria=fence("criteria", shown))
    reader = _reader(len(criteria))
    replies = await together(
        *(_ask(n, caller, prompt, reader, draw) for n, caller in enumerate(callers))
    )
    said = [
        {item.id: item.criterion_class for item in asked.value.classes}
        if asked.value
        else {}
        for asked in replies
    ]
    return tuple(
        _decided(
            text,
            [
                ClassVote(
                    model=str(caller.model),
                    criterion_class=classes.get(n),
                    failure=asked.failure,
                )
                for caller, asked, classes in zip(callers, replies, said, strict=True)
            ],
        )
        for n, text in enumerate(criteria, 1)
    )


Reader = Callable[[str, str, type[ClassesReply]], Parsed[ClassesReply]]


def _reader(n: int) -> Reader:
    """Reads a reply that has each number from 1 to n once."""
    wanted = set(range(1, n + 1))

    def read(
        text: str, stop_reason: str, schema: type[ClassesReply]
    ) -> Parsed[ClassesReply]:
        parsed = parse_reply(text, stop_reason, schema)
        if parsed.value is None:
            return parsed
        got = [item.id for item in parsed.value.classes]
        if len(got) != n or set(got) != wanted:
            detail = f"{len(got)} entries for {n} criteria, or other numbers"
            return Parsed(None, "unparsed", detail, parsed.repairs)
        return parsed

    return read


async def _ask(
    place: int, caller: Caller, prompt: str, reader: Reader, draw: int
) -> Asked[ClassesReply]:
    asked = await ask(
        caller,
        [ChatMessageUser(content=prompt)],
        ClassesReply,
        Scope(f"criteria_classes/{place}", draw=draw),
        read=reader,
    )
    caller.breaker.count(asked.failure)
    return asked


def _decided(text: str, votes: Sequence[ClassVote]) -> ClassifiedCriterion:
    counts = Counter(vote.criterion_class for vote in votes if vote.criterion_class)
    first = counts.most_common(1)
    decided = first[0][0] if first and 2 * first[0][1] > len(votes) else None
    return ClassifiedCriterion(
        sha256=digest(text), criterion_class=decided, votes=tuple(votes)
    )
