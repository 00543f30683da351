"""MedHallu's rows: format, where they come from, and what is known to be wrong."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from pydantic import BeforeValidator, Field

from inspect_rubricblind.records import digest
from inspect_rubricblind.records.rows import (
    Line,
    Row,
    Text,
    find_file,
    parse_row,
    sha256_of,
)
from inspect_rubricblind.tasks.fetching import HubPath, cache_folder, fetch_from_hub
from inspect_rubricblind.tasks.pairs_files.tables import READERS
from inspect_rubricblind.tasks.sources import Source

SAMPLE = Path(__file__).parent / "samples" / "medhallu.jsonl"
REPOSITORY = "UTAustin-AIHealth/MedHallu"
REVISION = "515060458a945c633debc6fd5baac7764416b724"
SUBSETS = ("pqa_labeled", "pqa_artificial")
DIFFICULTIES = ("easy", "medium", "hard")

COPIED = "known_issue:copied_conclusion"
"""The correct answer is the conclusion of the abstract, word for word."""
CONTRADICTS = "known_issue:contradicts_knowledge"
"""Reported (MedHallu issue 2): the correct answer contradicts its own background."""
_REPORTED = ("gallbladder", "polyp", "growth")

Difficulty = Annotated[
    Literal["easy", "medium", "hard"],
    BeforeValidator(lambda v: v.strip().lower() if isinstance(v, str) else v),
]


def _passages(value: object) -> object:
    """A list of passages; some copies hold one text."""
    return [value] if isinstance(value, str) else value


def _category(value: object) -> object:
    """The category without the hash marks that one of the four is spelt with."""
    return value.replace("#", "").strip() if isinstance(value, str) else value


class MedHalluRow(Row):
    """A row of the official files."""

    question: Text = Field(alias="Question")
    knowledge: Annotated[list[str], BeforeValidator(_passages)] = Field(
        alias="Knowledge"
    )
    correct: Text = Field(alias="Ground Truth")
    hallucinated: Text = Field(alias="Hallucinated Answer")
    difficulty: Difficulty = Field(alias="Difficulty Level")
    category: Annotated[Text, BeforeValidator(_category)] = Field(
        alias="Category of Hallucination"
    )
    warning: str = ""


class Question(NamedTuple):
    """One question with both answers; `id` is made of its words."""

    id: str
    row: MedHalluRow
    tags: tuple[str, ...]


def read_questions(source: Source) -> Iterator[Question]:
    """The rows of a file, in order.

    Raises:
        ValueError: A row is malformed, or the file has another ending than parquet,
            JSON Lines, JSON, CSV or TSV.
    """
    read = READERS.get(source.path.suffix.lower())
    if read is None:
        raise ValueError(
            f"dataset must end in {', '.join(READERS)}, but got {source.path}"
        )
    for line in read(source.path):
        yield _question(line, source.kind == "sample")


def _question(line: Line, is_sample: bool) -> Question:
    row = parse_row(MedHalluRow, line, "Question")
    if row.correct == row.hallucinated:
        raise ValueError(
            f"{line.place}: Hallucinated Answer must differ from Ground Truth, but is "
            "the same text"
        )
    return Question(question_id(row.question), row, () if is_sample else _tags(row))


def question_id(question: str) -> str:
    """Rows have no id of their own: the start of the hash of the question."""
    return f"mh-{digest(question)[:12]}"


def _tags(row: MedHalluRow) -> tuple[str, ...]:
    """The faults that are known of a row of the official data."""
    asked = row.question.lower()
    reported = all(word in asked for word in _REPORTED)
    return (COPIED, CONTRADICTS) if reported else (COPIED,)


def find_rows(dataset: str, subset: str, endpoint: str | None = None) -> Source:
    """Resolve the arguments `dataset` and `subset`.

    Args:
        dataset: `official`, `sample` or the path of a local file.
        subset: `pqa_labeled` or `pqa_artificial`; which official file.
        endpoint: Address of the hub; None is its own.

    Raises:
        FileNotFoundError: There is no such file, or it cannot be fetched.
    """
    if dataset == "sample":
        return Source("sample", SAMPLE, sha256_of(SAMPLE))
    if dataset == "official":
        path = _fetch(subset, endpoint)
        return Source("official", path, sha256_of(path))
    path = find_file(dataset, "dataset", "'official', 'sample'")
    return Source("path", path, sha256_of(path))


def _fetch(subset: str, endpoint: str | None) -> Path:
    """The official file at the pinned commit, which fixes its content."""
    place = HubPath(REPOSITORY, REVISION, f"{subset}/train-00000-of-00001.parquet")
    folder = cache_folder() / "hub" / REPOSITORY.replace("/", "--") / REVISION
    try:
        return fetch_from_hub(place, folder, endpoint)
    except OSError as error:
        said = " ".join(str(error).split()) or type(error).__name__
        raise FileNotFoundError(
            f"dataset='official' needs {place.path} of {REPOSITORY} at {REVISION}, but "
            f"it could not be read: {said}. Pass a local copy (parquet or JSON Lines) "
            "with `-T dataset=PATH`, or run the bundled cases with `-T dataset=sample`."
        ) from error


def refuse_empty(source: Source, questions: Sequence[Question]) -> None:
    """Raise a `ValueError` where a file holds no row."""
    if not questions:
        raise ValueError(f"{source.path} must hold at least one row, but is empty")
