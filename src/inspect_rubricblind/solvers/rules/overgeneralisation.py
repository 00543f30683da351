"""K2: a statement on some people, cases or conditions is made about everyone."""

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import NamedTuple

import regex
from pydantic import Field

from inspect_rubricblind.records import Candidate
from inspect_rubricblind.solvers.rules.clauses import agree, is_plural
from inspect_rubricblind.solvers.rules.genre import is_aside, is_citation, is_rewrite
from inspect_rubricblind.solvers.rules.leftovers import (
    OF_GROUPS,
    is_narrowed,
    names_exclusions,
)
from inspect_rubricblind.solvers.rules.outline import outline
from inspect_rubricblind.solvers.rules.passage import (
    Change,
    Passage,
    Sentence,
    edits_at,
)
from inspect_rubricblind.solvers.rules.sound import needs_limit
from inspect_rubricblind.solvers.rules.topics import topic_of
from inspect_rubricblind.solvers.rules.weight import names_care, takes_it_back
from inspect_rubricblind.taxonomy.lexicon import load_table
from inspect_rubricblind.taxonomy.lexicon_model import Table
from inspect_rubricblind.taxonomy.model import Frozen

MIN_WORDS = 4
_CLAIM = regex.compile(
    r"\b(?:recommend\w*|indicat\w+|safe\w*|effective\w*|reduc\w+|benefi\w+|support\w*"
    r"|prefer\w+|first[- ]line|should|helps?|need\w*|improv\w+|useful|consider\w*"
    r"|prescribed"
    r"|appropriate|suggest\w*|treat\w*|resolves?|used|normal|necessary|advis\w+"
    r"|tolerated"
    r"|allows?|favou?rs?|reasonable|require\w*|continue|monitor\w*|start\w*|initiat\w+"
    r"|given"
    r"|dos(?:e|es|ing)|adjust\w*|offer|concern\w*|risk|mg|months?|acceptable|worsen\w*"
    r"|trigger\w*|aggravat\w+|notice|outcomes?|remission|recover\w*|respond|relief)\b",
    regex.IGNORECASE,
)
_STRONG = regex.compile(
    r"\b(?:safe\w*|effective\w*|recommend\w*|first[- ]line|benefi\w+|helps?|needed"
    r"|required"
    r"|necessary|dos(?:e|es|ing|age)|therapy|treatment|months?|weeks?|normal|recover\w*"
    r"|remission|improv\w+|conceive|excellent|worsen\w*|trigger\w*|aggravat\w+|notice"
    r"|respond|resolves?|relief|relieve|reduc\w+)\b",
    regex.IGNORECASE,
)
_NEGATION = regex.compile(
    r"\b(?:not|never|avoid|contraindicated|caution\w*|without|less|isn['’]t|aren['’]t"
    r"|don['’]t|doesn['’]t|shouldn['’]t|cannot|lack\w*|rarely|comparable|similar|than"
    r"|compared|versus|vs)\b",
    regex.IGNORECASE,
)
# A verb that stays hedged says nothing of everyone.
_STILL_HEDGED = regex.compile(
    r"\b(?:may|might|could|possibly|perhaps|sometimes"
    r"|can (?:even |also )?(?:cause|lead|result|trigger|vary|occur|develop"
    r"|be (?:needed|necessary|considered|required|caused)))\b",
    regex.IGNORECASE,
)
_IN_LIST = regex.compile(r"\b(?:or|and|may|might|can|could),?\W*$", regex.IGNORECASE)
OF_PEOPLE = ("percentage", "not_all", "not_universal", "help_some", "not_for_everyone")
# The exceptions are named in the same breath.
_EXCEPTIONS = regex.compile(
    r"\b(?:others (?:may|might|do|are)|while others|but not (?:all|everyone)"
    r"|some (?:new )?\w+ may not)\b",
    regex.IGNORECASE,
)
_NOT_A_CLAIM = regex.compile(
    r"\?|^\W*(?:sample size|primary outcomes?|participants?|infants evaluated"
    r"|discusses|reviews?\b|study"
    r"|population|deciding|determining|when to|seek|call|go to|wait|highlights"
    r"|explores)\b"
    r"|\bthis (?:research|study|paper|review|article)\b"
    r"|\b(?:enrolled|randomi[sz]ed to|recruited|cohort|your (?:labs?|results)"
    r"|patient (?:reports?|denies|has|is)|reports|presents|complains|customi[sz]e"
    r"|template|note|message)\b",
    regex.IGNORECASE,
)


class Limit(Frozen):
    """One kind of limit; see `populations.yaml`."""

    id: str
    weight: int = Field(ge=1, le=3)
    find: str
    say: tuple[str, ...] = Field(min_length=1)
    claims: bool = False
    strong: bool = False
    negated: bool = False


class Limits(Table):
    """The lexicon `populations.yaml`."""

    sources: tuple[str, ...]
    limits: tuple[Limit, ...] = Field(min_length=10)


class Limited(NamedTuple):
    """A limit found in a sentence."""

    limit: Limit
    sentence: Sentence
    match: "regex.Match[str]"


@lru_cache(maxsize=1)
def load_limits() -> Limits:
    """Read the lexicon; cached."""
    return load_table("populations", Limits)


def trigger(passage: Passage) -> str | None:
    """The limit on which most of a statement hangs."""
    found = max(_limited(passage), key=lambda f: f.limit.weight, default=None)
    return None if found is None else found.match[0].strip()


def candidates(passage: Passage, rng: Random) -> Iterator[Candidate]:
    """Statements without their limits; recommendations and promises first."""
    found = _limited(passage)
    topic = topic_of(passage.question, passage.answer)
    order = rng.sample(range(len(found)), len(found))

    def rank(n: int) -> tuple[float, int]:
        text = found[n].sentence.text
        value = (
            found[n].limit.weight
            + 1.0 * (topic is not None and bool(topic.mentions(text)))
            + 1.0 * bool(_STRONG.search(text))
            + 1.5 * names_care(text)
        )
        return -value, order[n]

    for n in sorted(range(len(found)), key=rank):
        lead = found[n]
        wording = rng.randrange(len(lead.limit.say))
        changes = [_widen(lead, wording)] + [
            _widen(f, rng.randrange(len(f.limit.say)))
            for f in found
            if f is not lead and f.sentence == lead.sentence
        ]
        edits = edits_at(passage.answer, changes)
        claim = _claim(lead.sentence, changes)
        if edits is not None and not takes_it_back(passage, lead.sentence, claim):
            yield Candidate(
                edits=edits,
                claim=claim,
                trigger=lead.match[0].strip(),
                template=f"{lead.limit.id}:{wording}",
            )


def _limited(passage: Passage) -> list[Limited]:
    if not passage.is_english or is_rewrite(passage):
        return []
    found: list[Limited] = []
    for sentence in passage.sentences:
        if not _can_be_widened(passage, sentence):
            continue
        kept = OF_GROUPS if names_exclusions(passage, sentence) else ()
        for limit in load_limits().limits:
            if limit.id in kept or is_narrowed(passage, sentence, limit.id):
                continue
            for match in _pattern(limit.find).finditer(sentence.text):
                free = all(
                    f.sentence != sentence
                    or f.match.end() <= match.start()
                    or match.end() <= f.match.start()
                    for f in found
                )
                if free and _bears_weight(limit, sentence.text, match):
                    found.append(Limited(limit, sentence, match))
    return found


def _can_be_widened(passage: Passage, sentence: Sentence) -> bool:
    line = outline(passage.answer).lines[
        outline(passage.answer).index_at(sentence.start)
    ]
    return not (
        sentence.is_heading
        or line.kind in ("heading", "fence", "rule")
        or len(sentence.text.split()) < MIN_WORDS
        or _NOT_A_CLAIM.search(sentence.text)
        or is_aside(sentence)
        or is_citation(sentence)
    )


def _bears_weight(limit: Limit, text: str, match: "regex.Match[str]") -> bool:
    """Whether the statement becomes a wrong one without the limit."""
    rest = text[: match.start()] + text[match.end() :]
    if _EXCEPTIONS.search(rest) or _STILL_HEDGED.search(rest):
        return False
    if _IN_LIST.search(text[: match.start()]):
        return False
    if needs_limit(limit.id, text, text[match.end() :]):
        return False
    if limit.id not in OF_PEOPLE and not (_STRONG.search(rest) or names_care(rest)):
        return False
    if limit.claims and not (_CLAIM.search(rest) or names_care(rest)):
        return False
    if limit.strong and not _STRONG.search(rest):
        return False
    if text[match.end() : match.end() + 3].strip("* ").startswith(":"):
        return False
    negations = _NEGATION.findall(text[: match.start()])
    unneeded = regex.search(r"not (?:\w+ )?(?:need|required|necessary)", text)
    return limit.negated or not negations or unneeded is not None


def _widen(found: Limited, wording: int) -> Change:
    groups = found.match.groupdict()
    subject = groups.get("subject")
    plural = is_plural(subject or found.sentence.text[: found.match.start()])
    text = found.limit.say[wording].format(
        noun=groups.get("noun") or "",
        prep=groups.get("prep") or "",
        verb=groups.get("verb") or "",
        subject=subject or "",
        **{"is": agree("be", plural)},
    )
    if found.match[0][0].isupper():
        text = text[0].upper() + text[1:]
    start = found.sentence.start + found.match.start()
    return Change(start, start + len(found.match[0]), text)


def _claim(sentence: Sentence, changes: list[Change]) -> str:
    """The sentence as it now reads."""
    text = sentence.text
    for change in sorted(changes, reverse=True):
        a, b = change.start - sentence.start, change.end - sentence.start
        text = text[:a] + change.text + text[b:]
    return f"States of everyone: {' '.join(text.split())}"


@lru_cache(maxsize=128)
def _pattern(find: str) -> "regex.Pattern[str]":
    return regex.compile(find, regex.IGNORECASE)
