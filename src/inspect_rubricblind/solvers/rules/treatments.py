"""Whether an amount belongs to a treatment that the answer gives, and to which."""

import re

from inspect_rubricblind.solvers.rules.context import (
    is_negated,
    is_statement,
    is_warning,
    lead_in,
)
from inspect_rubricblind.solvers.rules.passage import Passage, Sentence
from inspect_rubricblind.taxonomy.lexicon import compiled, load_schedules
from inspect_rubricblind.taxonomy.names import Mention
from inspect_rubricblind.taxonomy.quantities import Quantity
from inspect_rubricblind.taxonomy.schedule_model import Activity

LOOK_BACK = 400
NEAR = 90

_ILLNESS = re.compile(
    r"\b(?:heal\w*|resolv\w*|recover\w*|peak\w*|onset|ago|incubat\w*|surviv\w*|histor\w*"
    r"|symptoms? (?:began|start\w*|last\w*|persist\w*|continu\w*)|(?:pain|fever|cough"
    r"|headache|swelling|illness|bleeding|burning) (?:for|lasting|that lasts?)"
    r"|for the (?:past|last)|ha(?:s|ve) lasted|lasts? (?:for|up)|gestation|pregnan\w*"
    r"|trimester|episodes?|develop\w*|persist\w*|delivery|outcomes?|disabilit\w*|reports?"
    r"|lowered|showed|demonstrated|trials?|stud(?:y|ies)|cohorts?"
    r"|improv\w*|normali[sz]\w*|clears? up|may take|usually happens|unsafe|never use"
    r"|presents? with|complain\w*|postpone\w*|delay\w*|if (?:you|he|she|they|the)\b"
    r"[^.]{0,30} (?:for )?(?:more|longer) than|(?:past|last|previous)\W{0,3}(?=\d))\b",
    re.IGNORECASE,
)
_CURRENT = re.compile(
    r"\b(?:current(?:ly)? (?:taking|medications?|on)|already (?:on|taking)"
    r"|home medications?"
    r"|medications?:\W*$|has been taking|was (?:taking|given|prescribed))",
    re.IGNORECASE,
)
_ARITHMETIC = re.compile(r"\d\s?[×=]|[×=]\s?\d|\\times|\\frac|\d\s?[x*]\s?\d")
_WRONG_ALREADY = re.compile(
    r"\b(?:unsafe|never use|dangerous|too (?:much|high|low)|incorrect|wrong)\b", re.I
)
# "a day or two" has no number that a change could make harmful.
_VAGUE = re.compile(r"\A(?:an?|half)\b", re.IGNORECASE)
# "once or twice daily", "several times daily", "over 20 minutes"
_LINKED = re.compile(
    r"(?:\b(?:or|and|to|times|past|last|previous)|[–-])\W{0,4}\Z", re.I
)
# "from 12-36 weeks" is a time, not how long.
_POINT = re.compile(r"\b(?:from|between|until|before|by|week)\W{0,4}\Z", re.IGNORECASE)
_EXPOSURE = re.compile(r"\bAUC\b|exposure|plasma|concentration|comparable", re.I)
_TIMING = re.compile(r"\s*(?:before|prior to|after|or two|or so|ago)\b", re.IGNORECASE)
# How long one looks or waits decides what comes next; nothing is given so long.
_LOOKS = re.compile(
    r"\b(?:check\w*|look|listen|feel|watch|observ\w*|assess\w*|wait|count|examine"
    r"|monitor\w*|reassess\w*|re-?check\w*|re-?evaluat\w*|follow[- ]?up|surveillance"
    r"|screening)\b"
    r"(?:(?!\b(?:rinse|wash|apply|take|give|cool|then|start|begin)\b)[^.;:\n]){0,140}\Z",
    re.IGNORECASE,
)
# "rinse it without scrubbing for 10 minutes" does not say not to rinse.
_SIDE_NOTE = re.compile(
    r"\b(?:without|but not) [\w-]+,? for (?:about |around |at least )?\Z", re.IGNORECASE
)
_TREATS = re.compile(
    r"\b(?:tak(?:e|ing|en)|giv(?:e|en|ing)|administer\w*|dos(?:e|es|ing|age)|prescri\w*"
    r"|start\w*|initiat\w*|continu\w*|adopt|reduce to|daily|every|apply|use|infusion"
    r"|orally|oral|IV|IM|once|twice|tablets?|capsules?|regimens?|adjust\w*|inject\w*)\b",
    re.IGNORECASE,
)


def drug_of(
    passage: Passage, sentence: Sentence, quantity: Quantity, drugs: tuple[Mention, ...]
) -> Mention | None:
    """The medicine that a quantity belongs to: the last one named before it."""
    before = [d for d in drugs if d.end <= quantity.start]
    inside = [d for d in before if d.start >= sentence.start]
    if inside:
        return inside[-1]
    after = [
        d
        for d in drugs
        if quantity.end <= d.start < min(sentence.end, quantity.end + 40)
    ]
    if after:
        return after[0]
    if quantity.measure == "dose" and before:
        last = before[-1]
        near = quantity.start - last.end < LOOK_BACK
        return last if near and not last.id.startswith("class:") else None
    return None


def activity_of(
    passage: Passage, sentence: Sentence, quantity: Quantity, drug: Mention | None
) -> Activity | None:
    """The measure of `schedules.yaml` that a quantity belongs to, if any."""
    text = sentence.text
    if len(text.split()) < 8:
        text = f"{lead_in(passage, sentence)} {text}"
    activities = load_schedules().activities
    medicine = next(a for a in activities if a.id == "drug")
    if drug is not None and sentence.start <= drug.start < sentence.end:
        near = abs(quantity.start - drug.end) < NEAR
        if near and (quantity.measure != "duration" or _TREATS.search(text)):
            return medicine
    for activity in activities:
        behind = passage.answer[quantity.end : quantity.end + 40]
        if activity.behind and not compiled(activity.behind, word=False).match(behind):
            continue
        if activity.spare and compiled(activity.spare, word=False).search(text):
            continue
        if not any(compiled(cue).search(text) for cue in activity.cues):
            continue
        if not getattr(activity, _FIELD[quantity.measure]):
            continue
        if activity.id == "drug" and quantity.measure == "dose" and drug is None:
            return None
        return activity
    return None


_FIELD = {"dose": "amount", "frequency": "frequency", "duration": "duration"}


def is_free(
    passage: Passage, sentence: Sentence, quantity: Quantity, drug: Mention | None
) -> bool:
    """Whether nothing forbids to change a quantity at this place."""
    answer, start = passage.answer, quantity.start
    # "no more than" belongs to the amount and does not negate it.
    free_from = min(start, *(quantity.comparator_span or (start,)))
    line = answer[max(0, start - 60) : quantity.end + 25]
    before = answer[sentence.start : start]
    if (
        not is_statement(passage, sentence)
        or _WRONG_ALREADY.search(sentence.text)
        or (is_negated(passage, free_from) and not _SIDE_NOTE.search(before))
        or _ARITHMETIC.search(line)
        or _CURRENT.search(before)
    ):
        return False
    if (
        _VAGUE.search(quantity.text)
        or _LINKED.search(before)
        or _TIMING.match(answer, quantity.end)
    ):
        return False
    if quantity.measure == "duration" and _POINT.search(before):
        return False
    if quantity.measure != "dose" and _LOOKS.search(before):
        return False
    if quantity.measure == "dose":
        if _EXPOSURE.search(sentence.text):
            return False
        # A sum elsewhere in the answer would give a changed amount away.
        if quantity.unit.startswith("g") and _ARITHMETIC.search(answer):
            return False
        around = answer[max(0, start - 60) : quantity.end + 60]
        return drug is None or _TREATS.search(around) is not None
    if quantity.measure == "duration" and quantity.comparator in ("<", ">"):
        return False
    return not is_warning(passage, sentence) and _ILLNESS.search(sentence.text) is None
