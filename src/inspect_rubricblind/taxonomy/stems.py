"""Words and numbers of a text, cut down so that inflections of a word meet."""

import re
import unicodedata
from functools import lru_cache

from inspect_rubricblind.taxonomy.tokens import token_texts

PART = re.compile(r"\d+(?:[.,]\d+)*|[a-zA-Z]+")
HYPHENS = str.maketrans("‐‑‒", "---")

# Longest first; stripped once, as long as a recognisable stem remains.
# fmt: off
SUFFIXES = (
    "ational", "ization", "isation", "ations", "ation", "ments", "ingly", "ement",
    "edly", "ment", "ness", "ally", "ing", "ion", "ive", "ity", "ly", "ed", "al",
    "er", "or", "ic", "y", "e",
)
# fmt: on
# Words whose stem would be another word: hives and HIV, numbness and number.
WHOLE_WORDS = frozenset({"hives", "numbness", "piles", "tums", "wine"})
SHORTEST = 4
SHORT_STEM = {"ing": 3, "ed": 3, "e": 3}


def split_words(text: str) -> list[str]:
    """Words and numbers in order, lower case; hyphenated words are taken apart."""
    plain = unicodedata.normalize("NFKC", text).translate(HYPHENS).lower()
    words: list[str] = []
    for token in token_texts(plain):
        words += PART.findall(token) if token.isascii() else [token]
    return words


def stems(text: str) -> list[str]:
    """The stems of all words of a text, in order."""
    return [stem(word) for word in split_words(text)]


@lru_cache(maxsize=100_000)
def stem(word: str) -> str:
    """Strip the common English endings of a lower-case word.

    Coarse on purpose: it need not give a real word, only the same one for
    "recommends", "recommended" and "recommendation".
    """
    if len(word) <= 3 or word in WHOLE_WORDS or not word.isascii():
        return word
    if word.endswith("ies") and len(word) > 4:
        word = word[:-3] + "y"
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for suffix in SUFFIXES:
        kept = len(word) - len(suffix)
        if word.endswith(suffix) and kept >= SHORT_STEM.get(suffix, SHORTEST):
            if suffix == "ed" and word.endswith("eed"):
                break
            word = word[:kept]
            break
    doubled = len(word) > 4 and word[-1] == word[-2] and word[-1] not in "sl"
    return word[:-1] if doubled else word
