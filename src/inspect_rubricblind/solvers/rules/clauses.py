"""English grammar for edited clauses: the number of a subject, the form of a verb."""

import re

_CLAUSE_START = re.compile(
    r".*(?:[.;:!?—–(\n]|,\s(?:(?:and|but|so|or|as|because|since|which means)\b)?\s?"
    r"|\b(?:that|because|if|when|while|although|though|since|but|whether|so|as|how"
    r"|says?|means?|and(?= (?:it|this|they|these|he|she|you|there)\b))\b)\s*",
    re.IGNORECASE | re.DOTALL,
)
_MODIFIER = re.compile(
    r"\s(?:of|in|with|within|from|on|for|to|at|by|like|such as|including|during|after"
    r"|before|when|who|that|which|associated|caused|following|without|between|than"
    r"|especially|due|located|involving|containing|taken|used|lasting|among|around"
    r"|across|through|over|under|about|against|beyond)(?![-\w]).*",
    re.IGNORECASE | re.DOTALL,
)
_SINGULAR_S = re.compile(
    r"(?:ss|us|is|ous|ness|betes|measles|herpes|rabies|scabies|always|series|means"
    r"|news|status|pus|shingles|lens|gas|yes|'s|’s)$",
    re.IGNORECASE,
)
_ONE_THING = re.compile(
    r"(?<!\bas )(?<!\blike )(?<!\bof )(?<!\bwith )(?<!\bby )(?<!\band )"
    r"\ban?(?: (?!and\b)[\w-]+){1,4}$",
    re.IGNORECASE,
)
_PLURAL = frozenset(
    [
        "they",
        "these",
        "those",
        "you",
        "we",
        "i",
        "people",
        "children",
        "women",
        "men",
        "feet",
        "teeth",
        "bacteria",
        "data",
        "criteria",
        "both",
        "many",
        "some",
        "most",
        "few",
        "others",
        "all",
        "several",
        "patients",
        "police",
    ]
)
_SINGULAR = frozenset(["it", "this", "that", "he", "she", "one", "which", "there"])


def is_plural(before: str) -> bool:
    """Whether the subject that ends here takes a plural verb.

    Args:
        before: The sentence up to the verb.
    """
    text = re.sub(r"\([^)]*\)|[*_`|]", "", before).strip()
    relative = re.search(r"\w,?\s+(?:which|that|who)$", text, re.IGNORECASE)
    if relative:
        named = text[: relative.start() + 1]
        return not _ONE_THING.search(named) and is_plural(named)
    start = _CLAUSE_START.match(text)
    subject = text[start.end() :] if start and start.end() < len(text) else text
    words = subject.split()
    if not words:
        return False
    last = words[-1].lower().strip(",")
    if last in _PLURAL or last in _SINGULAR:
        return last in _PLURAL
    if re.match(r"\w{4,}ing\b", words[0]) and len(words) > 1:
        return False
    if words[0].lower() in _PLURAL and len(words) > 1:
        return True
    head = _MODIFIER.sub("", f" {subject}").strip() or subject
    if re.search(r"\w,? and \w", head):
        return True
    return _is_plural_noun(head.split()[-1].lower().strip(",-"))


def shares_subject(before: str) -> bool:
    """Whether a verb here only goes on with the subject of the clause before."""
    return re.search(r"\b(?:and|but|or|then|yet)\W*$", before, re.I) is not None


def has_far_subject(before: str) -> bool:
    """Whether the subject of a verb here stands elsewhere, or far from "which"."""
    relative = re.search(r",\s+which\W*$", before, re.I) is not None
    return relative or shares_subject(before) or lacks_subject(before)


def lacks_subject(before: str) -> bool:
    """Whether a verb here has no subject, as behind a label such as "Notes:"."""
    return re.search(r"(?:^|[:|]|\s[-–—])[*_\W]*$", before) is not None


def _is_plural_noun(word: str) -> bool:
    if word in _PLURAL:
        return True
    return word.endswith("s") and not _SINGULAR_S.search(word)


def third_person(verb: str) -> str:
    """The form of a verb (or of its first word) that fits `it`."""
    first, _, rest = verb.partition(" ")
    if first == "have":
        form = "has"
    elif first.endswith(("s", "sh", "ch", "x", "z", "o")):
        form = f"{first}es"
    elif first.endswith("y") and first[-2:-1] not in "aeiou":
        form = f"{first[:-1]}ies"
    else:
        form = f"{first}s"
    return f"{form} {rest}" if rest else form


def agree(verb: str, plural: bool) -> str:
    """A verb in the present tense, for a subject of this number."""
    if verb == "be":
        return "are" if plural else "is"
    return verb if plural else third_person(verb)
