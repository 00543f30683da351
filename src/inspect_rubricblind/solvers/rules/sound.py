"""Where a sentence without its hedge or limit would read as odd, or hold no error."""

import re

import regex

from inspect_rubricblind.solvers.rules.weight import is_everyday

REACH = 50
"""Characters before a hedge in which the subject of the claim stands."""

_ANYTHING = re.compile(
    r"\b(?:any\w*|something|those|someone) (?:that|who|which)\W*$", re.IGNORECASE
)
_RELATIVE = re.compile(r"\b(?:that|which|who|some|others)\W*$", re.IGNORECASE)
_SLIGHT = re.compile(r"\b(?:gas|peace of mind|comfort|overall)\b", re.IGNORECASE)
_TRUE_ANYWAY = re.compile(
    r"\b(?:complicate|mask|introduce|interpretation)\b", re.IGNORECASE
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
_CONCEDES = re.compile(r"\b(?:while|although|though)\b[^,;]*$", re.IGNORECASE)
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
    if _ANYTHING.search(before) or _CONCEDES.search(before):
        return True
    if hedge == "usually":
        return not before.strip("*_ ")
    if hedge in ("modal_be_effect", "modal_help"):
        slight = _SLIGHT.search(f"{near} {behind}") is not None
        return slight or _RELATIVE.search(before) is not None
    if hedge == "modal_cause":
        said = f"{match[0]} {behind[:REACH]}"
        return is_everyday(near) or _TRUE_ANYWAY.search(said) is not None
    if hedge == "consistent_with":
        return _DIAGNOSED.search(text) is not None
    return hedge == "possible_finding" and "|" in text


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
    if limit in ("quantifier", "kind_of_group", "normal_for"):
        narrowed = limit == "quantifier" and _WITH.match(rest) is not None
        told = limit == "kind_of_group" and _NEEDING.match(rest) is not None
        return narrowed or told or _WHO.match(rest) is not None
    return False
