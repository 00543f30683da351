"""The evidence notes that ship with the package, and extras that can be installed."""

import os
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

import yaml
from platformdirs import user_cache_path

from inspect_rubricblind.evidence.documents import (
    Document,
    read_documents,
    read_note,
)
from inspect_rubricblind.evidence.index import build_corpus
from inspect_rubricblind.records import digest

BUNDLED = "notes"
GUIDELINES = "guidelines"
_YEAR = re.compile(r"(?:19|20)\d\d$")


@cache
def load_notes() -> tuple[Document, ...]:
    """The notes of `notes.yaml`; its header says what they are."""
    text = files("inspect_rubricblind.evidence").joinpath("notes.yaml")
    content = yaml.safe_load(text.read_text(encoding="utf-8"))
    return tuple(
        Document(**{k: str(v).strip() for k, v in note.items()})
        for note in content["notes"]
    )


def find_documents(source: str) -> Iterator[Document]:
    """Documents by name (`notes`, `guidelines`) or from a path.

    Raises:
        FileNotFoundError: There is no such path, or the extra is not installed.
        ValueError: A file cannot be read, or the source holds no document.
    """
    found = False
    for document in _documents(source):
        found = True
        yield document
    if not found:
        # Taken for an empty set, it would let `prune` remove a whole corpus.
        raise ValueError(
            f"documents must be at least one per source, but got none in {source!r}"
        )


def _documents(source: str) -> Iterator[Document]:
    if source == BUNDLED:
        yield from load_notes()
    elif source == GUIDELINES:
        yield from read_guidelines(guideline_folder())
    else:
        yield from read_documents(Path(source).expanduser())


def guideline_folder() -> Path:
    """Where the package `open-medicine` keeps its digests; it is never imported.

    Raises:
        FileNotFoundError: The extra `evidence` is not installed.
    """
    spec = find_spec("open_medicine")
    folders = spec.submodule_search_locations if spec else None
    if not folders:
        raise FileNotFoundError(
            "documents 'guidelines' need the package open-medicine: "
            "pip install 'inspect-rubricblind[evidence]'"
        )
    return Path(folders[0])


def read_guidelines(folder: Path) -> Iterator[Document]:
    """The Markdown digests below a folder, one document per file.

    Sources are the digests' own folders; they were made by others and are digests,
    not the guidelines themselves.
    """
    found = False
    for path in sorted(folder.rglob("*.md")):
        text = read_note(path).strip()
        if not text:
            continue
        found = True
        name = path.relative_to(folder)
        title = next(
            (x.lstrip("# ").strip() for x in text.split("\n") if x.startswith("#")),
            path.stem,
        )
        yield Document(
            f"open-medicine/{name.as_posix()}",
            title,
            text,
            f"open-medicine digest {name.parent.name}",
            date=year[0] if (year := _YEAR.search(name.parent.name)) else "",
        )
    if not found:
        raise FileNotFoundError(
            f"guidelines must be Markdown files, but there is none in {folder}"
        )


def bundled_corpus() -> Path:
    """The notes as a corpus, built once in the user's cache for their content."""
    notes = load_notes()
    name = digest("".join(note.sha256 for note in notes))[:16]
    path = user_cache_path("inspect_rubricblind") / "corpora" / f"notes-{name}.sqlite"
    if not path.is_file():
        # Built beside its place and moved there: another process may do the same.
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(f".{os.getpid()}.part")
        part.unlink(missing_ok=True)
        build_corpus(part, notes)
        part.replace(path)
    return path
