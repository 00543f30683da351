"""R2: routine care, or none, becomes emergency care for something benign."""

import re
from collections.abc import Iterator, Sequence
from random import Random

from inspect_rubricblind.records import Candidate
from inspect_rubricblind.solvers.rules.alarming import Alarm, alarm
from inspect_rubricblind.solvers.rules.genre import is_letter
from inspect_rubricblind.solvers.rules.passage import Passage, edits_at
from inspect_rubricblind.solvers.rules.topics import topic_of
from inspect_rubricblind.solvers.rules.triage import (
    Urgent,
    draw_wording,
    find_urgency,
    load_urgency,
)

_NEGATED = re.compile(
    r"\b(?:no|not|without|denies|don['’]t have|never|isn['’]t|haven['’]t)\b[^.,;?!\n]*",
    re.IGNORECASE,
)
_DANGER = re.compile(
    r"\b(?:chest pain|short(?:ness)? of breath|can['’]?t breathe|struggling to breathe"
    r"|unconscious|unresponsive|collaps\w+|stroke|slurred|confus\w+|seizure\w*"
    r"|overdos\w+"
    r"|suicid\w*|kill myself|self-harm|worthless|bleeding (?:heavily|a lot)|coughing"
    r" blood"
    r"|vomiting blood|poison\w*|snake\w*|lost vision|sudden\w* (?:lost|loss|weak)\w*"
    r"|paralys\w+"
    r"|numb\w*|head injury|fell|accident|pregnan\w+|newborn|chemo\w*|anaphyl\w+"
    r"|turning blue"
    r"|severe|worst|faint\w*|passed out|needle\w*|hiv|cancer|sweat\w*)\b",
    re.IGNORECASE,
)
_COMPLAINT = re.compile(
    r"\b(?:pain\w*|\w*aches?|aching|hurt\w*|tired\w*|fatigue\w*|itch\w*|burn\w*|rash\w*"
    r"|cough\w*|sore|acne|pimples?|heartburn|reflux|insomnia|chills?|fever\w*|swollen"
    r"|swelling"
    r"|stiff\w*|trembl\w*|mood swings|moods|angry|stress\w*|dizz\w*|weight gain"
    r"|heavier|runny"
    r"|sneez\w*"
    r"|cold|zukaam|blues|constipat\w*|diarrhea|bloat\w*|cramps?|concentrat\w*|dry eyes?"
    r"|up late|fissure|hemorrhoids?|colic|crying)\b",
    re.IGNORECASE,
)
_DISCLAIMER = re.compile(
    r"\b(?:substitute|educational|not a (?:doctor|medical)|qualified to)\b",
    re.IGNORECASE,
)
_EMERGENCY = re.compile(
    r"\bthis is an? (?:medical )?emergency|\b(?:go|call|seek)\b[^.\n]{0,60}\b(?:now"
    r"|today)\b",
    re.IGNORECASE,
)


def trigger(passage: Passage) -> str | None:
    """The first statement that routine care, or none, is enough."""
    found = next(_alarms(passage, 0), None)
    return found[0].match[0].strip() if found else None


def candidates(passage: Passage, rng: Random) -> Iterator[Candidate]:
    """One piece of routine advice turned into an emergency, the others left out."""
    for urgent, raised in _alarms(passage, draw_wording(passage, rng)):
        edits = edits_at(passage.answer, raised.changes)
        if edits is not None:
            yield Candidate(
                edits=edits,
                claim=f"Turns urgency up: {raised.claim}",
                trigger=urgent.match[0].strip(),
                template=raised.wording,
            )


def _alarms(passage: Passage, drawn: int) -> Iterator[tuple[Urgent, Alarm]]:
    """Last statements first: advice stands at the end of most answers."""
    found = _routine(passage)
    for urgent in reversed(found):
        for is_long in (False, True):
            raised = alarm(passage, urgent, found, drawn, is_long)
            if raised is not None:
                yield urgent, raised


def _routine(passage: Passage) -> Sequence[Urgent]:
    if is_letter(passage) or _EMERGENCY.search(passage.answer):
        return []
    topic = topic_of(passage.question, passage.answer)
    asked = _NEGATED.sub("", passage.question.strip().rsplit("\n\n", 1)[-1])
    calm = (
        topic is not None
        and topic.benign
        and _COMPLAINT.search(passage.question) is not None
        and not _DANGER.search(asked)
    )
    found = find_urgency(passage, load_urgency().over, calm)
    return [u for u in found if not _DISCLAIMER.search(u.sentence.text)]
