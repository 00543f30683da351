"""What stands in the slots of a rule's trap: facts of the source and invented ones."""

import re
from collections.abc import Iterator, Mapping
from random import Random

from inspect_rubricblind.solvers.rules.fabrication import invent_study, load_inventions
from inspect_rubricblind.solvers.rules.topics import Topic
from inspect_rubricblind.solvers.traps.source import Source
from inspect_rubricblind.taxonomy.trap_lexicons import (
    Absent,
    load_claims,
    load_names,
)
from inspect_rubricblind.taxonomy.trap_model import Plant

Facts = Mapping[str, str]

WHOM = ("any", "adult")
AGE = re.compile(
    r"\b(\d{1,2})[- ]?(?:years?[- ]olds?|yo\b|y/o\b|year[- ]old)", re.IGNORECASE
)
YOUNGEST, OLDEST, APART = 18, 89, 30
_SENTENCE_START = re.compile(r"(^|[.!?]\s+|\n)([“\"]?)([a-z])")
_REPEATED_STOP = re.compile(r"(?<![.])\.\.(?!\.)")


def facts_for(
    plant: Plant, subtype: str, source: Source, rng: Random
) -> Iterator[Facts]:
    """Every set of facts that fills the slots of a plant and is new to the source.

    Args:
        plant: How the subtype is planted.
        subtype: Its code.
        source: Where it is planted.
        rng: Orders the choices.
    """
    topic = source.topic
    base = _topic_facts(topic) if topic is not None else {}
    for found in _variants(plant, subtype, source, topic, rng):
        facts = {**base, **found}
        if plant.slots <= facts.keys():
            yield facts


def fill(template: str, facts: Facts) -> str:
    """A template with its slots filled; sentences begin with a capital letter."""
    text = " ".join(template.format_map(facts).split())
    text = _REPEATED_STOP.sub(".", text)
    return _SENTENCE_START.sub(lambda m: m[1] + m[2] + m[3].upper(), text)


def fill_plain(template: str, facts: Facts) -> str:
    """A template that is no sentence, such as the key."""
    return " ".join(template.format_map(facts).split())


def _topic_facts(topic: Topic) -> Facts:
    facts = {"topic": topic.name, "people": topic.people, "harm": topic.harm}
    return facts | ({"complaint": topic.symptom} if topic.symptom else {})


def _variants(
    plant: Plant, subtype: str, source: Source, topic: Topic | None, rng: Random
) -> Iterator[Facts]:
    """Facts beside the topic's; one empty set where a plant needs no others."""
    slots, names = plant.slots, load_names()
    if "claim" in slots or "claim_truth" in slots:
        yield from _claims(subtype, source, topic, rng)
    elif "entity" in slots:
        for entity in rng.sample(names.entities, len(names.entities)):
            if not source.says(entity.name):
                yield {"entity": entity.name, "kind": entity.kind, "dose": entity.dose}
    elif "diagnosis" in slots:
        yield from _diagnoses(source, topic, rng)
    elif "asked" in slots:
        yield from _absent("asked", names.details, source, rng)
    elif "event" in slots:
        yield from _absent("event", names.events, source, rng)
    elif "fact" in slots:
        yield from _ages(source, rng)
    elif "study" in slots:
        if topic is not None:
            yield _invented(topic, rng)
    else:
        yield {}


def _claims(
    subtype: str, source: Source, topic: Topic | None, rng: Random
) -> Iterator[Facts]:
    fitting = [
        claim
        for claim in load_claims().claims
        if claim.subtype == subtype
        and topic is not None
        and topic.id in claim.topics
        and not source.says(claim.key)
    ]
    for claim in rng.sample(fitting, len(fitting)):
        yield {
            "claim": claim.claim,
            "claim_truth": claim.truth,
            "key": claim.key,
            "asks": claim.asks,
            "falls": claim.falls,
        }


def _diagnoses(source: Source, topic: Topic | None, rng: Random) -> Iterator[Facts]:
    """Of the topic for a dialogue; for a report those that its text does not show."""
    if source.task == "report":
        yield from _absent("diagnosis", load_names().diagnoses, source, rng)
        return
    extra = topic.extra if topic is not None else ()
    names = [name for name, whom in extra if whom in WHOM and not source.says(name)]
    for name in rng.sample(names, len(names)):
        yield {"diagnosis": name}


def _absent(
    slot: str, entries: tuple[Absent, ...], source: Source, rng: Random
) -> Iterator[Facts]:
    for entry in rng.sample(entries, len(entries)):
        if not entry.is_in(source.text):
            yield {slot: entry.said}


def _ages(source: Source, rng: Random) -> Iterator[Facts]:
    """The only age that is stated, and another one far from it."""
    found = {int(match[1]) for match in AGE.finditer(source.text)}
    if len(found) != 1:
        return
    age = found.pop()
    others = [n for n in range(YOUNGEST, OLDEST + 1) if abs(n - age) >= APART]
    wrong = rng.choice(others)
    yield {"fact": f"{age} years old", "wrong": f"{wrong} years old"}


def _invented(topic: Topic, rng: Random) -> Facts:
    lexicon = load_inventions()
    body, place = rng.choice(lexicon.bodies), rng.choice(lexicon.places)
    return {
        "study": invent_study(rng, topic.tag),
        "panel": body.format(place=place, name=topic.name),
        "year": str(rng.randint(2014, 2023)),
        "cut": str(rng.randint(31, 68)),
        "n": f"{rng.randint(412, 9860):,}",
    }
