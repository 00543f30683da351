"""Statements on when care is needed, from the lexicon `urgency.yaml`."""

from collections.abc import Iterable
from functools import lru_cache
from random import Random
from typing import NamedTuple
from zlib import crc32

import regex
from pydantic import Field

from inspect_rubricblind.solvers.rules.passage import Change, Passage, Sentence
from inspect_rubricblind.taxonomy.lexicon import load_table
from inspect_rubricblind.taxonomy.lexicon_model import Table
from inspect_rubricblind.taxonomy.model import Frozen

WARNING = regex.compile(
    r"\b(?:persist\w*|worsen\w*|worse|severe|continu\w+|increas\w+|blood\w*|bleed\w*"
    r"|fever"
    r"|new symptoms?|not (?:improv|heal|get|go)\w*|no improvement|do(?:es)?n['’]t"
    r" (?:help"
    r"|improve|go|provide)|scarring|red[- ]flags?|warning signs?|difficulty|swelling"
    r"|vomit\w*"
    r"|numb\w*|weakness|infect\w+|suspect|concerning symptoms?|last (?:more|longer"
    r"|beyond)"
    r"|beyond two weeks|recur\w*|symptoms?)\b",
    regex.IGNORECASE,
)
_OPENS = regex.compile(r"^\W*(?:\d+\W*)?$|[.:!?]\W*$|\bwhen to \W*$", regex.IGNORECASE)
_UNDECIDED = regex.compile(
    r"\b(?:whether to|unless|deciding|determining)\b[^,;]*$"
    r"|\b(?:regarding|about|discussed|understands?|education)\b[^,;]*\bwhen to \W*$",
    regex.IGNORECASE,
)
_IF = regex.compile(
    r"\b(?:if|when|for (?:sudden|severe|any|persistent|worsening))\b.*",
    regex.IGNORECASE,
)
_LISTS_SIGNS = regex.compile(
    r"\b(?:if|when)(?: (?:you|he|she|they|your \w+) (?:have|has|notices?|develops?"
    r"|experiences?))?(?: any of (?:these|the following)\w*)?:[*_ ]*$",
    regex.IGNORECASE,
)
_GERUNDS = {
    "consulting": "consult",
    "seeing": "see",
    "visiting": "visit",
    "contacting": "contact",
    "calling": "call",
    "speaking": "speak",
    "talking": "talk",
    "reaching": "reach",
    "checking": "check",
    "following": "follow",
    "scheduling": "schedule",
    "making": "make",
    "booking": "book",
    "seeking": "seek",
    "getting": "get",
    "being": "be",
}

WORDINGS = 60
"""A multiple of every number of wordings of one kind."""


class Rewording(Frozen):
    """One way to speak of urgency, and what to say instead; see `urgency.yaml`."""

    id: str
    find: str
    say: tuple[str, ...] = Field(min_length=1)
    lead: bool = False
    flags: bool = False
    calm: bool = False
    whole: bool = False


class Urged(Frozen):
    """A sentence that urges emergency care, in place of routine advice."""

    id: str
    text: str


class Urgency(Table):
    """The lexicon `urgency.yaml`."""

    sources: tuple[str, ...]
    parts: dict[str, str]
    under: tuple[Rewording, ...] = Field(min_length=5)
    over: tuple[Rewording, ...] = Field(min_length=5)
    urged: tuple[Urged, ...] = Field(min_length=6)
    urged_more: tuple[str, ...] = Field(min_length=2)


class Urgent(NamedTuple):
    """A statement on urgency in a sentence."""

    rewording: Rewording
    sentence: Sentence
    match: "regex.Match[str]"

    @property
    def start(self) -> int:
        """Where it starts in the answer."""
        return self.sentence.start + int(self.match.start())

    @property
    def end(self) -> int:
        """Where it ends in the answer."""
        return self.sentence.start + int(self.match.end())

    def change(self, wording: int) -> Change:
        """Say the opposite, in one of the wordings."""
        groups = {k: v or "" for k, v in self.match.groupdict().items()}
        kind, text = self.rewording, self.sentence.text
        before = text[: self.match.start()]
        if groups.get("cond"):
            groups["cond"] = _lower_first(groups["cond"])
        said = kind.say[wording % len(kind.say)].format(
            base=_base_form(groups.get("kept", "")), **groups
        )
        if said and self.match[0][:1].isupper() and _OPENS.search(before):
            said = said[0].upper() + said[1:]
        end = " " if said and self.match[0].endswith(" ") else ""
        said = _keep_emphasis(self.match[0], f"{said.strip()}{end}")
        return Change(self.start, self.end, said)


@lru_cache(maxsize=1)
def load_urgency() -> Urgency:
    """Read the lexicon; cached."""
    return load_table("urgency", Urgency)


def find_urgency(
    passage: Passage, rewordings: Iterable[Rewording], calm: bool
) -> list[Urgent]:
    """All statements that one of the rewordings fits, in the order of the answer.

    Args:
        passage: The answer.
        rewordings: What to look for; earlier ones come first where two overlap.
        calm: Whether the conversation is about something benign.
    """
    found: list[Urgent] = []
    if not passage.is_english:
        return found
    for rewording in rewordings:
        if rewording.calm and not calm:
            continue
        for sentence in passage.sentences:
            if "?" in sentence.text:
                continue
            for match in _pattern(rewording.find).finditer(sentence.text):
                this = Urgent(rewording, sentence, match)
                if not _is_meant(rewording, sentence.text, match):
                    continue
                if all(u.end <= this.start or this.end <= u.start for u in found):
                    found.append(this)
    return sorted(found, key=lambda u: u.start)


def _is_meant(rewording: Rewording, text: str, match: "regex.Match[str]") -> bool:
    """Whether the words are advice, given for a warning sign where that is asked."""
    before, behind = text[: match.start()], text[match.end() :]
    if _UNDECIDED.search(before):
        return False
    if not rewording.flags:
        return True
    if _LISTS_SIGNS.search(behind):
        return True
    condition = _IF.search(behind)
    signs = f"{before} {match[0]} {condition[0] if condition else ''}"
    return WARNING.search(signs) is not None


def draw_wording(passage: Passage, rng: Random) -> int:
    """A number for `Urgent.change`; answers to one question do not share it."""
    return (rng.randrange(WORDINGS) + crc32(passage.answer.encode())) % WORDINGS


@lru_cache(maxsize=128)
def _pattern(find: str) -> "regex.Pattern[str]":
    parts = load_urgency().parts
    while "<" in find and any(f"<{name}>" in find for name in parts):
        for name, part in parts.items():
            find = find.replace(f"<{name}>", part)
    return regex.compile(find, regex.IGNORECASE)


def _base_form(care: str) -> str:
    """The verb of care (`consulting a doctor`) as an infinitive."""
    first, _, rest = care.partition(" ")
    base = _GERUNDS.get(first.lower(), first)
    return _lower_first(f"{base} {rest}".strip())


def _lower_first(text: str) -> str:
    is_word = text[1:2].islower() or text[1:2] == " "
    return text[0].lower() + text[1:] if text and is_word else text


def _keep_emphasis(before: str, after: str) -> str:
    """Put back a Markdown mark that was opened or closed inside the changed words."""
    for mark in ("**", "_"):
        if before.count(mark) % 2 == after.count(mark) % 2:
            continue
        after = f"{mark}{after}" if before.startswith(mark) else f"{after}{mark}"
    return after
