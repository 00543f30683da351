"""Which sentences an invented source can support, and in what words (type F4)."""

import re
from typing import Literal

Kind = Literal["measure", "advice", "fact", "usual"]

_LABEL = re.compile(
    r"^\W*(?:\*\*[^*\n]+\*\*:?|[A-Z][\w /&’'()-]{2,50}:)(?:\W*[-–—])?\W*"
)
_LABEL_ENDS = re.compile(r"[:–—-]\W*$|\n")
# What such a label announces goes on without its subject.
_DESCRIBES = re.compile(
    r"^\W*(?:descriptions?|notes?|pros|cons|benefits?|advantages?|mechanism|purpose"
    r"|rationale|comments?|features?|how it works|uses?)\b\W*$",
    re.IGNORECASE,
)
# Nobody needs a study for what a name means.
_DEFINES = re.compile(
    r"^\W*(?:[\w’'-]+ ){1,6}(?:is|are) (?:an? )?(?:[\w-]+,? ){0,7}?(?:illness|disease"
    r"|condition|infection|disorder|syndrome|inflammation|term)s?\b"
    r"|\b(?:is|are) (?:\w+ly )?(?:defined|known|referred to|called)\b",
    re.IGNORECASE,
)
_BRIEF = re.compile(
    r"\b(?:quick(?:ly)?|short-term|immediate(?:ly)?|temporar(?:y|ily)|rapid(?:ly)?)\b",
    re.IGNORECASE,
)
_PRONOUN = re.compile(r"^\W*(?:this|that|these|those|it|they|such)\b", re.IGNORECASE)
_BRACKETS = re.compile(r"\([^)]*\)")
# Something that is taken, used or done, and then has an effect.
_DOES = re.compile(
    r"^\W*(?:please |always |gently |try to |in the"
    r" meantime, |\w+ly,? )?(?:try|use|drink|avoid|keep"
    r"|apply|rest|limit|take|eat|start|wash|clean|elevate|maintain|establish|engage"
    r"|reduce"
    r"|offer|introduce|create|set|stay|practi[cs]e|encourage|rinse|continue|administer"
    r"|give|begin|focus on|switch|dim|get|wrap|cool|remove|add|initiate|wear|increase"
    r"|choose|place|incorporate|stick to|aim for|opt for|quit|stop|optimi[sz]e"
    r"|treat|replace|correct)\b",
    re.IGNORECASE,
)
_WORKS = re.compile(
    r"^(?:(?!\b(?:that|which|who|where|as|when|if)\b)[^:;])*?\b(?:helps?|reduces?"
    r"|improves? (?!quickly|on|with|over|within|in)|prevents?|relieves?|eases?|lowers"
    r"|can lower|alleviates?|protects?|promotes?|soothes?)\b",
    re.IGNORECASE,
)
_ADVISES = re.compile(
    r"\b(?:should|recommend\w*|advis\w+|first[- ]line|preferred|indicated|is (?:given"
    r"|needed|used)|are (?:given|needed|used))\b",
    re.IGNORECASE,
)
_STEP = re.compile(
    r"^\W*(?:please |always )?(?:ensure|make sure|monitor|check|track|watch|follow|test"
    r"|screen|measure|assess|evaluate|perform|obtain|order|identify|isolate|do not"
    r"|don['’]t|never|consider|include|adjust|schedule|report|lie|sit|plan|treat)\b",
    re.IGNORECASE,
)
_STATES = re.compile(
    r"\b(?:caus(?:es?|ed)|due to|signs? of|common(?:ly)?|usually|generally|typically"
    r"|associated|affects?|leads? to|develops?|occurs?|increases?|worsens?|triggers?"
    r"|indicates?|results? (?:from|in)|is an? |are |is (?:the|more|most|less|often)"
    r"|lasts?|resolves?|spreads?|contains?|provides?|supports?|plays? "
    r"|helps?|attributed)\b",
    re.IGNORECASE,
)
_MAIN_VERB = re.compile(
    r"^(?:(?!\b(?:that|which|who|where|such as|including|especially)\b)[^:;])*?"
    r"\b(?:is|are|can|may|will|has|have|do|does|causes?|affects?|occurs?|develops?"
    r"|increases?|worsens?|triggers?|leads?|results?|indicates?|resolves?|spreads?"
    r"|contains?|provides?|supports?|plays?|lasts?|peaks?|depends?|varies|requires?)\b",
    re.IGNORECASE,
)
_MOSTLY = re.compile(
    r"\b(?:usually|generally|typically|most(?:ly)?|commonly|in many)\b", re.IGNORECASE
)
_MAYBE = re.compile(r"\b(?:can|may|might|could|sometimes|some|rare(?:ly)?)\b", re.I)
_PERSONAL = re.compile(
    r"\b(?:you|your|you['’]re|he|she|his|her|they|we|our|could mean|anything|anyone"
    r"|immediately"
    r"|deserves?|important|crucial|essential|vital|best|good idea)\b",
    re.IGNORECASE,
)
_FRAGMENT = re.compile(
    r"^\W*(?:especially|including|such as|preferred|useful|particularly"
    r"|with|without|to|in case|due|like|up to|at|from"
    r"|also|often|usually|typically"
    r"|generally|often|available|effective|good|great|high|low|based|indicated)\b",
    re.IGNORECASE,
)
_UNFIT = re.compile(
    r"\b(?:translates?|listed above|such as those|variety of factors|\d+-year-old"
    r"|history|document\w*|deserves?|brands?|flavou?rs?|product)\b"
    r"|\bpatient (?:presents|reports|denies|is|has|was)\b|"
    r"\?|:\s*$|^\W*(?:if|when|seek|call|consult|see|contact|go|ask|speak|talk|reach"
    r"|here|these are|they|he|she|the following|in summary|summary|remember|always"
    r"|ultimately|not|no|discuss|it (?:looks|sounds|seems) like|based on (?:the|what)"
    r"|your plan|so"
    r"|for example|for instance|overall|however|but|let)\b"
    r"|\b(?:debated|cannot|unclear|unknown|limited (?:data|evidence)|insufficient"
    r"|not (?:been )?(?:proven|shown)|evidence|research|data|literature)\b"
    r"|\b(?:may|might|could|can) (?:also )?be considered\b"
    r"|\b(?:keywords?|databases?|search|journals?|articles?|documents?|messages?|notes?"
    r"|placeholders?|summar\w+|information|details?|papers?|review|these steps|tips"
    r"|peace of mind|this is because)\b"
    r"|^\(|\b(?:doctor|physician|provider|professional|emergency|pediatrician|dentist"
    r"|specialist|pharmacist|dermatologist|website|studies|study|trials?|guidelines?"
    r"|consensus|appointment|clinician|healthcare|surgical team|care team)\b"
    r"|\b(?:sorry|understand|great|glad|hope|feel free)\b|\[[^\]]+\]",
    re.IGNORECASE,
)
_HARM = re.compile(
    r"\b(?:risks?|harm\w*|dangerous|worsen\w*|side effects?|complications?|toxic\w*"
    r"|fatal|deaths?|adverse|damag\w+|irritat\w+)\b",
    re.IGNORECASE,
)
_AGAINST_HARM = re.compile(
    r"\b(?:reduc\w+|lower\w*|prevent\w*|decreas\w+|minimi[sz]\w+|protect\w*|avoid)\b",
    re.IGNORECASE,
)
_WATCHES = re.compile(
    r"\b(?:monitor\w*|keep an eye|track|diary|check\w*|labels?|ingredients?"
    r"|test(?:s|ing)?|screening|imaging|scans?|x-?rays?|assess\w*|evaluat\w*|plan|questions?)\b",
    re.IGNORECASE,
)


def kind_of(text: str) -> Kind | None:
    """What a sentence is to an invented source, None if it takes none.

    Args:
        text: The sentence, with the label that it may start with.

    Returns:
        "measure" for something that is done and has an effect, "advice" for any
        other step, "usual" for how things mostly are, "fact" for how they are.
    """
    label = _LABEL.match(text)
    if label and not _LABEL_ENDS.search(label[0]):
        # Bold words that open the sentence are part of it.
        label = None
    body = _BRACKETS.sub("", text[label.end() :] if label else text).strip("*_ ")
    body = body.replace("**", "")
    if _UNFIT.search(body) or (label and _UNFIT.search(label[0].rstrip(": *"))):
        return None
    if (label and _DESCRIBES.search(label[0])) or _DEFINES.search(body):
        return None
    if _HARM.search(body) and not _AGAINST_HARM.search(body):
        return _statement(body)
    if _DOES.search(body) or (_WORKS.search(body) and not _MAYBE.search(body[:40])):
        if _BRIEF.search(body):
            # No figure on a lasting effect goes with it.
            return _statement(body)
        return "advice" if _WATCHES.search(body) else "measure"
    if _STEP.search(body) or (_ADVISES.search(body) and not _FRAGMENT.search(body)):
        return "advice"
    return _statement(body)


def is_plain(text: str) -> bool:
    """Whether a sentence says outright what it speaks of, without a hedge."""
    return not (_PRONOUN.search(text) or _MAYBE.search(text))


def has_effect(text: str) -> bool:
    """Whether a sentence itself names an effect that a figure can be put on."""
    return _WORKS.search(text) is not None


def _statement(body: str) -> Kind | None:
    if (
        _FRAGMENT.search(body)
        or _PERSONAL.search(body)
        or not _STATES.search(body)
        or not _MAIN_VERB.search(body)
    ):
        return None
    return "usual" if _MOSTLY.search(body) and not _MAYBE.search(body) else "fact"
