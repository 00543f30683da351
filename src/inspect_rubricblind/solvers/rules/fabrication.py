"""F4: a study, guideline or statistic that does not exist supports a claim."""

import re
from collections.abc import Iterator
from functools import lru_cache
from random import Random

from pydantic import Field

from inspect_rubricblind.records import Candidate, Edit
from inspect_rubricblind.solvers.rules.anchors import add_behind, anchors
from inspect_rubricblind.solvers.rules.context import in_references, is_warning
from inspect_rubricblind.solvers.rules.genre import is_letter, is_note, is_rewrite
from inspect_rubricblind.solvers.rules.hosts import Kind, has_effect, is_plain, kind_of
from inspect_rubricblind.solvers.rules.passage import Passage, Sentence, edit_at
from inspect_rubricblind.solvers.rules.topics import Topic, topic_of
from inspect_rubricblind.taxonomy.lexicon import load_table
from inspect_rubricblind.taxonomy.lexicon_model import Table
from inspect_rubricblind.taxonomy.model import Frozen

MAX_ANCHORS = 4
EXCERPT = 140

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
    fits: Kind
    text: str
    inside: bool = False


class Outcome(Frozen):
    """What improves where a measure of one class is taken."""

    host: str
    harm: str


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
        fitting = _fitting(sentence, topic)
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
        text = sentence.text
        kind = kind_of(text)
        on_topic = bool(topic.mentions(text))
        if (
            kind is None
            or not (on_topic or _CLINICAL.search(text) or _is_step(topic, kind))
            or is_warning(passage, sentence)
            or in_references(passage, sentence)
        ):
            return 0.0
        bears = {"measure": 1.0, "usual": 1.0, "advice": 0.5, "fact": 0.0}[kind]
        return 1.0 + 2.0 * on_topic + bears + 1.5 * is_plain(text)

    return anchors(passage, fit)


def _is_step(topic: Topic, kind: Kind | None) -> bool:
    """Whether a measure belongs to the topic, whatever its words."""
    return topic is not _GENERIC and kind == "measure"


def _fitting(sentence: Sentence, topic: Topic) -> list[Invention]:
    """The wordings that a sentence bears; a subject without a harm has no figures."""
    kind = kind_of(sentence.text)
    kinds = {kind}
    if topic is _GENERIC:
        kinds = {"advice" if kind == "measure" else "fact" if kind == "usual" else kind}
    elif kind == "measure":
        kinds.add("advice")
    elif kind == "usual":
        kinds.add("fact")
    return [
        s
        for s in load_inventions().sentences
        if s.fits in kinds and (s.id != "bracket" or has_effect(sentence.text))
    ]


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
    """What a vaccine would improve; else the topic's harm."""
    for outcome in load_inventions().outcomes:
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
