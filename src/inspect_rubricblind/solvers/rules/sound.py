"""Where a sentence without its hedge or limit would read as odd, or hold no error."""

import re

import regex

from inspect_rubricblind.solvers.rules.weight import is_everyday

REACH = 50
"""Characters before a hedge in which the subject of the claim stands."""

_ANYTHING = re.compile(
    r"\b(?:any\w*(?: \w+){0,4}|something|those|someone) (?:that|who|which)\W*$",
    re.IGNORECASE,
)
_RELATIVE = re.compile(r"\b(?:that|which|who|some|others)\W*$", re.IGNORECASE)
_SLIGHT = re.compile(r"\b(?:gas|peace of mind|comfort|overall)\b", re.IGNORECASE)
_TRUE_ANYWAY = re.compile(
    r"\b(?:complicate|mask|introduce|interpretation|irritation|inflammation|breakouts?"
    r"|dryness|acne)\b",
    re.IGNORECASE,
)
# A risk that is raised for certain is still only a risk.
_RISK = re.compile(
    r"\b(?:risks?|chances?|likelihood|odds|probability|tolerated|susceptib\w+"
    r"|side effects?)\b",
    re.IGNORECASE,
)
# What holds under the right conditions is hardly wrong without a "usually".
_PROVIDED = re.compile(
    r"\b(?:if|when|unless|as long as|provided|with (?:\w+ )?(?:appropriate|proper"
    r"|adequate|correct|timely|early|good|prompt|the right|rest)|in moderation|but)\b",
    re.IGNORECASE,
)
_DIAGNOSED = re.compile(r"\b(?:exhibits?|diagnosed)\b", re.IGNORECASE)
# The same breath goes on to speak of the others.
_ELSE = re.compile(
    r"[;,] (?:older|younger|others|those|whereas|but)\b|^ but\b", re.IGNORECASE
)
_WHO = re.compile(r"\W{0,4}(?:who|whose)\b|^ (?:of|aged|under|over) \d", re.IGNORECASE)
_COMPARED = re.compile(
    r"\b(?:compared (?:to|with)|relative to|versus|vs|unlike|than (?:in|for|among|those"
    r"|adults|children|women|men|other|healthy))\b",
    re.IGNORECASE,
)
# "While it may mean this, it can also mean that" goes on to speak of the rest.
_CONCEDES = re.compile(r"\b(?:while|even if)\b[^,;]*$", re.IGNORECASE)
_EXCEPT = re.compile(
    r"\b(?:though|although|however|except|or (?:possibl[ey]|potential(?:ly)?|perhaps"
    r"|maybe))\b",
    re.IGNORECASE,
)
# A finding that is only considered is not yet confirmed.
_WEIGHS = re.compile(
    r"\b(?:consider\w*|suspicion|suspected|rule out|ruled out|if|whether|warrants?"
    r"|evaluat\w+)\b",
    re.IGNORECASE,
)
_YET = re.compile(r"\b(?:but|and) (?:can|may|might|could)\b", re.IGNORECASE)
_HELD_BACK = ("modal_help", "modal_be_effect", "usually", "usually_not")
_NEEDING = re.compile(
    r"\W{0,4}(?:requiring|needing|receiving|undergoing|on|treated)\b", re.IGNORECASE
)
_STATED_OF_ALL = (
    "severity",
    "restricted_group",
    "those_with",
    "kind_of_group",
    "cases",
    "for_a_person",
)
# What holds mostly, or can be, says nothing of everyone.
_MOSTLY = re.compile(
    r"\b(?:generally|usually|often|sometimes|occasionally)\b|\bcan (?:help|provide"
    r"|offer|give|manage|relieve|reduce)",
    re.IGNORECASE,
)
# To tailor something to nothing makes no sense.
_TAILORS = re.compile(
    r"\b(?:tailor\w*|adjust\w*|adapt\w*|individuali[sz]\w*|personali[sz]\w*"
    r"|custom\w*|modif\w+|vary|varies|choose|chosen|decide\w*|guid\w+)\b",
    re.IGNORECASE,
)
_WITH = re.compile(r"\W{0,4}(?:with|without|taking|at)\b", re.IGNORECASE)


def needs_hedge(hedge: str, text: str, match: "regex.Match[str]") -> bool:
    """Whether a sentence is better left with its hedge.

    Args:
        hedge: The id of the hedge.
        text: The sentence.
        match: The hedge in it.
    """
    before, behind = text[: match.start()], text[match.end() :]
    near = before[-REACH:]
    if _ANYTHING.search(before) or _CONCEDES.search(before) or _EXCEPT.search(text):
        return True
    if _YET.search(behind):
        return True
    if hedge in _HELD_BACK and (_PROVIDED.search(behind) or _RISK.search(behind)):
        return True
    if hedge == "usually":
        return not before.strip("*_ ")
    if hedge in ("modal_be_effect", "modal_help"):
        slight = _SLIGHT.search(f"{near} {behind}") is not None
        return slight or _RELATIVE.search(before) is not None
    if hedge == "modal_cause":
        said = f"{match[0]} {behind[:REACH]}"
        if _TRUE_ANYWAY.search(said) or _RISK.search(said):
            return True
        return is_everyday(near)
    if hedge == "consistent_with":
        return _DIAGNOSED.search(text) is not None
    if hedge == "possible_finding":
        return "|" in text or _WEIGHS.search(behind) is not None
    return False


def needs_limit(limit: str, text: str, rest: str) -> bool:
    """Whether a sentence is better left with its limit.

    Args:
        limit: The id of the limit.
        text: The sentence.
        rest: What follows the limit.
    """
    if limit in _STATED_OF_ALL and _MOSTLY.search(text):
        return True
    if _COMPARED.search(text) or _ELSE.search(rest):
        return True
    if limit == "gestation" and "preterm" in text.lower():
        return True
    if limit == "based_on":
        return _TAILORS.search(text) is not None
    if limit in ("quantifier", "kind_of_group", "cases", "normal_for"):
        told = limit == "kind_of_group" and _NEEDING.match(rest) is not None
        narrowed = limit != "normal_for" and _WITH.match(rest) is not None
        return narrowed or told or _WHO.match(rest) is not None
    return False
