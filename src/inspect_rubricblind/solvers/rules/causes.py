"""What an answer says on causes, beside a list of them that is replaced (type C2)."""

import re

from inspect_rubricblind.solvers.rules.passage import Passage, Sentence

STEM = 6


def _stems(text: str) -> frozenset[str]:
    return frozenset(word[:STEM] for word in re.findall(r"[a-z]{4,}", text.lower()))


# Words of any sentence on causes, and of any sentence at all.
_EMPTY = _stems(
    """
    about after also another attribute because been being cause caused causes
    change changes common commonly condition conditions could depend different
    even every factor factors from have health include includes including
    indicate issue issues lack level levels like likely many might mild more
    most number other others possible possibly problem problems range reason
    reasons related result results several severe some someone something
    sometimes stem such than that their them there these they thing things this
    those typically underlying variety various very when where which with your
    """
)
# What kind of thing a cause is says nothing of which one.
_KINDS = _stems(
    """
    acute chronic disease diseases disorder disorders infection infections
    inflammation injury injuries illness illnesses syndrome medical mental
    physical poor sign signs symptom symptoms
    """
)
# Nor does the part of the body, which stays the same.
_PARTS = _stems(
    """
    abdomen abdominal ankle back bladder blood bone bowel brain breast chest ear
    elbow eye face finger foot forearm hand head heart hip joint kidney knee
    lateral left liver lower lung medial mouth muscle neck nerve nose outer
    right shoulder skin spine stomach teeth tendon thigh throat tooth upper
    wrist
    """
)
DEPENDS = re.compile(r"\bdepend(?:s|ing) on\b", re.IGNORECASE)
# "I'm not a doctor, but ..." goes on with a statement.
MODEST = re.compile(r"I(?:['’]m| am) not [^,.;]{3,40}, (?:but|and) ", re.IGNORECASE)
CAUSED = re.compile(
    r"\b(?:one possibility|can cause|caused by|due to|result of|resulting from"
    r"|stem\w* from|signs? of"
    r"|because of|related to|contribut\w+ to|(?:might|may|could|can) (?:mean|indicate"
    r"|suggest|point to|signal)|(?:might|may|could|can) be (?:an? )?(?:sign|symptom"
    r"|strain|sprain|fracture|clot|infection|\w+ (?:disease|syndrome|disorder))"
    r"|sounds like [^.]*experiencing)\b",
    re.IGNORECASE,
)


# Who offers an overview of causes has not settled on one.
_STILL_OPEN = re.compile(
    r"\b(?:(?:common|potential|possible|other) (?:possibilities|causes|reasons)"
    r"|(?:further|additional|more) context|narrow (?:it|this) down)\b",
    re.IGNORECASE,
)


def gist(text: str) -> set[str]:
    """Beginnings of the words that tell a cause from others."""
    return set(_stems(text) - _EMPTY - _KINDS - _PARTS)


def named_in(stems: set[str], text: str) -> bool:
    """Whether a text holds a word that starts so."""
    return any(re.search(rf"\b{stem}", text, re.IGNORECASE) for stem in stems)


def cause_beside(passage: Passage, sentence: Sentence, match: re.Match[str]) -> bool:
    """Whether a sentence around still names one of the causes, or another."""
    stems = gist(match[0])
    if any(
        _STILL_OPEN.search(s.text) for s in passage.sentences if s.start > sentence.end
    ):
        return True
    at = passage.sentences.index(sentence)
    near = passage.sentences[max(at - 2, 0) : at]
    near += passage.sentences[at + 1 : at + 4]
    for other in near:
        gap = passage.answer[
            min(sentence.end, other.end) : max(sentence.start, other.start)
        ]
        if named_in(stems, other.text) and other in passage.prose:
            return True
        if "\n\n" not in gap and CAUSED.search(other.text):
            return True
    return False
