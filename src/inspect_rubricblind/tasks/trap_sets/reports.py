"""Case reports: PMC-Patients as CSV or JSON, OSCE cases, JSON Lines, a folder of notes.

A report is an id and a text. PMC-Patients has the note in the column `patient` and its
id in `patient_uid`; own files may call them `id` and `text`. In a folder every `.txt`
and `.md` file is one note.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from inspect_rubricblind.records.rows import Line, sha256_of
from inspect_rubricblind.tasks.pairs_files.tables import READERS, read_table

IDS = ("patient_uid", "id", "patient_id")
TEXTS = ("patient", "text", "note")
OSCE = "OSCE_Examination"
UNSAID = "not specified in source"
NOTES = (".txt", ".md")
SUFFIXES = tuple(READERS)


class Report(NamedTuple):
    """A case report as it stands in its file."""

    id: str
    text: str
    title: str = ""
    canary: str = ""


def read_reports(path: Path) -> Iterator[Report]:
    """The reports of a file or folder, one by one.

    Raises:
        ValueError: The format is not known, a row lacks its id or text, or a note is
            empty; the message names the place.
    """
    if path.is_dir():
        yield from _notes(path)
        return
    if path.suffix.lower() not in SUFFIXES:
        raise ValueError(
            f"dataset must be a folder of notes or a file that ends in "
            f"{', '.join(SUFFIXES)}, but got {path}"
        )
    for line in read_table(path):
        yield _report(line)


def digest_of(path: Path) -> str:
    """SHA-256 of a file, or over names and contents of the notes of a folder."""
    if not path.is_dir():
        return sha256_of(path)
    whole = hashlib.sha256()
    for note in _files(path):
        whole.update(f"{note.name}\x1f{sha256_of(note)}\x1e".encode())
    return whole.hexdigest()


def osce_text(case: Mapping[str, Any]) -> str:
    """An OSCE case as a report, one line per finding; unspecified ones are left out."""
    return "\n".join(_findings(case, ()))


def _report(line: Line) -> Report:
    row = line.value
    if isinstance(row.get(OSCE), dict):
        number = row.get("patient_id")
        if not isinstance(number, str | int) or isinstance(number, bool):
            raise ValueError(f"{line.place}: field patient_id is missing")
        return Report(f"osce-{number}", osce_text(row[OSCE]))
    found = {n: row[n] for n in (*IDS, *TEXTS) if row.get(n) not in (None, "")}
    name = next((n for n in IDS if n in found), None)
    text = next((n for n in TEXTS if n in found), None)
    if name is None or text is None:
        missing = IDS if name is None else TEXTS
        raise ValueError(
            f"{line.place}: one of the fields {', '.join(missing)} must be there, but "
            f"got {', '.join(row) or 'none'}; metadata without notes is not enough"
        )
    if not isinstance(found[text], str) or not found[text].strip():
        raise ValueError(f"{line.place}: field {text} must be a text with words in it")
    title, canary = row.get("title") or "", row.get("canary") or ""
    return Report(str(found[name]), found[text].strip(), str(title), str(canary))


def _files(folder: Path) -> list[Path]:
    return sorted(f for f in folder.iterdir() if f.suffix in NOTES and f.is_file())


def _notes(folder: Path) -> Iterator[Report]:
    files = _files(folder)
    if not files:
        raise ValueError(f"{folder} must hold notes ({', '.join(NOTES)}), but has none")
    for file in files:
        try:
            text = file.read_text(encoding="utf-8").strip()
        except UnicodeDecodeError as error:
            raise ValueError(f"{file} must be UTF-8, but {error}") from None
        if not text:
            raise ValueError(f"{file} must hold a note, but is empty")
        yield Report(file.stem, text)


def _findings(value: object, path: tuple[str, ...]) -> Iterator[str]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _findings(inner, (*path, str(key).replace("_", " ")))
    elif isinstance(value, list):
        said = [str(item) for item in value if _is_said(item)]
        if said:
            yield f"{path[-1]}: {', '.join(said)}."
    elif _is_said(value):
        yield f"{path[-1] if path else 'Case'}: {str(value).rstrip('.')}."


def _is_said(value: object) -> bool:
    text = json.dumps(value) if not isinstance(value, str) else value
    return bool(text.strip()) and not text.lower().startswith(UNSAID)
