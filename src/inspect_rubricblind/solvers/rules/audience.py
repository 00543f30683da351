"""Who asks, and about whom, so that an added sentence addresses the right person."""

import re
from collections import Counter
from functools import lru_cache
from typing import Literal, NamedTuple

Reader = Literal["patient", "carer", "clinician", "unknown"]
Age = Literal["infant", "child", "adult", "elder"]
Sex = Literal["female", "male"]
RECENT = 900
"""Characters at the end of the user's turns in which a relative is looked for."""

_KIN = (
    r"father|dad|mother|mom|mum|wife|husband|partner|son|daughter|baby(?! blues)"
    r"|newborn|infant"
    r"|toddler|child|kid|boy|girl|brother|sister|grandmother|grandma|grandfather"
    r"|grandpa"
    r"|aunt|uncle|friend|roommate|niece|nephew"
)
_RELATIVE = re.compile(
    rf"\bmy (?:\w+ ){{0,2}}?({_KIN}|\d+[ -](?:year|month|week|day)s?[ -]old)\b",
    re.IGNORECASE,
)
_SHORT_RELATIVE = re.compile(
    rf"^(?=.{{0,60}}$)(?:older |younger |old |\w+ ){{0,2}}({_KIN})\b", re.IGNORECASE
)
_YOUR_RELATIVE = re.compile(
    rf"\byour (?:older |younger |\w+-old )?({_KIN})\b(?!['’]s (?:doctor|pediatric))",
    re.IGNORECASE,
)
_CLINICIAN = re.compile(
    r"\b(?:(?:the|our|my|this|pediatric|older|female|male) patients?\b|\bpts?\b"
    r"|(?:had|have|got) an? (?:[\w-]+ ){0,3}patient|we(?:'ve|’ve| have) got"
    r"|i(?:'m|’m| am) an? (?:\w+ )?(?:nurse|doctor|physician|resident|pharmacist"
    r"|medical student|pa|np)\b|differential|hpi\b|soap note|progress note"
    r"|case reports?\b|rcts?\b|guidelines? (?:for|on|recommend)|an older adult"
    r"|\d+[ -]?(?:years?|yrs?|y|months?)[ -]?(?:old )?(?:fe)?male\b)",
    re.IGNORECASE,
)
_THE_PATIENT = re.compile(
    r"\b(?:(?:the|this|your|your pediatric|-old) patient\b"
    r"|patient (?:reports?|denies|presents?)|pediatric patients?\b)",
    re.IGNORECASE,
)
_SELF = re.compile(
    r"\b(?:i|i'm|i’m|im|ive|i've|i’ve|me|my|myself|mine)\b", re.IGNORECASE
)
_STRANGER = re.compile(
    r"\b(?:someone|somebody|a stranger|a person|a guy) (?:has |is |was |who |just )?"
    r"(?:collaps|faint|fell|fall|chok|having|unconscious|unresponsive|bleeding|passed)",
    re.IGNORECASE,
)
_ABOUT_SELF = re.compile(r"\bmyself\b|\bmy (?:next )?appointment\b", re.IGNORECASE)
_OWN_FEMALE = re.compile(
    r"\b(?:pregnan\w+|postpartum|breastfeeding|my (?:periods?|uterus|ovar\w+|husband)"
    r"|i(?:'m|’m| am) a (?:woman|girl)|\d+ ?y?/?o? ?f\b)",
    re.IGNORECASE,
)
_FEMALE = re.compile(
    r"\b(?:she|her|woman|women|female|girl|mother|mom|mum|wife|daughter|sister|aunt"
    r"|grandmother|grandma|pregnan\w+|molar|postpartum|breastfeeding|oocyte)\b",
    re.IGNORECASE,
)
_MALE = re.compile(
    r"\b(?:he|his|him|man|male|boy|dad|husband|son|brother|uncle|grandfather|grandpa"
    r"|prostate|testic\w+|scrotal)\b",
    re.IGNORECASE,
)
_AGES: tuple[tuple[Age, str], ...] = (
    (
        "infant",
        r"\b(?:baby|newborns?|infants?|neonates?|few days old"
        r"|\d{1,2}[ -]?(?:months?|weeks?|days?)[ -]old)\b",
    ),
    (
        "child",
        r"\b(?:child(?:ren)?|kids?|toddlers?|daughter|boy|girl|p(?:a?e)diatric\w*"
        r"|teen\w*"
        r"|adolescents?|(?:[1-9]|1[0-7])[ -]?(?:years?|yrs?|y)[ -]?(?:old?|o)?)\b",
    ),
    (
        "elder",
        r"\b(?:elderly|grandm\w+|grandf\w+|grandpa|older adult"
        r"|(?:6[5-9]|[7-9]\d)(?:[ -]?(?:years?|yrs?|yo?)\b| had\b| (?:fe)?male))",
    ),
)
_MASCULINE = ("father", "dad", "husband", "son", "brother", "grandfather", "uncle")
_FEMININE = ("mother", "mom", "mum", "wife", "daughter", "sister", "grandmother")
_YOUNG = ("baby", "newborn", "infant", "toddler", "child", "son", "daughter")


class Audience(NamedTuple):
    """The reader of an answer and the person it is about."""

    reader: Reader
    subject: str
    sex: Sex | None
    age: Age
    pregnant: bool

    @property
    def possessive(self) -> str:
        """The genitive of `subject`."""
        return "your" if self.subject == "you" else f"{self.subject}'s"

    @property
    def has(self) -> str:
        """`have` in the form that fits `subject`."""
        return "have" if self.subject == "you" else "has"

    def fits(self, whom: str) -> bool:
        """Whether a diagnosis for these people can be this person's."""
        grown = self.age in ("adult", "elder")
        if whom in ("female", "male"):
            return self.sex == whom and grown
        return grown if whom == "adult" else whom in ("any", self.age)


@lru_cache(maxsize=512)
def audience(question: str, answer: str) -> Audience:
    """Read who asks about whom: from how the answer puts it, then the question.

    Args:
        question: The user's turns, joined by blank lines; the last counts most.
        answer: The answer under study.
    """
    last = question.strip().rsplit("\n\n", 1)[-1]
    named = _named_relatives(question, answer)
    patient = _THE_PATIENT.search(answer)
    clinical = _CLINICIAN.search(question) or (patient and not _SELF.search(question))
    if clinical and not (named and not patient) and not _ABOUT_SELF.search(last):
        return _about_patient(question, answer)
    if named:
        return _about_relative(named.most_common(1)[0][0], question)
    relative = _RELATIVE.search(last) or _SHORT_RELATIVE.search(last)
    if relative is None and not _SELF.search(last):
        relative = _RELATIVE.search(question[-RECENT:])
    if relative:
        return _about_relative(relative[1].lower(), question)
    if _STRANGER.search(last):
        return Audience("carer", "the person", None, "adult", pregnant=False)
    return _about_reader(question)


def _named_relatives(question: str, answer: str) -> Counter[str]:
    """Relatives that the answer calls yours and the question knows of."""
    named = Counter(m[1].lower() for m in _YOUR_RELATIVE.finditer(answer))
    for who in tuple(named):
        known = re.search(rf"\b{who}", question, re.IGNORECASE) is not None
        if who in _YOUNG:
            known = not _OWN_FEMALE.search(question)
        if not known:
            del named[who]
    return named


def _about_reader(question: str) -> Audience:
    """Who writes about themselves is taken for an adult, unless they say else."""
    teen = re.search(r"\bi(?:'m|’m| am) (?:an? )?1[0-7]\b", question, re.IGNORECASE)
    elder = re.search(
        r"\bi(?:'m|’m| am) (?:an? )?[7-9]\d\b(?! ?(?:kg|lb|cm))",
        question,
        re.IGNORECASE,
    )
    return Audience(
        reader="patient" if _SELF.search(question) else "unknown",
        subject="you",
        sex="female" if _OWN_FEMALE.search(question) else None,
        age="child" if teen else "elder" if elder else "adult",
        pregnant=_is_pregnant(question),
    )


def _about_patient(question: str, answer: str) -> Audience:
    age = _age(question)
    young = re.search(r"\bthe (baby|newborn|infant|toddler|child)\b", answer, re.I)
    who = (
        f"the {young[1].lower()}"
        if young and age in ("infant", "child")
        else "the patient"
    )
    return Audience("clinician", who, _sex(question), age, _is_pregnant(question))


def _about_relative(word: str, question: str) -> Audience:
    who = {"boy": "son", "girl": "daughter", "kid": "child"}.get(word, word)
    who = "child" if who[0].isdigit() else who
    age = _age(question)
    if who in ("baby", "newborn", "infant"):
        age = "infant"
    elif who in _YOUNG:
        age = age if age in ("infant", "child") else "child"
    else:
        age = "elder" if age == "elder" or who.startswith("grand") else "adult"
    sex: Sex | None = "male" if who in _MASCULINE else None
    sex = "female" if who in _FEMININE else sex
    return Audience("carer", f"your {who}", sex, age, pregnant=False)


def _sex(question: str) -> Sex | None:
    female, male = _FEMALE.search(question), _MALE.search(question)
    if female and not male:
        return "female"
    return "male" if male and not female else None


def _age(question: str) -> Age:
    return next((a for a, cue in _AGES if re.search(cue, question, re.I)), "adult")


def _is_pregnant(question: str) -> bool:
    return re.search(r"\bpregnant\b|weeks gestation", question, re.I) is not None
