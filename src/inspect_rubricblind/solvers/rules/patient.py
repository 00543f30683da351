"""What is known of the patient: states and medicines of `contraindications.yaml`."""

import re
from functools import lru_cache
from typing import NamedTuple

from inspect_rubricblind.solvers.rules.context import (
    is_discouraged,
    is_hypothetical,
    is_negated,
    is_statement,
    is_warning,
)
from inspect_rubricblind.solvers.rules.passage import Passage
from inspect_rubricblind.taxonomy.lexicon import compiled, load_contraindications
from inspect_rubricblind.taxonomy.lexicon_model import State

WINDOW = 70

_DENIED = re.compile(
    r"\b(?:no|not|without|den(?:y|ies|ied)|never|nor|if|other than|any|rule out"
    r"|instead of)\W+(?:\w+\W+){0,3}\Z|n['’]t (?:have |had )?(?:\w+ ){0,2}\Z",
    re.IGNORECASE,
)


class Known(NamedTuple):
    """A state of the patient and the words that show it."""

    state: State
    cue: str


@lru_cache(maxsize=64)
def known_states(passage: Passage) -> tuple[Known, ...]:
    """The states that the user reports, then medicines that the answer reports."""
    found = []
    for state in load_contraindications().states:
        cue = _told(state, passage.question) or _reported(state, passage)
        if cue is not None:
            found.append(Known(state, cue))
    return tuple(found)


def _told(state: State, question: str) -> str | None:
    for pattern in state.cues:
        for match in compiled(pattern).finditer(question):
            if not _is_spared(state, question, match):
                return match[0]
    return None


def _is_spared(state: State, text: str, match: re.Match[str]) -> bool:
    start, end = max(0, match.start() - WINDOW), match.end() + WINDOW
    window = text[start:end]
    if _DENIED.search(text[start : match.start()]):
        return True
    return any(compiled(cue, word=False).search(window) for cue in state.unless)


def _reported(state: State, passage: Passage) -> str | None:
    """A medicine that the answer says the patient takes or gets."""
    if not state.patient.startswith("a person who takes"):
        return None
    for pattern in state.cues:
        for match in compiled(pattern).finditer(passage.answer):
            sentence = passage.sentence_at(match.start())
            if (
                sentence is not None
                and is_statement(passage, sentence)
                and not is_negated(passage, match.start())
                and not is_hypothetical(passage, match.start())
                and not is_warning(passage, sentence)
                and not is_discouraged(passage, sentence)
                and not _is_spared(state, passage.answer, match)
            ):
                return match[0]
    return None
