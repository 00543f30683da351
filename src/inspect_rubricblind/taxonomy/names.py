"""Find names in text: of medicines, conditions, tests and treatments.

A name matches as a whole word, in singular and plural, whatever its capitals;
hyphen and space are the same, and so are straight and curly apostrophes. An
abbreviation (`UTI`, `PE`) matches as it is written, because `pe` or `mi` are not
it. Where two names overlap, the longer one counts.
"""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

_VOWEL_SOUND = re.compile(
    r"(?:[aeio]|u(?!ni|ri|ro|se|te)|hour|heir|honest)", re.IGNORECASE
)
_LETTERS_VOWEL = frozenset("AEFHILMNORSX")
_SAME = {" ": r"[\s ‐‑-]+", "-": r"[\s‐‑–-]?", "'": "['’]", "’": "['’]"}
_IRREGULAR = {
    "attack of gout": "attacks of gout",
    "diagnosis": "diagnoses",
    "carcinoma in situ": "carcinomas in situ",
}


class Mention(NamedTuple):
    """A place where a text names something: `text[start:end]`."""

    id: str
    text: str
    start: int
    end: int
    plural: bool


class NameIndex:
    """Names of many things, compiled into one search."""

    def __init__(self, names: Mapping[str, Iterable[str]]) -> None:
        """Take the names of each thing by its id."""
        self._owners: dict[str, tuple[str, bool]] = {}
        exact: list[str] = []
        loose: list[str] = []
        for owner, spellings in names.items():
            for spelling in spellings:
                for form, is_plural in ((spelling, False), (plural(spelling), True)):
                    key = _key(form)
                    if key not in self._owners:
                        self._owners[key] = (owner, is_plural)
                        (exact if is_abbreviation(spelling) else loose).append(form)
        parts = [f"(?:{_alternatives(exact)})"] if exact else []
        parts += [f"(?i:{_alternatives(loose)})"] if loose else []
        self._pattern = re.compile(
            rf"(?<![\w-])(?:{'|'.join(parts) or '(?!)'})(?![\w]|-\w)"
        )

    def find(self, text: str) -> tuple[Mention, ...]:
        """All names in a text, in order, without overlaps."""
        found = []
        for match in self._pattern.finditer(text):
            owner = self._owners.get(_key(match[0]))
            if owner is not None:
                found.append(
                    Mention(owner[0], match[0], match.start(), match.end(), owner[1])
                )
        return tuple(found)


def is_abbreviation(name: str) -> bool:
    """Whether a name is written in capitals only, such as `UTI` or `COPD`."""
    letters = [c for c in name if c.isalpha()]
    return len(name) <= 6 and bool(letters) and all(c.isupper() for c in letters)


def plural(name: str) -> str:
    """The plural of an English noun phrase whose last word is its head."""
    if name in _IRREGULAR:
        return _IRREGULAR[name]
    if is_abbreviation(name):
        return f"{name}s"
    if re.search(r"(?:ss|x|z|ch|sh)$", name):
        return f"{name}es"
    if name.endswith("s"):
        return name
    if re.search(r"[^aeiou]y$", name):
        return f"{name[:-1]}ies"
    return f"{name}s"


def article(name: str) -> str:
    """`a` or `an`, as the name is spoken."""
    word = name.lstrip("*_\"'(“")
    if is_abbreviation(word.split(" ")[0].rstrip("s")):
        return "an" if word[:1] in _LETTERS_VOWEL else "a"
    return "an" if _VOWEL_SOUND.match(word) else "a"


def _key(form: str) -> str:
    folded = re.sub(r"[\s ‐‑–-]+", " ", form.replace("’", "'")).strip()
    return folded if is_abbreviation(folded.rstrip("s")) else folded.lower()


def _alternatives(forms: list[str]) -> str:
    longest_first = sorted(set(forms), key=lambda form: (-len(form), form))
    return "|".join(
        "".join(_SAME.get(c, re.escape(c)) for c in form) for form in longest_first
    )
