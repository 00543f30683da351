"""A local corpus as a source of evidence: passages ranked by BM25 over a floor.

A passage that holds too little of what a query asks for is no evidence, however well
it ranks: a small corpus always has a best match.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from inspect_rubricblind.evidence.backends import Allowance
from inspect_rubricblind.evidence.index import corpus_info, open_corpus
from inspect_rubricblind.evidence.query import (
    MOST_TERMS,
    alternatives,
    content_words,
    dense_parts,
    share_found,
)
from inspect_rubricblind.records import Passage

FLOOR = 0.4
"""A passage with less than this share of the query's words is no evidence."""

CANDIDATES = 4
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
        found = [
            (share, row)
            for row in rows
            if (share := share_found(query, f"{row[0]} {row[1]}")) >= self.floor
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
        if terms:
            rows |= dict.fromkeys(_matching(db, table, terms, limit))
    return list(rows)


def _words(query: str) -> list[str]:
    words = content_words(query)[:MOST_TERMS]
    return list(dict.fromkeys(n for w in words for n in (w, *alternatives(w))))


def _matching(
    db: sqlite3.Connection, table: str, terms: Sequence[str], limit: int
) -> Iterator[_Row]:
    # Each term is a quoted string, so nothing in it is syntax of the search.
    match = " OR ".join('"' + term.replace('"', '""') + '"' for term in terms)
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
