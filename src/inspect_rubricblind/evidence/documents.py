"""Documents of a corpus from JSON Lines, folders of text, parquet and PubMed's JSON."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from inspect_rubricblind.records.rows import once_each, read_jsonl

TEXT_SUFFIXES = (".md", ".txt")
SUFFIXES = (".jsonl", ".json", ".parquet", *TEXT_SUFFIXES)
MAX_BYTES = 20_000_000
"""A single text file above this is no document."""

_FIELDS: Mapping[str, tuple[str, ...]] = {
    "id": ("id", "_id", "pmid", "PMID", "doc_id", "case_id"),
    "title": ("title", "Title", "question", "QUESTION"),
    "text": ("text", "abstract", "content", "body", "contents", "CONTEXTS"),
    "source": ("source", "journal", "organisation", "organization"),
    "date": ("date", "year", "YEAR", "published"),
    "url": ("url", "link", "doi"),
}


@dataclass(frozen=True)
class Document:
    """One document: `text` is plain or Markdown, the rest says where it is from."""

    id: str
    title: str
    text: str
    source: str
    date: str = ""
    url: str = ""

    @property
    def sha256(self) -> str:
        """Hash of all of it, by which a changed document is known."""
        whole = [self.id, self.title, self.text, self.source, self.date, self.url]
        return hashlib.sha256(json.dumps(whole).encode()).hexdigest()


def read_documents(path: Path) -> Iterator[Document]:
    """The documents of a file, or of all files in a folder, sorted by path.

    JSON Lines and parquet hold one document per row, with `text` (or `abstract`,
    `content`) and if there `id`, `title`, `source`, `date`, `url`. A `.json` file is a
    list of such objects, or an object of them by id, as PubMedQA is published. A
    `.md` or `.txt` file is one document, titled by its first heading.

    Raises:
        FileNotFoundError: There is no such path, or a folder holds no such file.
        ValueError: A row has no text, or a file cannot be read as what it is.
    """
    if path.is_dir():
        files = [p for p in sorted(path.rglob("*")) if p.suffix.lower() in SUFFIXES]
        if not files:
            raise FileNotFoundError(
                f"a folder of documents must hold files named {', '.join(SUFFIXES)}, "
                f"but got {str(path)!r} without any"
            )
        for file in files:
            yield from _read_file(file, file.relative_to(path).as_posix())
        return
    if not path.is_file():
        raise FileNotFoundError(
            f"documents must be an existing file or folder, but got {str(path)!r}"
        )
    yield from _read_file(path, path.name)


def _read_file(path: Path, name: str) -> Iterator[Document]:
    suffix = path.suffix.lower()
    if suffix == ".jsonl":
        for line in read_jsonl(path):
            yield _document(line.value, f"{name}:{line.number}", name, line.place)
    elif suffix == ".json":
        yield from _read_json(path, name)
    elif suffix == ".parquet":
        yield from _read_parquet(path, name)
    elif suffix in TEXT_SUFFIXES:
        if (text := read_note(path)).strip():
            yield Document(name, _heading(text, path.stem), text, name)
    else:
        raise ValueError(
            f"a file of documents must end in {', '.join(SUFFIXES)}, but got {name!r}"
        )


def _read_json(path: Path, name: str) -> Iterator[Document]:
    try:
        content = json.loads(path.read_bytes(), object_pairs_hook=once_each)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path} must be JSON, but {error}") from None
    if isinstance(content, dict):
        rows = [(str(key), value) for key, value in content.items()]
    elif isinstance(content, list):
        rows = [(f"{name}:{n}", value) for n, value in enumerate(content, start=1)]
    else:
        raise ValueError(f"{path} must be a list or an object of documents")
    for key, value in rows:
        yield _document(value, key, name, f"{path}, item {key}")


def _read_parquet(path: Path, name: str) -> Iterator[Document]:
    for number, row in enumerate(_parquet_rows(path), start=1):
        yield _document(row, f"{name}:{number}", name, f"{path}, row {number}")


def _parquet_rows(path: Path) -> Iterator[dict[str, Any]]:
    import pyarrow
    import pyarrow.parquet as parquet

    try:
        with parquet.ParquetFile(path) as file:
            for batch in file.iter_batches(batch_size=1000):
                yield from batch.to_pylist()
    except (pyarrow.ArrowException, OSError) as error:
        raise ValueError(f"{path} must be a parquet file, but {error}") from None


def _document(row: Any, key: str, name: str, place: str) -> Document:
    if not isinstance(row, dict):
        raise ValueError(f"{place}: must be an object, but got {type(row).__name__}")
    text = _field(row, "text", place)
    if not text.strip():
        raise ValueError(
            f"{place}: a document must have a text (one of "
            f"{', '.join(_FIELDS['text'])}), but got the fields {', '.join(row)}"
        )
    return Document(
        id=_field(row, "id", place) or key,
        title=_field(row, "title", place),
        text=text,
        source=_field(row, "source", place) or name,
        date=_field(row, "date", place),
        url=_field(row, "url", place),
    )


def _field(row: Mapping[str, Any], field: str, place: str) -> str:
    name = next((n for n in _FIELDS[field] if row.get(n) is not None), None)
    if name is None:
        return ""
    value = row[name]
    parts = value if isinstance(value, list) else [value]
    if field != "text" and isinstance(value, int) and not isinstance(value, bool):
        return str(value)  # an id or a year
    if not all(isinstance(part, str) for part in parts):
        raise ValueError(
            f"{place}: {name} must be text, but got {str(value)[:80]!r} "
            f"({type(value).__name__})"
        )
    return "\n\n".join(parts)  # a structured abstract comes in parts


def read_note(path: Path) -> str:
    """The text of one file, which has to be UTF-8.

    Raises:
        ValueError: It is another encoding, or too large.
    """
    if (size := path.stat().st_size) > MAX_BYTES:
        raise ValueError(
            f"a text must be under {MAX_BYTES // 1_000_000} MB, but got {size} bytes "
            f"in {path}"
        )
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(
            f"a text must be UTF-8, but got byte {error.object[error.start]:#04x} at "
            f"position {error.start} of {path}: save it as UTF-8"
        ) from None


def _heading(text: str, otherwise: str) -> str:
    for line in text.split("\n"):
        if line.startswith("#"):
            return line.lstrip("#").strip()
        if line.strip():
            break
    return otherwise
