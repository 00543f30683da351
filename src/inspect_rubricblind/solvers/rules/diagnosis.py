"""C2: a wrong diagnosis, given what is known.

Three ways: a condition that the answer takes for the likely one becomes another
that it is confused with, at all its places; a list of possible causes becomes one
wrong diagnosis; where the answer names none, one that does not fit is added.
"""

import re
from collections.abc import Iterator
from random import Random

from inspect_rubricblind.records import Candidate
from inspect_rubricblind.solvers.rules.causes import CAUSED, gist, named_in
from inspect_rubricblind.solvers.rules.context import stated
from inspect_rubricblind.solvers.rules.diagnoses import (
    Asserted,
    asserted_conditions,
    is_explained,
    is_one_of_many,
    rename,
)
from inspect_rubricblind.solvers.rules.genre import is_letter, is_rewrite
from inspect_rubricblind.solvers.rules.limits import fits
from inspect_rubricblind.solvers.rules.passage import Passage, edits_at
from inspect_rubricblind.solvers.rules.pictures import (
    added,
    cause_lists,
    presentations,
)
from inspect_rubricblind.taxonomy.lexicon import has_word

SIDED = frozenset(["mastoiditis", "cholesteatoma"])
"""Conditions for which the side that the answer names stays right."""

_DEGREE = re.compile(
    r"\b(?:serious|severe|minor|major|significant|possible|hidden)\W*$", re.IGNORECASE
)


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
    for picture in presentations(passage):
        yield from cause_lists(passage, picture, rng)
    if not asserted_conditions(passage) and not CAUSED.search(passage.answer):
        for picture in presentations(passage):
            yield from added(passage, picture, rng)


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
                template=f"swap.{found.condition.name}.{wrong.name}",
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
