"""Whether a claim is about something that a patient or a clinician would act on."""

import re

from inspect_rubricblind.solvers.rules.passage import Passage, Sentence
from inspect_rubricblind.taxonomy.lexicon import condition_names, drug_names

_DIAGNOSIS = re.compile(
    r"\b(?:\w+itis|\w+osis|\w+emia|\w+opathy|infections?|infected|fractures?|broken"
    r"|sprain\w*|depression|syndrome|dehydrat\w+|cancer|stroke|pneumonia|allerg\w+"
    r"|diabetes|deficienc\w+|asthma|migraines?|poisoning|disorder|tumou?rs?|injur\w+"
    r"|disease|viral|bacterial|fungal|bleeding|hypertension|clots?|circulation"
    r"|oxygenation|hypoxi\w+|respiratory distress)\b",
    re.IGNORECASE,
)
_TREATMENT = re.compile(
    r"\b(?:treatment\w*|therap\w+|medic(?:ation|ine)s?|drugs?|antibiotics?|surgery"
    r"|vaccin\w+|antivirals?|steroids?|cortico\w+|antihistamines?|inhalers?"
    r"|supplement\w*|creams?|gels?|ointments?|oils?|antibod\w+|injections?|dos(?:e|es"
    r"|age|ing)|side effects?|drug interactions?|pain relievers?)\b",
    re.IGNORECASE,
)
_TEST = re.compile(
    r"\b(?:tests?|testing|x-?rays?|imaging|ct|mri|ultrasound|scans?|biops\w+|cultures?"
    r"|screening|\d[\d.,]* ?(?:mg|mcg|g|ml|units?|iu)|grams?)\b",
    re.IGNORECASE,
)
_PROGNOSIS = re.compile(
    r"\b(?:resolv\w+|recover\w*|heals?|healing|goes? away|clears? up|self-limit\w+"
    r"|settles?|remission|prognosis|relapses?|recurs?|recurrence|surviv\w+|complications?"
    r"|mild|harmless|benign|reversible|temporary|worsen\w*|surgery|prolong\w*)\b",
    re.IGNORECASE,
)
_EVERYDAY = re.compile(
    r"\b(?:draf?ts?|draughts?|breeze|weather|room|environment\w*|temperature changes?"
    r"|cold air|dry air|humidity|lighting|noise|clothing|shoes|posture|screens?|routine"
    r"|schedule|tired(?:ness)?|overexertion|lack of sleep|stress|dust|travel|busy"
    r"|lifestyle|distraction\w*|habits?|boredom)\b",
    re.IGNORECASE,
)

# What holds of some stays nearly true, and so does a warning, however firm.
_SCOPED = re.compile(
    r"\b(?:(?:in|for|among|by) (?:some|certain|a few|many)|some|certain|sensitive"
    r"|susceptible) (?:\w+ )?(?:individuals?|people|persons?|patients|women|men"
    r"|children|bab(?:y|ies)|infants|adults|cases|situations|skin types)\b"
    r"|\b(?:depending|based|dependent) on\b|\b(?:as|if|when|where) (?:needed|indicated"
    r"|necessary|appropriate)\b"
    r"|\b(?:if|when) (?:not|left|used|taken|untreated|ingested|swallowed"
    r"|applied|too)\b",
    re.IGNORECASE,
)
_WARNS = re.compile(
    r"\b(?:dangerous|serious|harm(?:ful|s)?|fatal|deadly|life-threatening|emergenc\w+"
    r"|urgent|severe|avoid\w*|caution|careful|beware|warning|do not|never|risky)\b"
    r"|n['’]t\b",
    re.IGNORECASE,
)
_HEDGED = re.compile(
    r"\b(?:may|might|could|can be|possibl\w+|perhaps|maybe|or (?:an)?other"
    r"|or (?:some|any)thing else)\b",
    re.IGNORECASE,
)
_TAKES_BACK = re.compile(
    r"^\W*(?:however|but|in (?:some|rare|other) cases|sometimes|rarely|other"
    r"|some(?! (?:combined )?(?:pills?|medicines?|drugs?|tablets?))"
    r"|not (?:all|suitable|recommended|for)|though|it is not|each individual)\b"
    r"|\b(?:not universal|not all|not everyone|but not|not suitable|can vary|varies"
    r"|other (?:possible )?(?:causes|conditions|possibilities|explanations))\b",
    re.IGNORECASE,
)


def is_scoped(text: str) -> bool:
    """Whether a sentence speaks of some people or of one condition only."""
    return _SCOPED.search(text) is not None


def is_everyday(text: str) -> bool:
    """Whether a text speaks of daily life rather than of a disease or its care."""
    return _EVERYDAY.search(text) is not None


def warns(text: str) -> bool:
    """Whether a sentence warns of harm."""
    return _WARNS.search(text) is not None


def takes_it_back(passage: Passage, sentence: Sentence, claim: str) -> bool:
    """Whether a claim stays hedged, or the next sentence contradicts it.

    Args:
        passage: The answer.
        sentence: The sentence that is changed.
        claim: How it reads then.
    """
    if _HEDGED.search(claim) or _TAKES_BACK.search(claim.partition(": ")[2]):
        return True
    at = passage.sentences.index(sentence)
    near = passage.sentences[max(at - 1, 0) : at] + passage.sentences[at + 1 : at + 2]
    return any(_TAKES_BACK.search(s.text) for s in near)


def names_diagnosis(text: str) -> bool:
    """Whether a text names a condition."""
    return _DIAGNOSIS.search(text) is not None or bool(condition_names().find(text))


def names_care(text: str) -> bool:
    """Whether a text names a medicine, a treatment, a test or a dose."""
    return (
        _TREATMENT.search(text) is not None
        or _TEST.search(text) is not None
        or bool(drug_names().find(text))
    )


def matters(subject: str, said: str) -> bool:
    """Whether a claim is on a diagnosis, the effect of a treatment or a prognosis.

    Args:
        subject: What stands before the verb.
        said: What stands behind it.
    """
    if _EVERYDAY.search(said) and not names_diagnosis(said):
        return False
    return (
        names_diagnosis(said)
        or _PROGNOSIS.search(said) is not None
        or names_care(subject)
        or names_care(said)
    )
