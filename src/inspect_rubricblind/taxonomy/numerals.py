"""Numbers as clinical text writes them: digits, fractions and words."""

import unicodedata
from typing import Any, NamedTuple

import regex

_WORD_VALUES = {
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
    "fourteen": 14,
    "fifteen": 15,
    "twenty": 20,
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
    "ninety": 90,
}
_OF = r"(?:\s+of)?(?:\s+(?:an?|the))?"
_HALF = rf"(?:an?\s+|one[\s-])?half{_OF}"
_QUARTER = rf"(?:a|one)[\s-]quarter{_OF}"
_THIRD = rf"(?:a|one)[\s-]third{_OF}"
_ONES = "|".join(_WORD_VALUES)
_VULGAR = "¼½¾⅓⅔⅛"

# `a` counts only in a stretch of time: for a week, within an hour.
_ARTICLE = (
    r"(?<=\b(?:for|within|after|in|than|last|next|past|about|least|over)\s+)an?"
    r"(?=\s+(?:day|week|month|year|hour|minute)\b)"
)
WORD_NUMBER = (
    rf"(?:(?:{_ONES})(?:\s+and\s+a\s+half)?|{_HALF}|{_QUARTER}|{_THIRD}|{_ARTICLE})"
)
DIGIT_NUMBER = (
    r"(?:"
    r"\d{1,3}(?:[,\u00a0\u2009\u202f]\d{3})+(?:\.\d+)?"  # 1,000 and 1 000.5
    rf"|\d+(?:[.,]\d+)?[{_VULGAR}]?"
    r"|(?<!\d)\.\d+"
    rf"|[{_VULGAR}]"
    r")(?:\s?[x×]\s?10(?:\^\d+|[⁰¹²³⁴⁵⁶⁷⁸⁹]+)(?!\s?/)|\s(?:million|thousand)\b)?"
)
# Only fractions a tablet can be cut into; 7/10 is a score, 120/80 a pressure.
FRACTION = r"(?:\d\s+)?[1-3]/[248](?![\d/])|(?:\d\s+)?[12]/3(?![\d/])"
NUMBER = rf"(?:(?:{FRACTION})|{DIGIT_NUMBER}|\b{WORD_NUMBER}\b)"

_THOUSANDS = regex.compile(r"(?<=\d)[,\u00a0\u2009\u202f](?=\d{3}(?!\d))")
_SCALES = {"million": 1e6, "thousand": 1e3}
_SCALE = regex.compile(r"\s(million|thousand)$", regex.IGNORECASE)
_POWER = regex.compile(r"\s?[x×]\s?10(?:\^(\d+)|([⁰¹²³⁴⁵⁶⁷⁸⁹]+))$")


class Number(NamedTuple):
    """A number as it stands in the text, so that it can be replaced there."""

    value: float
    text: str
    start: int
    end: int


def numbers_in(match: Any, *groups: str) -> tuple[Number, ...]:
    """The numbers in these groups of a match, without those that are absent."""
    return tuple(
        Number(parse_number(match[group]), match[group], *match.span(group))
        for group in groups
        if match[group] is not None
    )


def scale_like(low: Number, high: Number) -> tuple[Number, Number]:
    """Let both ends of `2-3 million` be millions."""
    scale = _SCALE.search(high.text)
    if scale is None or _SCALE.search(low.text):
        return low, high
    return low._replace(value=low.value * _SCALES[scale[1].lower()]), high


def parse_number(text: str) -> float:
    """The value of a text that `NUMBER` matches, e.g. `1,000`, `1½` or `half a`."""
    lower = " ".join(text.lower().replace("-", " ").split())
    if lower[:1].isalpha():
        return _parse_words(lower)
    factor = 1.0
    if scale := _SCALE.search(text):
        factor = _SCALES[scale[1].lower()]
        text = text[: scale.start()]
    if power := _POWER.search(text):
        digits = power[1] or unicodedata.normalize("NFKC", power[2])
        factor, text = 10.0 ** int(digits), text[: power.start()]
    if "/" in text:
        whole, _, last = text.rpartition(" ")
        top, bottom = last.split("/")
        return (float(whole or 0) + int(top) / int(bottom)) * factor
    vulgar = unicodedata.numeric(text[-1]) if text[-1] in _VULGAR else 0.0
    plain = _THOUSANDS.sub("", text.rstrip(_VULGAR)).replace(",", ".")
    return (float(plain or 0) + vulgar) * factor


def _parse_words(words: str) -> float:
    first = words.split()[0]
    half = 0.5 if "half" in words else 0.0
    if first in _WORD_VALUES and "and a half" in words:
        return _WORD_VALUES[first] + half
    if half:
        return half
    if "quarter" in words:
        return 0.25
    return 1 / 3 if "third" in words else float(_WORD_VALUES.get(first, 1))
