"""How far a text supports another by natural language inference: windows and formulas.

Whatever gives the probabilities stands behind `NliBackend`; nothing here needs torch.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from inspect_rubricblind.taxonomy.sentences import split_sentences

SPECIAL_TOKENS = 3
"""A cross-encoder puts one mark before, between and after the two texts."""

MIN_PREMISE = 16
"""Tokens that a premise must at least have room for beside the hypothesis."""


class Probabilities(NamedTuple):
    """What a model says of one premise and one hypothesis."""

    entailment: float
    contradiction: float


class NliBackend(Protocol):
    """A model for natural language inference; `limit` in tokens, marks included."""

    name: str
    limit: int

    def count(self, text: str) -> int:
        """Tokens of a text, without marks."""
        ...

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Probabilities]:
        """Probabilities for each (premise, hypothesis), in order."""
        ...


class Support(NamedTuple):
    """How far passages support an answer, in [-1, 1].

    `by_sentence` is the largest entailment less the largest contradiction over all
    sentences; `plain` is entailment less contradiction of the whole text, which is cut
    off where it does not fit: `cut` says whether it was.
    """

    by_sentence: float
    plain: float
    cut: bool


def support(backend: NliBackend, passages: Sequence[str], answer: str) -> Support:
    """Both measures for one answer.

    An answer that leaves too little room for a premise is judged in parts, whose
    supports are averaged.

    Args:
        backend: The model.
        passages: The background; may not be empty.
        answer: The hypothesis.

    Raises:
        ValueError: There is no background text.
    """
    sentences = [
        span.text.strip()
        for passage in passages
        for span in split_sentences(passage)
        if span.text.strip()
    ]
    if not sentences:
        raise ValueError("passages must hold text, but hold none")
    room = backend.limit - SPECIAL_TOKENS
    parts = windows(backend, answer, room - MIN_PREMISE)
    whole = " ".join(sentences)
    by_sentence, plain, cut = 0.0, 0.0, False
    for part in parts:
        left = room - backend.count(part)
        premises = [w for s in sentences for w in windows(backend, s, left)]
        head = windows(backend, whole, left)
        cut = cut or len(head) > 1
        found = backend.judge([(p, part) for p in (*premises, head[0])])
        *each, first = found
        by_sentence += max(p.entailment for p in each)
        by_sentence -= max(p.contradiction for p in each)
        plain += first.entailment - first.contradiction
    return Support(by_sentence / len(parts), plain / len(parts), cut)


def windows(backend: NliBackend, text: str, limit: int) -> list[str]:
    """A text in pieces of at most `limit` tokens, cut between words.

    Neighbours overlap by a quarter, so that what stands at a cut is whole in one of
    them. A word that is longer than the limit is a piece of its own.

    Args:
        backend: Counts tokens.
        text: Any text.
        limit: Tokens per piece, at least 1.
    """
    if backend.count(text) <= limit:
        return [text]
    words, pieces, start = text.split(), [], 0
    while start < len(words):
        end = start + 1
        while end < len(words) and backend.count(" ".join(words[start : end + 1])) <= (
            limit
        ):
            end += 1
        pieces.append(" ".join(words[start:end]))
        if end == len(words):
            break
        start = max(start + 1, end - (end - start) // 4)
    return pieces


def label_places(labels: Mapping[int, str]) -> tuple[int, int]:
    """Where a model has entailment and contradiction among its outputs.

    Args:
        labels: The model's own names by position; their order differs by model.

    Raises:
        ValueError: A name is missing or stands twice.
    """
    places = []
    for wanted in ("entail", "contradict"):
        found = [
            n for n, name in labels.items() if str(name).lower().startswith(wanted)
        ]
        if len(found) != 1:
            raise ValueError(
                f"the model must name one output {wanted}..., but its labels are "
                f"{dict(labels)}; use a model for natural language inference"
            )
        places.append(found[0])
    return places[0], places[1]
