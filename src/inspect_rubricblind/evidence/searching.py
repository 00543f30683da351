"""One search after another: within a budget, kept on disk, with named failures."""

import json
import os
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import anyio
from platformdirs import user_cache_path
from pydantic import TypeAdapter, ValidationError

from inspect_rubricblind.evidence.backends import Backend, SearchError
from inspect_rubricblind.records import Passage, Search, SearchFailure, digest

CACHE_VERSION = "1"
MOST_FAILURES = 20
"""Failures in a row after which a service is not asked again in this run."""
MOST_QUERY = 300
"""Characters of a query; services refuse or cut longer ones."""

_PASSAGES = TypeAdapter(tuple[Passage, ...])


@dataclass
class Budget:
    """How many requests may be sent; None is no limit. Never more, tries included."""

    most: int | None = None
    spent: int = 0

    def spend(self) -> None:
        """Count one request.

        Raises:
            SearchError: The budget is used up.
        """
        if self.most is not None and self.spent >= self.most:
            raise SearchError("budget", f"{self.most} searches were allowed")
        self.spent += 1


@dataclass
class _Counter:
    """Counts the requests of one search on their way to the budget."""

    budget: Budget
    spent: int = 0

    def spend(self) -> None:
        self.budget.spend()
        self.spent += 1


@dataclass
class SearchCache:
    """Passages on disk, by backend, evidence, query and limit."""

    folder: Path = field(
        default_factory=lambda: user_cache_path("inspect_rubricblind") / "searches"
    )

    def get(self, key: str) -> tuple[Passage, ...] | None:
        """What was kept under a key; None if nothing that can be read."""
        try:
            return _PASSAGES.validate_json(self._path(key).read_bytes())
        except (OSError, ValidationError):
            return None

    def put(self, key: str, passages: tuple[Passage, ...]) -> None:
        """Keep passages; the file appears as a whole."""
        path = self._path(key)
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(f".{os.getpid()}.part")
        part.write_bytes(_PASSAGES.dump_json(passages))
        part.replace(path)

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / f"{key}.json"


@dataclass
class Searcher:
    """A backend with its budget and cache.

    A query asked twice at the same time is sent once. A backend that cannot work (a
    wrong key, or nothing but failures) is not asked again: its failure is that of every
    later search.
    """

    backend: Backend
    budget: Budget = field(default_factory=Budget)
    cache: SearchCache | None = field(default_factory=SearchCache)
    limit: int = 5
    broken: SearchFailure | None = None
    _in_a_row: int = field(default=0, init=False)
    _locks: defaultdict[str, anyio.Lock] = field(
        default_factory=lambda: defaultdict(anyio.Lock), init=False, repr=False
    )

    async def search(self, query: str) -> Search:
        """Search, or say why not. No failure raises."""
        query = " ".join(query.split())[:MOST_QUERY]
        name = self.backend.name
        if self.backend.is_local:
            return await self._ask(query)
        key = search_key(name, self.backend.evidence, query, self.limit)
        async with self._locks[key]:
            kept = self.cache.get(key) if self.cache is not None else None
            if kept is not None:
                return Search(backend=name, query=query, passages=kept, cached=True)
            if self.broken is not None:
                return Search(backend=name, query=query, failure=self.broken)
            found = await self._ask(query)
            if self.cache is not None and found.failure is None:
                self.cache.put(key, found.passages)
            return found

    async def _ask(self, query: str) -> Search:
        counter = _Counter(self.budget)
        name = self.backend.name
        try:
            found = await self.backend.search(query, self.limit, counter)
        except SearchError as error:
            self._in_a_row += error.failure != "budget"
            if error.final or self._in_a_row >= MOST_FAILURES:
                self.broken = error.failure
            return Search(
                backend=name,
                query=query,
                failure=error.failure,
                requests=counter.spent,
            )
        self._in_a_row = 0
        return Search(backend=name, query=query, passages=found, requests=counter.spent)


def search_key(backend: str, evidence: str, query: str, limit: int) -> str:
    """Under which name a search is kept."""
    return digest(json.dumps([CACHE_VERSION, backend, evidence, query, limit]))
