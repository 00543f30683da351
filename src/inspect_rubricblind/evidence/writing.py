"""Rows of a corpus: written in batches, taken out one document at a time."""

import sqlite3
from dataclasses import dataclass, field

from inspect_rubricblind.evidence.documents import Document
from inspect_rubricblind.evidence.passages import cut_passages, has_dense_script

BATCH = 2000
HASH_BYTES = 64 * 2**20
"""Index entries that SQLite holds back before it writes a segment: fewer to merge."""

_DOCUMENT = "INSERT INTO documents VALUES (?, ?, ?, ?, ?, ?)"
_PASSAGE = "INSERT INTO passages VALUES (?, ?, ?, ?, ?)"


@dataclass
class Writer:
    """Adds and removes documents within one transaction; call `flush` at the end."""

    db: sqlite3.Connection
    _documents: list[tuple[object, ...]] = field(default_factory=list, init=False)
    _passages: list[tuple[object, ...]] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        """Number new rows after those that are there."""
        self._document = self._last("documents")
        self._passage = self._last("passages")
        for table in ("words", "pieces"):
            self.db.execute(
                f"INSERT INTO {table} ({table}, rank) VALUES ('hashsize', ?)",
                (HASH_BYTES,),
            )

    def add(self, document: Document, sha256: str) -> None:
        """Add a document that is not there."""
        self._document += 1
        about = (document.id, sha256, document.source, document.date, document.url)
        self._documents.append((self._document, *about))
        for title, text in cut_passages(document):
            self._passage += 1
            dense = has_dense_script(title) or has_dense_script(text)
            self._passages.append(
                (self._passage, self._document, title, text, int(dense))
            )
        if len(self._passages) >= BATCH:
            self.flush()

    def flush(self) -> None:
        """Write what is held back."""
        self.db.executemany(_DOCUMENT, self._documents)
        self.db.executemany(_PASSAGE, self._passages)
        rows = [(key, title, text) for key, _, title, text, _ in self._passages]
        dense = [(k, title, text) for k, _, title, text, d in self._passages if d]
        for table, found in (("words", rows), ("pieces", dense)):
            self.db.executemany(
                f"INSERT INTO {table} (rowid, title, text) VALUES (?, ?, ?)", found
            )
        self._documents, self._passages = [], []

    def remove(self, key: int) -> None:
        """Take a document out, that an earlier build wrote."""
        rows = self.db.execute(
            "SELECT key, title, text, dense FROM passages WHERE document = ?", (key,)
        ).fetchall()
        for at, title, text, dense in rows:
            for table in ("words", *(("pieces",) if dense else ())):
                self.db.execute(
                    f"INSERT INTO {table} ({table}, rowid, title, text) "
                    "VALUES ('delete', ?, ?, ?)",
                    (at, title, text),
                )
        self.db.execute("DELETE FROM passages WHERE document = ?", (key,))
        self.db.execute("DELETE FROM documents WHERE key = ?", (key,))

    def _last(self, table: str) -> int:
        found = self.db.execute(f"SELECT coalesce(max(key), 0) FROM {table}")
        return int(found.fetchone()[0])
