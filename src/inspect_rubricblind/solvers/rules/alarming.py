"""Turn routine advice into emergency care so that the text around agrees (type R2)."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from inspect_rubricblind.solvers.rules.additions import is_labelled
from inspect_rubricblind.solvers.rules.audience import audience
from inspect_rubricblind.solvers.rules.coherence import Draft
from inspect_rubricblind.solvers.rules.cuts import leans_back
from inspect_rubricblind.solvers.rules.passage import Change, Passage, Sentence
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
_CALMS = re.compile(
    r"\b(?:you can try|might try|reasonable to|less urgent|not (?:be )?(?:necessary"
    r"|urgent|an emergency)|isn['’]t (?:urgent|an emergency)|ok(?:ay)? to wait|be fine"
    r"|wait (?:for|until)|manage (?:it |this )?(?:at home|with)|nothing to worry"
    r"|harmless|(?:is|are|usually|typically|generally) (?:mild|temporary|normal)"
    r"|(?:works?|help(?:s|ful)?) (?:best )?(?:for |with )?mild|remains? (?:mild|dull)"
    r"|stays? mild|on (?:its|their) own|none of th|no red|red[‑ -]flags?|start with"
    r"|see how|for a day|(?:the )?following (?:general )?tips|below)\b",
    re.IGNORECASE,
)
_URGES = re.compile(
    r"\b(?:emergenc\w+|urgent\w*|immediate\w*|right away|promptly|sooner|911"
    r"|ambulance|red[‑ -]flags?|warning signs?"
    r"|when to (?:see|seek|call|consult|contact)"
    r"|seek\w* (?:\w+ ){0,2}(?:help|care|advice|attention|evaluation)"
    r"|hesitate to (?:contact|call|consult|seek|see"
    r"|reach out to (?:a|your) (?!friend|fam|partner))"
    r"|(?:see|consult\w*|contact|call|visit|talk to|speak (?:to|with)|reach"
    r" out to|check with) (?:a|an|your|with|the|their) (?:[\w‑-]+ ){0,4}?(?:doctor"
    r"|physician|provider|professional|dentist\w*|dermatologist|pediatrician"
    r"|specialist|pharmacist|clinician|office)"
    r"|(?:professional|medical) (?:help|advice|care|evaluation|attention)"
    r"|appointment|checked|see a specialist|reach out (?:for|to) (?:help|professional)"
    r"|if (?:[\w'’]+ ){1,4}(?:persists?|worsens?))\b",
    re.IGNORECASE,
)
_BACK = re.compile(
    r"^\W*(?:they|he or she|she|he|it(?:['’]s| is) always|an? (?:\w+ )?(?:professional"
    r"|doctor|provider|dermatologist)|this (?:can|may|will))\b",
    re.IGNORECASE,
)
_REASONED = re.compile(r"^\W*(?:however|but)\b|\bin such cases\b", re.IGNORECASE)


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
    if not _is_host(passage, n):
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


def _first_clash(draft: Draft, n: int, others: set[Sentence]) -> int | None:
    """A sentence that names another urgency, or calms down next to the alarm."""
    near = draft.around(n)
    for other, sentence in enumerate(draft.passage.sentences):
        if other == n or other in draft.removed:
            continue
        if sentence in others or _URGES.search(sentence.text):
            return other
        if other in near and _CALMS.search(sentence.text):
            return other
        if other == draft.behind(n) and (
            _BACK.search(sentence.text) or draft.is_same_line(n, other)
        ):
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
        or (clash < n and clash in draft.around(n) and _CALMS.search(sentence.text))
    ):
        return None
    behind = draft.behind(clash)
    if behind is not None and behind != n:
        following = draft.passage.sentences[behind]
        on_line = draft.is_same_line(clash, behind)
        if leans_back(following.text) and not _BACK.search(following.text):
            return None
        if sentence.is_list_item and (on_line or not following.is_list_item):
            return None
    return draft.without(clash)
