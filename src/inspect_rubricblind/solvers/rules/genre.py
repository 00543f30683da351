"""What kind of text an answer is, for rules that must not touch some kinds."""

import re

from inspect_rubricblind.solvers.rules.passage import Passage, Sentence
from inspect_rubricblind.taxonomy.tokens import count_tokens

SHORT_REWRITE = 110
"""A reply of fewer tokens to "rewrite this" holds nothing but the user's own text."""

_PLACEHOLDER = re.compile(r"\[[^\]\n]{3,80}\](?!\()")
_LETTER = re.compile(
    r"^[^\w\n]*(?:dear\b|subject:|to whom it|sincerely\b|(?:best|kind|warm) regards\b"
    r"|yours (?:truly|sincerely)|best wishes,|hi \[|hello \[)",
    re.IGNORECASE | re.MULTILINE,
)
_NOTE = re.compile(
    r"^[^\w\n]*(?:s|o|a|p|(?:[soap] ?[-–:] ?)?(?:subjective|objective|assessment|plan)"
    r"|chief complaint|history of present illness(?: \(hpi\))?|clinical note"
    r"|progress note|soap note|physical examination"
    r"|review of systems(?: \(ros\))?)[^\w\n]*$",
    re.IGNORECASE | re.MULTILINE,
)
_REWRITE = re.compile(
    r"^\W*(?:please )?(?:(?:re)?write|rephrase|paraphrase|reword|gramm[ae]r|translate"
    r"|finish|check (?:grammar|perception)|make this better|proofread|help me write)\b"
    r"|paraphrase it in one sentence\W*$",
    re.IGNORECASE,
)
_FIRST_PERSON = re.compile(
    r"\bmy (?:doctor|oncologist|labs?|next appointment|recent lab)", re.IGNORECASE
)
_ASIDE = re.compile(
    r"\bi(?:'m|’m| am) (?:not|sorry|an ai|unable|here)|\b(?:as an ai|language model"
    r"|not a (?:substitute|medical professional|doctor)|educational|disclaimer"
    r"|let me know|feel free|happy to help|would you like|if you(?:'d|’d| would) like"
    r"|if you (?:want|need|have any|share|provide|tell)|i hope|thank you|thanks for"
    r"|great question|you(?:'re|’re| are) welcome|please (?:note|verify|replace"
    r"|provide))\b"
    r"|\bi (?:can(?:not|'t|’t)|understand|recommend visiting|can help|can outline)\b",
    re.IGNORECASE,
)
_CITATION = re.compile(
    r"\bet al\b|\bdoi\b|https?:|www\.|\bpmid\b|\d{4};\d|\(\d{4}\)\.|\bj\. |guidelines?"
    r" \(?20"
    r"|^\W*(?:references?|sources?)\b",
    re.IGNORECASE,
)


def is_letter(passage: Passage) -> bool:
    """Whether the answer holds a letter, a message or a form to be filled in."""
    return (
        _LETTER.search(passage.answer) is not None
        or len(_PLACEHOLDER.findall(passage.answer)) >= 4
    )


def is_note(passage: Passage) -> bool:
    """Whether the answer is a clinical note, or holds one."""
    return len({m.strip() for m in _NOTE.findall(passage.answer)}) >= 2


def is_rewrite(passage: Passage) -> bool:
    """Whether the answer only puts the user's own text in other words."""
    last = passage.question.strip().rsplit("\n\n", 1)[-1]
    asked = _REWRITE.search(last) or _REWRITE.search(passage.question.strip())
    return _FIRST_PERSON.search(passage.answer) is not None or (
        asked is not None and count_tokens(passage.answer) < SHORT_REWRITE
    )


def is_aside(sentence: Sentence) -> bool:
    """Whether a sentence is about the conversation and not about medicine."""
    return _ASIDE.search(sentence.text) is not None


def is_citation(sentence: Sentence) -> bool:
    """Whether a sentence is a reference, or part of one."""
    return _CITATION.search(sentence.text) is not None
