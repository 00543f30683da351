"""Conditions that an answer takes for the likely diagnosis, and how to rename them."""

import re
from collections import defaultdict
from functools import lru_cache
from typing import NamedTuple

from inspect_rubricblind.solvers.rules.context import (
    in_references,
    is_discouraged,
    is_hypothetical,
    is_negated,
    is_warning,
    lead_in,
)
from inspect_rubricblind.solvers.rules.genre import is_aside
from inspect_rubricblind.solvers.rules.passage import Change, Passage, Sentence
from inspect_rubricblind.taxonomy.lexicon import condition_names, load_conditions
from inspect_rubricblind.taxonomy.lexicon_model import Condition
from inspect_rubricblind.taxonomy.names import Mention, article, plural

FRAMES = {
    "typical": "{What} {be} typical of {name}.",
    "sign": "{What} {be} most often a sign of {name}.",
    "most_likely": "The most likely diagnosis for {what} is {name}.",
    "points_to": "As described, {what} {point} to {name}.",
    "consistent": "{What} {be} most consistent with {name}.",
    "explains": "The usual explanation for {what} is {name}.",
}
CAUSES = {
    "sign": "{be} a clear sign of {name}",
    "typical": "{be} typical of {name}",
    "caused": "{be} caused by {name}",
    "points": "{point} to {name}",
    "explained": "{be} best explained by {name}",
    "due": "{be} due to {name}",
    "consistent": "{be} most consistent with {name}",
    "result": "{be} the result of {name}",
    "classic": "{be} a classic symptom of {name}",
    "definite": "{be} definitely due to {name}",
    "comes": "{be} brought on by {name}",
    "expect": "{be} what one expects with {name}",
    "explained_by": "{be} fully explained by {name}",
}

MAX_PLACES = 4

_ASSERTS = re.compile(
    r"\b(?:consistent with|suggest\w*|likely|probabl[ey]|possible|possibly|may be"
    r"|could be|might be|can be (?:a )?(?:sign|result|symptom)|signs? of|indicat\w*"
    r"|caused by|due to|result of|diagnos\w*|you(?:['’]re| are)? (?:have|having)"
    r"|sounds like|looks like|seems? (?:like|to be)|appears to be|points? to"
    r"|affect your|one possibility)\b[^.;:]{0,70}\Z",
    re.IGNORECASE,
)
_SECTION = re.compile(
    r"\b(?:assessment|diagnosis|impression|a:?|clinical diagnosis)\W*\Z", re.IGNORECASE
)
_SPARED = re.compile(
    r"\b(?:if|risk (?:of|for)|history of|rule out|ruled? out|complications?"
    r"|progress\w* to|lead(?:s|ing)? to|prevent\w*|screen\w* for|vaccin\w*|famil\w*"
    r"|exposed to|develop|worsen\w* to|increase\w*|reduces?|lower\w*|no evidence"
    r"|without|differential"
    r"|secondary|concern for|(?:assess|check|look|alert|watch|monitor|test)\w* for"
    r"|side[- ]effects?|adverse|plus|possibility of|such as|including|e\.g)\b"
    r"[^.;]{0,60}\Z",
    re.IGNORECASE,
)
_KIND = re.compile(
    r"\b(?:bacterial|viral|fungal|aspiration|secondary|chronic|recurrent|severe|community"
    r"[- ]acquired|hospital[- ]acquired|superimposed)\s\Z",
    re.IGNORECASE,
)
_FOLLOWS = re.compile(
    r"\W*(?:\Z|[,.;:!?)\]\n*_]|(?:and|or|but|is|are|was|in|with|due|which|can|may|because"
    r"|that|from|after|as|caused|if|when|since|on|at|for|this|following|given|rather|than"
    r"|right|left|involving|secondary|based|without|especially|of)\b)",
    re.IGNORECASE,
)
_HEDGES = re.compile(
    r"\b(?:can|may|might|could|possib\w+|such as|like|including|signs? of)\b",
    re.IGNORECASE,
)
_LISTED_BEFORE = re.compile(r"(?:,|\bor|\band/or)\s+(?:(?:an?|even)\s+)?\W*$", re.I)
_LISTED_AFTER = re.compile(r"[^.;:]*?(?:,[^.;:]*)?\bor\b", re.IGNORECASE)
_ONE_OF_A_CLASS = re.compile(
    r"[^.;:]{0,40}?\b(?:or|and) (?:an?other|other|some other|any other)\b",
    re.IGNORECASE,
)

_EXPLAINED = re.compile(
    r"\b(?:because|since)\b|^\W{0,4}(?:right|left|both)\b", re.IGNORECASE
)
_TAKEN_BACK = re.compile(
    r"^\W*(?:however|but|it (?:could|may|might) also|although)\b", re.IGNORECASE
)
_HAVING = re.compile(r"\bhaving (?:an? )?\W*$", re.IGNORECASE)


class Asserted(NamedTuple):
    """A condition that the answer asserts, at all its places."""

    condition: Condition
    places: tuple[Mention, ...]
    cue: str
    at: int


@lru_cache(maxsize=64)
def asserted_conditions(passage: Passage) -> tuple[Asserted, ...]:
    """The conditions that an answer takes for the diagnosis, or for a likely one."""
    known = {condition.name: condition for condition in load_conditions().conditions}
    by_id: dict[str, list[Mention]] = defaultdict(list)
    for mention in _merged(passage):
        by_id[mention.id].append(mention)
    # Users write abbreviations in small letters.
    asked = f"{passage.question}\n{passage.question.upper()}"
    told = {mention.id for mention in condition_names().find(asked)}
    found = []
    for name, places in by_id.items():
        cue = next((p for p in places if _is_asserted(passage, p)), None)
        if name in told and cue is not None and not _in_assessment(passage, cue):
            continue
        whole = len(places) <= MAX_PLACES and all(
            _stands_free(passage, p) for p in places
        )
        if cue is not None and whole:
            found.append(Asserted(known[name], tuple(places), cue.text, cue.start))
    return tuple(found)


def is_one_of_many(passage: Passage, found: Asserted) -> bool:
    """Whether a name stands in a list of possibilities or before its class."""
    for place in found.places:
        sentence = passage.sentence_at(place.start)
        if sentence is None:
            continue
        before = passage.answer[sentence.start : place.start]
        after = passage.answer[place.end : sentence.end]
        listed = _LISTED_BEFORE.search(before) or _LISTED_AFTER.match(after)
        if _ONE_OF_A_CLASS.match(after) or (listed and _HEDGES.search(before)):
            return True
    return False


def is_explained(passage: Passage, found: Asserted) -> bool:
    """Whether a sentence says a side or a reason that fits this condition alone."""
    for place in found.places:
        sentence = passage.sentence_at(place.start)
        if sentence is None:
            continue
        rest = passage.answer[place.end : sentence.end]
        before = passage.answer[sentence.start : place.start]
        if _EXPLAINED.search(rest) or _HAVING.search(before):
            return True
    return False


def is_taken_back(passage: Passage, sentence: Sentence) -> bool:
    """Whether the next sentence names another possibility."""
    at = passage.sentences.index(sentence)
    return any(_TAKEN_BACK.search(s.text) for s in passage.sentences[at + 1 : at + 2])


def rename(passage: Passage, found: Asserted, name: str) -> list[Change]:
    """Write another condition at every place, with its article and capitals."""
    changes = []
    for place in found.places:
        new = plural(name) if place.plural and found.condition.count else name
        head = passage.answer[max(0, place.start - 4) : place.start]
        sentence = passage.sentence_at(place.start)
        opening = passage.answer[(sentence.start if sentence else 0) : place.start]
        opens = not opening.strip("*_ \"'“(") or opening.rstrip("*_ ").endswith(":")
        first = place.text.split()[0]
        titled = first[:1].isupper() and first[1:].islower()
        if (titled and place.id[:1].islower()) or (opens and first[:1].isupper()):
            new = new[:1].upper() + new[1:]
        before = re.search(r"\b(an?)\s\Z", head, re.IGNORECASE)
        if before and not found.condition.count:
            changes.append(Change(place.start - len(before[0]), place.end, new))
        elif before and not place.plural:
            written = article(new)
            written = written.capitalize() if before[1][0].isupper() else written
            start = place.start - len(before[0])
            changes.append(Change(start, place.end, f"{written} {new}"))
        else:
            changes.append(Change(place.start, place.end, new))
    return changes


def _merged(passage: Passage) -> list[Mention]:
    """Mentions, with `lateral epicondylitis (tennis elbow)` as one."""
    merged: list[Mention] = []
    answer = passage.answer
    for mention in condition_names().find(answer):
        if merged and merged[-1].id == mention.id:
            last = merged[-1]
            if re.fullmatch(
                rf"\s?\((?:\w+ )?{re.escape(mention.text)}\)",
                answer[last.end : mention.end + 1],
            ):
                end = mention.end + 1
                merged[-1] = last._replace(text=answer[last.start : end], end=end)
                continue
        merged.append(mention)
    return merged


def _is_asserted(passage: Passage, mention: Mention) -> bool:
    sentence = passage.sentence_at(mention.start)
    if sentence is None or sentence.is_heading or is_aside(sentence):
        return False
    if (
        is_negated(passage, mention.start)
        or is_hypothetical(passage, mention.start)
        or is_warning(passage, sentence)
        or is_discouraged(passage, sentence)
        or sentence.text.rstrip("*_ ").endswith("?")
    ):
        return False
    before = passage.answer[sentence.start : mention.start]
    if _SPARED.search(before) or _KIND.search(before):
        return False
    return bool(_ASSERTS.search(before)) or _in_assessment(passage, mention)


def _in_assessment(passage: Passage, mention: Mention) -> bool:
    """Whether a name heads a line of the diagnosis section of a note."""
    sentence = passage.sentence_at(mention.start)
    if sentence is None:
        return False
    before = passage.answer[sentence.start : mention.start]
    opens = not before.strip("*_ ") or before.rstrip("*_ ").endswith(":")
    return (
        opens and _SECTION.search(lead_in(passage, sentence).strip("*_#: ")) is not None
    )


def _stands_free(passage: Passage, mention: Mention) -> bool:
    """Whether a name can be exchanged here: no other noun hangs on it."""
    sentence = passage.sentence_at(mention.start)
    if sentence is None or in_references(passage, sentence):
        return False
    after = passage.answer[mention.end : mention.end + 24]
    return _FOLLOWS.match(after) is not None and after[:1] not in ("-", "‑", "/")
