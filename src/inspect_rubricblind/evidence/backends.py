"""What a source of evidence is: one method, and a name for what it searches."""

from typing import Protocol

from inspect_rubricblind.records import Passage, SearchFailure


class SearchError(Exception):
    """A search that gave nothing, by one of the named failures.

    Args:
        failure: The counted outcome.
        detail: A short description without keys.
        final: The backend cannot work in this run (a wrong key); ask it no more.
    """

    def __init__(
        self,
        failure: SearchFailure,
        detail: str = "",
        *,
        final: bool = False,
    ) -> None:
        super().__init__(f"{failure}: {detail}" if detail else failure)
        self.failure: SearchFailure = failure
        self.final = final


class Allowance(Protocol):
    """What a backend asks before each request that it sends."""

    def spend(self) -> None:
        """Count one request.

        Raises:
            SearchError: The budget is used up (`budget`).
        """


class Backend(Protocol):
    """A source of evidence.

    `name` is what the scorer calls it, `evidence` identifies what is searched: a
    corpus by its content, a service by its address and settings. Both are part of the
    key under which replies are kept. `is_local`: a search costs nothing and is not
    kept.
    """

    @property
    def name(self) -> str:
        """How the scorer and the report call it."""

    @property
    def evidence(self) -> str:
        """What is searched, for cache keys and signatures."""

    @property
    def is_local(self) -> bool:
        """Whether nothing leaves the machine."""

    async def search(
        self, query: str, limit: int, allowance: Allowance
    ) -> tuple[Passage, ...]:
        """Passages for a query, best first; none if nothing is good enough.

        Args:
            query: Plain words.
            limit: How many passages at most.
            allowance: Asked before each request.

        Raises:
            SearchError: The search failed, by one of the named failures.
        """
