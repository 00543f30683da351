"""O1: a question or a test that the answer asks for is left out."""

from collections.abc import Iterator
from random import Random

from inspect_rubricblind.records import Candidate
from inspect_rubricblind.solvers.rules.omissions import (
    Missing,
    drop,
    find_omissions,
    load_omissions,
)
from inspect_rubricblind.solvers.rules.passage import Passage


def trigger(passage: Passage) -> str | None:
    """The first question, test or finding that the answer asks for."""
    found = _asked(passage)
    return found[0].trigger if found else None


def candidates(passage: Passage, rng: Random) -> Iterator[Candidate]:
    """Answers that no longer ask for it, everywhere they did."""
    yield from drop(passage, _asked(passage), rng)


def _asked(passage: Passage) -> list[Missing]:
    return find_omissions(passage, load_omissions().seek)
