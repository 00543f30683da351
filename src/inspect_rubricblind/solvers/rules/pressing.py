"""Words that press for care, beside urgency that was turned down (type R1)."""

import re

from inspect_rubricblind.solvers.rules.coherence import Draft

_PRESSING = (
    r"immediate\w*|right away|urgent\w*|emergenc\w+|prompt(?:ly)?|as soon as|sooner|911"
    r"|ambulance|life-threatening|critical|serious|within (?:24|48|an?|the) ?hours?"
    r"|delay\w*|time-sensitive|as early as|early (?:treatment|diagnosis|intervention)"
)
PRESSES = re.compile(
    rf"\b(?:{_PRESSING}|preferably|hesitate|substitute|higher risk|signs? of"
    r"|bleeding|(?:can|may) cause)\b",
    re.IGNORECASE,
)
CONTRADICTS = re.compile(
    rf"\b(?:{_PRESSING}"
    r"|(?:progress|worsen|deteriorat|act|spread|escalat)\w* (?:very )?(?:quick|rapid)ly"
    r"|(?:quickly|rapidly) (?:progress|worsen|deteriorat|seek|get)\w*|hesitate"
    r"|err on the side|still important"
    r"|important to (?:address|seek|get|see|contact|reach|consult|monitor)"
    r"|seek\w* (?:\w+ )?(?:help|care|advice|attention|support|guidance|evaluation)"
    r"|always (?:best|safer?|better|important|prioriti[sz]e|follow)|(?<!not )dangerous"
    r"|wait (?:for|until)|likely needs|is recommended|x-?ray"
    r"|ok(?:ay)? to wait|they (?:can|may|will|might)"
    r"|(?:can|may|will) (?:help )?(?:determine|identify|provide|evaluate|assess|confirm"
    r"|order|advise|guide)|while (?:waiting|the call|arranging|awaiting|you wait)"
    r"|until (?:help|then)|hospital|evaluat(?:ed|ion)|assessment is|consult\w*"
    r"|contact (?:your|a|the)|reach(?:ing)? out|untreated|complications?|permanent"
    r"|trust your|take (?:it|this|them) seriously|could benefit from|better safe"
    r"|substitute|warrants?|see (?:a|your) (?:doctor|dentist|physician)"
    r"|err|in such cases|in the meantime|medical (?:help|advice|care|assistance)"
    r"|professional (?:help|advice|care))\b",
    re.IGNORECASE,
)

_CONDITION = re.compile(r"\b(?:if|when|develops?|persists?)\b", re.IGNORECASE)
_SIGNS = re.compile(r"\b(?:signs? of|bleeding)\b", re.IGNORECASE)
_TITLE = re.compile(r"\W*when to\b[^.!?\n]{0,60}$", re.IGNORECASE)
_LATER = re.compile(r"\b(?:appointment|weeks|month)\b", re.IGNORECASE)
# Anywhere in the answer.
URGES = re.compile(
    r"\b(?:call|dial|go to|visit|seek|get|contact|see|report|notify|inform|alert|tell"
    r"|return|consult|reach out|speak|talk)\b[^.;\n]{0,90}?\b(?:immediate(?:ly)?"
    r"|right away|as soon as possible|promptly|at once|without delay|straight away"
    r"|emergency|urgent(?:ly)?|911|ambulance)\b"
    r"|\b(?:immediately|promptly|urgently) (?:\w+ )?(?:call|contact|report|notify"
    r"|inform"
    r"|alert|seek|see|visit|return)\b"
    r"|\b(?:earlier|sooner) (?:if|when)\b"
    r"|\b(?:911|ambulance|emergency (?:room|department|care))\b",
    re.IGNORECASE,
)


def agrees(draft: Draft, n: int, other: int) -> bool:
    """Whether a title on when to get care stands over a visit that is put off."""
    sentence = draft.passage.sentences[n]
    said = " ".join(
        c.text for c in draft.changes if sentence.start <= c.start < sentence.end
    )
    return is_title(draft, other) and _LATER.search(said) is not None


def is_title(draft: Draft, n: int) -> bool:
    """Whether a sentence only announces when to get care."""
    return _TITLE.match(draft.passage.sentences[n].text) is not None


def without_signs(text: str) -> str:
    """A sentence without the signs that its condition names."""
    return _SIGNS.sub("", text) if _CONDITION.search(text) else text
