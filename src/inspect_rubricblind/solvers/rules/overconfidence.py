"""K1: a hedged claim on a diagnosis, a course or an effect is asserted as certain."""

import re
from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import NamedTuple

import regex
from pydantic import Field

from inspect_rubricblind.records import Candidate
from inspect_rubricblind.solvers.rules.clauses import (
    agree,
    has_far_subject,
    is_plural,
    lacks_subject,
)
from inspect_rubricblind.solvers.rules.context import is_warning, lead_in
from inspect_rubricblind.solvers.rules.genre import is_aside, is_citation
from inspect_rubricblind.solvers.rules.leftovers import stays_hedged
from inspect_rubricblind.solvers.rules.outline import outline
from inspect_rubricblind.solvers.rules.passage import (
    Change,
    Passage,
    Sentence,
    edits_at,
)
from inspect_rubricblind.solvers.rules.sound import needs_hedge
from inspect_rubricblind.solvers.rules.topics import topic_of
from inspect_rubricblind.solvers.rules.weight import (
    is_scoped,
    matters,
    names_diagnosis,
    takes_it_back,
    warns,
)
from inspect_rubricblind.taxonomy.lexicon import load_table
from inspect_rubricblind.taxonomy.lexicon_model import Table
from inspect_rubricblind.taxonomy.model import Frozen

_AGREES = re.compile(r"\{(?:is|has|verb_s)\}")
MAX_SENTENCES, MAX_HEDGES, VAGUE_REACH, SHARED_WORDS, MIN_WORDS = 2, 4, 45, 3, 5

# "Many things can cause this" says nothing that could be wrong without its hedge.
_VAGUE = re.compile(
    r"\b(?:many|several|various|variety|multiple|number of|range of|different|factors"
    r"|other (?:health|medical)|(?:underlying|medical) (?:\w+ )?conditions?)\b",
    re.IGNORECASE,
)
_INSTRUCTION = re.compile(
    r"^\W*(?:a few questions|here are|look|watch|evaluate|assess|pay|monitor|in this"
    r" scenario|ask|check|note|record|describe|document|specify|include)\b",
    re.IGNORECASE,
)
_IN_CASE = re.compile(r"\b(?:if|when|unless)\b(?: (?:you|your|he|she|the)\b.*)?$", re.I)
REASSURING = ("unlikely_to", "usually_not", "modal_not_be", "not_usually")
_GRAVE = re.compile(r"\b(?:serious|emergency|urgent|severe)\b", re.IGNORECASE)
_WORD = re.compile(r"[a-z]{5,}")


class Hedge(Frozen):
    """One kind of hedge; see `hedges.yaml`."""

    id: str
    weight: int = Field(ge=0, le=3)
    find: str
    say: tuple[str, ...] = Field(min_length=1)


class Hedges(Table):
    """The lexicon `hedges.yaml`."""

    sources: tuple[str, ...]
    hedges: tuple[Hedge, ...] = Field(min_length=10)


class Hedged(NamedTuple):
    """A hedge found in a sentence; `start` and `end` are offsets in the answer."""

    hedge: Hedge
    sentence: Sentence
    match: "regex.Match[str]"

    @property
    def start(self) -> int:
        """Where the hedge starts in the answer."""
        return self.sentence.start + int(self.match.start())

    @property
    def end(self) -> int:
        """Where the hedge ends in the answer."""
        return self.sentence.start + int(self.match.end())


@lru_cache(maxsize=1)
def load_hedges() -> Hedges:
    """Read the lexicon; cached."""
    return load_table("hedges", Hedges)


def trigger(passage: Passage) -> str | None:
    """The hedge that carries most weight, with the words behind it."""
    found = max(_hedged(passage), key=lambda h: h.hedge.weight, default=None)
    if found is None or found.hedge.weight == 0:
        return None
    return passage.answer[found.start : found.end].strip()


def candidates(passage: Passage, rng: Random) -> Iterator[Candidate]:
    """Claims without their hedges; diagnoses first, then courses, then effects."""
    found = _hedged(passage)
    topic = topic_of(passage.question, passage.answer)
    order = rng.sample(range(len(found)), len(found))

    def rank(n: int) -> tuple[float, int]:
        text = found[n].sentence.text
        value = (
            found[n].hedge.weight
            + 1.5 * (topic is not None and bool(topic.mentions(text)))
            + 1.0 * names_diagnosis(text)
            - 1.5 * bool(_GRAVE.search(text))
        )
        return -value, order[n]

    leads = [n for n in range(len(found)) if found[n].hedge.weight > 0]
    for n in sorted(leads, key=rank):
        lead = found[n]
        chosen = [lead, *_companions(lead, found)][:MAX_HEDGES]
        wording = rng.randrange(len(lead.hedge.say))
        changes = [_assert(lead, wording)] + [
            _assert(h, rng.randrange(len(h.hedge.say))) for h in chosen[1:]
        ]
        edits = edits_at(passage.answer, changes)
        claim = _claim(lead, changes)
        if edits is not None and not takes_it_back(passage, lead.sentence, claim):
            yield Candidate(
                edits=edits,
                claim=claim,
                trigger=passage.answer[lead.start : lead.end].strip(),
                template=f"{lead.hedge.id}:{wording}",
            )


def _hedged(passage: Passage) -> list[Hedged]:
    if not passage.is_english:
        return []
    found: list[Hedged] = []
    for sentence in passage.sentences:
        if not _is_claim(passage, sentence):
            continue
        for hedge in load_hedges().hedges:
            for match in _pattern(hedge.find).finditer(sentence.text):
                this = Hedged(hedge, sentence, match)
                free = all(h.end <= this.start or this.end <= h.start for h in found)
                if free and _can_be_asserted(hedge, sentence.text, match):
                    found.append(this)
    return sorted(found, key=lambda h: h.start)


def _can_be_asserted(hedge: Hedge, text: str, match: "regex.Match[str]") -> bool:
    before, behind = text[: match.start()], text[match.end() :]
    needs_verb = all(map(_AGREES.search, hedge.say))
    if (lacks_subject(before) and needs_verb) or needs_hedge(hedge.id, text, match):
        return False
    if stays_hedged(hedge.id, before, behind) or _VAGUE.search(behind[:VAGUE_REACH]):
        return False
    if hedge.weight == 0:  # It only stands beside another hedge.
        return True
    named = before if hedge.id == "one_possibility" else ""
    said = f"{named} {match.groupdict().get('verb') or ''} {behind}"
    return (hedge.id in REASSURING or not warns(text)) and matters(before, said)


def _is_claim(passage: Passage, sentence: Sentence) -> bool:
    """Whether a sentence can hold a claim: no question, heading or instruction."""
    line = outline(passage.answer).lines[
        outline(passage.answer).index_at(sentence.start)
    ]
    return not (
        sentence.is_heading
        or line.kind in ("heading", "fence", "rule")
        or "?" in sentence.text
        or _INSTRUCTION.search(sentence.text)
        or len(sentence.text.split()) < MIN_WORDS
        or is_aside(sentence)
        or is_citation(sentence)
        or is_warning(passage, sentence)
        or _IN_CASE.search(lead_in(passage, sentence).rstrip("*_: "))
        or is_scoped(sentence.text)
    )


def _companions(lead: Hedged, found: list[Hedged]) -> list[Hedged]:
    """Other hedges of the claim: in its sentence, and where it is repeated."""
    words = set(_WORD.findall(lead.sentence.text.lower()))
    same = [h for h in found if h is not lead and h.sentence == lead.sentence]
    repeated = [
        h
        for h in found
        if h.sentence != lead.sentence
        and len(words & set(_WORD.findall(h.sentence.text.lower()))) >= SHARED_WORDS
        and h.hedge.weight >= lead.hedge.weight
    ]
    sentences = list(dict.fromkeys(h.sentence for h in repeated))[: MAX_SENTENCES - 1]
    return same + [h for h in repeated if h.sentence in sentences]


def _assert(found: Hedged, wording: int) -> Change:
    groups = found.match.groupdict()
    verb, kept = groups.get("verb") or "", groups.get("kept") or ""
    before = found.sentence.text[: found.match.start()]
    says = found.hedge.say[wording:] + found.hedge.say[:wording]
    subject = f"{before} {kept}" if found.hedge.id == "sounds_like" else before
    if has_far_subject(subject):
        # The subject stands elsewhere, so no verb agrees with it.
        says = tuple(sorted(says, key=lambda say: _AGREES.search(say) is not None))
    plural = is_plural(subject)
    text = says[0].format(
        kept=kept,
        verb=verb,
        verb_s=agree(verb, plural) if verb else "",
        **{"is": agree("be", plural), "has": agree("have", plural)},
    )
    return Change(found.start, found.end, _fitted(found.match[0], text))


def _fitted(before: str, text: str) -> str:
    """Words with the marks, the capital and the space of those they replace."""
    lead = re.match(r"\W*", before)
    marks = lead[0] if lead else ""
    if before[len(marks) :][:1].isupper():
        text = text[0].upper() + text[1:]
    end = " " if before.endswith(" ") else ""
    return f"{marks}{text.strip()}{end}"


def _claim(lead: Hedged, changes: list[Change]) -> str:
    """The sentence as it now reads."""
    text, start = lead.sentence.text, lead.sentence.start
    for change in sorted(changes, reverse=True):
        if start <= change.start < lead.sentence.end:
            a, b = change.start - start, change.end - start
            text = text[:a] + change.text + text[b:]
    return f"States as certain: {' '.join(text.split())}"


@lru_cache(maxsize=128)
def _pattern(find: str) -> "regex.Pattern[str]":
    return regex.compile(find, regex.IGNORECASE)
