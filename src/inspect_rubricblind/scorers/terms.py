"""What a text is about, as a set of terms that two texts can share.

A term is a stemmed word, a number (`=0.5`) or a concept (`#kidney`) that stands for
its synonyms. Terms are compared, never ordered, so this is a bag of words with a
medical lexicon; what the words say about each other is left to `evidence`.
"""

from functools import lru_cache

from inspect_rubricblind.scorers.vocabulary import vocabulary
from inspect_rubricblind.taxonomy.stems import split_words, stem

# "One" is left a word: it is a pronoun more often than a number.
NUMERALS = {
    word: str(number)
    for number, word in enumerate(
        ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
        start=2,
    )
}

NUMBER_WEIGHT = 0.3
CONCEPT_WEIGHT = 0.8
UNSPECIFIC_WEIGHT = 0.12
CHARACTER_WEIGHT = 0.3
WORD_WEIGHT = 1.0


@lru_cache(maxsize=50_000)
def terms(text: str) -> frozenset[str]:
    """The terms of a text: stems, numbers, and the concepts they belong to."""
    known = vocabulary()
    words = split_words(text)
    found = {_term(word) for word in words if word not in known.ignored}
    stemmed = [stem(word) for word in words]
    for start in range(len(stemmed)):
        for end in range(start + 1, start + known.longest + 1):
            found.update(known.concepts.get(tuple(stemmed[start:end]), ()))
    return frozenset(found - {""})


def weight(term: str) -> float:
    """How much a shared term says about a shared subject, in [0, 1]."""
    if term.startswith("="):
        return NUMBER_WEIGHT
    if term.startswith("#"):
        return CONCEPT_WEIGHT
    if term in vocabulary().unspecific:
        return UNSPECIFIC_WEIGHT
    return CHARACTER_WEIGHT if len(term) == 1 else WORD_WEIGHT


def _term(word: str) -> str:
    word = NUMERALS.get(word, word)
    if word[0].isdigit():
        return "=" + word.replace(",", ".")
    stemmed = stem(word)
    return "" if len(stemmed) < 2 and stemmed.isascii() else stemmed
