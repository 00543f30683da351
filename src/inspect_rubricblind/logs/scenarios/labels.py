"""An expert's labels: read from CSV, JSON, JSON Lines or rating files in YAML."""

import csv
import io
import json
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from inspect_rubricblind.logs.scenarios.reviewed import reviewed_labels
from inspect_rubricblind.records.rows import once_each
from inspect_rubricblind.records.scenario import RatingFile, doubled
from inspect_rubricblind.records.scenario_files import (
    SUFFIXES,
    parse_document,
    read_documents,
    scenario_files,
)

COLUMNS = ("scenario", "criterion", "model", "met")
EXPERT = "expert"
LabelKey = tuple[str, str, str]
"""Scenario, criterion and model."""

Label = tuple[str, LabelKey, bool | None, str]
"""Who labelled what, how, and where it stands."""

WORDS: Mapping[str, bool | None] = {
    **dict.fromkeys(("true", "1", "yes", "met"), True),
    **dict.fromkeys(("false", "0", "no", "not met"), False),
    **dict.fromkeys(("", "none", "null"), None),
}
SHOWN = 3


@dataclass(frozen=True)
class ExpertLabels:
    """Labels by scenario, criterion and model; None: the expert gave none.

    `autoraters` holds labels by others that came in the same files, by their name.
    """

    met: Mapping[LabelKey, bool | None]
    autoraters: Mapping[str, Mapping[LabelKey, bool | None]] = field(
        default_factory=dict
    )

    def check(self, known: Collection[tuple[str, str]]) -> None:
        """Refuse labels of criteria that do not exist.

        Raises:
            ValueError: One does; some are named.
        """
        named_keys = {
            k[:2] for met in (self.met, *self.autoraters.values()) for k in met
        }
        unknown = sorted(named_keys - set(known))
        if unknown:
            named = ", ".join(f"{s}/{c}" for s, c in unknown[:SHOWN])
            raise ValueError(
                "labels must be of criteria of the scenarios, but "
                f"{len(unknown)} are not, such as {named}: correct them, or give the "
                "scenarios they are of"
            )


def read_labels(paths: Sequence[Path]) -> ExpertLabels:
    """Labels of several files together.

    CSV files have the columns scenario, criterion, model and met (true or false, 1 or
    0, yes or no, met or not met; empty: no label), and perhaps rater (empty or expert,
    or the name of an autorater); JSON is a list of such objects,
    JSON Lines one per line; YAML is a rating file per model. The `ratings.jsonl` of a
    review with the form `scenario_rating` is fine too, and a folder of rating files.

    Raises:
        ValueError: A file is malformed, or a label stands twice.
        OSError: A file cannot be read.
    """
    found: defaultdict[str, dict[LabelKey, bool | None]] = defaultdict(dict)
    places: dict[tuple[str, LabelKey], str] = {}
    files = [f for p in paths for f in (scenario_files(p) if p.is_dir() else [p])]
    for path in files:
        for rater, key, label, where in _read(path):
            if (rater, key) in places:
                raise ValueError(
                    f"{where}: labels must be unique, but {'/'.join(key)} ({rater}) "
                    f"stands in {places[rater, key]} too"
                )
            found[rater][key], places[rater, key] = label, where
    met = found.pop(EXPERT, None)
    if not met:
        raise ValueError(
            f"labels must hold at least one of the expert's, but got none in "
            f"{', '.join(map(str, paths))}"
        )
    return ExpertLabels(met, dict(found))


def read_word(value: object, where: str, column: str = "met") -> bool | None:
    """A label in one of the accepted words.

    Raises:
        ValueError: It is none of them.
    """
    if isinstance(value, bool) or value is None:
        return value
    word = str(value).strip().lower()
    if word not in WORDS:
        raise ValueError(
            f"{where}: {column} must be true or false, 1 or 0, yes or no, met or not "
            f"met, or empty, but got {value!r}"
        )
    return WORDS[word]


def read_table(
    path: Path, columns: Sequence[str]
) -> Iterator[tuple[dict[str, Any], str]]:
    """Rows of a CSV, JSON or JSON Lines file, each with its place.

    Raises:
        ValueError: The file is malformed, or a column is missing.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(f"{path}: must be UTF-8, but {error}") from None
    rows = _csv_rows(path, text) if path.suffix == ".csv" else _json_rows(path, text)
    for row, where in rows:
        if not isinstance(row, dict):
            raise ValueError(f"{where}: must be an object, but got {row!r:.60}")
        if missing := [name for name in columns if name not in row]:
            raise ValueError(
                f"{where}: columns {', '.join(columns)} must be there, but "
                f"{', '.join(missing)} is missing; got {', '.join(map(str, row))!r:.80}"
            )
        yield row, where


def _csv_rows(path: Path, text: str) -> Iterator[tuple[Any, str]]:
    reader = csv.DictReader(io.StringIO(text, newline=""))
    try:
        if twice := doubled(reader.fieldnames or ()):
            raise ValueError(
                f"{path}: column {twice!r} must stand once, but does twice"
            )
        for row in reader:
            yield row, f"{path}, line {reader.line_num}"
    except csv.Error as error:
        raise ValueError(
            f"{path}: must be CSV, but {error} near line {reader.line_num}"
        ) from None


def _json_rows(path: Path, text: str) -> Iterator[tuple[Any, str]]:
    try:
        if path.suffix == ".json":
            found = json.loads(text, object_pairs_hook=once_each)
            if not isinstance(found, list):
                raise ValueError("it is no list")
            yield from ((row, f"{path}, item {i}") for i, row in enumerate(found, 1))
            return
        for number, line in enumerate(text.split("\n"), start=1):
            if line.strip():
                row = json.loads(line, object_pairs_hook=once_each)
                yield row, f"{path}, line {number}"
    except (ValueError, RecursionError) as error:
        raise ValueError(
            f"{path}: must be CSV (.csv), a JSON list (.json), JSON Lines or YAML, but "
            f"{error}"
        ) from None


def _read(path: Path) -> Iterator[Label]:
    if path.suffix in SUFFIXES:
        yield from _read_ratings(path)
        return
    if _is_review(path):
        for key, met in reviewed_labels(path).items():
            yield EXPERT, key, met, str(path)
        return
    for row, where in read_table(path, COLUMNS):
        for name in COLUMNS[:3]:
            if isinstance(row[name], list | dict | bool):
                raise ValueError(
                    f"{where}: {name} must be a name, got {row[name]!r:.60}"
                )
        scenario, criterion, model = (cell(row[name]) for name in COLUMNS[:3])
        key = (scenario, criterion, model)
        if not all(key):
            raise ValueError(
                f"{where}: scenario, criterion and model must not be empty, but got "
                f"{'/'.join(key)!r}"
            )
        rater = cell(row.get("rater")) or EXPERT
        yield rater, key, read_word(row["met"], where), where


def _is_review(path: Path) -> bool:
    """Whether a file is a review's `ratings.jsonl`, by its first line."""
    with path.open("rb") as stream:
        return path.suffix == ".jsonl" and b'"packet"' in stream.readline()


def _read_ratings(path: Path) -> Iterator[Label]:
    for document, where in read_documents(path):
        rating = parse_document(RatingFile, document, where)
        for criterion in rating.criteria:
            key = (rating.id, criterion.id, rating.model)
            yield EXPERT, key, criterion.expert_rating, where
            for name, met in criterion.autoraters.items():
                yield name, key, met, where


def cell(value: object) -> str:
    """A name out of a cell, without the quote that keeps it from being a formula."""
    text = str(value if value is not None else "").strip()
    return text[1:] if text[:1] == "'" and text[1:2] in "=+-@" else text
