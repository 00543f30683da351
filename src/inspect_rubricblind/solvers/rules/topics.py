"""What a conversation is about, from the lexicon `topics.yaml`."""

import re
from functools import lru_cache
from typing import Literal

from pydantic import Field

from inspect_rubricblind.taxonomy.lexicon import load_table
from inspect_rubricblind.taxonomy.lexicon_model import Table
from inspect_rubricblind.taxonomy.model import Frozen

Whom = Literal["any", "adult", "child", "infant", "female", "male", "elder"]
IN_LAST_TURN = 5
IN_QUESTION = 2
IN_OPENING = 2
MAX_IN_ANSWER = 5
LEAST_SCORE = 5
OPENING = 300


class Topic(Frozen):
    """One subject; `topics.yaml` explains each field."""

    id: str
    cues: tuple[str, ...] = Field(min_length=1)
    name: str
    people: str
    harm: str
    field: str
    tag: str
    symptom: str | None = None
    plural: bool = False
    benign: bool
    extra: tuple[tuple[str, Whom], ...]

    def mentions(self, text: str) -> list[re.Match[str]]:
        """Where a text speaks of this subject."""
        return list(_cue(self.cues).finditer(text))


class Topics(Table):
    """The lexicon `topics.yaml`."""

    sources: tuple[str, ...]
    topics: tuple[Topic, ...]


@lru_cache(maxsize=1)
def load_topics() -> Topics:
    """Read the lexicon; cached."""
    return load_table("topics", Topics)


@lru_cache(maxsize=512)
def topic_of(question: str, answer: str) -> Topic | None:
    """The subject of the user's last turn and of the answer; None if none is clear."""
    last = question.strip().rsplit("\n\n", 1)[-1]
    scored = [
        (_score(topic, last, question, answer), -rank, topic)
        for rank, topic in enumerate(load_topics().topics)
    ]
    score, _, topic = max(scored, key=lambda entry: entry[:2])
    return topic if score >= LEAST_SCORE else None


def _score(topic: Topic, last: str, question: str, answer: str) -> int:
    in_answer = len(topic.mentions(answer))
    if in_answer == 0:
        return 0
    return (
        IN_LAST_TURN * len(_distinct(topic, last))
        + IN_QUESTION * len(_distinct(topic, question))
        + IN_OPENING * len(_distinct(topic, answer[:OPENING]))
        + min(in_answer, MAX_IN_ANSWER)
    )


def _distinct(topic: Topic, text: str) -> set[str]:
    return {match[0].lower() for match in topic.mentions(text)}


@lru_cache(maxsize=256)
def _cue(cues: tuple[str, ...]) -> re.Pattern[str]:
    """A cue matches whole words; `*` is any ending, a space is a hyphen too."""
    parts = [
        re.escape(cue).replace(r"\*", r"\w*").replace(r"\ ", r"[ -]") for cue in cues
    ]
    return re.compile(rf"\b(?:{'|'.join(parts)})\b", re.IGNORECASE)
