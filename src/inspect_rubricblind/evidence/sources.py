"""The backends by name, with what each needs."""

from pathlib import Path

from inspect_rubricblind.evidence.backends import Backend
from inspect_rubricblind.evidence.corpus import Corpus
from inspect_rubricblind.evidence.index import corpus_info
from inspect_rubricblind.evidence.notes import BUNDLED, bundled_corpus

BACKENDS = ("corpus",)
NETWORK_SEARCHES = 1000
"""Requests to a service in one run, unless the user allows more or fewer."""


def make_backend(name: str, corpus: str | None = None) -> Backend:
    """A backend by its name.

    Args:
        name: One of `BACKENDS`.
        corpus: File of the corpus; None or `notes` is the one that ships.

    Raises:
        FileNotFoundError: There is no such corpus.
        ValueError: The name or the corpus cannot be used.
    """
    if name not in BACKENDS:
        raise ValueError(
            f"backend must be one of {', '.join(BACKENDS)}, but got {name!r}"
        )
    chosen = corpus is None or corpus == BUNDLED
    path = bundled_corpus() if chosen else Path(str(corpus)).expanduser()
    corpus_info(path)
    return Corpus(path)
