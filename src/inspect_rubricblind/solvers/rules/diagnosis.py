"""C2: a wrong diagnosis, given what is known.

Three ways: a condition that the answer takes for the likely one becomes another
that it is confused with, at all its places; a list of possible causes becomes one
wrong diagnosis; where the answer names none, one that does not fit is added.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from random import Random

from inspect_rubricblind.records import Candidate
from inspect_rubricblind.solvers.rules.additions import is_labelled
from inspect_rubricblind.solvers.rules.anchors import add_behind, anchors
from inspect_rubricblind.solvers.rules.causes import (
    CAUSED,
    DEPENDS,
    MODEST,
    cause_beside,
    gist,
    named_in,
)
from inspect_rubricblind.solvers.rules.clauses import is_plural
from inspect_rubricblind.solvers.rules.context import (
    is_statement,
    is_warning,
    paragraph,
    stated,
)
from inspect_rubricblind.solvers.rules.diagnoses import (
    CAUSES,
    FRAMES,
    Asserted,
    asserted_conditions,
    is_explained,
    is_one_of_many,
    is_taken_back,
    rename,
)
from inspect_rubricblind.solvers.rules.genre import is_letter, is_rewrite
from inspect_rubricblind.solvers.rules.limits import fits
from inspect_rubricblind.solvers.rules.passage import (
    Change,
    Passage,
    Sentence,
    edits_at,
)
from inspect_rubricblind.taxonomy.lexicon import (
    compiled,
    has_word,
    load_presentations,
)
from inspect_rubricblind.taxonomy.lexicon_model import (
    Presentation,
    WrongDiagnosis,
)

_CAUSE_LIST = re.compile(
    r"\b(?:can|may|could|might)(?: also| often| sometimes)? (?:be|have|stem|result|come"
    r"|arise|indicate)\b[^.:\n]*?(?:caused|causes|due|factors|things|reasons|result|sign"
    r"|related|attributed|from|conditions)\b[^.:\n]*",
    re.IGNORECASE,
)
_MANY = re.compile(r",[^.]*\b(?:or|and)\b", re.IGNORECASE)
_ABOUT = re.compile(
    r"\b(?:sounds? like|describ\w*|experienc\w*|sorry to hear|suggest\w*"
    r"|(?:can|could|may|might) (?:be|have|indicate|mean|stem|suggest)"
    r"|is (?:likely|possible|common|concerning)|symptoms? (?:you|like|such))\b",
    re.IGNORECASE,
)
_NOT_ABOUT = re.compile(
    r"\b(?:monitor\w*|doctors?|providers?|appointments?|professionals?|try|drink|avoid"
    r"|medic(?:ation|ine)s?|treat\w*|document\w*|exam\w*|help(?:ful)?|describe)\b",
    re.IGNORECASE,
)
SIDED = frozenset(["mastoiditis"])
"""Conditions for which the side that the answer names stays right."""

_DEGREE = re.compile(
    r"\b(?:serious|severe|minor|major|significant|possible|hidden)\W*$", re.IGNORECASE
)
EARLY = 0.5
"""Share of the answer, from its start, in which a diagnosis is added."""


def trigger(passage: Passage) -> str | None:
    """The likely condition, the list of causes, or what the user describes."""
    found = next(_all(passage, Random(0)), None)
    return found.trigger if found else None


def candidates(passage: Passage, rng: Random) -> Iterator[Candidate]:
    """Wrong diagnoses: swaps, then lists of causes, then additions."""
    yield from _all(passage, rng)


def _all(passage: Passage, rng: Random) -> Iterator[Candidate]:
    if not passage.is_english:
        return
    swaps = list(_swaps(passage, rng))
    rng.shuffle(swaps)
    yield from swaps
    if is_letter(passage) or is_rewrite(passage):
        return
    for picture in _presentations(passage):
        yield from _cause_lists(passage, picture, rng)
    if not asserted_conditions(passage) and not CAUSED.search(passage.answer):
        for picture in _presentations(passage):
            yield from _added(passage, picture, rng)


def _swaps(passage: Passage, rng: Random) -> Iterator[Candidate]:
    for found in asserted_conditions(passage):
        options = [
            wrong
            for wrong in found.condition.confused
            if not has_word(passage.context, (*wrong.unless, wrong.name))
        ]
        if is_explained(passage, found):
            options = [w for w in options if w.name in SIDED]
        if not options or is_one_of_many(passage, found):
            continue
        if _still_meant(passage, found):
            continue
        wrong = rng.choice(options)
        edits = edits_at(passage.answer, rename(passage, found, wrong.name))
        if edits is not None and fits(passage, "C2", edits):
            yield Candidate(
                edits=edits,
                claim=stated(passage, edits, found.at),
                trigger=found.cue,
                template=f"swap.{found.condition.name}",
            )


def _still_meant(passage: Passage, found: Asserted) -> bool:
    """Whether its degree, or a word of its name elsewhere, speaks of the old one."""
    names = [place.text for place in found.places]
    rest = passage.answer
    for place in reversed(found.places):
        before = passage.answer[max(0, place.start - 20) : place.start]
        if _DEGREE.search(before):
            return True
        rest = rest[: place.start] + rest[place.end :]
    return named_in(gist(" ".join(names)), rest)


def _leads_in(passage: Passage, sentence: Sentence) -> bool:
    """Whether a sentence, or the one behind it, opens a list."""
    at = passage.sentences.index(sentence)
    return any(
        s.text.rstrip("*_ ").endswith(":") for s in passage.sentences[at : at + 2]
    )


@lru_cache(maxsize=64)
def _presentations(passage: Passage) -> tuple[Presentation, ...]:
    """The pictures of the lexicon that the user describes."""
    text = passage.question
    return tuple(
        entry
        for entry in load_presentations().presentations
        if all(_holds(group, text) for group in entry.cues)
        and not _holds(entry.unless, text)
    )


def _holds(patterns: tuple[str, ...], text: str) -> bool:
    return any(compiled(pattern).search(text) for pattern in patterns)


def _options(passage: Passage, picture: Presentation) -> list[WrongDiagnosis]:
    return [
        wrong
        for wrong in picture.wrong
        if not has_word(passage.context, (*wrong.unless, _bare(wrong.name)))
    ]


def _bare(name: str) -> str:
    return re.sub(r"^(?:an?|the) ", "", name)


def _cause_lists(
    passage: Passage, picture: Presentation, rng: Random
) -> Iterator[Candidate]:
    options = _options(passage, picture)
    for sentence in passage.sentences:
        match = _CAUSE_LIST.search(sentence.text)
        if not options or match is None or not _is_open_list(passage, sentence, match):
            continue
        wrong = rng.choice(options)
        frame = rng.choice(sorted(CAUSES))
        text = _verbs(CAUSES[frame], sentence.text[: match.start()], wrong.name)
        start, end = sentence.start + match.start(), sentence.start + match.end()
        edits = edits_at(passage.answer, [Change(start, end, text)])
        if edits is not None and fits(passage, "C2", edits):
            yield Candidate(
                edits=edits,
                claim=_claim(picture, wrong),
                trigger=match[0],
                template=f"causes.{frame}",
            )


def _is_open_list(passage: Passage, sentence: Sentence, match: re.Match[str]) -> bool:
    rest = sentence.text[match.end() :]
    if DEPENDS.search(sentence.text) or cause_beside(passage, sentence, match):
        return False
    return (
        not is_taken_back(passage, sentence)
        and (is_statement(passage, sentence) or MODEST.match(sentence.text) is not None)
        and not is_warning(passage, sentence)
        and _MANY.search(match[0]) is not None
        and rest.strip("*_ ") in (".", "")
        and bool(sentence.text[: match.start()].strip())
        and match[0].count("(") == match[0].count(")")
        and match[0].count("**") % 2 == 0
    )


def _added(passage: Passage, picture: Presentation, rng: Random) -> Iterator[Candidate]:
    options = _options(passage, picture)
    if not options:
        return
    wrong = rng.choice(options)
    frame = rng.choice(sorted(FRAMES))
    text = _verbs(FRAMES[frame], picture.what, wrong.name)
    limit = EARLY * len(passage.answer)

    def score(sentence: Sentence) -> float:
        if sentence.start > limit or sentence.is_list_item:
            return 0.0
        if is_labelled(passage, sentence) or _leads_in(passage, sentence):
            return 0.0
        if is_warning(passage, sentence) or not _ABOUT.search(sentence.text):
            return 0.0
        if _NOT_ABOUT.search(sentence.text):
            return 0.0
        near = paragraph(passage, sentence)
        if not any(_holds(group, near) for group in picture.cues):
            return 0.0
        return 1.0 if is_statement(passage, sentence) else 0.0

    for sentence in anchors(passage, score):
        edit = add_behind(passage, sentence, text)
        if edit is not None and fits(passage, "C2", [edit]):
            yield Candidate(
                edits=(edit,),
                claim=_claim(picture, wrong),
                trigger=picture.what,
                template=f"insert.{frame}",
            )
            return


def _verbs(frame: str, subject: str, name: str) -> str:
    """A frame with its verb in the number of its subject."""
    many = is_plural(subject)
    return frame.format(
        what=subject,
        What=subject[:1].upper() + subject[1:],
        name=name,
        be="are" if many else "is",
        point="point" if many else "points",
    )


def _claim(picture: Presentation, wrong: WrongDiagnosis) -> str:
    return f"The cause of {picture.what} is {wrong.name}."
