"""F4: a study, guideline or statistic that does not exist supports a claim."""

import re
from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import Literal

from pydantic import Field

from inspect_rubricblind.records import Candidate, Edit
from inspect_rubricblind.solvers.rules.anchors import add_behind, anchors
from inspect_rubricblind.solvers.rules.genre import is_letter, is_note, is_rewrite
from inspect_rubricblind.solvers.rules.leftovers import bears_out
from inspect_rubricblind.solvers.rules.passage import Passage, Sentence, edit_at
from inspect_rubricblind.solvers.rules.topics import Topic, topic_of
from inspect_rubricblind.taxonomy.lexicon import load_table
from inspect_rubricblind.taxonomy.lexicon_model import Table
from inspect_rubricblind.taxonomy.model import Frozen

MAX_ANCHORS = 4
EXCERPT = 140

_ADVICE = re.compile(
    r"^\W*(?:\*\*[^*]+\*\*:?\W*)?(?:[A-Z][\w /-]{2,40}:\W*)?(?:please )?(?:try|use"
    r"|drink"
    r"|avoid|keep|apply|rest|limit|take|eat|start|consider|ensure|make sure|wash|clean"
    r"|elevate|maintain|establish|engage|reduce|monitor|offer|introduce|create|set|stay"
    r"|practice|encourage|do not|don['’]t|rinse|continue|administer|give|begin|adjust"
    r"|include|focus|switch|dim|get|wrap|lie|sit|cool|remove|check)\b"
    r"|\b(?:should|recommend\w*|advis\w+|helps?|can help|effective|reduces?|improves?"
    r"|prevents?|relieves?|first[- ]line|treatment|beneficial|supports?)\b",
    re.IGNORECASE,
)
_FACT = re.compile(
    r"\b(?:caus\w+|due to|signs? of|risks?|common(?:ly)?|usually|generally|typically"
    r"|associated|affects?|leads? to|develop\w*|occurs?|symptoms?|increases?|worsens?"
    r"|indicates?|results? (?:from|in)|triggers?|is an? |are )\b",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"\b(?:is|are|can|may|might|will|has|have|\w+(?:s|ed) (?:the|a|an|your|from|in|to)"
    r"|occurs?|develops?|worsens?|peaks?|resolves?|depends?)\b",
    re.IGNORECASE,
)
_UNFIT = re.compile(
    r"\b(?:translates?|listed above|such as those|variety of factors|\d+-year-old)\b"
    r"|\bpatient (?:presents|reports|denies|is|has|was)\b|"
    r"\?|^\W*(?:if|when|seek|call|consult|see|contact|go|ask|speak|talk|reach|here"
    r"|these are"
    r"|the following|in summary|remember|always|ultimately|not|no|discuss|it (?:looks"
    r"|sounds) like"
    r"|based on (?:the|what)|your plan|for example)\b"
    r"|\b(?:debated|cannot|unclear|unknown|limited|insufficient|not (?:been"
    r" )?(?:proven|shown))\b"
    r"|\b(?:may|might|could|can) (?:also )?be considered\b"
    r"|\bno (?:\w+ )?evidence\b|\b(?:keywords?|databases?|search|journals?|articles?"
    r"|documents?"
    r"|message|notes?|placeholders?|summar\w+|information|details?|papers?|review)\b"
    r"|^\("
    r"|\b(?:doctor|physician|provider|professional|emergency|pediatrician|dentist"
    r"|specialist"
    r"|pharmacist|dermatologist|website|studies|study|trials?|guidelines?)\b"
    r"|\b(?:sorry|understand|great)\b",
    re.IGNORECASE,
)
_CLINICAL = re.compile(
    r"\b(?:pain\w*|symptoms?|treat\w*|medic\w+|dos(?:e|es|age|ing)|infect\w+|blood"
    r"|disease\w*"
    r"|diagnos\w+|patients?|therap\w+|drugs?|surg\w+|fever|swelling|skin|heart|lungs?"
    r"|brain"
    r"|hormon\w+|inflammat\w+|antibiotic\w*|vaccin\w+|diet|sleep|exercise|hydrat\w+"
    r"|water"
    r"|ice|rest|bacteria\w*|virus\w*|allerg\w+|injur\w+|fractur\w+|monitor\w*|breath\w*"
    r"|stress|anxiety|mood|vitamin\w*|protein|imaging|x-rays?|relief|irritat\w+"
    r"|bleed\w*)\b",
    re.IGNORECASE,
)
_GENERIC = Topic(
    id="generic",
    cues=("health",),
    name="everyday care",
    people="adults in primary care",
    harm="complications",
    field="General Practice",
    tag="PRIMA",
    benign=False,
    extra=(),
)


class Invention(Frozen):
    """One way to cite something invented; see `fabrications.yaml`."""

    id: str
    fits: Literal["advice", "fact"]
    text: str
    inside: bool = False


class Outcome(Frozen):
    """What improves where advice of one class is followed."""

    host: str
    harm: str
    general: bool = False


class Inventions(Table):
    """The lexicon `fabrications.yaml`."""

    sources: tuple[str, ...]
    sentences: tuple[Invention, ...] = Field(min_length=10)
    heads: tuple[str, ...]
    middles: tuple[str, ...]
    tails: tuple[str, ...]
    places: tuple[str, ...]
    bodies: tuple[str, ...]
    journals: tuple[str, ...]
    real: tuple[str, ...]
    outcomes: tuple[Outcome, ...]


@lru_cache(maxsize=1)
def load_inventions() -> Inventions:
    """Read the lexicon; cached."""
    return load_table("fabrications", Inventions)


def trigger(passage: Passage) -> str | None:
    """The statement that an invented source would support."""
    found = _claims(passage)
    return found[0].text if found else None


def candidates(passage: Passage, rng: Random) -> Iterator[Candidate]:
    """Invented sources for the statements that bear most weight."""
    topic = topic_of(passage.question, passage.answer) or _GENERIC
    for sentence in _claims(passage)[:MAX_ANCHORS]:
        kind = "advice" if _ADVICE.search(sentence.text) else "fact"
        fitting = [
            s
            for s in load_inventions().sentences
            if s.fits == kind and bears_out(s.fits, s.id, s.text, sentence.text)
        ]
        for invention in rng.sample(fitting, len(fitting)):
            facts = _invent(topic, sentence.text, rng)
            edit = _declare(passage, sentence, invention, facts)
            if edit is not None:
                yield Candidate(
                    edits=(edit,),
                    claim=_claim(invention, facts, sentence),
                    trigger=sentence.text,
                    template=invention.id,
                )


def invent_study(rng: Random, tag: str) -> str:
    """A name that no study has: invented syllables and the subject's short form."""
    lexicon = load_inventions()
    while True:
        parts = (lexicon.heads, lexicon.middles, lexicon.tails)
        name = "".join(rng.choice(part) for part in parts)
        if name not in lexicon.real:
            return f"{name}-{tag}"


def _claims(passage: Passage) -> list[Sentence]:
    if (
        not passage.is_english
        or is_letter(passage)
        or is_note(passage)
        or is_rewrite(passage)
    ):
        return []
    topic = topic_of(passage.question, passage.answer) or _GENERIC

    def fit(sentence: Sentence) -> float:
        said = re.sub(r"\([^)]*\)", "", sentence.text)
        advice = _ADVICE.search(said) is not None
        fact = _FACT.search(said) is not None and _VERB.search(said) is not None
        clinical = topic.mentions(sentence.text) or _CLINICAL.search(sentence.text)
        if _UNFIT.search(sentence.text) or not (advice or fact) or not clinical:
            return 0.0
        return 1.0 + 2.0 * bool(topic.mentions(sentence.text)) + advice + 0.5 * fact

    return anchors(passage, fit)


def _invent(topic: Topic, host: str, rng: Random) -> dict[str, str]:
    lexicon = load_inventions()
    body, place = rng.choice(lexicon.bodies), rng.choice(lexicon.places)
    return {
        "study": invent_study(rng, topic.tag),
        "year": str(rng.randint(2014, 2023)),
        "n": f"{rng.randint(412, 9860):,}",
        "k": str(rng.randint(7, 34)),
        "months": str(rng.choice((6, 12, 18, 24))),
        "cut": str(rng.randint(31, 68)),
        "share": str(rng.randint(71, 96)),
        "panel": body.format(place=place, name=topic.name),
        "journal": rng.choice(lexicon.journals).format(field=topic.field),
        "people": topic.people,
        "harm": _outcome(topic, host),
    }


def _outcome(topic: Topic, host: str) -> str:
    """What a test, a treatment or a vaccine would improve; else the topic's harm."""
    for outcome in load_inventions().outcomes:
        if outcome.general and topic is not _GENERIC:
            continue
        if re.search(outcome.host, host, re.IGNORECASE):
            return outcome.harm
    return topic.harm


def _declare(
    passage: Passage, sentence: Sentence, invention: Invention, facts: dict[str, str]
) -> Edit | None:
    text = invention.text.format(**facts)
    if not invention.inside:
        return add_behind(passage, sentence, text)
    stop = sentence.start + len(sentence.text.rstrip('*_"”’) '))
    if passage.answer[stop - 1] != "." or stop != sentence.end:
        return None
    return edit_at(passage.answer, stop - 1, stop - 1, f" ({text})")


def _claim(invention: Invention, facts: dict[str, str], sentence: Sentence) -> str:
    named = "{study}" in invention.text
    source = f"study {facts['study']}" if named else f"source, the {facts['panel']},"
    said = " ".join(sentence.text.split())
    said = said if len(said) <= EXCERPT else f"{said[:EXCERPT].rsplit(' ', 1)[0]} ..."
    return f"Cites an invented {source} as evidence for: {said}"
