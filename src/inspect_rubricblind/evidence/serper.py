"""Google's results through Serper (serper.dev), as "When Rubrics Fail" used them.

Evidence is what the results page shows: the answer box, the knowledge graph and the
snippets. Pages are not opened. The key is `SERPER_API_KEY`.
"""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from inspect_rubricblind.evidence.backends import Allowance, SearchError
from inspect_rubricblind.evidence.http import Request, Retries, fetch, read_json
from inspect_rubricblind.records import Passage

KEY = "SERPER_API_KEY"
ADDRESS = "SERPER_BASE_URL"
DEFAULT_ADDRESS = "https://google.serper.dev"
MOST_SNIPPET = 2000


@dataclass(frozen=True)
class Serper:
    """Serper as a source of evidence.

    Args:
        country: Google's `gl`.
        language: Google's `hl`.
        retries: Bounds of a request.
    """

    country: str = "us"
    language: str = "en"
    retries: Retries = field(default_factory=Retries)
    name: str = field(default="serper", init=False)
    is_local: bool = field(default=False, init=False)

    @property
    def evidence(self) -> str:
        """The service and what changes its results."""
        return f"serper {_address()} gl={self.country} hl={self.language}"

    async def search(
        self, query: str, limit: int, allowance: Allowance
    ) -> tuple[Passage, ...]:
        """What the results page shows; see `backends.Backend`."""
        key = os.environ.get(KEY, "").strip()
        if not key:
            raise SearchError("refused", f"{KEY} is not set", final=True)
        request = Request(
            "POST",
            f"{_address()}/search",
            headers=(("X-API-KEY", key),),
            body={
                "q": query,
                "num": limit,
                "gl": self.country,
                "hl": self.language,
            },
        )
        reply = read_json(await fetch(request, allowance, self.retries))
        return _ranked(reply, limit)


def _address() -> str:
    return os.environ.get(ADDRESS, DEFAULT_ADDRESS).rstrip("/")


def _ranked(reply: Mapping[str, Any], limit: int) -> tuple[Passage, ...]:
    if not any(isinstance(reply.get(k), list | dict) for k in _SHOWN):
        raise SearchError("unexpected_shape", f"none of {', '.join(_SHOWN)}")
    found = [*_boxes(reply), *_organic(reply)][:limit]
    return tuple(
        passage.model_copy(update={"rank": rank})
        for rank, passage in enumerate(found, start=1)
    )


_SHOWN = ("organic", "answerBox", "knowledgeGraph", "searchParameters")


def _boxes(reply: Mapping[str, Any]) -> Iterator[Passage]:
    box = reply.get("answerBox")
    if isinstance(box, dict):
        text = " ".join(filter(None, (_text(box, "answer"), _text(box, "snippet"))))
        if text:
            yield _passage(box, text)
    graph = reply.get("knowledgeGraph")
    if isinstance(graph, dict):
        facts = graph.get("attributes")
        listed = facts.items() if isinstance(facts, dict) else ()
        parts = [_text(graph, "type"), _text(graph, "description")]
        parts += [f"{name}: {value}" for name, value in listed]
        if text := ". ".join(filter(None, parts)):
            yield _passage(graph, text)


def _organic(reply: Mapping[str, Any]) -> Iterator[Passage]:
    results = reply.get("organic")
    for result in results if isinstance(results, list) else ():
        if isinstance(result, dict) and (text := _text(result, "snippet")):
            yield _passage(result, text)


def _passage(result: Mapping[str, Any], text: str) -> Passage:
    link = _text(result, "link") or _text(result, "descriptionLink")
    return Passage(
        rank=1,
        source=_host(link) or "Google",
        title=_text(result, "title")[:300],
        snippet=text[:MOST_SNIPPET],
        url=link[:1000],
        date=_text(result, "date")[:40],
    )


def _text(result: Mapping[str, Any], name: str) -> str:
    value = result.get(name)
    return " ".join(value.split()) if isinstance(value, str) else ""


def _host(link: str) -> str:
    return link.partition("://")[2].partition("/")[0][:200]
