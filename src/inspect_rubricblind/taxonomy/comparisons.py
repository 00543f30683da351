"""Comparisons beside a number: below 90, at least 7, 65 or older."""

from typing import Literal, NamedTuple

import regex

from inspect_rubricblind.taxonomy.quantity_patterns import FLAGS

Comparator = Literal["", "<", "<=", ">", ">=", "~"]


class Comparison(NamedTuple):
    """A comparison beside an amount; the span is relative to the neighbourhood."""

    sign: Comparator
    start: int
    end: int
    follows: bool


_FILLER = (
    r"(?:\s*(?:of|about|around|approximately|roughly|an?|the|total|:|\*{1,2}|~|≈))*\s*$"
)
_BEFORE: tuple[tuple[Comparator, str], ...] = (
    (
        "<=",
        r"(?:no|not|never)\s+(?:more|greater|higher|longer)\s+than"
        r"|(?:not|n['’]t|never|without|cannot)\s+(?:to\s+)?exceed(?:ing)?"
        r"|at\s+(?:the\s+)?most|up\s+to|limit(?:\s+is)?"
        r"|max(?:imum|imal|\.)?(?:\s+(?:total|single|daily|adult))*"
        r"(?:\s+(?:dose|amount))?(?:\s+(?:per\s+day|is))?",
    ),
    (
        ">=",
        r"at\s+least|(?:no|not)\s+(?:less|fewer|lower)\s+than|minimum|min\.",
    ),
    (
        ">",
        r"above|over|(?:more|greater|higher|longer|older|heavier)\s+than"
        r"|exceed(?:s|ing|ed)?|beyond|in\s+excess",
    ),
    ("<", r"below|under|(?:less|fewer|lower|shorter|younger|lighter)\s+than"),
    ("~", r"about|around|approximately|approx\.?|roughly|nearly|almost"),
)
_SIGNS: tuple[tuple[Comparator, str], ...] = (
    ("<=", r"≤|≦|<=|=<"),
    (">=", r"≥|≧|>=|=>"),
    (">", r">"),
    ("<", r"<"),
    ("~", r"~|≈"),
)
_COMPARATORS = tuple(
    (sign, regex.compile(rf"(?P<found>(?<!\p{{L}})(?:{words})){_FILLER}", FLAGS))
    for sign, words in _BEFORE
) + tuple(
    (sign, regex.compile(rf"(?P<found>{marks}){_FILLER}", FLAGS))
    for sign, marks in _SIGNS
)
_AFTER = regex.compile(
    r"""\s*(?P<found>
      (?P<ge>\+(?![\d\p{L}])
        |(?:or|and)\s+(?:more|higher|above|greater|over|older|longer|up)\b)
    | (?:or|and)\s+(?:less|lower|below|under|younger|fewer|shorter)\b)""",
    FLAGS,
)
_PERSISTS = regex.compile(r"(?:for|last\w*|persist\w*|continu\w*)\s+over\s*$", FLAGS)


def find_comparison(before: str, after: str, *, is_time: bool) -> Comparison | None:
    """The comparison directly before or after an amount.

    Args:
        before: The clause up to the amount.
        after: The clause from the amount on.
        is_time: Whether the amount is a stretch of time.
    """
    for sign, pattern in _COMPARATORS:
        if not (found := pattern.search(before)):
            continue
        spread = is_time and found["found"].lower() == "over"
        # A dose is given over two hours; a fever lasts for over two days.
        if spread and not _PERSISTS.search(before):
            return None
        return Comparison(sign, found.start("found"), found.end("found"), False)
    if found := _AFTER.match(after):
        sign = ">=" if found["ge"] else "<="
        return Comparison(sign, found.start("found"), found.end("found"), True)
    return None
