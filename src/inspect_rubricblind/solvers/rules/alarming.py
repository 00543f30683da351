"""Turn routine advice into emergency care so that the text around agrees (type R2)."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from inspect_rubricblind.solvers.rules.additions import is_labelled
from inspect_rubricblind.solvers.rules.audience import audience
from inspect_rubricblind.solvers.rules.coherence import Draft
from inspect_rubricblind.solvers.rules.cuts import leans_back
from inspect_rubricblind.solvers.rules.passage import Change, Passage, Sentence
from inspect_rubricblind.solvers.rules.routine import BACK, CALMS, REASSURES, URGES
from inspect_rubricblind.solvers.rules.topics import topic_of
from inspect_rubricblind.solvers.rules.triage import Urgent, load_urgency

MAX_REMOVED = 3
STEM = 6

_LABEL = re.compile(
    r"(?:\*{1,2}[^*\n]{2,60}:\*{1,2}|\*{1,2}[^*\n]{2,60}\*{1,2}:|[A-Z][^:.,\n]{2,40}:)\s+"
)
_WATCH = re.compile(r"\b(?:monitor|watch|keep|track|wait)", re.IGNORECASE)
_WORDS = re.compile(r"[A-Za-z][^*:\n]*")
_TIP = re.compile(
    r"\W*(?:make sure|try|drink|use|it (?:might|may|could) (?:help|be helpful)"
    r"|it['’]s also helpful|if possible)\b",
    re.IGNORECASE,
)
_BIDS = re.compile(
    r"[\W\d]*(?:try|drink|use|avoid|limit|keep|engage|aim|make|create|establish|ensure"
    r"|maintain|eat|take|apply|wash|rest|get|practi[cs]e|stick|wear|choose|reduce"
    r"|exercise|share|talk|sleep|set|start|consider|incorporate|do)\b",
    re.IGNORECASE,
)


class Alarm(NamedTuple):
    """Changes that turn urgency up, the new sentence and the name of its wording."""

    changes: list[Change]
    claim: str
    wording: str


def alarm(
    passage: Passage,
    urgent: Urgent,
    found: Sequence[Urgent],
    drawn: int,
    is_long: bool,
) -> Alarm | None:
    """Turn one statement up, and drop other advice that names another urgency.

    Args:
        passage: The answer.
        urgent: The statement to turn up.
        found: All statements of routine care.
        drawn: The number of the wording.
        is_long: Whether a second sentence takes the room of what is left out.

    Returns:
        None where the text around would contradict it.
    """
    n = passage.sentences.index(urgent.sentence)
    if not _is_host(passage, n) or _in_list(passage, n):
        return None
    change, wording = _urged(passage, n, urgent, drawn)
    if is_long:
        if not urgent.rewording.whole:
            return None
        change = change._replace(text=f"{change.text} {_more(drawn)}")
    draft: Draft | None = Draft(passage, (change,))
    others = {u.sentence for u in found} - {urgent.sentence}
    while draft is not None:
        clash = _first_clash(draft, n, others)
        if clash is None:
            if not _stays_sound(draft, n):
                return None
            claim = " ".join(change.text.split())
            return Alarm(draft.all_changes(), claim, wording)
        draft = _drop(draft, n, clash)
    return None


def _is_host(passage: Passage, n: int) -> bool:
    """A whole sentence of advice, in front of no list and after no try-this-first."""
    sentence = passage.sentences[n]
    line = passage.answer[sentence.end :].split("\n", 1)[0]
    return not (
        sentence.is_heading
        or sentence.text.rstrip("*_ ").endswith((":", "?"))
        or line.rstrip("*_ ").endswith(":")
        or "|" in sentence.text
        or sentence.text.count("**") % 2
        or (n + 1 < len(passage.sentences) and _opens_list(passage, n))
    )


def _in_list(passage: Passage, n: int) -> bool:
    """Whether it is one tip of a list rather than the advice on when to go."""
    sentence = passage.sentences[n]
    if sentence.is_list_item:
        return True
    if is_labelled(passage, sentence):
        beside = passage.sentences[max(n - 1, 0) : n] + passage.sentences[n + 1 : n + 2]
        if any(s.is_list_item or is_labelled(passage, s) for s in beside):
            return True
    start = passage.answer.rfind("\n", 0, sentence.start) + 1
    return any(s.is_list_item and s.start >= start for s in passage.sentences[:n])


def _opens_list(passage: Passage, n: int) -> bool:
    following = passage.sentences[n + 1]
    return following.is_list_item and not passage.sentences[n].is_list_item


def _urged(passage: Passage, n: int, urgent: Urgent, drawn: int) -> tuple[Change, str]:
    """The change, and the name of its wording."""
    sentence, kind = urgent.sentence, urgent.rewording
    if not kind.whole:
        change = urgent.change(drawn)
        return change, f"{kind.id}:{drawn % len(kind.say)}"
    label = _LABEL.match(sentence.text)
    start = sentence.start + (label.end() if label else 0)
    if label and _WATCH.search(label[0]):
        start = sentence.start
    after_tips = not label and _follows_tips(passage, n)
    wordings = [
        u for u in load_urgency().urged if not after_tips or u.text.startswith("Please")
    ]
    urged = wordings[drawn % len(wordings)]
    text = urged.text.format(it=_complaint(passage))
    if label and start == sentence.start:
        text = f"{_WORDS.sub('Get Checked Today', label[0], count=1)}{text}"
    if after_tips:
        text = f"Before you try any of this, {text[0].lower()}{text[1:]}"
    return Change(start, sentence.end, text), urged.id


def _more(drawn: int) -> str:
    more = load_urgency().urged_more
    return more[drawn % len(more)]


def _follows_tips(passage: Passage, n: int) -> bool:
    """Whether a list of tips, or a tip in the same paragraph, stands before."""
    if n == 0 or passage.sentences[n].is_list_item:
        return False
    before = passage.sentences[n - 1]
    if _TIP.match(before.text):
        return True
    label = _LABEL.match(before.text)
    said = before.text[label.end() if label else 0 :]
    in_list = is_labelled(passage, before) or before.is_list_item
    return in_list and _BIDS.match(said) is not None


def _complaint(passage: Passage) -> str:
    """What to call the complaint."""
    topic = topic_of(passage.question, passage.answer)
    who = audience(passage.question, passage.answer)
    if topic is None or topic.symptom is None:
        return "this"
    asked = passage.question.lower()
    is_named = all(word[:STEM] in asked for word in topic.symptom.lower().split())
    return f"{who.possessive} {topic.symptom if is_named else 'symptoms'}"


def _stays_sound(draft: Draft, n: int) -> bool:
    """Whether nothing that stays reassures, and nothing refers to what is gone."""
    rest = (
        (other, s)
        for other, s in enumerate(draft.passage.sentences)
        if other != n and other not in draft.removed
    )
    if any(REASSURES.search(s.text) for _, s in rest):
        return False
    behind = draft.behind(n)
    return behind is None or not (
        draft.is_same_line(n, behind)
        and leans_back(draft.passage.sentences[behind].text)
    )


def _first_clash(draft: Draft, n: int, others: set[Sentence]) -> int | None:
    """A sentence that names another urgency, or calms down next to the alarm."""
    near = draft.around(n)
    for other, sentence in enumerate(draft.passage.sentences):
        if other == n or other in draft.removed:
            continue
        if sentence in others or URGES.search(sentence.text):
            return other
        if other in near and CALMS.search(sentence.text):
            return other
        if other == draft.behind(n) and BACK.search(sentence.text):
            return other
    return None


def _drop(draft: Draft, n: int, clash: int) -> Draft | None:
    """Leave out a plain sentence where nothing hangs on it."""
    sentence = draft.passage.sentences[clash]
    if (
        len(draft.removed) >= MAX_REMOVED
        or sentence.is_heading
        or sentence.text.rstrip("*_ ").endswith((":", "?"))
        or (sentence.is_list_item and _LABEL.match(sentence.text) is None)
        or (clash < n and clash in draft.around(n) and CALMS.search(sentence.text))
    ):
        return None
    behind = draft.behind(clash)
    if behind is not None and behind != n:
        following = draft.passage.sentences[behind]
        on_line = draft.is_same_line(clash, behind)
        if leans_back(following.text) and not BACK.search(following.text):
            return None
        if sentence.is_list_item and (on_line or not following.is_list_item):
            return None
    return draft.without(clash)
