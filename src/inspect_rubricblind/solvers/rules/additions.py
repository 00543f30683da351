"""Add a statement to the advice of an answer, as a list item where that fits."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from inspect_rubricblind.records import Edit
from inspect_rubricblind.solvers.rules.anchors import add_behind, anchors
from inspect_rubricblind.solvers.rules.context import (
    in_references,
    is_statement,
    is_warning,
    lead_in,
    paragraph,
)
from inspect_rubricblind.solvers.rules.genre import is_letter, is_rewrite
from inspect_rubricblind.solvers.rules.list_places import (
    LABEL,
    NUMBER,
    place_in_list,
)
from inspect_rubricblind.solvers.rules.passage import (
    Passage,
    Sentence,
    edit_at,
)
from inspect_rubricblind.taxonomy.lexicon import drug_names

LEAST_FITNESS = 0.65

_NUMBERED = re.compile(r"[ \t*_#]*\d{1,2}[.)]")
_LABELLED_LINE = re.compile(
    r"[ \t>*_#]*(?:[-•●▪◦–]|\(?\d{1,2}[.)\-]|[a-z][.)])?[ \t]*[*_]*[A-Z][^:.\n]{1,60}:"
)
_TURNS = re.compile(
    r"\W*(?:if (?!so|not|this|that|it)|in the meantime|when|while|remember|always"
    r"|consult|talk|speak|see|seek|call|please)\b",
    re.IGNORECASE,
)
_CARE = re.compile(
    r"\b(?:tak(?:e|ing)|drink\w*|rest\w*|appl(?:y|ied|ying)|use[ds]?|using|medications?"
    r"|treat\w*|reliev\w*|relief|ice|eat\w*|avoid\w*|clean\w*|wash\w*|monitor\w*|keep\w*"
    r"|try|start\w*|offer\w*|giv(?:e|en|ing)|manag\w*|administer\w*|therap\w*|remed\w*"
    r"|help\w*|recommend\w*|hydrat\w*|diet|exercise|sleep|dos(?:e|ing)|initiat\w*"
    r"|continu\w*|support\w*|prevent\w*|maintain\w*|limit\w*|encourage\w*|suitable"
    r"|fluids?|antibiotics?|antivirals?|infusion)\b",
    re.IGNORECASE,
)
# Advice is an order, or says what one should or can do.
_ADVISES = re.compile(
    r"\A(?:[^:]{2,45}:\W*)?(?:\w+ly,? )?(?:take|drink|rest|apply|use|eat|avoid|clean"
    r"|wash|monitor|keep|try|start|offer|give|administer|limit|encourage|maintain"
    r"|follow|ensure|make sure|get|reduce|wear|begin|initiate|continue|choose|elevate"
    r"|introduce|wait|stay|add|consider|provide|do not|don['’]t|engage|practi[cs]e"
    r"|perform|remove)\b"
    r"|\b(?:should|can|could|may|might|must|need to|recommend\w*|advis\w*|consider\w*"
    r"|important to|best to|prefer\w*|is (?:given|used|needed|indicated)|try\w*"
    r"|are (?:given|used|needed|indicated)|first[- ]line|options? (?:is|are|include)"
    r"|help\w*|treat(?:ed|ment)|manag(?:ed|ement))\b",
    re.IGNORECASE,
)
_NOT_ADVICE = re.compile(
    r"\b(?:caused?|causes|due to|arise\w*|results? from|signs? of|symptoms? of|ranging"
    r"|indicat(?:e|es|ing) (?:a|that)|databases?|journals?|articles?|website|records?"
    r"|stud(?:y|ies)|publications?|for me|let me|search\w*|questions?|document\w*"
    r"|appointment|consult\w*|speak|provider|professional|doctor|note|references?"
    r"|keywords|contribut\w*|increas\w* (?:the )?(?:risk|infection)|lead to|reduce the"
    r"|risk of|bacteria|factors?|urethra|guideline for|update|20[0-2]\d|helpful if you"
    r"|theoretically|tears|your answers|no longer)\b",
    re.IGNORECASE,
)
_NOT_CARE = re.compile(
    r"\b(?:questions?|history|physical exam|review of systems|subjective|objective"
    r"|chief complaint|references?|documentation|causes?|symptoms?|risk factors?"
    r"|background|differential|signs|missing|elements|importance|side effects?|why"
    r"|factors?|contribut\w*|happen|evidence|sources?|databases|what is|avoid)\b",
    re.IGNORECASE,
)
_MEDICINES = re.compile(
    r"\b(?:medications?|medicines?|drugs?|dos(?:e|es|ing)|antibiotics?|steroids?|therapy"
    r"|supplements?|pain\w*|\w*aches?|analges\w*|relievers?|fever|anticoagul\w*|vaccin\w*)\b",
    re.IGNORECASE,
)
# A section that reports a trial gives no advice of its own.
_STUDY = re.compile(
    r"\b(?:placebo|randomi[sz]ed|participants|enrolled|sample size|primary outcomes?"
    r"|(?:the|this|these) (?:\w+ )?trials?|rcts?|cohorts?|et al)\b",
    re.IGNORECASE,
)
_OFFERS = re.compile(
    r"\b(?:what (?:you|to) (?:can |should |might )?(?:do|try)|tips|you can (?:try|do)"
    r"|self[- ]care|home (?:care|remed\w+)|strategies|things (?:to try|you can)"
    r"|steps you can|supportive care|management)\b",
    re.IGNORECASE,
)


class Added(NamedTuple):
    """A declared addition and the sentence it stands behind."""

    edit: Edit
    behind: Sentence


def additions(
    passage: Passage,
    text: str,
    label: str,
    topic: Callable[[str], bool],
    beside: Callable[[str], bool] | None = None,
) -> Iterator[Added]:
    """Ways to add a sentence, the best place first.

    Args:
        passage: The answer.
        text: A sentence with its full stop.
        label: The words that head it in a list whose items have such labels.
        topic: Whether a text speaks of what the sentence is about; the paragraph
            that it joins must, or the heading above.
        beside: Where the place matters more: whether a text is on the very thing;
            the sentence before, or the list, must be.
    """
    if is_letter(passage) or is_rewrite(passage):
        return

    def score(sentence: Sentence) -> float:
        return _fitness(passage, sentence, topic)

    for sentence in _list_places(passage, score, beside):
        edit = _as_item(passage, sentence, text, label)
        if edit is not None:
            yield Added(edit, sentence)
    for sentence in anchors(passage, score):
        if is_labelled(passage, sentence) or not _may_follow(passage, sentence):
            continue
        if (place := place_in_list(passage, sentence)) and place.is_bare:
            continue
        if beside is not None and not (
            beside(sentence.text) and _is_on_medicines(sentence)
        ):
            continue
        edit = add_behind(passage, sentence, text)
        if edit is not None:
            yield Added(edit, sentence)


def _is_on_medicines(sentence: Sentence) -> bool:
    """Whether a sentence outside a list is itself on medicines or on pain."""
    text = sentence.text
    if sentence.is_list_item:
        return False
    return bool(drug_names().find(text)) or _MEDICINES.search(text) is not None


def _may_follow(passage: Passage, sentence: Sentence) -> bool:
    """Whether the paragraph ends here, or what follows takes up something else."""
    rest = passage.answer[sentence.end :].split("\n", 1)[0].strip(" *_\r")
    return not rest or _TURNS.match(rest) is not None


def is_labelled(passage: Passage, sentence: Sentence) -> bool:
    """Whether a sentence stands in a line that begins with a label ("Rest: ...")."""
    return _LABELLED_LINE.match(_line(passage, sentence)) is not None


def _fitness(
    passage: Passage, sentence: Sentence, topic: Callable[[str], bool]
) -> float:
    if not is_statement(passage, sentence) or is_warning(passage, sentence):
        return 0.0
    lead = lead_in(passage, sentence)
    if _NOT_CARE.search(lead) or in_references(passage, sentence):
        return 0.0
    if _STUDY.search(f"{lead}\n{paragraph(passage, sentence)}"):
        return 0.0
    text = sentence.text
    if not _CARE.search(text) or not _ADVISES.search(text) or _NOT_ADVICE.search(text):
        return 0.0
    offered = _OFFERS.search(lead) is not None
    if not topic(f"{lead}\n{paragraph(passage, sentence)}") and not (
        offered and topic(passage.answer)
    ):
        return 0.0
    inside = sentence.is_list_item or _NUMBERED.match(_line(passage, sentence))
    value = (
        1.0 + 0.7 * topic(text) + 0.5 * (topic(lead) or offered) - 0.8 * bool(inside)
    )
    return value if value >= LEAST_FITNESS else 0.0


def _line(passage: Passage, sentence: Sentence) -> str:
    start = passage.answer.rfind("\n", 0, sentence.start) + 1
    return passage.answer[start : sentence.end]


def _list_places(
    passage: Passage,
    score: Callable[[Sentence], float],
    beside: Callable[[str], bool] | None,
) -> list[Sentence]:
    """Items of lists of advice behind which another can stand.

    The last ones; with `beside`, any that is on the very thing, and the last ones
    only of lists that hold such an item.
    """
    found = []
    for n, sentence in enumerate(passage.sentences):
        if "|" in sentence.text or score(sentence) <= 0:
            continue
        place = place_in_list(passage, sentence)
        if place is None or (place.is_bare and beside is None):
            continue
        same = beside is not None and beside(sentence.text)
        if not (same and place.is_free) and not place.is_last:
            continue
        if beside is not None and not any(map(beside, place.items)):
            continue
        found.append((-score(sentence) - same, n, sentence))
    return [sentence for _, _, sentence in sorted(found)]


def _as_item(
    passage: Passage, sentence: Sentence, text: str, label: str
) -> Edit | None:
    answer = passage.answer
    line_start = answer.rfind("\n", 0, sentence.start) + 1
    line_end = answer.find("\n", sentence.end)
    line_end = len(answer) if line_end < 0 else line_end
    line = answer[line_start:line_end].rstrip()
    mark = answer[line_start : sentence.start]
    if (numbered := NUMBER.fullmatch(mark)) is not None:
        mark = f"{numbered[1]}{int(numbered[2]) + 1}{numbered[3]}"
    labelled = LABEL.match(sentence.text)
    if labelled and not label:
        return None
    if labelled:
        bold = labelled["bold"] or ""
        text = f"{bold}{label}:{bold} {text}"
    if not line.rstrip("*_").endswith((".", "!")):
        text = text.rstrip(".")
    end = line_start + len(line)
    return edit_at(answer, end, end, f"\n{mark}{text}")
