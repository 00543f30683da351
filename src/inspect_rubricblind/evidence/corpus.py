"""A local corpus as a source of evidence: passages ranked by BM25 over a floor.

A passage that holds too little of what a query asks for is no evidence, however well
it ranks: a small corpus always has a best match.
"""

import re
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from inspect_rubricblind.evidence.backends import Allowance
from inspect_rubricblind.evidence.index import corpus_info, open_corpus
from inspect_rubricblind.evidence.query import (
    MOST_TERMS,
    Wanted,
    alternatives,
    content_words,
    dense_parts,
)
from inspect_rubricblind.records import Passage

FLOOR = 0.4
"""A passage with less than this share of the query's words is no evidence."""

MOST_RANKED = 1000
"""Passages that BM25 ranks for one query, but for a single term that more hold."""

_RUN = re.compile(r"[^\W_]+")
_MIXED = re.compile(r"\d[^\W\d_]|[^\W\d_]\d")

CANDIDATES = 3
"""How many times the wanted passages BM25 proposes before the floor and their order."""


@dataclass(frozen=True)
class Corpus:
    """A corpus as a source of evidence.

    Args:
        path: File that `build_corpus` made.
        floor: Least share of the query's words that a passage must hold.
    """

    path: Path
    floor: float = FLOOR
    name: str = field(default="corpus", init=False)
    is_local: bool = field(default=True, init=False)

    @property
    def evidence(self) -> str:
        """The corpus by its content, and the floor."""
        return f"corpus {corpus_info(self.path).sha256[:12]} floor {self.floor}"

    async def search(
        self, query: str, limit: int, allowance: Allowance
    ) -> tuple[Passage, ...]:
        """Passages for a query, best first; see `backends.Backend`."""
        allowance.spend()
        return self.find(query, limit)

    def find(self, query: str, limit: int) -> tuple[Passage, ...]:
        """The same without a budget."""
        with open_corpus(self.path) as db:
            rows = _candidates(db, query, limit * CANDIDATES)
        wanted = Wanted.of(query)
        found = [
            (share, row)
            for row in rows
            if (share := wanted.share(f"{row[0]} {row[1]}")) >= self.floor
        ]
        # BM25 decides among passages that hold about the same of the query.
        found.sort(key=lambda item: -round(item[0], 1))
        return tuple(
            Passage(
                rank=rank,
                title=title,
                snippet=text,
                source=source,
                date=date,
                url=url,
                share=round(share, 3),
            )
            for rank, (share, (title, text, source, date, url)) in enumerate(
                found[:limit], start=1
            )
        )


_Row = tuple[str, str, str, str, str]


def _candidates(db: sqlite3.Connection, query: str, limit: int) -> list[_Row]:
    rows: dict[_Row, None] = {}
    # Pieces first: where there are any, words of that text are whole sentences.
    for table, terms in (("pieces", dense_parts(query)), ("words", _words(query))):
        if telling := _telling(db, table, terms):
            rows |= dict.fromkeys(_matching(db, table, telling, limit))
    return list(rows)


def _words(query: str) -> list[str]:
    """The terms of a query with their other names; B12 and CHA2DS2 as they stand."""
    words = content_words(query)[:MOST_TERMS]
    mixed = [w for w in _RUN.findall(query.lower()) if _MIXED.search(w)]
    names = (n for w in words for n in (w, *alternatives(w)))
    return list(dict.fromkeys([*mixed, *names]))


def _telling(db: sqlite3.Connection, table: str, terms: Sequence[str]) -> list[str]:
    """The rarest terms, as long as they are in few passages together.

    A term in a large part of a corpus tells little, and ranking all that hold one takes
    most of the time. In a corpus of up to `MOST_RANKED` passages all terms are kept.
    """
    held = sorted((_held(db, table, term), n) for n, term in enumerate(terms))
    kept, total = list[int](), 0
    for count, number in held:
        total += count
        if count and (total <= MOST_RANKED or not kept):
            kept.append(number)
    return [terms[number] for number in sorted(kept)]


def _held(db: sqlite3.Connection, table: str, term: str) -> int:
    """How many passages hold a term; counting stops where it is one too many."""
    found = db.execute(
        f"SELECT count(*) FROM (SELECT 1 FROM {table} WHERE {table} MATCH ? LIMIT ?)",
        (_quoted(term), MOST_RANKED),
    )
    return int(found.fetchone()[0])


def _quoted(term: str) -> str:
    """A term as a string of the search, so that nothing in it is syntax."""
    return '"' + term.replace('"', '""') + '"'


def _matching(
    db: sqlite3.Connection, table: str, terms: Sequence[str], limit: int
) -> Iterator[_Row]:
    match = " OR ".join(map(_quoted, terms))
    found = db.execute(
        f"SELECT rowid FROM {table} WHERE {table} MATCH ? "
        f"ORDER BY bm25({table}, 2.0, 1.0), rowid LIMIT ?",
        (match, limit),
    ).fetchall()
    for (key,) in found:
        yield db.execute(
            "SELECT p.title, p.text, d.source, d.date, d.url FROM passages p "
            "JOIN documents d ON d.key = p.document WHERE p.key = ?",
            (key,),
        ).fetchone()
