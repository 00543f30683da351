"""Put one medicine in the place of another, at all its places."""

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from random import Random

from inspect_rubricblind.records import Candidate, Edit
from inspect_rubricblind.solvers.rules.context import (
    is_discouraged,
    is_hypothetical,
    is_negated,
    is_statement,
    is_warning,
    lead_in,
    stated,
)
from inspect_rubricblind.solvers.rules.limits import fits
from inspect_rubricblind.solvers.rules.passage import (
    Change,
    Passage,
    Sentence,
    edits_at,
)
from inspect_rubricblind.taxonomy.lexicon import drug_names, has_word, load_drugs
from inspect_rubricblind.taxonomy.lexicon_model import DrugClass, Instead
from inspect_rubricblind.taxonomy.names import Mention

MAX_PLACES = 3
DOSE_WITHIN = 28

_RECOMMENDS = re.compile(
    r"\b(?:tak(?:e|en|ing)|use[ds]?|using|try|giv(?:e|en|ing)|recommend\w*|treat\w*"
    r"|such as|e\.g|like|includ\w*|prescri\w*|start\w*|initiat\w*|consider\w*|options?"
    r"|first[- ]line|reliev\w*|relief|help\w*|add(?:ing|ed|ition)?|administer\w*"
    r"|continu\w*|look for|support\w*|manag\w*|medications?|therap\w*"
    r"|for (?:pain|fever))\b",
    re.IGNORECASE,
)
_LABEL = re.compile(r"[^.:\n]{0,40}?\*{0,2}:(?!\d)|\s*\*\*\s*[-–—(]|\s+[-–—]\s")
_EXAMPLES = re.compile(r"\W{0,4}(?:\(|such as|like|including|e\.g)", re.IGNORECASE)
_DOSE = re.compile(r"[^.;\n]{0,20}?\b\d[\d.,]*\s?(?:mg|g|mcg|ml|units?|IU|%)", re.I)
# What stands under such a heading can be bought without a prescription.
_BOUGHT = re.compile(
    r"\b(?:over[-‑ ]the[-‑ ]counter|otc|non[-‑ ]?prescription|without a prescription"
    r"|pharmacy shelves|store[-‑ ]bought|home (?:care|remed\w+|treatment)"
    r"|self[-‑ ]care)\b",
    re.IGNORECASE,
)
_SOLD_FREELY = frozenset(
    [
        "acid blockers",
        "antihistamines",
        "black coffee",
        "calcium carbonate",
        "cetirizine",
        "clotrimazole",
        "coconut oil",
        "dextromethorphan",
        "loperamide",
        "loratadine",
        "omeprazole",
        "pseudoephedrine",
        "salicylic acid",
        "senna",
        "undiluted fruit juice",
        "vitamin E",
    ]
)
_NAMED = re.compile(
    r"\b(?:levels?|allerg\w*|toxicity|overdose|side effects?|resistan\w*|history of"
    r"|currently (?:on|taking)|brand|study|trial|trials|risk|exposure|concentrations?"
    r"|dosing|sensitivity|contraindicat\w*|avoid\w*|worsen\w*|harmful|interact\w*"
    r"|not (?:recommended|suitable|safe)|causes?|effects?|no relief|caution\w*"
    r"|do(?:es)? not|no longer|away from|rationale|complete\w*|same)\b|n['’]t\b",
    re.IGNORECASE,
)


def drug_swaps(passage: Passage, rng: Random) -> Iterator[Candidate]:
    """Medicines that the answer recommends, each with one wrong choice of its class."""
    for class_id, groups in swappable(passage).items():
        entry = _classes()[class_id]
        options = [
            choice
            for choice in entry.instead
            if not has_word(passage.context, (*choice.unless, choice.drug))
        ]
        for places in groups:
            same = [c for c in options if _is_supplied_alike(passage, places, c)]
            if same and (found := _swapped(passage, places, entry, rng.choice(same))):
                yield found


def _is_supplied_alike(
    passage: Passage, places: list[Mention], choice: Instead
) -> bool:
    """No prescription medicine stands among those that one can buy."""
    for place in places:
        sentence = passage.sentence_at(place.start)
        around = f"{lead_in(passage, sentence)} {sentence.text}" if sentence else ""
        new = choice.drugs if place.id.startswith("class:") else choice.drug
        if _BOUGHT.search(around) and new not in _SOLD_FREELY:
            return False
    return True


@lru_cache(maxsize=64)
def swappable(passage: Passage) -> dict[str, list[list[Mention]]]:
    """By class, the medicines that the answer recommends, each at all its places."""
    mentions = merged_mentions(passage.answer)
    by_id: dict[str, list[Mention]] = defaultdict(list)
    for mention in mentions:
        by_id[mention.id].append(mention)
    found: dict[str, list[list[Mention]]] = defaultdict(list)
    for places in by_id.values():
        entry = _classes()[_class_of(places[0])]
        if len(places) <= MAX_PLACES and all(
            _can_swap(passage, place, entry, mentions) for place in places
        ):
            found[entry.id].append(places)
    return found


def replaced(
    passage: Passage, places: list[Mention], name: str
) -> tuple[Edit, ...] | None:
    """Declare that a medicine gives way to another at all its places."""
    if any(place.id.startswith("class:") for place in places):
        return None
    return edits_at(
        passage.answer,
        [Change(p.start, p.end, write_name(passage, p, name)) for p in places],
    )


def _class_of(mention: Mention) -> str:
    """The class of a medicine, or the class that a name stands for."""
    return _class_ids().get(mention.id, mention.id.removeprefix("class:"))


@lru_cache(maxsize=1)
def _class_ids() -> dict[str, str]:
    return {drug.name: drug.class_id for drug in load_drugs().drugs}


def _classes() -> dict[str, DrugClass]:
    return {entry.id: entry for entry in load_drugs().classes}


def merged_mentions(answer: str) -> tuple[Mention, ...]:
    """Medicines of a text; `paracetamol (acetaminophen)` is one mention."""
    merged: list[Mention] = []
    for mention in drug_names().find(answer):
        if merged and merged[-1].id == mention.id:
            last = merged[-1]
            between = answer[last.end : mention.end + 1]
            if re.fullmatch(rf"\s?\({re.escape(mention.text)}\)", between):
                text = answer[last.start : mention.end + 1]
                merged[-1] = last._replace(text=text, end=mention.end + 1)
                continue
        merged.append(mention)
    return tuple(merged)


def recommends(passage: Passage, mention: Mention) -> Sentence | None:
    """The sentence in which the answer recommends this medicine, if it does."""
    sentence = passage.sentence_at(mention.start)
    if sentence is None or not is_statement(passage, sentence):
        return None
    if (
        is_negated(passage, mention.start)
        or is_hypothetical(passage, mention.start)
        or is_warning(passage, sentence)
        or is_discouraged(passage, sentence)
        or _NAMED.search(sentence.text)
    ):
        return None
    text = f"{lead_in(passage, sentence)} {sentence.text}"
    return sentence if _RECOMMENDS.search(text) else None


def write_name(passage: Passage, mention: Mention, name: str) -> str:
    """A name in the capitals that its place asks for."""
    sentence = passage.sentence_at(mention.start)
    head = passage.answer[(sentence.start if sentence else 0) : mention.start]
    opens = not head.strip("*_ \"'“(")
    after_label = head.rstrip(" *_").endswith(":")
    listed = mention.text[:1].isupper() and mention.text.lower() == mention.id.lower()
    capital = mention.text[:1].isupper() and (opens or after_label or listed)
    return name[:1].upper() + name[1:] if capital else name


def _can_swap(
    passage: Passage,
    mention: Mention,
    entry: DrugClass,
    mentions: tuple[Mention, ...],
) -> bool:
    sentence = recommends(passage, mention)
    if sentence is None:
        return False
    after = passage.answer[mention.end : mention.end + 60]
    if _LABEL.match(after) or _DOSE.match(after[:DOSE_WITHIN]):
        return False
    names_class = mention.id.startswith("class:")
    if names_class and (_EXAMPLES.match(after) or "|" in sentence.text):
        return False
    if names_class and any(
        m.id != mention.id and _class_of(m) == entry.id for m in mentions
    ):
        return False
    same = [
        m
        for m in mentions
        if sentence.start <= m.start < sentence.end and m.id == f"class:{entry.id}"
    ]
    if any(m != mention for m in same):
        return False
    rest = passage.answer[mention.end : sentence.end]
    around = (
        f"{lead_in(passage, sentence)} {passage.answer[sentence.start : mention.start]}"
    )
    return not has_word(f"{around} {rest}", entry.words)


def _swapped(
    passage: Passage, places: list[Mention], entry: DrugClass, choice: Instead
) -> Candidate | None:
    changes = []
    for place in places:
        new = choice.drugs if place.id.startswith("class:") else choice.drug
        changes.append(Change(place.start, place.end, write_name(passage, place, new)))
    edits = edits_at(passage.answer, changes)
    if edits is None or not fits(passage, "F3", edits):
        return None
    name = choice.drugs if places[0].id.startswith("class:") else choice.drug
    verb = "are" if places[0].id.startswith("class:") else "is"
    claim = f"{name[:1].upper()}{name[1:]} {verb} recommended for {entry.purpose}."
    return Candidate(
        edits=edits,
        claim=claim if entry.purpose else stated(passage, edits, places[0].start),
        trigger=places[0].text,
        template=f"swap.{entry.id}",
    )
