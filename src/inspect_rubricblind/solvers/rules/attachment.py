"""Where one more diagnosis reads as part of what the answer says on the cause (C3)."""

import re

from inspect_rubricblind.solvers.rules.cause_list import is_settled, names_causes
from inspect_rubricblind.solvers.rules.passage import Passage, Sentence
from inspect_rubricblind.solvers.rules.topics import Topic

_CAUSE = re.compile(
    r"\b(?:caus\w+|due to|signs? of|related to|because|result\w*|diagnos\w+|likely"
    r"|consistent with|suggest\w*|indicat\w+|condition|symptoms?|risk|contribut\w+)\b",
    re.IGNORECASE,
)
_CAUSES = re.compile(
    r"\b(?:caus(?:es?|ed) (?:of|by|includ\w+|such as|like)|(?:several|many|various"
    r"|different|few|number of|some|multiple|possible|common|variety of) (?:possible"
    r" )?(?:caus|reason|factor|thing)\w*|due to|related to|result of|stem from"
    r"|triggered by|attributed to|(?:reason|cause)s?\b)",
    re.IGNORECASE,
)
_NAMES = re.compile(
    r"\b(?:you(?:['’]re| are)? (?:experienc|hav|feel|describ)\w+|signs? of|symptoms?"
    r"|diagnos\w+|infection|disease|disorder|syndrome|injur\w+|condition)\b",
    re.IGNORECASE,
)
_STATES = re.compile(
    r"\b(?:caus\w+|due to|related to|signs? of|result\w*|indicat\w+|suggest\w*"
    r"|sounds? like|seems? like|contribut\w+|factors?|reasons?|associated with"
    r"|you(?:['’]re| are|['’]ve| have)? (?:been )?(?:experienc|having|feel|describ)\w*"
    r"|stems? from|lead to|consistent with)\b",
    re.IGNORECASE,
)
_ADVISES = re.compile(
    r"\b(?:should|make sure|consult\w*|seek\w*|avoid\w*|consider|try|manag\w+|advice"
    r"|treat\w*|recommend\w*|reduces?|ensure|important to|crucial|emergency"
    r"|remed\w+|reliever\w*|antacids?|therapy|tips|best to|evaluat\w+|more often than"
    r"|can help|help with|prevent\w*|monitor\w*|need(?:s|ed)? to|guidance|approach\w*"
    r"|documentation)\b|[\"“]|^[^.]{2,60}:|^\W*if\b",
    re.IGNORECASE,
)
# How a sentence starts that explains the one before.
_GOES_ON = re.compile(
    r"\W*(?:not|while|sometimes|because|depending|most|people|the most|each|some|when"
    r"|as|\w+ (?:is|are) (?:essential|important|crucial))\b",
    re.IGNORECASE,
)
_TIP = re.compile(
    r"\W*(?:manage|reduce|limit|avoid|make|drink|rest|try|keep|use|take)\b",
    re.IGNORECASE,
)
_HINDERS = re.compile(
    r"\b(?:can(?:not|['’]t)|unable to|hard to|difficult to|impossible to|not qualified"
    r"|without (?:more|further)|more (?:information|details)|rule out|diagnose"
    r"|accurate diagnosis|nothing serious|not (?:necessarily|likely|be a sign))\b|\?",
    re.IGNORECASE,
)
_REMOTE = re.compile(
    r"^\W*(?:if|when|seek|call|consult|see|contact|go to|avoid|do not|don['’]t|even)\b"
    r"|\?|\bonly a\b|\b(?:can't|cannot|not qualified)\b",
    re.IGNORECASE,
)


def fit(passage: Passage, topic: Topic, sentence: Sentence) -> float:
    """How well a diagnosis stands behind a sentence; 0 where it does not.

    Best is right behind what names the causes, the condition or the complaint.
    """
    n = passage.sentences.index(sentence)
    before, behind = passage.sentences[max(n - 1, 0)], passage.sentences[n + 1 : n + 2]
    if (
        _REMOTE.search(sentence.text)
        or sentence.is_list_item
        or (
            (before.is_list_item or _TIP.match(before.text))
            and before is not sentence
            and "\n" not in passage.answer[before.end : sentence.start]
        )
        or any(_HINDERS.search(s.text) for s in (sentence, *behind) if not s.is_heading)
        or _leads_in(passage, sentence)
        or not (names_causes(sentence) and is_settled(passage, sentence))
        or _ADVISES.search(sentence.text)
        or not _STATES.search(sentence.text)
        or not (topic.mentions(sentence.text) or _NAMES.search(sentence.text))
    ):
        return 0.0
    early = sentence.start < len(passage.answer) / 2
    return (
        3.0
        + 2.0 * bool(topic.mentions(sentence.text))
        + 2.0 * bool(_CAUSES.search(sentence.text))
        + 1.0 * bool(_CAUSE.search(sentence.text))
        + 1.5 * early
    )


def allows(needs: str, topic: Topic, anchor: Sentence) -> bool:
    """Whether the sentence before names what a wording takes up.

    Args:
        needs: What the wording needs; see `added_diagnoses.yaml`.
        topic: The subject of the conversation.
        anchor: The sentence before.
    """
    if needs == "causes":
        return _CAUSES.search(anchor.text) is not None
    if needs == "condition":
        return _CAUSES.search(anchor.text) is None and bool(
            topic.mentions(anchor.text) or _NAMES.search(anchor.text)
        )
    return needs in ("complaint", "nothing")


def _leads_in(passage: Passage, sentence: Sentence) -> bool:
    """Whether what follows announces a list, or is one."""
    rest = passage.answer[sentence.end :].lstrip("*_ ")
    n = passage.sentences.index(sentence)
    behind = passage.sentences[n + 1 : n + 2]
    if rest[:1] != "\n" and any(s.text.rstrip("*_ ").endswith(":") for s in behind):
        return True
    return any(
        (s.is_list_item and rest[:2] != "\n\n")
        or (rest[:1] != "\n" and _GOES_ON.match(s.text))
        for s in passage.sentences[n + 1 : n + 2]
    )
