"""What speaks for a criterion asking about the thing that an edit changed.

The edit is seen three ways: the words it changed, its claim (one English sentence,
which also serves answers in other languages), and the sentences it touched. A
criterion that asks about the changed thing shares its subject with the first two,
finds its best support in the answer in the third, and asks about the kind of thing
(dose, urgency, cause) that errors of the type change.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, Protocol

from rapidfuzz.distance import Levenshtein

from inspect_rubricblind.records import Edit, apply_edits
from inspect_rubricblind.scorers.criteria import Reading
from inspect_rubricblind.scorers.terms import terms, weight
from inspect_rubricblind.scorers.vocabulary import vocabulary
from inspect_rubricblind.taxonomy.sentences import split_sentences
from inspect_rubricblind.taxonomy.stems import split_words, stem

# A term in every second sentence of the answer is its topic and tells no place apart.
TOPIC_SHARE = 0.5
TOPIC_DISCOUNT = 0.6
# One plain word in common is weak, two or three are strong: 1 - exp(-weight / 1.5).
SUBJECT_SCALE = 1.5
ASPECT_SCALE = 0.7
# An open list counts like this many plain words, however long it is.
LIST_WEIGHT = 1.5
# A sentence that shares less than this with a criterion hardly supports it.
FIRM_SUPPORT = 0.5
NUMERIC_TYPES = frozenset({"F1", "F2"})
# A criterion that names no quantity does not ask about one, and an invented source
# leaves the fact that it decorates as it was.
BOUND_TO_ASPECT = NUMERIC_TYPES | {"F4"}


class Edited(Protocol):
    """What the estimate needs of a variant."""

    @property
    def error_type(self) -> str:
        """Code of the error type, or shape of the control."""

    @property
    def edits(self) -> Sequence[Edit]:
        """The declared edits."""

    @property
    def claim(self) -> str:
        """The false statement, or what is now missing."""


class Evidence(NamedTuple):
    """Features of one (edit, criterion), each in [0, 1]; 0 says nothing.

    Attributes:
        scope: The criterion is a catch-all that takes in the error type.
        subject: Weight of the terms shared with changed words and claim, saturating.
        share: The same as part of all that the criterion speaks of.
        aligned: Support of the criterion in the touched sentences, relative to the
            sentence of original or copy that supports it best.
        shift: How much the support of the best sentence rises or falls.
        aspect_subject: `subject`, as far as the criterion asks about the kind of
            thing that the error type changes.
        aspect_aligned: `aligned`, likewise.
        asks_user: The criterion wants a question put to the user, while the edit
            changes a statement.
    """

    scope: float
    subject: float
    share: float
    aligned: float
    shift: float
    aspect_subject: float
    aspect_aligned: float
    asks_user: float


@dataclass(frozen=True)
class Change:
    """An edit with the sentences before and after it, as terms.

    `changed` holds the terms of the changed words and of the claim; `touched` the
    sentences that stand in only one of original and copy; `frequency` counts the
    sentences of the original that hold a term. `is_real` is False if the copy equals
    the original.
    """

    error_type: str
    changed: frozenset[str]
    before: tuple[frozenset[str], ...]
    after: tuple[frozenset[str], ...]
    touched: tuple[frozenset[str], ...]
    frequency: Counter[str]
    is_real: bool

    @classmethod
    def read(cls, original: str, variant: Edited) -> "Change":
        """Compare an answer with its edited copy."""
        copy = apply_edits(original, variant.edits)
        old, new = _sentences(original), _sentences(copy)
        gone, come = Counter(old) - Counter(new), Counter(new) - Counter(old)
        before = tuple(map(terms, old))
        words = " ".join(w for e in variant.edits for w in _changed_words(e))
        return cls(
            error_type=variant.error_type,
            changed=terms(words) | terms(variant.claim),
            before=before,
            after=tuple(map(terms, new)),
            touched=tuple(map(terms, [*gone, *come])),
            frequency=Counter(term for sentence in before for term in sentence),
            is_real=copy != original,
        )

    def weight(self, term: str) -> float:
        """Weight of a term for this answer: its topic words count less."""
        common = max(len(self.before) * TOPIC_SHARE - 1, 1)
        seen = min(max(self.frequency[term] - 1, 0) / common, 1)
        return weight(term) * (1 - TOPIC_DISCOUNT * seen)

    def total(self, found: frozenset[str]) -> float:
        """Weight of a set of terms; exact, so that their order cannot matter.

        A concept counts only where it is met by different words: "ibuprofen" twice
        is one match, "ibuprofen" and "NSAID" is one too.
        """
        known = vocabulary()
        return math.fsum(
            self.weight(term)
            for term in found
            if not (term.startswith("#") and known.is_spelt_out(term, found))
        )


def gather(change: Change, reading: Reading) -> Evidence:
    """Compare one change with one criterion."""
    scope = reading.scope(change.error_type)
    hits = aspect_hits(change.error_type, reading)
    is_beside = change.error_type in BOUND_TO_ASPECT and not hits
    if reading.is_whole or is_beside:
        return Evidence(scope, 0, 0, 0, 0, 0, 0, 0)
    aspect = 1 - math.exp(-ASPECT_SCALE * hits)
    everything = _with_open_list(change, reading, reading.terms)
    shared = _with_open_list(change, reading, reading.terms & change.changed)
    subject = 1 - math.exp(-shared / SUBJECT_SCALE)
    best_before = _support(change, reading, change.before)
    best_after = _support(change, reading, change.after)
    best = max(best_before, best_after, FIRM_SUPPORT)
    aligned = min(_support(change, reading, change.touched) / best, 1)
    return Evidence(
        scope=scope,
        subject=subject,
        share=min(shared / everything, 1) if everything else 0.0,
        aligned=aligned,
        shift=min(abs(best_before - best_after) / everything, 1) if everything else 0.0,
        aspect_subject=aspect * subject,
        aspect_aligned=aspect * aligned,
        asks_user=float(reading.asks_user and change.error_type != "O1"),
    )


def aspect_hits(error_type: str, reading: Reading) -> int:
    """How many words show that the criterion asks about this kind of thing."""
    words = vocabulary().aspects.get(error_type, frozenset())
    counts_number = error_type in NUMERIC_TYPES and reading.has_number
    return len(reading.stems & words) + counts_number


def _with_open_list(change: Change, reading: Reading, found: frozenset[str]) -> float:
    """Weight of terms, those of an open list together at most `LIST_WEIGHT`."""
    listed = change.total(found & reading.listed)
    return change.total(found - reading.listed) + min(listed, LIST_WEIGHT)


def _support(
    change: Change, reading: Reading, sentences: Sequence[frozenset[str]]
) -> float:
    shared = {reading.terms & sentence for sentence in sentences} - {frozenset()}
    return max((_with_open_list(change, reading, s) for s in shared), default=0.0)


@lru_cache(maxsize=64)
def _sentences(text: str) -> tuple[str, ...]:
    return tuple(span.text.strip() for span in split_sentences(text))


def _changed_words(edit: Edit) -> list[str]:
    """The words that an edit takes away or adds; repeated ones only once each."""
    old, new = split_words(edit.find), split_words(edit.replace)
    changed = []
    for step in Levenshtein.opcodes([*map(stem, old)], [*map(stem, new)]):
        if step.tag != "equal":
            changed += old[step.src_start : step.src_end]
            changed += new[step.dest_start : step.dest_end]
    return changed
