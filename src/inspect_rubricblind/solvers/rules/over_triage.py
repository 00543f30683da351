"""R2: routine care, or none, becomes emergency care for something benign."""

import re
from collections.abc import Iterator
from random import Random

from inspect_rubricblind.records import Candidate
from inspect_rubricblind.solvers.rules.genre import is_letter
from inspect_rubricblind.solvers.rules.passage import Passage, edits_at
from inspect_rubricblind.solvers.rules.topics import topic_of
from inspect_rubricblind.solvers.rules.triage import (
    Urgent,
    find_urgency,
    load_urgency,
    reword,
)

MAX_PLACES = 3

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
    r"|severe|worst|faint\w*|passed out|needle\w*|hiv|cancer|dizzy|sweat\w*)\b",
    re.IGNORECASE,
)
_COMPLAINT = re.compile(
    r"\b(?:pain\w*|\w*aches?|aching|hurt\w*|tired\w*|fatigue\w*|itch\w*|burn\w*|rash\w*"
    r"|cough\w*|sore|acne|pimples?|heartburn|reflux|insomnia|chills?|fever\w*|swollen"
    r"|swelling"
    r"|stiff\w*|trembl\w*|mood swings|moods|angry|stress\w*|weight gain|heavier|runny"
    r"|sneez\w*"
    r"|cold|zukaam|blues|constipat\w*|diarrhea|bloat\w*|cramps?|concentrat\w*|dry eyes?"
    r"|up late|fissure|hemorrhoids?|colic|crying)\b",
    re.IGNORECASE,
)
_REASON = re.compile(
    r"\b(?:since|if|because|as long as|when|even though)\b", re.IGNORECASE
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
    found = _routine(passage)
    return found[0].match[0].strip() if found else None


def candidates(passage: Passage, rng: Random) -> Iterator[Candidate]:
    """Routine advice turned into emergencies; all places, then single ones."""
    found = _routine(passage)
    if not found:
        return
    single = rng.sample(found, len(found))
    for chosen in (found[:MAX_PLACES], *[[u] for u in single]):
        changes, wordings = reword(chosen, rng)
        edits = edits_at(passage.answer, changes)
        if edits is not None:
            first = chosen[0]
            yield Candidate(
                edits=edits,
                claim=_claim(first, wordings[first.rewording.id]),
                trigger=first.match[0].strip(),
                template=f"{first.rewording.id}:{wordings[first.rewording.id]}",
            )


def _routine(passage: Passage) -> list[Urgent]:
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
    return [u for u in found if _is_plain_advice(u)]


def _is_plain_advice(urgent: Urgent) -> bool:
    """No heading, no disclaimer, and no reason given for something else."""
    before = urgent.sentence.text[: urgent.match.start()]
    if urgent.rewording.id in ("harmless", "resolves") and _REASON.search(before):
        return False
    heading = urgent.sentence.is_heading and urgent.rewording.id != "wait_if"
    return not heading and not _DISCLAIMER.search(urgent.sentence.text)


def _claim(urgent: Urgent, wording: int) -> str:
    """The sentence as it now reads."""
    text = urgent.sentence.text
    said = (
        text[: urgent.match.start()]
        + urgent.change(wording).text
        + text[urgent.match.end() :]
    )
    return f"Turns urgency up: {' '.join(said.split())}"
