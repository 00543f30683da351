"""What an answer would still say against a change, right beside it."""

import re

from inspect_rubricblind.solvers.rules.passage import Passage, Sentence

STEM = 5

# A clause that supports the sound advice, and no longer follows from its opposite.
_GOES_ON = re.compile(
    r"\b(?:because|as|since|so|but|which|while)\b|\bto (?!(?:the|an?|your|this)\b)",
    re.IGNORECASE,
)
_FORBIDS = re.compile(r"\b(?:avoid\w*|do not|limit\w*)\b|\bdon['’]t\b", re.IGNORECASE)
_LABEL = re.compile(r"[^\w\n]*(?:\d+[.)]\W*)?(?P<label>[^:.\n]{2,60}?)\*{0,2}:")
_SOUND_LABEL = re.compile(r"\b(?:gentl[ey]|avoid\w*|mild\w*)\b", re.IGNORECASE)
_WORD = re.compile(r"[a-z]{4,}")
_SOME = re.compile(r"\b(?:some|certain|occasional(?:ly)?|may)\b", re.IGNORECASE)
_EXCLUDES = re.compile(
    r"\b(?:not suitable|contraindicat\w*|except\w*|avoid\w*|unless|exclu\w+)\b",
    re.IGNORECASE,
)
_RARE = re.compile(r"\b(?:rare(?:ly)?|uncommon(?:ly)?|sometimes)\b", re.IGNORECASE)
_CONDITION = re.compile(
    r"\b(?:if|whether|unless|in case)\b[^,;:.]*$|^\W*when\b[^,;:]*$", re.IGNORECASE
)
_ANY_CONDITION = re.compile(
    r"\b(?:if|as long as|when(?:ever)?|provided|unless)\b", re.IGNORECASE
)

_IMPERATIVE = re.compile(
    r"^\W*(?:\*\*[^*]+\*\*:?\W*)?(?:[A-Z][\w /-]{2,40}:\W*)?(?:please |also )?"
    r"(?:choose|increase|track|note|watch|learn|follow|stick|test|treat|look|schedule"
    r"|plan|wear|add|replace|stop|allow|let|identify|assess|order|obtain|perform|opt"
    r"|aim|ask|be|prevent|minimi[sz]e|discontinue|document|review|evaluate|screen"
    r"|confirm|measure|report|support|manage|address|protect|eliminate|cut|lower)\b",
    re.IGNORECASE,
)
_HARM = re.compile(
    r"\b(?:risks?|harm\w*|dangerous|worsen\w*|side effects?|complications?|toxic\w*"
    r"|fatal|deaths?|adverse|damag\w+)\b",
    re.IGNORECASE,
)
_AGAINST_HARM = re.compile(
    r"\b(?:reduc\w+|lower\w*|prevent\w*|decreas\w+|minimi[sz]\w+|protect\w*)\b",
    re.IGNORECASE,
)
_EFFECT = re.compile(
    r"\b(?:reduc(?:e|es|ing)|improv(?:es?|ing)|prevent(?:s|ing)?|reliev(?:es?|ing)"
    r"|helps?|effective|lowers?|eases?|alleviates?|beneficial)\b",
    re.IGNORECASE,
)


def keeps_advice(
    passage: Passage, sentence: Sentence, before: str, new: str, rest: str
) -> bool:
    """Whether the words beside a reversal still argue for the sound advice.

    Args:
        passage: The answer.
        sentence: The sentence that holds the advice.
        before: The sentence up to the advice.
        new: What the advice becomes.
        rest: The sentence behind it, as it stays.
    """
    if _GOES_ON.search(rest) or _FORBIDS.search(f"{before} | {rest}"):
        return True
    start = passage.answer.rfind("\n", 0, sentence.start) + 1
    end = passage.answer.find("\n", sentence.end)
    end = len(passage.answer) if end < 0 else end
    head = passage.answer[start : sentence.start]
    if _FORBIDS.search(f"{head} | {passage.answer[sentence.end : end]}"):
        return True
    label = _LABEL.match(f"{head}{before}")
    return label is not None and (
        _SOUND_LABEL.search(label["label"]) is not None
        or not _stems(label["label"]).isdisjoint(_stems(f"{new}{rest}"))
    )


def is_of_some(before: str, rest: str) -> bool:
    """Whether a sentence speaks of some people or occasions only."""
    return _SOME.search(f"{before} | {rest}") is not None


def names_exclusions(passage: Passage, sentence: Sentence) -> bool:
    """Whether a list item, with what is nested in it, says whom it is not for."""
    lines = passage.answer.split("\n")
    top = passage.answer.count("\n", 0, sentence.start)
    while top and _indent(lines[top]) and lines[top - 1].strip():
        top -= 1
    end = top + 1
    while end < len(lines) and lines[end].strip() and _indent(lines[end]):
        end += 1
    return _EXCLUDES.search("\n".join(lines[top:end])) is not None


def stays_hedged(hedge: str, before: str, behind: str) -> bool:
    """Whether the words around a hedge keep the claim from being certain."""
    if hedge == "modal_cause" and _RARE.search(f"{before} | {behind}"):
        return True
    if hedge == "seems" and _ANY_CONDITION.search(before):
        return True
    return _CONDITION.search(before) is not None


def bears_out(kind: str, finding: str, text: str, host: str) -> bool:
    """Whether an invented finding can be one about what a sentence says.

    Args:
        kind: "advice" or "fact", what the finding follows.
        finding: Its id.
        text: Its wording, with places for the invented figures.
        host: The sentence that it would stand behind.
    """
    if kind == "fact":
        return "{share}" not in text or not _IMPERATIVE.search(host)
    if _HARM.search(host) and not _AGAINST_HARM.search(host):
        return False
    return finding != "bracket" or _EFFECT.search(host) is not None


def _stems(text: str) -> set[str]:
    return {word[:STEM] for word in _WORD.findall(text.lower())}


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" \t>"))
