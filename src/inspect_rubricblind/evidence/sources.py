"""The backends by name, with what each needs."""

import os
from dataclasses import dataclass
from pathlib import Path

from inspect_rubricblind.evidence import serper
from inspect_rubricblind.evidence.backends import Allowance, Backend, SearchError
from inspect_rubricblind.evidence.corpus import Corpus
from inspect_rubricblind.evidence.index import corpus_info
from inspect_rubricblind.evidence.notes import BUNDLED, bundled_corpus
from inspect_rubricblind.evidence.pubmed import PubMed
from inspect_rubricblind.evidence.web_search import WebSearch
from inspect_rubricblind.records import Passage

STORED = "stored"
BACKENDS = ("corpus", "pubmed", "serper", "inspect", STORED)
NETWORK_SEARCHES = 1000
"""Requests to a service in one run, unless the user allows more or fewer."""


@dataclass(frozen=True)
class Stored:
    """No source: the evidence of an earlier check is judged again."""

    name: str = STORED
    evidence: str = "stored"
    is_local: bool = True

    async def search(
        self, query: str, limit: int, allowance: Allowance
    ) -> tuple[Passage, ...]:
        """Nothing is searched.

        Raises:
            SearchError: Always.
        """
        raise SearchError("refused", "stored evidence is judged, not searched")


def make_backend(name: str, corpus: str | None = None) -> Backend:
    """A backend by its name.

    Args:
        name: One of `BACKENDS`.
        corpus: File of the corpus; None or `notes` is the one that ships.

    Raises:
        FileNotFoundError: There is no such corpus.
        ValueError: The name or the corpus cannot be used, or a key is missing.
    """
    if name not in BACKENDS:
        raise ValueError(
            f"backend must be one of {', '.join(BACKENDS)}, but got {name!r}"
        )
    if name != "corpus":
        if corpus is not None:
            raise ValueError(
                f"corpus belongs to backend=corpus, but got {corpus!r} with {name}"
            )
        return _service(name)
    chosen = corpus is None or corpus == BUNDLED
    path = bundled_corpus() if chosen else Path(str(corpus)).expanduser()
    corpus_info(path)
    return Corpus(path)


def _service(name: str) -> Backend:
    if name == "pubmed":
        return PubMed()
    if name == "inspect":
        return WebSearch()
    if name == STORED:
        return Stored()
    if not os.environ.get(serper.KEY, "").strip():
        raise ValueError(
            f"backend serper needs a key in the environment variable {serper.KEY}, but "
            "got none; choose backend=corpus or backend=pubmed to go without"
        )
    return serper.Serper()
