"""The file behind a local corpus: one SQLite database, built once and added to.

Words are found through an FTS5 table with English stemming; Chinese and Japanese, which
have no spaces, through a second table of three-character pieces.
"""

import hashlib
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from inspect_rubricblind.evidence.documents import Document
from inspect_rubricblind.evidence.writing import Writer

FORMAT = "1"
"""Of the file: another one has to be built anew."""

_TABLES = """
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE documents (
  key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, sha256 TEXT NOT NULL,
  source TEXT NOT NULL, date TEXT NOT NULL, url TEXT NOT NULL);
CREATE TABLE passages (
  key INTEGER PRIMARY KEY, document INTEGER NOT NULL, title TEXT NOT NULL,
  text TEXT NOT NULL, dense INTEGER NOT NULL);
CREATE INDEX passages_of ON passages (document);
CREATE VIRTUAL TABLE words USING fts5 (
  title, text, content='passages', content_rowid='key',
  tokenize='porter unicode61 remove_diacritics 2');
CREATE VIRTUAL TABLE pieces USING fts5 (
  title, text, content='passages', content_rowid='key', tokenize='trigram');
"""


@dataclass
class Built:
    """What a build did: documents by what became of them, and passages now held."""

    added: int = 0
    changed: int = 0
    unchanged: int = 0
    removed: int = 0
    passages: int = 0


@dataclass(frozen=True)
class Info:
    """What a corpus holds; `sha256` identifies its documents, whatever their order."""

    path: Path
    documents: int
    passages: int
    dense_passages: int
    sources: tuple[tuple[str, int], ...]
    sha256: str


def build_corpus(
    path: Path,
    documents: Iterable[Document],
    *,
    prune: bool = False,
    advance: Callable[[int], None] | None = None,
) -> Built:
    """Add documents to a corpus; the file is made if it is not there.

    A document is known by its id: an unchanged one is left alone, a changed one
    replaced. The file changes as a whole or, on an error, not at all.

    Args:
        path: The corpus.
        documents: What it should hold.
        prune: Remove documents that are not among these.
        advance: Told how many documents were read so far.

    Raises:
        ValueError: The file is no corpus of this version or cannot be written, or an
            id stands twice.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = not path.exists()
    try:
        with closing(_connect(path, fresh=fresh)) as db, db:
            built = _write(db, documents, prune, advance)
            if fresh:
                db.execute("INSERT INTO words(words) VALUES('optimize')")
    except sqlite3.Error as error:
        if fresh:
            path.unlink(missing_ok=True)
        raise ValueError(
            f"{path} must be a corpus that can be written, but {error}: choose a file "
            "in a folder of your own, and let one process write at a time"
        ) from None
    except BaseException:
        if fresh:
            path.unlink(missing_ok=True)
        raise
    return built


def corpus_info(path: Path) -> Info:
    """What a corpus holds.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: It is no corpus of this version.
    """
    with open_corpus(path) as db:
        (documents,) = db.execute("SELECT count(*) FROM documents").fetchone()
        passages, dense = db.execute(
            "SELECT count(*), coalesce(sum(dense), 0) FROM passages"
        ).fetchone()
        sources = db.execute(
            "SELECT source, count(*) FROM documents GROUP BY source ORDER BY 2 DESC, 1"
        ).fetchall()
        (sha256,) = db.execute(
            "SELECT value FROM about WHERE name = 'sha256'"
        ).fetchone()
    return Info(path, documents, passages, dense, tuple(sources), sha256)


def _write(
    db: sqlite3.Connection,
    documents: Iterable[Document],
    prune: bool,
    advance: Callable[[int], None] | None,
) -> Built:
    known = {
        row[0]: (row[1], row[2])
        for row in db.execute("SELECT id, key, sha256 FROM documents")
    }
    built, seen, writer = Built(), set[str](), Writer(db)
    for number, document in enumerate(documents, start=1):
        if document.id in seen:
            raise ValueError(
                f"ids of documents must be unique, but got {document.id!r} twice, once "
                f"more in {document.source!r}: give each document an id of its own"
            )
        seen.add(document.id)
        sha256 = document.sha256
        key, held = known.get(document.id, (None, None))
        if held == sha256:
            built.unchanged += 1
        else:
            built.changed += key is not None
            built.added += key is None
            if key is not None:
                writer.remove(key)
            writer.add(document, sha256)
        if advance is not None:
            advance(number)
    if prune:
        for gone in known.keys() - seen:
            writer.remove(known[gone][0])
            built.removed += 1
    writer.flush()
    _describe(db)
    (built.passages,) = db.execute("SELECT count(*) FROM passages").fetchone()
    return built


def _describe(db: sqlite3.Connection) -> None:
    """Keep the hash of all documents, by which a corpus is told from another."""
    whole = hashlib.sha256()
    for (sha256,) in db.execute("SELECT sha256 FROM documents ORDER BY id"):
        whole.update(sha256.encode())
    db.execute(
        "INSERT OR REPLACE INTO about VALUES ('sha256', ?)", (whole.hexdigest(),)
    )


@contextmanager
def open_corpus(path: Path) -> Iterator[sqlite3.Connection]:
    """A corpus, open for reading.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: It is no corpus of this version, or it is damaged.
    """
    if not path.is_file():
        raise FileNotFoundError(
            f"a corpus must be a file made by `rubricblind corpus build`, but there is "
            f"none at {str(path)!r}"
        )
    with closing(_connect(path, fresh=False)) as db:
        try:
            yield db
        except sqlite3.DatabaseError as error:
            raise ValueError(
                f"{path} must be an intact corpus, but {error}: build it anew"
            ) from None


def _connect(path: Path, *, fresh: bool) -> sqlite3.Connection:
    try:
        db = sqlite3.connect(path)
    except sqlite3.OperationalError as error:
        raise ValueError(
            f"{path} must be a file that can be opened, but {error}: choose one in a "
            "folder of your own"
        ) from None
    try:
        if fresh:
            # A new file that is cut off is thrown away, so nothing has to be kept safe.
            db.executescript("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF;")
            db.executescript(_TABLES)
            db.execute("INSERT INTO about VALUES ('format', ?)", (FORMAT,))
        found = db.execute("SELECT value FROM about WHERE name = 'format'").fetchone()
    except sqlite3.DatabaseError as error:
        db.close()
        raise ValueError(
            f"{path} must be a corpus, but {error}: `rubricblind corpus build` makes "
            "one under another name"
        ) from None
    if found is None or found[0] != FORMAT:
        db.close()
        raise ValueError(
            f"{path} must be a corpus of format {FORMAT}, but got "
            f"{found and found[0]}: build it anew"
        )
    return db
