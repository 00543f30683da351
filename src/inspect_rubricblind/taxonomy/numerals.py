"""Numbers as clinical text writes them: digits, fractions and words."""

import unicodedata

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
    r")(?:\s?[x×]\s?10(?:\^\d+|[⁰¹²³⁴⁵⁶⁷⁸⁹]+)(?!\s?/))?"
)
# Only fractions a tablet can be cut into; 7/10 is a score, 120/80 a pressure.
FRACTION = r"(?:\d\s+)?[1-3]/[248](?![\d/])|(?:\d\s+)?[12]/3(?![\d/])"
NUMBER = rf"(?:(?:{FRACTION})|{DIGIT_NUMBER}|\b{WORD_NUMBER}\b)"

_THOUSANDS = regex.compile(r"(?<=\d)[,\u00a0\u2009\u202f](?=\d{3}(?!\d))")
_POWER = regex.compile(r"\s?[x×]\s?10(?:\^(\d+)|([⁰¹²³⁴⁵⁶⁷⁸⁹]+))$")


def parse_number(text: str) -> float:
    """The value of a text that `NUMBER` matches, e.g. `1,000`, `1½` or `half a`."""
    lower = " ".join(text.lower().replace("-", " ").split())
    if lower[:1].isalpha():
        return _parse_words(lower)
    factor = 1.0
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
