"""What surrounds a place in an answer: negation, lead-in, list of warning signs."""

import re
from collections.abc import Sequence
from functools import lru_cache

from inspect_rubricblind.records import Edit
from inspect_rubricblind.solvers.rules.genre import is_aside, is_citation
from inspect_rubricblind.solvers.rules.passage import Passage, Sentence

MAX_CLAIM = 320
MIN_QUOTED_WORDS = 6

_NEGATION = re.compile(
    r"\b(?:not?|never|without|avoid\w*|rather than|instead of|den(?:y|ies|ied)|neither"
    r"|nor|stop\w*|discontinu\w*|withh(?:o|e)ld\w*|contraindicat\w*|refrain\w*|unlike"
    r"|except|free of|absence of|rul(?:e|ing|ed) out|exclud\w*|unlikely|less likely"
    r"|unsafe|cannot|allerg\w+ to|interact\w*|overdose\w*|prevent\w*)\b|n['’]t\b",
    re.IGNORECASE,
)
# A negation ends with its clause.
_CLAUSE_END = re.compile(r"[.;:!?—–(\n]|,? but\b|,? however\b", re.IGNORECASE)
_WARNING = re.compile(
    r"\b(?:seek|emergency|urgent|911|999|112|call (?:your|a|the)|red flags?"
    r"|warning signs?|(?:see|consult|contact|visit) (?:a|your|the) (?:doctor|health"
    r"|dentist|physician|p(?:a?e)diatric|medical)|when to (?:see|call|seek|worry)"
    r"|medical attention|go to (?:the|an)|to the er\b|danger signs?|alarm\w*"
    r"|concerning symptoms|professional support"
    r"|consider seeking)",
    re.IGNORECASE,
)
_DISCOURAGED = re.compile(
    r"\b(?:avoid\w*|do(?:es)? not|not to|never|stop|causes?|causing|triggers?|risks?"
    r"|side effects?|adverse|interact\w*|worsen\w*|harm\w*|stress the|contraindicat\w*"
    r"|contribut\w*|limit(?:s|ations?)?|disadvantages?|drawbacks?|myths?|mistakes?)\b|n['’]ts?\b",
    re.IGNORECASE,
)
# "To reduce the risk, you should" announces sound advice.
_AGAINST_RISK = re.compile(
    r"\b(?:reduc|minimi[sz]|lower|prevent|decreas|limit)\w* (?:[\w-]+ ){0,3}?"
    r"(?:risks?|causes?|triggers?|side effects?|harm)\b",
    re.IGNORECASE,
)
# A heading without any mark.
_TITLE = re.compile(r"(?:When to|Warning signs|Red flags)\b[^.!?:,\n]{0,60}")
_REFERENCES = re.compile(
    r"^\W*(?:key )?(?:references?|sources|citations?|further reading|bibliography"
    r"|evidence and guideline sources)\b[^.]{0,40}$",
    re.IGNORECASE,
)
_HYPOTHETICAL = re.compile(
    r"\b(?:if|unless|in case|when|whenever|should) (?:you|he|she|they|it|the|your|there"
    r"|symptoms?|this|any|pain)\b",
    re.IGNORECASE,
)
_MARKS = re.compile(r"\*\*|__|[*_`#]+(?=\S)|(?<=\S)[*_`]+|^\W*[-•]\s*")


def paragraph(passage: Passage, sentence: Sentence) -> str:
    """The lines around a sentence up to the next blank ones."""
    start = passage.answer.rfind("\n\n", 0, sentence.start)
    end = passage.answer.find("\n\n", sentence.end)
    return passage.answer[max(start, 0) : len(passage.answer) if end < 0 else end]


def last_turn(passage: Passage) -> str:
    """What the user said last."""
    return passage.question.strip().rsplit("\n\n", 1)[-1]


def is_negated(passage: Passage, start: int) -> bool:
    """Whether a negating word governs the place, in the same clause before it."""
    sentence = passage.sentence_at(start)
    before = passage.answer[(sentence.start if sentence else start) : start]
    return _NEGATION.search(clause_before(before)) is not None


def clause_before(before: str) -> str:
    """The part of a text behind its last clause boundary."""
    ends = [match.end() for match in _CLAUSE_END.finditer(before)]
    return before[ends[-1] :] if ends else before


def is_hypothetical(passage: Passage, start: int) -> bool:
    """Whether the place stands in a condition ("if you have ...")."""
    sentence = passage.sentence_at(start)
    before = passage.answer[(sentence.start if sentence else start) : start]
    return _HYPOTHETICAL.search(clause_before(before)) is not None


def lead_in(passage: Passage, sentence: Sentence) -> str:
    """The heading, or the line ending in a colon, under which a sentence stands."""
    return _lead_ins(passage).get(sentence.start, "")


@lru_cache(maxsize=64)
def _lead_ins(passage: Passage) -> dict[int, str]:
    """By the start of each sentence, what it stands under."""
    leads, found = {}, ""
    for sentence in passage.sentences:
        leads[sentence.start] = found
        line_end = passage.answer[sentence.end : sentence.end + 3].strip(" *_\r")
        announces = sentence.text.rstrip("*_ ").endswith(":") or _TITLE.fullmatch(
            sentence.text
        )
        if sentence.is_heading or (announces and line_end[:1] in ("", "\n")):
            found = sentence.text
    return leads


@lru_cache(maxsize=4096)
def is_warning(passage: Passage, sentence: Sentence) -> bool:
    """Whether a sentence says, or stands in a list that says, when to get help."""
    return (
        _WARNING.search(sentence.text) is not None
        or _WARNING.search(lead_in(passage, sentence)) is not None
    )


def is_discouraged(passage: Passage, sentence: Sentence) -> bool:
    """Whether a sentence stands in a list of what to avoid, of causes or of risks."""
    lead = _AGAINST_RISK.sub("", lead_in(passage, sentence))
    return _DISCOURAGED.search(lead) is not None


def in_references(passage: Passage, sentence: Sentence) -> bool:
    """Whether a sentence is a reference or stands in a list of them."""
    lead = lead_in(passage, sentence)
    return is_citation(sentence) or _REFERENCES.match(lead.strip("*_# :")) is not None


@lru_cache(maxsize=4096)
def is_statement(passage: Passage, sentence: Sentence) -> bool:
    """Whether a sentence states something about medicine in the answer's own voice."""
    return not (
        sentence.is_heading
        or sentence.text.rstrip('*_"” )').endswith("?")
        or is_aside(sentence)
        or in_references(passage, sentence)
        or is_quoted(passage, sentence)
    )


def is_quoted(passage: Passage, sentence: Sentence) -> bool:
    """Whether a sentence repeats the user's own words."""
    words = _plain(sentence.text).lower().split()
    if len(words) < MIN_QUOTED_WORDS:
        return False
    return " ".join(words) in _asked(passage.question)


@lru_cache(maxsize=64)
def _asked(question: str) -> str:
    return " ".join(_plain(question).lower().split())


def stated(passage: Passage, edits: Sequence[Edit], at: int) -> str:
    """The sentence at a place as it reads after the edits, with its lead-in."""
    sentence = passage.sentence_at(at)
    if sentence is None:
        return ""
    text = _edited(passage, sentence, edits)
    lead = lead_in(passage, sentence)
    if sentence.is_list_item or len(text.split()) < 8:
        head = _plain(lead).rstrip(": ")
        text = f"{head}: {text}" if head and head not in text else text
    text = _plain(text)[:MAX_CLAIM].strip()
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _edited(passage: Passage, sentence: Sentence, edits: Sequence[Edit]) -> str:
    """What stands between the borders of a sentence once the edits are made."""
    answer = passage.answer
    places = sorted((answer.index(e.find), e) for e in edits)
    start, end = sentence.start, sentence.end
    for at, edit in places:
        if at < end and at + len(edit.find) > start:
            start, end = min(start, at), max(end, at + len(edit.find))
    parts, here = [], start
    for at, edit in places:
        if start <= at < end:
            parts += [answer[here:at], edit.replace]
            here = at + len(edit.find)
    text = "".join([*parts, answer[here:end]])
    return _cell(text, answer[start:end]).strip()


def _cell(edited: str, original: str) -> str:
    """Of a table row, the first cell and the one that changed."""
    new, old = edited.split("|"), original.split("|")
    if len(new) < 3 or len(new) != len(old):
        return edited
    changed = [n for n, (a, b) in enumerate(zip(new, old, strict=True)) if a != b]
    first = next((n for n, cell in enumerate(new) if cell.strip()), 0)
    return ": ".join(new[n].strip() for n in sorted({first, *changed}))


def _plain(text: str) -> str:
    return " ".join(_MARKS.sub("", text).replace("<br>", " ").split()).strip("# ")
