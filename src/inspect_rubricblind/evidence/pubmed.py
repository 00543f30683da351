"""PubMed through the E-utilities of NCBI: abstracts, by relevance.

Without a key three requests a second are allowed, with `NCBI_API_KEY` ten; a search
takes two (ids, then abstracts). `NCBI_EMAIL` tells NCBI whom to write to.
"""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.etree import ElementTree

from inspect_rubricblind.evidence.backends import Allowance, SearchError
from inspect_rubricblind.evidence.http import Pace, Request, Retries, fetch, read_json
from inspect_rubricblind.records import Passage

KEY, EMAIL = "NCBI_API_KEY", "NCBI_EMAIL"
ADDRESS = "NCBI_BASE_URL"
DEFAULT_ADDRESS = "https://eutils.ncbi.nlm.nih.gov/entrez/eutils"
TOOL = "inspect_rubricblind"
WITHOUT_KEY, WITH_KEY = 1 / 3, 1 / 10
"""Seconds between requests that NCBI asks for."""
MOST_WORDS = 12
MOST_SNIPPET = 4000

_ID = re.compile(r"\d{1,9}")
# A word alone is never a field or operator; PubMed reads both in upper case.
_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_OPERATORS = {"and", "or", "not"}


@dataclass(frozen=True)
class PubMed:
    """PubMed as a source of evidence.

    Args:
        retries: Bounds of a request.
        pace: Keeps requests apart; None follows NCBI's limits.
    """

    retries: Retries = field(default_factory=Retries)
    pace: Pace | None = None
    name: str = field(default="pubmed", init=False)
    is_local: bool = field(default=False, init=False)
    _own: Pace = field(default_factory=Pace, init=False, compare=False)

    @property
    def evidence(self) -> str:
        """The service; what it holds changes daily, so passages are stored."""
        return f"pubmed {_address()} sort=relevance"

    async def search(
        self, query: str, limit: int, allowance: Allowance
    ) -> tuple[Passage, ...]:
        """Abstracts by relevance; see `backends.Backend`.

        If no abstract holds all words of the query, the ones with most of them are
        asked for by leaving words out from the end, once.
        """
        words = _words(query)
        if not words:
            return ()
        ids = await self._ids(words, limit, allowance)
        if not ids and len(words) > 4:
            ids = await self._ids(words[: max(3, len(words) // 2)], limit, allowance)
        if not ids:
            return ()
        body = await self._ask(
            "efetch.fcgi", allowance, id=",".join(ids), rettype="abstract"
        )
        return tuple(
            passage.model_copy(update={"rank": rank})
            for rank, passage in enumerate(read_articles(body), start=1)
        )

    async def _ids(
        self, words: list[str], limit: int, allowance: Allowance
    ) -> list[str]:
        body = await self._ask(
            "esearch.fcgi",
            allowance,
            term=" ".join(words),
            retmode="json",
            retmax=str(limit),
            sort="relevance",
        )
        reply = read_json(body)
        found = reply.get("esearchresult")
        if not isinstance(found, dict) or "idlist" not in found:
            raise SearchError("unexpected_shape", "no esearchresult.idlist")
        ids = found["idlist"]
        if not isinstance(ids, list):
            raise SearchError("unexpected_shape", "idlist is no list")
        return [str(i) for i in ids if _ID.fullmatch(str(i))][:limit]

    async def _ask(self, tool: str, allowance: Allowance, **params: str) -> bytes:
        key = os.environ.get(KEY, "").strip()
        given = {"db": "pubmed", "tool": TOOL, "retmode": "xml", **params}
        if email := os.environ.get(EMAIL, "").strip():
            given["email"] = email
        if key:
            given["api_key"] = key
        pace = self.pace or self._own
        if self.pace is None:
            pace.interval = WITH_KEY if key else WITHOUT_KEY
        request = Request("GET", f"{_address()}/{tool}", tuple(given.items()))
        return await fetch(request, allowance, self.retries, pace)


def read_articles(body: bytes) -> Iterator[Passage]:
    """The abstracts of an `efetch` reply; articles without one are left out.

    Raises:
        SearchError: It is no PubMed XML. Entities are refused: they can grow a small
            reply without limit.
    """
    if b"<!ENTITY" in body:
        raise SearchError("unexpected_shape", "XML with entities of its own")
    try:
        root = ElementTree.fromstring(body)
    except (ElementTree.ParseError, ValueError):
        raise SearchError("unexpected_shape", "the reply is no XML") from None
    if root.tag != "PubmedArticleSet":
        raise SearchError("unexpected_shape", f"the reply is <{root.tag[:40]}>")
    for article in root.iter("PubmedArticle"):
        text = " ".join(_parts(article))
        number = _plain(article.find(".//MedlineCitation/PMID"))
        if text and _ID.fullmatch(number):
            yield Passage(
                rank=1,
                source=_plain(article.find(".//Journal/Title")) or "PubMed",
                title=_plain(article.find(".//ArticleTitle")),
                snippet=text[:MOST_SNIPPET],
                url=f"https://pubmed.ncbi.nlm.nih.gov/{number}/",
                date=_year(article),
            )


def _parts(article: ElementTree.Element) -> Iterator[str]:
    """The parts of a structured abstract, each after its label."""
    for part in article.iterfind(".//Abstract/AbstractText"):
        if text := _plain(part):
            label = (part.get("Label") or "").strip()
            yield f"{label}: {text}" if label else text


def _plain(element: ElementTree.Element | None) -> str:
    return "" if element is None else " ".join("".join(element.itertext()).split())


def _year(article: ElementTree.Element) -> str:
    date = article.find(".//JournalIssue/PubDate")
    if date is None:
        return ""
    return _plain(date.find("Year")) or _plain(date.find("MedlineDate"))[:4]


def _words(query: str) -> list[str]:
    words = [word.lower() for word in _WORD.findall(query)]
    return [word for word in words if word not in _OPERATORS][:MOST_WORDS]


def _address() -> str:
    return os.environ.get(ADDRESS, DEFAULT_ADDRESS).rstrip("/")
