"""What an answer says on causes, beside a list of them that is replaced (type C2)."""

import re

from inspect_rubricblind.solvers.rules.passage import Passage, Sentence

STEM = 6
_VAGUE = frozenset(
    [
        "activi",
        "acute",
        "as",
        "attrib",
        "becaus",
        "can",
        "cause",
        "caused",
        "causes",
        "change",
        "chroni",
        "common",
        "commonly",
        "condit",
        "could",
        "depend",
        "depres",
        "differ",
        "diseas",
        "disord",
        "elbow",
        "even",
        "factor",
        "from",
        "have",
        "head",
        "health",
        "includ",
        "indica",
        "infect",
        "injury",
        "issues",
        "lack",
        "latera",
        "levels",
        "like",
        "many",
        "medica",
        "mental",
        "might",
        "mild",
        "number",
        "other",
        "others",
        "pain",
        "person",
        "pneumo",
        "poor",
        "possib",
        "postpa",
        "proble",
        "reason",
        "relate",
        "result",
        "severa",
        "some",
        "someth",
        "stem",
        "such",
        "syndro",
        "tennis",
        "that",
        "things",
        "this",
        "typica",
        "underl",
        "variet",
        "various",
        "when",
        "with",
        "your",
    ]
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


def gist(text: str) -> set[str]:
    """Beginnings of the words that tell a cause from others."""
    return {w[:STEM] for w in re.findall(r"[a-z]{4,}", text.lower())} - _VAGUE


def named_in(stems: set[str], text: str) -> bool:
    """Whether a text holds a word that starts so."""
    return any(re.search(rf"\b{stem}", text, re.IGNORECASE) for stem in stems)


def cause_beside(passage: Passage, sentence: Sentence, match: re.Match[str]) -> bool:
    """Whether a sentence around still names one of the causes, or another."""
    stems = gist(match[0])
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
