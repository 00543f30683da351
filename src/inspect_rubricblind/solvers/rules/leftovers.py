"""What an answer would still say against a change, right beside it."""

import re

from inspect_rubricblind.solvers.rules.passage import Passage, Sentence

STEM = 5
OF_GROUPS = ("restricted_group", "those_with", "limited_to", "kind_of_group", "cases")
NEAR_LINES = 8
NEAR_SENTENCES = 3
NEAR_WARNINGS = 6

# A clause that supports the sound advice, and no longer follows from its opposite.
_GOES_ON = re.compile(
    r"\b(?:because|as|since|so|but|which|while)\b|\bto (?!(?:the|an?|your|this)\b)",
    re.IGNORECASE,
)
_FORBIDS = re.compile(r"\b(?:avoid\w*|do not|limit\w*)\b|\bdon['’]t\b", re.IGNORECASE)
_LABEL = re.compile(r"[^\w\n]*(?:\d+[.)]\W*)?(?P<label>[^:.\n]{2,60}?)\*{0,2}:")
_SOUND_LABEL = re.compile(
    r"\b(?:gentl[ey]|avoid\w*|mild\w*|open|nourish\w*|nutrition|healthy|proper|safe)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[a-z]{4,}")
_FIRST = re.compile(r"[^.!?\n]*[.!?]?[^.!?\n]+")
_SUPPORTS = re.compile(
    r"^\W*(?:this|it|they|doing|that|\w+ing)\b.*\b(?:help|reduce|prevent|improve"
    r"|provide|support|promote|keep|allow|ease|relieve|can)",
    re.IGNORECASE,
)
_SOME = re.compile(r"\b(?:some|certain|occasional(?:ly)?|may)\b", re.IGNORECASE)
_EXCLUDES = re.compile(
    r"\b(?:not suitable|contraindicat\w*|except\w*|avoid\w*|unless|exclu\w+)\b",
    re.IGNORECASE,
)
_TELLS_APART = re.compile(
    r"\b(?:mild|severe|moderate|if|when|for example|for (?:patients|people|those|a|an)"
    r"|in (?:patients|people|those|mild|severe)|while|some|others?)\b",
    re.IGNORECASE,
)
_FOR_SOME = re.compile(
    r"\b(?:for|in) (?:patients|people|those|adults) (?:with|who|requiring|without)\b",
    re.IGNORECASE,
)
_HOLDS_LESS = re.compile(
    r"^\W*(?:however|but|others|some|not|unless|less)\b|\b(?:may|might|can) (?:not|be"
    r" (?:limited|less|unsuitable|difficult|contraindicated))\b|\bonly (?:in|for|if)\b"
    r"|\bcontraindicat\w+",
    re.IGNORECASE,
)
_SHARES = ("not_all", "not_universal", "quantifier", "percentage")
_PERCENT = re.compile(r"\d ?% of\b")
_NOT_FOR = re.compile(
    r"\b(?:not (?:suitable|indicated|recommended) (?:if|for|in)|contraindicat\w*"
    r"|exclu\w+|unless)\b",
    re.IGNORECASE,
)
_GRAVE = re.compile(
    r"\b(?:severe|right away|immediately|emergency|worst)\b", re.IGNORECASE
)
_RARE = re.compile(r"\b(?:rare(?:ly)?|uncommon(?:ly)?|sometimes)\b", re.IGNORECASE)
_CONDITION = re.compile(
    r"\b(?:if|whether|unless|in case)\b[^,;:.]*$|^\W*when\b[^,;:]*$", re.IGNORECASE
)
_ANY_CONDITION = re.compile(
    r"\b(?:if|as long as|when(?:ever)?|provided|unless)\b", re.IGNORECASE
)


def keeps_advice(
    passage: Passage, sentence: Sentence, before: str, old: str, new: str, rest: str
) -> bool:
    """Whether the words beside a reversal still argue for the sound advice.

    Args:
        passage: The answer.
        sentence: The sentence that holds the advice.
        before: The sentence up to the advice.
        old: The advice.
        new: What it becomes.
        rest: The sentence behind it, as it stays.
    """
    if _GOES_ON.search(rest) or _FORBIDS.search(f"{before} | {rest}"):
        return True
    start = passage.answer.rfind("\n", 0, sentence.start) + 1
    end = passage.answer.find("\n", sentence.end)
    end = len(passage.answer) if end < 0 else end
    head = passage.answer[start : sentence.start]
    tail = passage.answer[sentence.end : end]
    if _FORBIDS.search(f"{head} | {tail}") or _argues_for(old, tail):
        return True
    label = _LABEL.match(f"{head}{before}")
    return label is not None and (
        _SOUND_LABEL.search(label["label"]) is not None
        or not _stems(label["label"]).isdisjoint(_stems(f"{new}{rest}"))
    )


def _argues_for(advice: str, tail: str) -> bool:
    """Whether the next sentence on the line goes on about the sound advice."""
    following = _FIRST.match(tail)
    if following is None:
        return False
    return _SUPPORTS.search(following[0]) is not None or not _stems(advice).isdisjoint(
        _stems(following[0])
    )


def is_of_some(before: str, rest: str) -> bool:
    """Whether a sentence speaks of some people or occasions only."""
    return _SOME.search(f"{before} | {rest}") is not None


def names_exclusions(passage: Passage, sentence: Sentence) -> bool:
    """Whether the list or paragraph of a sentence says whom it is not for."""
    lines = passage.answer.split("\n")
    here = passage.answer.count("\n", 0, sentence.start)
    top, end = here, here + 1
    while top and lines[top - 1].strip() and here - top < NEAR_LINES:
        top -= 1
    while end < len(lines) and lines[end].strip() and end - here <= NEAR_LINES:
        end += 1
    nested = here + 1
    while nested < end and _indent(lines[nested]) > _indent(lines[here]):
        nested += 1
    own = "\n".join(lines[here:nested])
    return (
        _EXCLUDES.search(own) is not None
        or _NOT_FOR.search("\n".join(lines[top:end])) is not None
    )


def is_narrowed(passage: Passage, sentence: Sentence, limit: str) -> bool:
    """Whether the next sentences tell apart those whom a claim would now all cover."""
    at = passage.sentences.index(sentence)
    near = " ".join(s.text for s in passage.sentences[at + 1 : at + 1 + NEAR_SENTENCES])
    if limit in ("depends", "varies", "person_to_person"):
        return _TELLS_APART.search(near) is not None
    if limit in ("restricted_group", "those_with", "limited_to"):
        following = " ".join(s.text for s in passage.sentences[at + 1 : at + 2])
        return _FOR_SOME.search(following) is not None
    if limit in ("cases", "quantifier", "kind_of_group"):
        following = " ".join(s.text for s in passage.sentences[at + 1 : at + 2])
        if _HOLDS_LESS.search(following):
            return True
    if limit in ("if_mild", "severity"):
        earlier = passage.sentences[max(at - NEAR_WARNINGS, 0) : at]
        return _GRAVE.search(" ".join(s.text for s in earlier)) is not None
    behind = passage.sentences[max(at - 1, 0)].text if at else ""
    return limit in _SHARES and _PERCENT.search(f"{behind} {near}") is not None


def stays_hedged(hedge: str, before: str, behind: str) -> bool:
    """Whether the words around a hedge keep the claim from being certain."""
    if hedge == "modal_cause" and _RARE.search(f"{before} | {behind}"):
        return True
    if hedge == "seems" and _ANY_CONDITION.search(before):
        return True
    return _CONDITION.search(before) is not None


def _stems(text: str) -> set[str]:
    return {word[:STEM] for word in _WORD.findall(text.lower())}


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" \t>"))
