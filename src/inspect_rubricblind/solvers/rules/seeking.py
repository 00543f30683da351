"""O1: a question or a test that the answer asks for is left out."""

import re
from collections.abc import Iterator
from random import Random

from inspect_rubricblind.records import Candidate
from inspect_rubricblind.solvers.rules.genre import is_aside
from inspect_rubricblind.solvers.rules.omissions import (
    Missing,
    drop,
    find_omissions,
    load_omissions,
)
from inspect_rubricblind.solvers.rules.passage import Passage
from inspect_rubricblind.solvers.rules.remaining import kept

QUESTIONS, FENCE, MAX_SIGNS = "questions", "```", 3
"""Of more signs to look for than these, none is missed."""

_IMAGING = re.compile(r"\b(?:imaging|scans?)\b(?! exam)", re.IGNORECASE)
_LOOKS = re.compile(
    r"\b(?:look|listen|check|assess|observe|watch|note|examine|inspect|count)\b", re.I
)
_SEEKS = re.compile(r"[\W\d]*(?:seek|see|visit|go)\b", re.IGNORECASE)
_WAITS = re.compile(
    r"\b(?:your (?:answers?|repl(?:y|ies)|responses?)|once you (?:reply|answer|respond"
    r"|share|provide)|with (?:this|that|these|those) (?:information|details?|answers?)"
    r"|(?:these|those|the) (?:answers|questions)|answering (?:these|those|any))\b",
    re.IGNORECASE,
)
"""A line that waits for the answers to the questions."""


def trigger(passage: Passage) -> str | None:
    """The first question, test or finding that the answer asks for."""
    found = _asked(passage)
    return found[0].trigger if found else None


def candidates(passage: Passage, rng: Random) -> Iterator[Candidate]:
    """Answers that no longer ask for it, everywhere they did."""
    yield from drop(passage, _asked(passage), rng)


def _asked(passage: Passage) -> list[Missing]:
    found = find_omissions(passage, load_omissions().seek)
    return [
        _with_waiting(passage, missing)
        for missing in found
        if not _is_in_effect_kept(passage, missing)
    ]


def _is_in_effect_kept(passage: Passage, missing: Missing) -> bool:
    """Whether the rest asks for much the same, or answers what was asked."""
    kind = missing.kind.partition(":")[0]
    said = " ".join(passage.answer[a:b] for a, b in missing.spans)
    if kind == QUESTIONS:
        return FENCE in passage.answer
    rest = [s for s in kept(passage, missing.spans) if not s.is_heading]
    if kind in ("imaging", "x_ray"):
        return any(_IMAGING.search(s.text) for s in rest)
    if kind == "examination":
        return sum(_LOOKS.search(s.text) is not None for s in rest) > MAX_SIGNS
    return _SEEKS.match(said) is not None


def _with_waiting(passage: Passage, missing: Missing) -> Missing:
    """The last questions together with the lines that wait for their answers."""
    if missing.kind != QUESTIONS:
        return missing
    kept = [
        s
        for s in passage.sentences
        if not any(a <= s.start < b for a, b in missing.spans)
    ]
    if any("?" in s.text and not is_aside(s) for s in kept):
        return missing
    waiting = [(s.start, s.end) for s in kept if _WAITS.search(s.text)]
    return missing._replace(spans=(*missing.spans, *waiting))
